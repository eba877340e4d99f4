import { expect, test } from 'vitest';
import { applicationCalls as calls, type OwnApplication } from '#contract/application.ts';
import { type ApplicationStatus, applicationStatuses } from '#contract/application-rules.ts';
import type { Actor } from '../http/actor.ts';
import { anOpportunity, anOrganizer, aQuestion, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
const statuses = Object.keys(applicationStatuses) as ApplicationStatus[];
const readDetail = async (actor: Actor, id: number) => (await world.ask(actor, calls.detail, { params: { id } })).reply;
const readList = async (actor: Actor, query = {}) => (await world.ask(actor, calls.list, { query })).reply.results as OwnApplication[];
const advanceClock = (minutes: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + minutes * 60_000);
};
/** Runs at another time and restores the clock. */
const at = async <Result>(moment: string, run: () => Promise<Result>): Promise<Result> => {
  const before = world.clock.now;
  world.clock.now = new Date(moment);
  try {
    return await run();
  } finally {
    world.clock.now = before;
  }
};
const setStatus = (id: number, status: ApplicationStatus) =>
  world.db.updateTable('applications').set({ status }).where('id', '=', id).execute();

const createScene = async (values: Record<string, unknown> = {}) => {
  const owner = await anOrganizer(world);
  const opportunity = await anOpportunity(world, owner.organization_id, values);
  const question = await aQuestion(world, opportunity, { question: 'Nega?' });
  const student = await aStudent(world);
  const { id } = (await world.ask(student, calls.apply, { body: { opportunity, answers: { [question]: 'Bir' } } })).reply;
  return { owner, opportunity, question, student, id };
};

test('both sides read every step of the history with time and reason, without who decided', async () => {
  const { owner, student, id } = await createScene();
  await world.ask((await createScene()).student, calls.list);
  const manager = await anOrganizer(world, { organization_id: owner.organization_id, role: 'manager' });
  const params = { id };
  const start = world.clock.now;
  const steps: [ApplicationStatus, string | null][] = [['pending', null]];
  const decide = async (actor: Actor, status: ApplicationStatus, reason: string | null) => {
    advanceClock(1);
    expect((await world.ask(actor, calls.update, { params, body: { status, reason } })).status).toBe(200);
    steps.push([status, reason]);
  };
  await decide(owner, 'under_review', null);
  await decide(manager, 'rejected', 'Hujjat yetishmaydi');
  await decide(owner, 'under_review', 'Hujjat topildi');
  await decide(manager, 'interview_scheduled', 'Dushanba, 10:00');
  advanceClock(1);
  await world.ask(student, calls.withdraw, { params });
  steps.push(['withdrawn', null]);
  advanceClock(1);
  await world.ask(student, calls.reinstate, { params });
  steps.push(['pending', null]);
  world.clock.now = start;
  const history = steps.map(([status, reason], minute) => ({
    status,
    status_display: applicationStatuses[status],
    reason,
    at: new Date(start.getTime() + minute * 60_000).toISOString(),
  }));
  for (const actor of [student, owner]) expect((await readDetail(actor, id)).history).toEqual(history);
  const seen = JSON.stringify(await readDetail(student, id));
  const deciders = await world.db
    .selectFrom('users')
    .select(['email', 'last_name'])
    .where('id', 'in', [owner.user_id, manager.user_id])
    .execute();
  for (const { email, last_name } of deciders) for (const trace of [email, `"${last_name}"`]) expect(seen).not.toContain(trace);
});

test('changing answers sets updated_at and adds no step to the history', async () => {
  const { student, question, id } = await createScene();
  const before = await readDetail(student, id);
  await at('2026-09-11T07:00:00Z', async () => {
    await world.ask(student, calls.update, { params: { id }, body: { answers: { [question]: 'Ikki' } } });
  });
  const after = await readDetail(student, id);
  expect(after).toEqual({
    ...before,
    answers: [{ question, question_text: 'Nega?', question_type: 'text', answer_text: 'Ikki', answer_file: null }],
    updated_at: '2026-09-11T07:00:00Z',
  });
});

test('answers can be changed while pending, until the end of the deadline day; can_change_answers agrees', async () => {
  const { owner, student, question, id } = await createScene({ application_deadline: '2026-09-15' });
  const tryToChange = async () =>
    [
      (await readDetail(student, id)).can_change_answers,
      (await world.ask(student, calls.update, { params: { id }, body: { answers: { [question]: 'Ikki' } } })).status,
    ] as const;
  expect((await readDetail(owner, id)).can_change_answers).toBe(false);
  for (const status of statuses) {
    await setStatus(id, status);
    expect([status, ...(await tryToChange())]).toEqual([status, status === 'pending', status === 'pending' ? 200 : 400]);
  }
  await setStatus(id, 'pending');
  expect(await at('2026-09-15T18:59:59.999Z', tryToChange)).toEqual([true, 200]);
  expect(await at('2026-09-15T19:00:00.000Z', tryToChange)).toEqual([false, 400]);
  await world.db.updateTable('opportunities').set({ application_deadline: null }).execute();
  expect(await at('2030-01-01T00:00:00Z', tryToChange)).toEqual([true, 200]);
});

