import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { aMailSink } from '../testing/mailSink.ts';
import { anOrganizer, aStudent, aWorld } from '../testing/world.ts';
import { sendDue } from './delivery.ts';
import { cancelNotificationsOf, type NotificationDraft, notify, queueMail } from './notify.ts';
import { type Outbox, startOutbox } from './outbox.ts';

const sink = aMailSink();
const world = aWorld({ publicUrl: 'https://imkon.example', smtpUrl: 'smtp://127.0.0.1:1' });
let running: Outbox[] = [];
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

const later = (minutes: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + minutes * 60_000);
};
const told = (user_id: number, title = 'Arizangiz qabul qilindi'): NotificationDraft => ({
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
const sending = (stopped?: () => boolean) => sendDue(world.deps, sink.mailer, stopped);
/** The worker as main.ts starts it, on this world's clock. */
const startWorker = async () => {
  const config = { ...world.deps.config, smtpUrl: sink.url };
  const started = await startOutbox({ ...world.deps, config }, world.pool, { every: 1 });
  if (!started) throw new Error('nothing was started');
  running.push(started);
  return started;
};

test('one statement tells many, in the app and by mail, and the mail says where to go', async () => {
  const [first, second, bystander] = [await aStudent(world, { email: 'bir@example.uz' }), await aStudent(world), await aStudent(world)];
  const before = world.statements();
  await notify(world.db, world.deps, [told(first.user_id), { ...told(second.user_id), path: '/profile' }, told(999_999)]);
  expect(world.statements() - before).toBe(1);
  expect((await notifications()).map((one) => one.user_id)).toEqual([first.user_id, second.user_id]);
  expect((await notifications()).some((one) => one.user_id === bystander.user_id)).toBe(false);
  expect(await sending()).toBe(2);
  const mail = sink.mails.find(({ to }) => to[0] === 'bir@example.uz');
  expect(mail?.text).toBe('Tabriklaymiz: o‘zgarish.\n\nhttps://imkon.example/\n\n--\nImkon — https://imkon.example\n');
  expect(mail?.header('Content-Type')).toBe('text/plain; charset=utf-8');
  expect(mail?.header('Auto-Submitted')).toBe('auto-generated');
  expect(sink.mails.some(({ text }) => text.includes('https://imkon.example/profile\n'))).toBe(true);
  expect(await sending()).toBe(0);
});

test('a change that is rolled back tells nobody', async () => {
  const student = await aStudent(world);
  const failing = world.db.transaction().execute(async (trx) => {
    await notify(trx, world.deps, [told(student.user_id)]);
    await queueMail(trx, world.deps, [{ email: 'kim@example.uz', subject: 'S', text: 'T' }]);
    throw new Error('the change failed');
  });
  await expect(failing).rejects.toThrow('the change failed');
  expect([await notifications(), await mails()]).toEqual([[], []]);
});

test('without SMTP_URL the app tells and no mail is written', async () => {
  const student = await aStudent(world);
  const deps = { ...world.deps, config: { ...world.deps.config, smtpUrl: null } };
  await notify(world.db, deps, [told(student.user_id)]);
  await queueMail(world.db, deps, [{ email: 'kim@example.uz', subject: 'S', text: 'T' }]);
  expect((await notifications()).length).toBe(1);
  expect(await mails()).toEqual([]);
  expect(await startOutbox(deps, world.pool)).toBeNull();
});

test('what is not due yet waits, and what was taken back never leaves', async () => {
  const [student, other] = [await aStudent(world), await aStudent(world, { email: 'boshqa@example.uz' })];
  const [decision_id, kept] = [await aDecision(), await aDecision()];
  const due = new Date(world.clock.now.getTime() + 10 * 60_000);
  await notify(world.db, world.deps, [told(student.user_id)], { due, decision_id });
  await notify(world.db, world.deps, [told(other.user_id)], { due, decision_id: kept });
  later(9);
  expect(await sending()).toBe(0);
  await cancelNotificationsOf(world.db, world.deps, decision_id);
  later(2);
  expect(await sending()).toBe(1);
  expect(sink.mails.map(({ to }) => to)).toEqual([['boshqa@example.uz']]);
  expect((await notifications()).map((one) => [one.user_id, one.cancelled_at !== null])).toEqual([
    [student.user_id, true],
    [other.user_id, false],
  ]);
  later(24 * 60);
  expect(await sending()).toBe(0);
});

test('a mail that is refused for now is tried again later, under the same Message-ID', async () => {
  const student = await aStudent(world);
  await notify(world.db, world.deps, [told(student.user_id)]);
  const [row] = await mails();
  sink.refusals.push({ code: 451, text: 'Greylisted' });
  expect(await sending()).toBe(0);
  expect(await mails()).toMatchObject([{ attempts: 1, sent_at: null, failed_at: null, last_error: expect.stringContaining('451') }]);
  later(1);
  expect(await sending()).toBe(0);
  expect((await mails())[0]?.attempts).toBe(1);
  later(1);
  expect(await sending()).toBe(1);
  expect(await mails()).toMatchObject([{ attempts: 2, last_error: null }]);
  const id = `<outbox.${row?.id}.${Date.parse(String(row?.created_at))}@localhost>`;
  expect(sink.mails.map((mail) => mail.header('Message-ID'))).toEqual([id]);
});

test('after six attempts over hours a mail has failed; an address that does not exist fails at once', async () => {
  await queueMail(world.db, world.deps, [{ email: 'band@example.uz', subject: 'S', text: 'T' }]);
  for (const minutes of [2, 10, 60, 240, 720, 0]) {
    sink.refusals.push({ code: 452, text: 'Mailbox full' });
    expect((await mails())[0]?.failed_at).toBeNull();
    await sending();
    later(minutes);
  }
  expect(await mails()).toMatchObject([{ attempts: 6, sent_at: null }]);
  expect((await mails())[0]?.failed_at).not.toBeNull();
  await queueMail(world.db, world.deps, [{ email: 'yoq@example.uz', subject: 'S', text: 'T' }]);
  sink.refusals.push({ code: 550, text: 'No such user' });
  await sending();
  expect((await mails())[1]).toMatchObject({ attempts: 1, sent_at: null, last_error: expect.stringContaining('550') });
  expect((await mails())[1]?.failed_at).not.toBeNull();
  later(24 * 60);
  expect(await sending()).toBe(0);
});

test('a process that dies after sending leaves the mail to be sent once more, not for ever', async () => {
  await queueMail(world.db, world.deps, [{ email: 'kim@example.uz', subject: 'S', text: 'T' }]);
  const dying = { send: () => Promise.reject(new Error('killed')), close: () => {} };
  await expect(sendDue(world.deps, dying)).rejects.toThrow('killed');
  expect(await sending()).toBe(0);
  later(2);
  expect([await sending(), await sending()]).toEqual([1, 0]);
});

test('nothing of a title can become a header or another recipient', async () => {
  await queueMail(world.db, world.deps, [
    { email: 'biri@example.uz', subject: 'Salom\r\nBcc: o‘g‘ri@example.uz\r\n\r\nboshqa matn', text: 'T\r\n.\r\nRCPT TO:<x@example.uz>' },
    { email: 'a<b>@example.uz', subject: 'S', text: 'T' },
    { email: 'a,b@example.uz', subject: 'S', text: 'T' },
  ]);
  expect(await sending()).toBe(1);
  const [mail] = sink.mails;
  expect(mail?.to).toEqual(['biri@example.uz']);
  expect(mail?.header('Bcc')).toBeUndefined();
  expect(mail?.text).toBe('T\n.\nRCPT TO:<x@example.uz>\n');
  expect((await mails()).map(({ failed_at }) => failed_at !== null)).toEqual([false, true, true]);
});

test('two instances share the mails, and each leaves once', async () => {
  const addresses = Array.from({ length: 40 }, (_, n) => `kishi-${n}@pochta.uz`);
  await queueMail(
    world.db,
    world.deps,
    addresses.map((email) => ({ email, subject: 'S', text: 'T' })),
  );
  const sent = await Promise.all([sending(), sending()]);
  expect(sent[0] + sent[1]).toBe(40);
  expect(sink.mails.flatMap(({ to }) => to).sort()).toEqual([...addresses].sort());
});

test('the worker of the queue sends by itself, stops after the mail under way and goes on after a restart', async () => {
  await queueMail(world.db, world.deps, [{ email: 'birinchi@example.uz', subject: 'S', text: 'T' }]);
  let arrived = () => {};
  const underWay = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  sink.beforeAccept = () => {
    arrived();
    return held;
  };
  const worker = await startWorker();
  await underWay;
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

test('a database user who may not create the schema of the queue is told plainly', async () => {
  const role = 'imkon_rights_test';
  await world.pool.query(`drop role if exists ${role}; create role ${role} login password 'sinov'`);
  const { rows } = await world.pool.query<{ name: string }>('select current_database() as name');
  const pool = new pg.Pool({ ...inject('server'), database: rows[0]?.name as string, user: role, password: 'sinov' });
  try {
    await world.pool.query('drop schema if exists pgboss cascade');
    const config = { ...world.deps.config, smtpUrl: sink.url };
    const starting = startOutbox({ ...world.deps, config }, pool);
    await expect(starting).rejects.toThrow(/permission denied[\s\S]*create the schema "pgboss"/);
  } finally {
    await pool.end();
    await world.pool.query(`drop role ${role}`);
  }
});
