import { expect, test } from 'vitest';
import { accountCalls } from '#contract/account.ts';
import { applicationCalls as calls } from '#contract/application.ts';
import { type ApplicationStatus, applicationStatuses, organizationTransitions } from '#contract/application-rules.ts';
import { reviewCalls as review } from '#contract/review.ts';
import { buildApp } from '../app.ts';
import type { Actor } from '../http/actor.ts';
import { anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';
import { unzip } from '../testing/zip.ts';

const world = aWorld({ smtpUrl: 'smtp://127.0.0.1:1' });

const anApplication = async (opportunity: number, student?: Actor) => {
  const by = student ?? (await aStudent(world, { first_name: 'Aziza' }));
  return { id: (await world.ask(by, calls.apply, { body: { opportunity } })).reply.id, student: by };
};
const aSetting = async (count = 1) => {
  const owner = await anOrganizer(world, { name: 'Yoshlar markazi' });
  const opportunity = await anOpportunity(world, owner.organization_id, { title: 'Yozgi maktab' });
  const received = [];
  for (let at = 0; at < count; at += 1) received.push(await anApplication(opportunity));
  return { owner, opportunity, received, ids: received.map(({ id }) => id) };
};
const readRow = (id: number) =>
  world.db
    .selectFrom('applications')
    .select(['status', 'reason', 'interview_at', 'interview_place'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const readEvents = async (id: number) =>
  (await world.db.selectFrom('application_events').selectAll().where('application_id', '=', id).orderBy('id').execute()).map(
    ({ from_status, to_status, reason, actor_id }) => [from_status, to_status, reason, actor_id],
  );
const readCounts = (id: number) =>
  world.db.selectFrom('opportunities').select(['application_count', 'accepted_count']).where('id', '=', id).executeTakeFirstOrThrow();
const runAfter = async <Result>(minutes: number, run: () => Promise<Result>): Promise<Result> => {
  const before = world.clock.now;
  world.clock.now = new Date(before.getTime() + minutes * 60_000);
  try {
    return await run();
  } finally {
    world.clock.now = before;
  }
};
const undo = (actor: Actor, id: number | undefined) => world.ask(actor, review.undo, { params: { id: id ?? 0 } });
/** Notifications a student received or will receive. */
const readNotifications = async ({ user_id }: Actor) => {
  const notifications = await world.db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('application_id')
    .orderBy('id')
    .execute();
  const mails = await world.db
    .selectFrom('outbox')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('application_id')
    .orderBy('id')
    .execute();
  expect(mails.map((one) => [one.subject, one.application_id, one.cancelled_at === null, one.due_at])).toEqual(
    notifications.map((one) => [one.title, one.application_id, one.cancelled_at === null, one.visible_at]),
  );
  return notifications.map(({ title, text, cancelled_at, visible_at }) => ({ title, text, cancelled: cancelled_at !== null, visible_at }));
};

test('every decision can be undone: status, reason and interview are restored, and the history records it', async () => {
  const { owner, ids } = await aSetting();
  const id = ids[0] as number;
  const before = { reason: 'Avvalgi', interview_at: '2026-09-15T05:30:00.123Z', interview_place: 'Eski joy' };
  for (const from of Object.keys(applicationStatuses) as ApplicationStatus[]) {
    for (const to of organizationTransitions(from)) {
      await world.db
        .updateTable('applications')
        .set({ status: from, ...before })
        .where('id', '=', id)
        .execute();
      const { reply } = await world.ask(owner, calls.bulkUpdate, {
        body: { application_ids: [id], status: to, reason: 'Yangi', interview_at: '2026-09-20T15:00+05:00', interview_place: 'Yangi joy' },
      });
      expect([from, to, (await readRow(id)).status, (await readRow(id)).reason]).toEqual([from, to, to, 'Yangi']);
      const undone = await undo(owner, reply.decision?.id);
      expect(undone.reply).toEqual({ decision: null, updated: 1, updated_ids: [id], skipped: [] });
      expect(await readRow(id)).toEqual({ status: from, ...before });
      expect((await readEvents(id)).slice(-2)).toEqual([
        [from, to, 'Yangi', owner.user_id],
        [to, from, null, owner.user_id],
      ]);
    }
  }
});

test('an undone decision is in the organization’s history, not in the student’s', async () => {
  const { owner, received } = await aSetting();
  const { id, student } = received[0] as (typeof received)[number];
  const body = { application_ids: [id], status: 'under_review' as const };
  await world.ask(owner, calls.bulkUpdate, { body });
  const { reply } = await world.ask(owner, calls.bulkUpdate, { body: { ...body, status: 'accepted', reason: 'Adashib' } });
  await undo(owner, reply.decision?.id);
  const readHistory = async (actor: Actor) =>
    (await world.ask(actor, calls.detail, { params: { id } })).reply.history.map(({ status, reason }) => [status, reason]);
  const begun = [
    ['pending', null],
    ['under_review', null],
  ];
  expect(await readHistory(student)).toEqual(begun);
  expect(await readHistory(owner)).toEqual([...begun, ['accepted', 'Adashib'], ['under_review', null]]);
  const archive = (await unzip((await world.ask(student, accountCalls.export)).body))['data.json'];
  expect(archive).toContain('Yozgi maktab');
  expect(archive).not.toContain('Adashib');
});

test('undoes a bulk decision as a whole, also from another session and after a restart, within ten minutes', async () => {
  const { owner, opportunity, ids } = await aSetting(3);
  const { reply } = await world.ask(owner, calls.acceptMany, { body: { application_ids: ids } });
  expect(reply.decision).toEqual({ id: expect.any(Number), undo_until: '2026-09-10T07:10:00.000Z' });
  expect(await readCounts(opportunity)).toEqual({ application_count: 3, accepted_count: 3 });
  const colleague = await anOrganizer(world, { organization_id: owner.organization_id, role: 'manager' });
  const restarted = await buildApp(world.deps);
  const response = await runAfter(9.9, () =>
    restarted.inject({
      method: 'POST',
      url: `/api/applications/decisions/${reply.decision?.id}/undo/`,
      headers: { authorization: `Bearer ${world.deps.tokens.sign(colleague, world.clock.now)}` },
    }),
  );
  await restarted.close();
  expect([response.statusCode, response.json()]).toEqual([200, { decision: null, updated: 3, updated_ids: ids, skipped: [] }]);
  expect(await readCounts(opportunity)).toEqual({ application_count: 3, accepted_count: 0 });
  expect((await readEvents(ids[0] as number)).at(-1)).toEqual(['accepted', 'pending', null, colleague.user_id]);
});

test('refuses an undo after ten minutes; a second undo returns the first result', async () => {
  const { owner, ids } = await aSetting(2);
  const [first, second] = ids as [number, number];
  const one = await world.ask(owner, calls.accept, { params: { id: first }, body: {} });
  const other = await world.ask(owner, calls.reject, { params: { id: second }, body: {} });
  const late = await runAfter(10, () => undo(owner, one.reply.decision?.id));
  expect([late.status, late.body]).toEqual([400, { detail: 'Bekor qilish vaqti tugagan.', code: 'undo_expired' }]);
  expect((await readRow(first)).status).toBe('accepted');
  const done = await undo(owner, other.reply.decision?.id);
  await world.ask(owner, calls.accept, { params: { id: second }, body: {} });
  expect((await undo(owner, other.reply.decision?.id)).reply).toEqual(done.reply);
  expect((await runAfter(30, () => undo(owner, other.reply.decision?.id))).reply).toEqual(done.reply);
  expect((await readRow(second)).status).toBe('accepted');
});

test('skips and lists applications changed since the decision', async () => {
  const { owner, ids, received } = await aSetting(4);
  const [restorable, moved, withdrawn, deleted] = ids as [number, number, number, number];
  const setting = { application_ids: ids, status: 'under_review' };
  const { reply } = await world.ask(owner, calls.bulkUpdate, { body: setting });
  await world.ask(owner, calls.accept, { params: { id: moved }, body: {} });
  await world.ask(received[2]?.student as Actor, calls.withdraw, { params: { id: withdrawn } });
  await world.db.updateTable('applications').set({ student_id: null, snapshot: null }).where('id', '=', deleted).execute();
  const undone = await undo(owner, reply.decision?.id);
  expect(undone.reply).toEqual({
    decision: null,
    updated: 1,
    updated_ids: [restorable],
    skipped: [moved, withdrawn, deleted].map((id) => ({ id, code: 'conflict' })),
  });
  const statuses = await Promise.all(ids.map(async (id) => (await readRow(id)).status));
  expect(statuses).toEqual(['pending', 'accepted', 'withdrawn', 'under_review']);
});

test('returns 404 for another organization’s decision, and refuses reviewers and students', async () => {
  const { owner, ids, received } = await aSetting();
  const { owner: stranger } = await aSetting();
  const { reply } = await world.ask(owner, calls.acceptMany, { body: { application_ids: ids } });
  const reviewer = await anOrganizer(world, { organization_id: owner.organization_id, role: 'reviewer' });
  const codes = [];
  for (const actor of [stranger, reviewer, received[0]?.student as Actor])
    codes.push([(await undo(actor, reply.decision?.id)).status, (await undo(actor, reply.decision?.id)).body.code]);
  codes.push([(await undo(owner, 2147483647)).status, (await undo(owner, 2147483647)).body.code]);
  expect(codes).toEqual([
    [404, 'not_found'],
    [403, 'forbidden'],
    [403, 'organizers_only'],
    [404, 'not_found'],
  ]);
  expect((await readRow(ids[0] as number)).status).toBe('accepted');
});

test('lists undoable decisions newest first, with the number of applications they would restore', async () => {
  const { owner, ids } = await aSetting(3);
  const { owner: stranger, ids: foreign } = await aSetting();
  await world.ask(stranger, calls.acceptMany, { body: { application_ids: foreign } });
  const first = await world.ask(owner, calls.acceptMany, { body: { application_ids: ids } });
  const second = await world.ask(owner, calls.bulkUpdate, { body: { application_ids: ids.slice(0, 1), status: 'under_review' } });
  const undone = await world.ask(owner, calls.bulkUpdate, { body: { application_ids: ids.slice(1, 2), status: 'under_review' } });
  await undo(owner, undone.reply.decision?.id);
  const { first_name, last_name } = await world.db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', owner.user_id)
    .executeTakeFirstOrThrow();
  const common = { author: `${first_name} ${last_name}`, created_at: '2026-09-10T07:00:00Z', undo_until: '2026-09-10T07:10:00.000Z' };
  expect((await world.ask(owner, review.recentDecisions)).reply).toEqual([
    { id: second.reply.decision?.id, to_status: 'under_review', to_status_display: "Ko'rib chiqilmoqda", count: 1, ...common },
    { id: first.reply.decision?.id, to_status: 'accepted', to_status_display: 'Qabul qilindi', count: 1, ...common },
  ]);
  expect((await runAfter(10, () => world.ask(owner, review.recentDecisions))).reply).toEqual([]);
});

test('a dry run returns the result and changes nothing', async () => {
  const { owner, ids } = await aSetting(2);
  const { ids: foreign } = await aSetting();
  const [first, second] = ids as [number, number];
  await world.ask(owner, calls.reject, { params: { id: second }, body: {} });
  const decisions = () => world.db.selectFrom('decisions').select('id').where('organization_id', '=', owner.organization_id).execute();
  const before = await decisions();
  const body = { application_ids: [...foreign, ...ids], reason: 'Izoh' };
  const preview = await world.ask(owner, calls.acceptMany, { body: { ...body, dry_run: true } });
  expect((await readRow(first)).status).toBe('pending');
  expect(await decisions()).toEqual(before);
  const { reply } = await world.ask(owner, calls.acceptMany, { body });
  expect(preview.reply).toEqual({ ...reply, decision: null });
  expect(reply).toEqual({
    decision: { id: expect.any(Number), undo_until: '2026-09-10T07:10:00.000Z' },
    updated: 1,
    updated_ids: [first],
    skipped: [
      { id: foreign[0], code: 'not_found' },
      { id: second, code: 'invalid_operation' },
    ],
  });
  const nothing = await world.ask(owner, calls.acceptMany, { body });
  expect([nothing.reply.decision, nothing.reply.updated]).toEqual([null, 0]);
});

test('notifies applicants after ten minutes with reason, time and place, and never of a return to review', async () => {
  const { owner, received } = await aSetting(3);
  const [accepted, rejected, invited] = received as [(typeof received)[0], (typeof received)[0], (typeof received)[0]];
  const due = '2026-09-10T07:10:00Z';
  await world.ask(owner, calls.accept, { params: accepted, body: {} });
  await world.ask(owner, calls.reject, { params: rejected, body: { reason: 'Joy qolmadi' } });
  const interview = { interview_at: '2026-09-20T15:00:00+05:00', interview_place: 'Amir Temur 1' };
  await world.ask(owner, calls.update, { params: invited, body: { status: 'under_review' } });
  await world.ask(owner, calls.update, { params: invited, body: { status: 'interview_scheduled', ...interview } });
  expect(await readNotifications(accepted.student)).toEqual([
    {
      title: 'Arizangiz qabul qilindi',
      text: 'Assalomu alaykum, Aziza!\n\nTabriklaymiz! Yoshlar markazi “Yozgi maktab” bo‘yicha arizangizni qabul qildi.',
      cancelled: false,
      visible_at: due,
    },
  ]);
  expect(await readNotifications(rejected.student)).toMatchObject([
    {
      title: 'Arizangiz bo‘yicha qaror chiqdi',
      text: expect.stringMatching(/omad tilaymiz\.\n\nTashkilot izohi: Joy qolmadi$/),
      visible_at: due,
    },
  ]);
  expect(await readNotifications(invited.student)).toMatchObject([
    {
      title: 'Siz suhbatga taklif qilindingiz',
      text: expect.stringMatching(/\n\nVaqti: 20 sentyabr 2026, yakshanba, 15:00 \(Toshkent vaqti\)\nJoyi: Amir Temur 1$/),
      visible_at: due,
    },
  ]);
});

test('sends no notification of an undone or replaced decision or for a withdrawn application', async () => {
  const { owner, opportunity, received, ids } = await aSetting(3);
  const [undone, anew, withdrawn] = received as [(typeof received)[0], (typeof received)[0], (typeof received)[0]];
  const elsewhere = await anApplication(await anOpportunity(world, owner.organization_id), anew.student);
  const { reply } = await world.ask(owner, calls.acceptMany, { body: { application_ids: [...ids.slice(0, 2), elsewhere.id] } });
  await world.ask(owner, calls.update, { params: anew, body: { status: 'under_review' } });
  await world.ask(owner, calls.reject, { params: anew, body: {} });
  expect((await readNotifications(anew.student)).map(({ title, cancelled }) => [title, cancelled])).toEqual([
    ['Arizangiz qabul qilindi', true],
    ['Arizangiz bo‘yicha qaror chiqdi', false],
    ['Arizangiz qabul qilindi', false],
  ]);
  expect((await undo(owner, reply.decision?.id)).reply.skipped).toEqual([{ id: anew.id, code: 'conflict' }]);
  expect((await readNotifications(undone.student)).map(({ cancelled }) => cancelled)).toEqual([true]);
  expect((await readNotifications(anew.student)).map(({ cancelled }) => cancelled)).toEqual([true, false, true]);
  await world.ask(owner, calls.update, { params: withdrawn, body: { status: 'under_review' } });
  await world.ask(owner, calls.update, { params: withdrawn, body: { status: 'interview_scheduled' } });
  await world.ask(withdrawn.student, calls.withdraw, { params: withdrawn });
  expect((await readNotifications(withdrawn.student)).map(({ cancelled }) => cancelled)).toEqual([true]);
  // A notification already sent remains.
  const late = await anApplication(opportunity);
  await world.ask(owner, calls.accept, { params: late, body: {} });
  await world.db.updateTable('outbox').set({ sent_at: '2026-09-10T07:10:00Z' }).where('application_id', '=', late.id).execute();
  await runAfter(11, () => world.ask(owner, calls.update, { params: late, body: { status: 'under_review' } }));
  expect((await readNotifications(late.student)).map(({ cancelled }) => cancelled)).toEqual([false]);
});

test('undoing a newer decision restores the notification of the earlier one at its original time', async () => {
  const { owner, received } = await aSetting(3);
  const [soon, late, named] = received as [(typeof received)[0], (typeof received)[0], (typeof received)[0]];
  for (const one of received) await world.ask(owner, calls.accept, { params: one, body: {} });
  const accepted = async (one: (typeof received)[0]) =>
    (await readNotifications(one.student)).map(({ title, cancelled, visible_at }) => [title, cancelled, visible_at]);
  await world.ask(owner, calls.update, { params: soon, body: { status: 'under_review' } });
  expect(await accepted(soon)).toEqual([['Arizangiz qabul qilindi', true, '2026-09-10T07:10:00Z']]);
  await runAfter(4, async () => {
    const [{ id } = { id: 0 }] = (await world.ask(owner, review.recentDecisions)).reply;
    await undo(owner, id);
  });
  expect((await readRow(soon.id)).status).toBe('accepted');
  expect(await accepted(soon)).toEqual([['Arizangiz qabul qilindi', false, '2026-09-10T07:10:00Z']]);

  // Undone after the first notification was due: it is sent now.
  await runAfter(9, () => world.ask(owner, calls.update, { params: late, body: { status: 'under_review' } }));
  await runAfter(15, async () => undo(owner, (await world.ask(owner, review.recentDecisions)).reply[0]?.id));
  expect(await accepted(late)).toEqual([['Arizangiz qabul qilindi', false, '2026-09-10T07:15:00Z']]);

  // An undo of the first decision that skipped this application leaves the second in effect.
  const [first] = (await world.ask(owner, review.recentDecisions)).reply;
  await world.ask(owner, calls.update, { params: named, body: { status: 'under_review' } });
  const [second] = (await world.ask(owner, review.recentDecisions)).reply;
  expect((await undo(owner, first?.id)).reply.skipped).toEqual([{ id: named.id, code: 'conflict' }]);
  await undo(owner, second?.id);
  expect(await accepted(named)).toEqual([['Arizangiz qabul qilindi', false, '2026-09-10T07:10:00Z']]);
  const { history, status } = (await world.ask(named.student, calls.detail, { params: named })).reply;
  expect([status, history.map((one) => one.status)]).toEqual(['accepted', ['pending', 'accepted']]);
});

test('an older mail that was delayed is not sent after a newer decision', async () => {
  const { owner, received } = await aSetting();
  const [{ id, student }] = received as [(typeof received)[0]];
  await world.ask(owner, calls.accept, { params: { id }, body: {} });
  // The mail server is unavailable when it is due: one try, then a delay of hours.
  await world.db.updateTable('outbox').set({ attempts: 4, due_at: '2026-09-10T12:00:00Z' }).where('application_id', '=', id).execute();
  await runAfter(30, () => world.ask(owner, calls.update, { params: { id }, body: { status: 'under_review' } }));
  await runAfter(31, () => world.ask(owner, calls.reject, { params: { id }, body: {} }));
  const mails = await world.db.selectFrom('outbox').selectAll().where('user_id', '=', student.user_id).orderBy('id').execute();
  expect(mails.map((one) => [one.subject, one.cancelled_at === null])).toEqual([
    ['Arizangiz qabul qilindi', false],
    ['Arizangiz bo‘yicha qaror chiqdi', true],
  ]);
});

test('an invalid dry_run value is refused and changes nothing', async () => {
  const { owner, opportunity, ids } = await aSetting();
  for (const dry_run of ['да', 'y', 2, 'dry']) {
    const rejectPreview = await world.ask(owner, calls.rejectMany, { body: { application_ids: ids, dry_run } });
    const messagePreview = await world.ask(owner, review.message, { body: { application_ids: ids, subject: 'S', text: 'T', dry_run } });
    const switched = await world.ask(owner, review.saveReviewSettings, { params: { id: opportunity }, body: { blind_review: dry_run } });
    expect([rejectPreview.status, messagePreview.status, switched.status]).toEqual([400, 400, 400]);
  }
  expect((await readRow(ids[0] as number)).status).toBe('pending');
  const first = await world.ask(owner, calls.rejectMany, { body: { application_ids: ids, dry_run: 'ha' } });
  const done = await world.ask(owner, calls.rejectMany, { body: { application_ids: ids, dry_run: 'yo‘q' } });
  expect([first.reply.decision, typeof done.reply.decision?.id]).toEqual([null, 'number']);
});