test.each(['UTC', 'America/New_York', 'Asia/Tashkent'])(
  'an answer is late from the day after the promised one, under TZ=%s',
  async (zone) => {
    const { student, owner, id } = await createScene({ result_announcement_date: '2026-09-20' });
    const other = await createScene({ result_announcement_date: null });
    const readIsLate = async () => [
      (await readList(student)).map((one) => one.is_late),
      (await readDetail(student, id)).is_late,
      (await readDetail(owner, id)).is_late,
    ];
    const before = process.env.TZ;
    process.env.TZ = zone;
    try {
      expect(await at('2026-09-20T18:59:59.999Z', readIsLate)).toEqual([[false], false, false]);
      expect(await at('2026-09-20T19:00:00.000Z', readIsLate)).toEqual([[true], true, true]);
      for (const status of statuses) {
        await setStatus(id, status);
        const late = ['pending', 'under_review', 'interview_scheduled'].includes(status);
        expect([status, ...(await at('2026-09-20T19:00:00.000Z', readIsLate))]).toEqual([status, [late], late, late]);
      }
      expect(await at('2030-01-01T00:00:00Z', () => readList(other.student))).toMatchObject([{ is_late: false }]);
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  },
);

test('searches the student’s list by title and organization, in either alphabet and with any apostrophe', async () => {
  const owner = await anOrganizer(world, { name: 'Buxoro yoshlar markazi' });
  const student = await aStudent(world, {}, { university: 'Farg‘ona davlat universiteti' });
  const applyTo = async (title: string) => {
    const opportunity = await anOpportunity(world, owner.organization_id, { title, application_deadline: null });
    await world.ask(student, calls.apply, { body: { opportunity } });
  };
  for (const title of ['O‘quv lageri', 'Kuzgi grant_lar 100%']) await applyTo(title);
  const found = async (query: object) => (await readList(student, query)).map(({ title }) => title);
  for (const search of ["o'quv", 'oquv', 'ўқув', 'ЎҚУВ лагер', 'O`QUV'])
    expect([search, await found({ search })]).toEqual([search, ['O‘quv lageri']]);
  for (const search of ['бухоро', 'markaz', ' ']) expect([search, (await found({ search })).length]).toEqual([search, 2]);
  for (const search of ['boshqa', '!!!', 'o‘quv samolyot']) expect([search, await found({ search })]).toEqual([search, []]);
  for (const [student_university, count] of [
    ['фарғона', 2],
    ["farg'ona davlat", 2],
    ['toshkent', 0],
    ['%', 0],
    ['', 2],
  ] as const)
    expect([student_university, (await found({ student_university })).length]).toEqual([student_university, count]);
});

test('filters the student’s list by status and sorts it, one statement per page', async () => {
  const owner = await anOrganizer(world);
  const [student, other] = [await aStudent(world), await aStudent(world)];
  const applications: { id: number; status: ApplicationStatus }[] = [];
  for (const status of [...statuses, ...statuses]) {
    advanceClock(1);
    for (const by of [student, other]) {
      const opportunity = await anOpportunity(world, owner.organization_id, { application_deadline: null });
      const { id } = (await world.ask(by, calls.apply, { body: { opportunity } })).reply;
      await setStatus(id, status);
      if (by === student) applications.push({ id, status });
    }
  }
  advanceClock(-applications.length);
  // The oldest was updated last.
  const touched = applications[0]?.id as number;
  await world.db.updateTable('applications').set({ updated_at: '2026-09-12T00:00:00Z' }).where('id', '=', touched).execute();
  const ids = async (query: object) => (await readList(student, query)).map((one) => one.id);
  const oldest = applications.map((one) => one.id);
  const newest = [...oldest].reverse();
  const byStatus = [...applications]
    .sort((a, b) => (a.status < b.status ? -1 : a.status > b.status ? 1 : a.id - b.id))
    .map((one) => one.id);
  expect(await ids({})).toEqual(newest);
  for (const status of statuses)
    expect([status, await ids({ status })]).toEqual([
      status,
      newest.filter((id) => applications.some((one) => one.id === id && one.status === status)),
    ]);
  expect(await ids({ status: 'accepted,rejected', ordering: 'applied_at' })).toEqual(
    applications.filter(({ status }) => status === 'accepted' || status === 'rejected').map((one) => one.id),
  );
  for (const [ordering, expected] of [
    ['applied_at', oldest],
    ['-applied_at', newest],
    ['updated_at', [...oldest.slice(1), touched]],
    ['-updated_at', [touched, ...newest.slice(0, -1)]],
    ['status', byStatus],
    ['-status', [...byStatus].reverse()],
  ] as const)
    expect([ordering, await ids({ ordering })]).toEqual([ordering, expected]);
  const before = world.statements();
  const page = (await world.ask(student, calls.list, { query: { page: 2, page_size: 5, status: statuses } })).reply;
  expect([world.statements() - before, page.count, page.results.map((one) => one.id)]).toEqual([1, 12, newest.slice(5, 10)]);
});

test('check-status returns the status after each decision', async () => {
  const { student, opportunity, id } = await createScene();
  const params = { opportunity_id: opportunity };
  const applied_at = '2026-09-10T07:00:00Z';
  const ask = async () => (await world.ask(student, calls.checkStatus, { params })).reply;
  for (const status of statuses) {
    await setStatus(id, status);
    expect(await ask()).toEqual({ id, status, applied_at, can_reinstate: status === 'withdrawn' });
  }
  await setStatus(id, 'withdrawn');
  for (const values of [
    { status: 'closed' },
    { status: 'published', application_deadline: '2026-09-09' },
    { application_deadline: null, deleted_at: applied_at },
  ] as const) {
    await world.db.updateTable('opportunities').set(values).where('id', '=', opportunity).execute();
    expect(await ask()).toEqual({ id, status: 'withdrawn', applied_at, can_reinstate: false });
  }
  await world.db.deleteFrom('students').where('user_id', '=', student.user_id).execute();
  expect((await ask()).id).toBe(id);
  const unknown = await world.ask(await aStudent(world), calls.checkStatus, { params: { opportunity_id: 2147483647 } });
  expect(unknown.reply).toEqual({ id: null, status: null, applied_at: null, can_reinstate: false });
});
