import { expect, test } from 'vitest';
import { applicationCalls as calls } from '#contract/application.ts';
import { type ApplicationStatus, applicationStatuses, transitions } from '#contract/application-rules.ts';
import type { Actor } from '../http/actor.ts';
import { anOpportunity, anOrganizer, aQuestion, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
const statuses = Object.keys(applicationStatuses) as ApplicationStatus[];

const setStatus = (id: number, status: ApplicationStatus) =>
  world.db.updateTable('applications').set({ status }).where('id', '=', id).execute();
const readRow = (id: number) =>
  world.db
    .selectFrom('applications')
    .select(['status', 'reason', 'applied_at', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const readEvents = async (id: number) =>
  (await world.db.selectFrom('application_events').selectAll().where('application_id', '=', id).orderBy('id').execute()).map((event) => [
    event.from_status,
    event.to_status,
    event.reason,
    event.actor_id,
  ]);
const anApplication = async (opportunity: number, student?: Actor): Promise<{ id: number; student: Actor }> => {
  const by = student ?? (await aStudent(world));
  const { reply } = await world.ask(by, calls.apply, { body: { opportunity } });
  return { id: reply.id, student: by };
};
const aSetting = async () => {
  const owner = await anOrganizer(world);
  const opportunity = await anOpportunity(world, owner.organization_id);
  return { owner, opportunity, ...(await anApplication(opportunity)) };
};

test('allows exactly the transitions of the contract', async () => {
  const { owner, id } = await aSetting();
  for (const from of statuses) {
    for (const to of statuses) {
      await setStatus(id, from);
      const { status, body } = await world.ask(owner, calls.update, { params: { id }, body: { status: to } });
      const legal = transitions[from].includes(to) && to !== 'withdrawn';
      expect([from, to, status, legal ? body.status : body.code]).toEqual([from, to, legal ? 200 : 400, legal ? to : 'invalid_operation']);
      expect((await readRow(id)).status).toBe(legal ? to : from);
    }
  }
});

test('a student withdraws an undecided application and reinstates it before the deadline; DELETE withdraws too', async () => {
  const { student, id, opportunity } = await aSetting();
  for (const from of statuses) {
    await setStatus(id, from);
    const { status, body } = await world.ask(student, calls.withdraw, { params: { id } });
    const legal = transitions[from].includes('withdrawn');
    expect([from, status, legal ? body.status : body.code]).toEqual([from, legal ? 200 : 400, legal ? 'withdrawn' : 'invalid_operation']);
  }
  await setStatus(id, 'under_review');
  expect((await world.ask(student, calls.remove, { params: { id } })).status).toBe(204);
  expect((await readRow(id)).status).toBe('withdrawn');
  expect((await world.ask(student, calls.remove, { params: { id } })).body.code).toBe('invalid_operation');
  const english = await world.ask(student, calls.withdraw, { params: { id }, headers: { 'accept-language': 'en' } });
  expect(english.body).toEqual({ detail: 'Invalid operation', code: 'invalid_operation' });
  const before = await readRow(id);
  const reinstated = await world.ask(student, calls.reinstate, { params: { id } });
  expect([reinstated.reply.id, reinstated.reply.status, reinstated.reply.can_withdraw, reinstated.reply.applied_at]).toEqual([
    id,
    'pending',
    true,
    before.applied_at,
  ]);
  expect((await world.ask(student, calls.reinstate, { params: { id } })).body.code).toBe('invalid_operation');
  await world.ask(student, calls.withdraw, { params: { id } });
  for (const [values, code] of [
    [{ status: 'closed' }, 'applications_closed'],
    [{ status: 'published', application_deadline: '2026-09-09' }, 'deadline_passed'],
    [{ application_deadline: null, deleted_at: world.clock.now }, 'applications_closed'],
  ] as const) {
    await world.db.updateTable('opportunities').set(values).where('id', '=', opportunity).execute();
    const { status, body } = await world.ask(student, calls.reinstate, { params: { id } });
    expect([values, status, body.code]).toEqual([values, 400, code]);
    const { results } = (await world.ask(student, calls.list)).body;
    expect(results.map((one: { can_reinstate: boolean }) => one.can_reinstate)).toEqual([false]);
  }
});

test("every call returns 404 for another's application", async () => {
  const { id } = await aSetting();
  const { student: other, owner } = await aSetting();
  const params = { id };
  const missing = [404, { detail: "So'ralgan ma'lumot topilmadi.", code: 'application_not_found' }];
  const statusAndBody = ({ status, body }: { status: number; body: unknown }) => [status, body];
  for (const call of [calls.withdraw, calls.reinstate, calls.remove, calls.detail])
    expect(statusAndBody(await world.ask(other, call, { params }))).toEqual(missing);
  for (const call of [calls.accept, calls.reject])
    expect(statusAndBody(await world.ask(owner, call, { params, body: {} }))).toEqual(missing);
  expect(statusAndBody(await world.ask(owner, calls.detail, { params }))).toEqual(missing);
  for (const actor of [owner, other])
    expect(statusAndBody(await world.ask(actor, calls.update, { params, body: { status: 'accepted', answers: {} } }))).toEqual(missing);
  expect(statusAndBody(await world.ask(owner, calls.accept, { params: { id: 2147483647 }, body: {} }))).toEqual(missing);
  expect(await readEvents(id)).toHaveLength(1);
});

test('a bulk decision skips and lists foreign, unknown and decided applications', async () => {
  const { owner, opportunity, id: first } = await aSetting();
  const { id: second } = await anApplication(opportunity);
  const { id: decided } = await anApplication(opportunity);
  const { id: foreign } = await aSetting();
  await setStatus(decided, 'rejected');
  const ids = [second, foreign, first, decided, second, 2147483647];
  const { reply } = await world.ask(owner, calls.acceptMany, { body: { application_ids: ids, reason: ' Tabriklaymiz ' } });
  expect(reply).toEqual({
    decision: { id: expect.any(Number), undo_until: '2026-09-10T07:10:00.000Z' },
    updated: 2,
    updated_ids: [first, second],
    skipped: [
      { id: foreign, code: 'not_found' },
      { id: decided, code: 'invalid_operation' },
      { id: 2147483647, code: 'not_found' },
    ],
  });
  expect((await readRow(first)).reason).toBe('Tabriklaymiz');
  expect((await readEvents(second)).slice(1)).toEqual([['pending', 'accepted', 'Tabriklaymiz', owner.user_id]]);
  expect([(await readRow(foreign)).status, (await readRow(decided)).status]).toEqual(['pending', 'rejected']);
  const counts = await world.db
    .selectFrom('opportunities')
    .select(['application_count', 'accepted_count'])
    .where('id', '=', opportunity)
    .executeTakeFirstOrThrow();
  expect(counts).toEqual({ application_count: 3, accepted_count: 2 });
});

test('a body without applications is invalid', async () => {
  const { owner, id, student } = await aSetting();
  const refused = [400, { detail: "Yuborilgan ma'lumotlar noto'g'ri.", code: 'invalid_data' }];
  const bodies = [
    {},
    { application_ids: [] },
    { application_ids: 'x' },
    { application_ids: Array.from({ length: 101 }, (_, at) => at + 1) },
  ];
  for (const body of bodies)
    for (const call of [calls.acceptMany, calls.rejectMany, calls.bulkUpdate]) {
      const answer = await world.ask(owner, call, { body: { status: 'accepted', ...body } });
      expect([answer.status, answer.body]).toEqual(refused);
    }
  for (const status of [undefined, null, 'kutilmagan', '']) {
    const answer = await world.ask(owner, calls.bulkUpdate, { body: { application_ids: [id], status } });
    expect([answer.status, answer.body]).toEqual(refused);
  }
  const english = await world.ask(owner, calls.bulkUpdate, { body: {}, headers: { 'accept-language': 'en' } });
  expect(english.body).toEqual({ detail: 'Invalid data', code: 'invalid_data' });
  const asStudent = await world.ask(student, calls.bulkUpdate, { body: {}, headers: { 'accept-language': 'en' } });
  expect([asStudent.status, asStudent.body]).toEqual([403, { detail: 'Only organizations allowed', code: 'organizers_only' }]);
});

test('reviewers read, managers decide, former members do neither', async () => {
  const { owner, id } = await aSetting();
  const { organization_id } = owner;
  const params = { id };
  const reviewer = await anOrganizer(world, { organization_id, role: 'reviewer' });
  const manager = await anOrganizer(world, { organization_id, role: 'manager' });
  expect((await world.ask(reviewer, calls.detail, { params })).reply.next_statuses).toEqual([]);
  expect((await world.ask(reviewer, calls.received)).reply.count).toBe(1);
  for (const refused of [
    await world.ask(reviewer, calls.accept, { params, body: {} }),
    await world.ask(reviewer, calls.update, { params, body: { status: 'accepted' } }),
    await world.ask(reviewer, calls.bulkUpdate, { body: { application_ids: [id], status: 'accepted' } }),
  ])
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
  expect((await world.ask(manager, calls.detail, { params })).reply.next_statuses).toEqual(['under_review', 'accepted', 'rejected']);
  expect((await world.ask(manager, calls.reject, { params, body: { reason: 'Joy qolmadi' } })).reply.updated_ids).toEqual([id]);
  await world.db.deleteFrom('members').where('user_id', '=', manager.user_id).execute();
  expect((await world.ask(manager, calls.detail, { params })).status).toBe(404);
  for (const call of [calls.received, calls.stats, calls.list])
    expect((await world.ask(manager, call)).body.code).toBe('organization_not_found');
  expect((await world.ask(manager, calls.accept, { params, body: {} })).body.code).toBe('organization_not_found');
});

test('a return to review clears the reason and keeps the date', async () => {
  const { owner, id, student } = await aSetting();
  const params = { id };
  await world.ask(owner, calls.reject, { params, body: { reason: 'Hujjat yetishmaydi' } });
  const { results } = (await world.ask(student, calls.list)).body;
  expect([results[0].status, results[0].reason, results[0].can_withdraw]).toEqual(['rejected', 'Hujjat yetishmaydi', false]);
  const { reply } = await world.ask(owner, calls.update, { params, body: { status: 'under_review' } });
  expect([reply.status, reply.reason, reply.applied_at]).toEqual(['under_review', null, '2026-09-10T07:00:00Z']);
  expect((await readEvents(id)).map(([from, to]) => [from, to])).toEqual([
    [null, 'pending'],
    ['pending', 'rejected'],
    ['rejected', 'under_review'],
  ]);
});

test('an organization cannot change answers, a student cannot change the status', async () => {
  const { owner, id, student } = await aSetting();
  const params = { id };
  await world.ask(student, calls.update, { params, body: { status: 'accepted', reason: 'Men' } });
  await world.ask(owner, calls.update, { params, body: { answers: { 1: 'begona' }, reason: 'x' } });
  expect(await readRow(id)).toMatchObject({ status: 'pending', reason: null });
  expect(await readEvents(id)).toHaveLength(1);
});

test('answers change only while pending and before the deadline, with the same checks', async () => {
  const owner = await anOrganizer(world);
  const opportunity = await anOpportunity(world, owner.organization_id, { application_deadline: '2026-09-10' });
  const question = await aQuestion(world, opportunity, { question: 'Nega?', is_required: true });
  const student = await aStudent(world);
  const { reply } = await world.ask(student, calls.apply, { body: { opportunity, answers: { [question]: 'Bir' } } });
  const params = { id: reply.id };
  const change = (answers: object) => world.ask(student, calls.update, { params, body: { answers } });
  const expectedAnswers = [{ question, question_text: 'Nega?', question_type: 'text', answer_text: 'Ikki', answer_file: null }];
  expect((await change({ [question]: 'Ikki' })).reply.answers).toEqual(expectedAnswers);
  expect((await change({ [question]: ' ' })).body).toEqual({ answers: { [question]: ['Iltimos, ushbu savolga javob kiriting.'] } });
  await setStatus(reply.id, 'under_review');
  expect((await change({ [question]: 'Uch' })).body.code).toBe('invalid_operation');
  await setStatus(reply.id, 'pending');
  const before = world.clock.now;
  world.clock.now = new Date('2026-09-10T19:00:00Z');
  const late = await change({ [question]: 'Uch' });
  world.clock.now = before;
  expect(late.body.code).toBe('deadline_passed');
  expect((await world.ask(owner, calls.detail, { params })).reply.answers).toEqual(expectedAnswers);
});

test('the organization reads the snapshot, and the phone only while visible or after acceptance', async () => {
  const owner = await anOrganizer(world);
  const opportunity = await anOpportunity(world, owner.organization_id);
  const student = await aStudent(world, { first_name: 'Aziza', last_name: 'Karimova' }, { phone: '+998901112233', university: 'TATU' });
  await world.db
    .insertInto('social_links')
    .values({ student_id: student.user_id, platform: 'github', url: 'https://github.com/aziza', is_public: false })
    .execute();
  const { id } = await anApplication(opportunity, student);
  const seen = async (actor: Actor = owner) => (await world.ask(actor, calls.detail, { params: { id } })).reply;
  const first = await seen();
  expect(first).toMatchObject({ profile_changed: false, student: { phone: '+998901112233', phone_visible: true, university: 'TATU' } });
  expect(first.student?.social_links.map((one) => one.url)).toEqual(['https://github.com/aziza']);
  await world.db.updateTable('students').set({ phone_visible: false }).where('user_id', '=', student.user_id).execute();
  expect(await seen()).toMatchObject({ profile_changed: false, student: { phone: null, phone_visible: false } });
  expect((await seen(student)).student?.phone).toBe('+998901112233');
  expect((await seen(student)).next_statuses).toEqual(['withdrawn']);
  await world.db.updateTable('students').set({ university: 'O‘zMU' }).where('user_id', '=', student.user_id).execute();
  expect(await seen()).toMatchObject({ profile_changed: true, student: { university: 'TATU' } });
  await setStatus(id, 'accepted');
  expect((await seen()).student?.phone).toBe('+998901112233');
});

test('a repeated decision with the same idempotency key returns the first reply; with another key it is refused', async () => {
  const { owner, id } = await aSetting();
  const rejection = { params: { id }, body: { reason: 'Joylar tugadi' }, headers: { 'idempotency-key': 'qaror-1' } };
  const first = await world.ask(owner, calls.reject, rejection);
  const again = await world.ask(owner, calls.reject, rejection);
  expect(first.reply.decision).not.toBeNull();
  expect(again.reply).toEqual(first.reply);
  expect(await readEvents(id)).toContainEqual(['pending', 'rejected', 'Joylar tugadi', owner.user_id]);
  expect((await readEvents(id)).filter(([, to]) => to === 'rejected')).toHaveLength(1);
  const other = { ...rejection, headers: { 'idempotency-key': 'qaror-2' } };
  // A refusal is not stored, so the same key is tried again.
  for (const _ of ['once', 'and again']) expect((await world.ask(owner, calls.reject, other)).body.code).toBe('invalid_operation');

  const moving = { body: { application_ids: [id], status: 'under_review' as const }, headers: { 'idempotency-key': 'qaror-3' } };
  const moved = await world.ask(owner, calls.bulkUpdate, moving);
  expect(moved.reply.updated).toBe(1);
  expect((await world.ask(owner, calls.bulkUpdate, moving)).reply).toEqual(moved.reply);
});
