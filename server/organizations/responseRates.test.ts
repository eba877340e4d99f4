import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { applicationCalls } from '#contract/application.ts';
import { opportunityCalls } from '#contract/opportunity.ts';
import { organizationCalls } from '#contract/organization.ts';
import { reviewCalls } from '#contract/review.ts';
import type { Actor } from '../http/actor.ts';
import { anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';
import { queueResponseRateRefresh, refreshAllResponseRates, refreshResponseRate, responseRateRefreshesDone } from './responseRates.ts';

const world = aWorld();
const dayLength = 24 * 60 * 60 * 1000;
type Organizer = Actor & { organization_id: number };
type Status = 'pending' | 'under_review' | 'interview_scheduled' | 'accepted' | 'rejected' | 'withdrawn';

interface Sent {
  organization_id: number;
  status: Status;
  /** Days before the test clock's time. */
  age: number;
  /** Status changes in order: `after` in days since sending, and whether the change was undone. */
  steps: { to: Status; after: number; undone?: boolean }[];
}
let students: Actor[] = [];
const at = (days: number) => new Date(world.clock.now.getTime() - days * dayLength);

/** Inserts an application with the decisions and events that decisions write. */
const send = async (opportunity_id: number, student: Actor, { organization_id, status, age, steps }: Sent) => {
  const { id } = await world.db
    .insertInto('applications')
    .values({
      opportunity_id,
      student_id: student.user_id,
      status,
      answers: '{}',
      questions: '[]',
      snapshot: '{}',
      applied_at: at(age),
      updated_at: at(age),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  let from: Status = 'pending';
  for (const { to, after, undone } of steps) {
    const created_at = at(age - after);
    const decision = await world.db
      .insertInto('decisions')
      .values({ organization_id, to_status: to, created_at, undone_at: undone ? created_at : null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const event = { application_id: id, decision_id: decision.id, created_at };
    const previous = JSON.stringify({ reason: null, interview_at: null, interview_place: null });
    await world.db
      .insertInto('application_events')
      .values({ ...event, from_status: from, to_status: to, was: previous })
      .execute();
    if (undone)
      await world.db
        .insertInto('application_events')
        .values({ ...event, from_status: to, to_status: from })
        .execute();
    else from = to;
  }
};

const rounded = (value: number) => Math.floor(value + 0.5);
const expected = (sent: Sent[]) => {
  const counted = sent.filter(({ status }) => status !== 'withdrawn');
  const decided = ({ status }: Sent) => status === 'accepted' || status === 'rejected';
  const old = counted.filter(({ age }) => age > 14);
  const days = counted
    .filter(decided)
    .flatMap(({ steps }) => {
      const first = steps.find(({ to, undone }) => !undone && (to === 'accepted' || to === 'rejected'));
      return first ? [first.after] : [];
    })
    .sort((a, b) => a - b);
  const middle = (((days[Math.floor((days.length - 1) / 2)] ?? 0) + (days[Math.ceil((days.length - 1) / 2)] ?? 0)) / 2) as number;
  return {
    response_rate: old.length < 3 ? null : rounded((100 * old.filter(decided).length) / old.length),
    median_answer_days: days.length < 3 ? null : rounded(middle),
  };
};
const readRates = async (organizer: Organizer) => {
  const { reply } = await world.ask(organizer, organizationCalls.profile);
  return { response_rate: reply.response_rate, median_answer_days: reply.median_answer_days };
};

beforeAll(async () => {
  students = await Promise.all(Array.from({ length: 60 }, () => aStudent(world)));
});

test('matches figures computed in the test for 250 applications, per organization and for all', async () => {
  const organizers = await Promise.all(Array.from({ length: 4 }, () => anOrganizer(world)));
  const sent: Sent[] = [];
  const outcomes: Status[] = ['pending', 'accepted', 'rejected', 'withdrawn', 'under_review', 'accepted', 'interview_scheduled'];
  for (let n = 0; n < 250; n += 1) {
    const organizer = organizers[n % 4] as Organizer;
    const status = outcomes[(n * 5) % outcomes.length] as Status;
    const after = ((n * 37) % 190) / 10;
    const opposite = status === 'accepted' ? 'rejected' : 'accepted';
    const steps: Sent['steps'] = [];
    // Some were accepted and undone, some decided twice, some reopened after a decision.
    if (n % 3 === 0) steps.push({ to: 'accepted', after: after / 2, undone: true });
    if (n % 5 === 0 && status !== 'pending') steps.push({ to: opposite, after }, { to: 'under_review', after: after + 1 });
    if (status !== 'pending') steps.push({ to: status, after: after + 2 });
    sent.push({ organization_id: organizer.organization_id, status, age: 20 + (n % 30) - (n % 4) * 8, steps });
  }
  for (const [n, one] of sent.entries()) {
    const opportunity = n < 60 ? n % 4 : n;
    if (opportunity === n || !opportunities[n % 4]) opportunities[n % 4] = await anOpportunity(world, one.organization_id);
    await send(opportunities[n % 4] as number, students[n % 60] as Actor, one);
  }
  const expectedFigures = organizers.map(({ organization_id }) => expected(sent.filter((one) => one.organization_id === organization_id)));
  expect(new Set(expectedFigures.map((one) => one.response_rate)).size).toBeGreaterThan(2);
  for (const [index, organizer] of organizers.entries()) {
    expect(await readRates(organizer)).toEqual({ response_rate: null, median_answer_days: null });
    await refreshResponseRate(world.db, organizer.organization_id, world.clock.now);
    expect(await readRates(organizer)).toEqual(expectedFigures[index]);
  }
  await world.db.updateTable('organizations').set({ response_rate: 1, median_answer_days: 1 }).execute();
  const before = world.statements();
  await refreshAllResponseRates(world.db, world.clock.now);
  expect(world.statements() - before).toBe(1);
  expect(await Promise.all(organizers.map(readRates))).toEqual(expectedFigures);
  // Organizations without applications have no figures either.
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from organizations where response_rate = 1 or median_answer_days = 1`.execute(world.db);
  expect(rows[0]?.count).toBe(expectedFigures.filter((one) => one.response_rate === 1 || one.median_answer_days === 1).length);
});
const opportunities: number[] = [];

test('an application of exactly 14 days does not count yet; a figure needs three applications', async () => {
  const organizer = await anOrganizer(world);
  const { organization_id } = organizer;
  const opportunity = await anOpportunity(world, organization_id);
  const refreshed = async () => {
    await refreshResponseRate(world.db, organization_id, world.clock.now);
    return readRates(organizer);
  };
  const accepted = { organization_id, status: 'accepted' as const, steps: [{ to: 'accepted' as const, after: 2 }] };
  await send(opportunity, students[0] as Actor, { ...accepted, age: 15 });
  await send(opportunity, students[1] as Actor, { ...accepted, age: 15 });
  await send(opportunity, students[2] as Actor, { organization_id, status: 'pending', age: 14, steps: [] });
  await send(opportunity, students[3] as Actor, { organization_id, status: 'withdrawn', age: 30, steps: [] });
  expect(await refreshed()).toEqual({ response_rate: null, median_answer_days: null });
  world.clock.now = new Date(world.clock.now.getTime() + 1);
  expect(await refreshed()).toEqual({ response_rate: 67, median_answer_days: null });
  await send(opportunity, students[4] as Actor, { ...accepted, age: 3 });
  expect(await refreshed()).toEqual({ response_rate: 67, median_answer_days: 2 });
});

test('public pages show the figures; a queued refresh runs in the background', async () => {
  const organizer = await anOrganizer(world);
  const { organization_id } = organizer;
  const opportunity = await anOpportunity(world, organization_id);
  for (const student of students.slice(0, 3))
    await send(opportunity, student, { organization_id, status: 'rejected', age: 20, steps: [{ to: 'rejected', after: 6 }] });
  for (let n = 0; n < 20; n += 1) queueResponseRateRefresh(world.db, organization_id, world.clock.now);
  await responseRateRefreshesDone(world.db);
  const figures = { response_rate: 100, median_answer_days: 6 };
  expect((await world.ask(null, opportunityCalls.detail, { params: { id: opportunity } })).reply.organization).toMatchObject(figures);
  expect((await world.ask(null, organizationCalls.detail, { params: { id: organization_id } })).reply).toMatchObject(figures);
  const { updated_at } = (await world.ask(organizer, organizationCalls.profile)).reply;
  expect(updated_at).not.toBe(null);
});

test('refreshing all organizations skips a locked one instead of waiting', async () => {
  const [locked, free] = [await anOrganizer(world, { response_rate: 5 }), await anOrganizer(world, { response_rate: 5 })];
  await world.db.transaction().execute(async (trx) => {
    await trx.selectFrom('organizations').select('id').where('id', '=', locked.organization_id).forUpdate().execute();
    await refreshAllResponseRates(world.db, world.clock.now);
  });
  expect([(await readRates(locked)).response_rate, (await readRates(free)).response_rate]).toEqual([5, null]);
  await refreshAllResponseRates(world.db, world.clock.now);
  expect((await readRates(locked)).response_rate).toBe(null);
});

test('a decision and its undo change the figures of the deciding organization only', async () => {
  const [organizer, other] = [await anOrganizer(world), await anOrganizer(world)];
  const opportunity = await anOpportunity(world, organizer.organization_id);
  const pending = { organization_id: organizer.organization_id, status: 'pending' as const, age: 20, steps: [] };
  for (const student of students.slice(0, 4)) await send(opportunity, student, pending);
  const rows = await world.db.selectFrom('applications').select('id').where('opportunity_id', '=', opportunity).execute();
  const application_ids = rows.map(({ id }) => id).slice(0, 3);
  const { reply } = await world.ask(organizer, applicationCalls.acceptMany, { body: { application_ids } });
  await responseRateRefreshesDone(world.db);
  expect(await readRates(organizer)).toEqual({ response_rate: 75, median_answer_days: 20 });
  await world.ask(organizer, reviewCalls.undo, { params: { id: Number(reply.decision?.id) } });
  await responseRateRefreshesDone(world.db);
  expect(await readRates(organizer)).toEqual({ response_rate: 0, median_answer_days: null });
  expect(await readRates(other)).toEqual({ response_rate: null, median_answer_days: null });
});
