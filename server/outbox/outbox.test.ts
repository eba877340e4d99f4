import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Jobs, readJobs, startJobs } from '../jobs/jobs.ts';
import { scheduleJobs } from '../schedule.ts';
import { aMailSink } from '../testing/mailSink.ts';
import { anOrganizer, aStudent, aWorld } from '../testing/world.ts';
import { sendDueMails } from './delivery.ts';
import { cancelDecisionNotifications, type NotificationDraft, notify, queueMail } from './notify.ts';

const sink = aMailSink();
const world = aWorld({ publicUrl: 'https://imkon.example', smtpUrl: 'smtp://127.0.0.1:1' });
let running: Jobs[] = [];
beforeEach(async () => {
  await world.db.deleteFrom('outbox').execute();
  await world.db.deleteFrom('notifications').execute();
  sink.mails.length = 0;
  sink.refusals.length = 0;
  sink.beforeAccept = async () => {};
});
afterEach(async () => {
  await Promise.all(running.map((one) => one.stop()));
  running = [];
});

const advanceClock = (minutes: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + minutes * 60_000);
};
const aNotification = (user_id: number, title = 'Arizangiz qabul qilindi'): NotificationDraft => ({
  user_id,
  kind: 'decision',
  title,
  text: 'Tabriklaymiz: o‘zgarish.',
});
const aDecision = async () => {
  const { organization_id, user_id } = await anOrganizer(world);
  const { id } = await world.db
    .insertInto('decisions')
    .values({ organization_id, actor_id: user_id, to_status: 'accepted', created_at: world.clock.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
const mails = () => world.db.selectFrom('outbox').selectAll().orderBy('id').execute();
const notifications = () => world.db.selectFrom('notifications').selectAll().orderBy('id').execute();
const send = () => sendDueMails(world.deps, sink.mailer);
/** The jobs as main.ts starts them, with this world's clock. */
const startWorker = async () => {
  const jobs = await startJobs(world.pool, {
    onError: (error) => {
      throw error;
    },
    poll: 0.5,
  });
  running.push(jobs);
  await scheduleJobs(jobs, world.deps, sink.mailer);
  return jobs;
};

test('one statement notifies several people in the app and by mail, and the mail has a link', async () => {
  const [first, second, bystander] = [await aStudent(world, { email: 'bir@example.uz' }), await aStudent(world), await aStudent(world)];
  const before = world.statements();
  await notify(world.db, world.deps, [
    aNotification(first.user_id),
    { ...aNotification(second.user_id), path: '/profile' },
    aNotification(999_999),
  ]);
  expect(world.statements() - before).toBe(1);
  expect((await notifications()).map((one) => one.user_id)).toEqual([first.user_id, second.user_id]);
  expect((await notifications()).some((one) => one.user_id === bystander.user_id)).toBe(false);
  expect(await send()).toBe(2);
  const mail = sink.mails.find(({ to }) => to[0] === 'bir@example.uz');
  expect(mail?.text).toBe('Tabriklaymiz: o‘zgarish.\n\nhttps://imkon.example/\n\n--\nImkon — https://imkon.example\n');
  expect(mail?.header('Content-Type')).toBe('text/plain; charset=utf-8');
  expect(mail?.header('Auto-Submitted')).toBe('auto-generated');
  expect(sink.mails.some(({ text }) => text.includes('https://imkon.example/profile\n'))).toBe(true);
  expect(await send()).toBe(0);
});

test('a rolled back transaction leaves no notification and no mail', async () => {
  const student = await aStudent(world);
  const failing = world.db.transaction().execute(async (trx) => {
    await notify(trx, world.deps, [aNotification(student.user_id)]);
    await queueMail(trx, world.deps, [{ email: 'kim@example.uz', subject: 'S', text: 'T' }]);
    throw new Error('the change failed');
  });
  await expect(failing).rejects.toThrow('the change failed');
  expect([await notifications(), await mails()]).toEqual([[], []]);
});

test('without SMTP_URL a notification is created and no mail', async () => {
  const student = await aStudent(world);
  const deps = { ...world.deps, config: { ...world.deps.config, smtpUrl: null } };
  await notify(world.db, deps, [aNotification(student.user_id)]);
  await queueMail(world.db, deps, [{ email: 'kim@example.uz', subject: 'S', text: 'T' }]);
  expect((await notifications()).length).toBe(1);
  expect(await mails()).toEqual([]);
});

test('a mail is not sent before it is due, and never after it was cancelled', async () => {
  const [student, other] = [await aStudent(world), await aStudent(world, { email: 'boshqa@example.uz' })];
  const [decision_id, otherDecision] = [await aDecision(), await aDecision()];
  const due = new Date(world.clock.now.getTime() + 10 * 60_000);
  await notify(world.db, world.deps, [aNotification(student.user_id)], { due, decision_id });
  await notify(world.db, world.deps, [aNotification(other.user_id)], { due, decision_id: otherDecision });
  advanceClock(9);
  expect(await send()).toBe(0);
  await cancelDecisionNotifications(world.db, world.deps, decision_id);
  advanceClock(2);
  expect(await send()).toBe(1);
  expect(sink.mails.map(({ to }) => to)).toEqual([['boshqa@example.uz']]);
  expect((await notifications()).map((one) => [one.user_id, one.cancelled_at !== null])).toEqual([
    [student.user_id, true],
    [other.user_id, false],
  ]);
  advanceClock(24 * 60);
  expect(await send()).toBe(0);
});

test('a temporarily refused mail is retried later with the same Message-ID', async () => {
  const student = await aStudent(world);
  await notify(world.db, world.deps, [aNotification(student.user_id)]);
  const [row] = await mails();
  sink.refusals.push({ code: 451, text: 'Greylisted' });
  expect(await send()).toBe(0);
  expect(await mails()).toMatchObject([{ attempts: 1, sent_at: null, failed_at: null, last_error: expect.stringContaining('451') }]);
  advanceClock(1);
  expect(await send()).toBe(0);
  expect((await mails())[0]?.attempts).toBe(1);
  advanceClock(1);
  expect(await send()).toBe(1);
  expect(await mails()).toMatchObject([{ attempts: 2, last_error: null }]);
  const id = `<outbox.${row?.id}.${Date.parse(String(row?.created_at))}@localhost>`;
  expect(sink.mails.map((mail) => mail.header('Message-ID'))).toEqual([id]);
});

test('a mail fails after six attempts; a mail to an unknown address fails immediately', async () => {
  await queueMail(world.db, world.deps, [{ email: 'band@example.uz', subject: 'S', text: 'T' }]);
  for (const minutes of [2, 10, 60, 240, 720, 0]) {
    sink.refusals.push({ code: 452, text: 'Mailbox full' });
    expect((await mails())[0]?.failed_at).toBeNull();
    await send();
    advanceClock(minutes);
  }
  expect(await mails()).toMatchObject([{ attempts: 6, sent_at: null }]);
  expect((await mails())[0]?.failed_at).not.toBeNull();
  await queueMail(world.db, world.deps, [{ email: 'yoq@example.uz', subject: 'S', text: 'T' }]);
  sink.refusals.push({ code: 550, text: 'No such user' });
  await send();
  expect((await mails())[1]).toMatchObject({ attempts: 1, sent_at: null, last_error: expect.stringContaining('550') });
  expect((await mails())[1]?.failed_at).not.toBeNull();
  advanceClock(24 * 60);
  expect(await send()).toBe(0);
});

test('a process that dies while sending leaves the mail for one more attempt', async () => {
  await queueMail(world.db, world.deps, [{ email: 'kim@example.uz', subject: 'S', text: 'T' }]);
  const dying = { send: () => Promise.reject(new Error('killed')), close: () => {} };
  await expect(sendDueMails(world.deps, dying)).rejects.toThrow('killed');
  expect(await send()).toBe(0);
  advanceClock(2);
  expect([await send(), await send()]).toEqual([1, 0]);
});

test('a subject or an address cannot add a header or a recipient', async () => {
  await queueMail(world.db, world.deps, [
    { email: 'biri@example.uz', subject: 'Salom\r\nBcc: o‘g‘ri@example.uz\r\n\r\nboshqa matn', text: 'T\r\n.\r\nRCPT TO:<x@example.uz>' },
    { email: 'a<b>@example.uz', subject: 'S', text: 'T' },
    { email: 'a,b@example.uz', subject: 'S', text: 'T' },
  ]);
  expect(await send()).toBe(1);
  const [mail] = sink.mails;
  expect(mail?.to).toEqual(['biri@example.uz']);
  expect(mail?.header('Bcc')).toBeUndefined();
  expect(mail?.text).toBe('T\n.\nRCPT TO:<x@example.uz>\n');
  expect((await mails()).map(({ failed_at }) => failed_at !== null)).toEqual([false, true, true]);
});

test('two instances share the due mails, and each mail is sent once', async () => {
  const addresses = Array.from({ length: 40 }, (_, n) => `kishi-${n}@pochta.uz`);
  await queueMail(
    world.db,
    world.deps,
    addresses.map((email) => ({ email, subject: 'S', text: 'T' })),
  );
  const sent = await Promise.all([send(), send()]);
  expect(sent[0] + sent[1]).toBe(40);
  expect(sink.mails.flatMap(({ to }) => to).sort()).toEqual([...addresses].sort());
});

test('the job sends due mails, finishes the mail in progress when it is stopped, and continues after a restart', async () => {
  await queueMail(world.db, world.deps, [{ email: 'birinchi@example.uz', subject: 'S', text: 'T' }]);
  let arrived = () => {};
  const inProgress = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  let release = () => {};
  const blocked = new Promise<void>((resolve) => {
    release = resolve;
  });
  sink.beforeAccept = () => {
    arrived();
    return blocked;
  };
  const worker = await startWorker();
  await inProgress;
  await queueMail(world.db, world.deps, [{ email: 'ikkinchi@example.uz', subject: 'S', text: 'T' }]);
  const stopped = worker.stop();
  sink.beforeAccept = async () => {};
  release();
  await stopped;
  running = [];
  const sent = (await mails()).filter(({ sent_at }) => sent_at !== null).map(({ email }) => email);
  expect(sent).toContain('birinchi@example.uz');
  await Promise.all([startWorker(), startWorker()]);
  await sink.has(2);
  await queueMail(world.db, world.deps, [{ email: 'uchinchi@example.uz', subject: 'S', text: 'T' }]);
  await sink.has(3);
  expect(sink.mails.flatMap(({ to }) => to).sort()).toEqual(['birinchi@example.uz', 'ikkinchi@example.uz', 'uchinchi@example.uz']);
});

test('without SMTP_URL the other jobs run, and the mail job of an earlier start is removed', async () => {
  const names = async () => (await readJobs(world.db)).map(({ name }) => name);
  const others = ['delete-expired-replies', 'refresh-response-rates', 'remove-detached-files', 'sweep-files'];
  await startWorker();
  expect(await names()).toEqual([...others, 'send-mail'].sort());
  const jobs = await startJobs(world.pool, { onError: () => {} });
  running.push(jobs);
  await scheduleJobs(jobs, world.deps, null);
  expect(await names()).toEqual(others);
});
