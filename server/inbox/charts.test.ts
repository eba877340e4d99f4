import { beforeAll, expect, test } from 'vitest';
import { applicationStatuses } from '#contract/application-rules.ts';
import { reviewCalls } from '#contract/review.ts';
import { addDays, tashkentDay } from '#contract/uzbek.ts';
import {
  anApplication,
  createApplicants,
  createReceivedApplications,
  type ReceivedRow,
  statuses,
} from '../testing/receivedApplications.ts';
import { anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
let rows: ReceivedRow[] = [];
let owner: Awaited<ReturnType<typeof anOrganizer>>;
let other: typeof owner;
/** Views and drafts of an opportunity. */
const views = new Map<number, number>();
const drafts = new Map<number, number>();

beforeAll(async () => {
  owner = await anOrganizer(world);
  other = await anOrganizer(world);
  const applicants = await createApplicants(world);
  rows = await createReceivedApplications(world, owner, applicants);
  const foreignRows = await createReceivedApplications(world, other, applicants);
  const own = [...new Set(rows.map((row) => row.opportunity)), await anOpportunity(world, owner.organization_id)];
  const foreign = [...new Set(foreignRows.map((row) => row.opportunity))];
  const writers = [await aStudent(world), await aStudent(world), await aStudent(world)];
  for (const [at, opportunity_id] of [...own, ...foreign].entries()) {
    for (let day = 1; day <= 3; day += 1) {
      const count = at * 10 + day;
      await world.db
        .insertInto('opportunity_views')
        .values({ opportunity_id, day: `2026-09-0${day}`, count })
        .execute();
      if (at < own.length) views.set(opportunity_id, (views.get(opportunity_id) ?? 0) + count);
    }
    for (const { user_id } of writers.slice(0, at % 4)) {
      const draft = {
        student_id: user_id,
        opportunity_id,
        answers: '{}',
        version: 1,
        created_at: world.clock.now,
        updated_at: world.clock.now,
      };
      await world.db.insertInto('application_drafts').values(draft).execute();
      if (at < own.length) drafts.set(opportunity_id, (drafts.get(opportunity_id) ?? 0) + 1);
    }
  }
});

const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, one) => all + one, 0);
/** The expected charts, computed from the rows. */
const expected = (of: ReceivedRow[], seen: number, begun: number) => {
  const today = tashkentDay(world.clock.now);
  const universities = new Map<string, number>();
  for (const { university } of of) if (university) universities.set(university, (universities.get(university) ?? 0) + 1);
  const top = [...universities].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, 10);
  const rest = of.length - sum(top.map(([, count]) => count));
  return {
    by_day: Array.from({ length: 30 }, (_, at) => addDays(today, at - 29)).map((day) => ({
      day,
      count: of.filter((row) => tashkentDay(new Date(row.applied_at)) === day).length,
    })),
    by_status: statuses.map((status) => ({
      status,
      status_display: applicationStatuses[status],
      count: of.filter((row) => row.status === status).length,
    })),
    by_university: [...top.map(([university, count]) => ({ university, count })), ...(rest > 0 ? [{ university: null, count: rest }] : [])],
    funnel: {
      views: seen,
      started: of.length + begun,
      submitted: of.length,
      accepted: of.filter((row) => row.status === 'accepted').length,
    },
  };
};

test('charts cover all applications received, or one opportunity, in one statement', async () => {
  const before = world.statements();
  const { reply } = await world.ask(owner, reviewCalls.charts);
  // The membership, then the charts.
  expect(world.statements() - before).toBe(2);
  expect(reply).toEqual(expected(rows, sum(views.values()), sum(drafts.values())));
  expect(reply.by_day.map(({ count }) => count > 0)).toContain(false);
  expect(reply.by_university).toHaveLength(11);
  for (const opportunity of views.keys())
    expect((await world.ask(owner, reviewCalls.charts, { query: { opportunity } })).reply).toEqual(
      expected(
        rows.filter((row) => row.opportunity === opportunity),
        views.get(opportunity) ?? 0,
        drafts.get(opportunity) ?? 0,
      ),
    );
});

test('charts of another organization’s opportunity are empty; students are refused', async () => {
  const { opportunity } = rows[0] as ReceivedRow;
  expect((await world.ask(other, reviewCalls.charts, { query: { opportunity } })).reply).toEqual(expected([], 0, 0));
  expect((await world.ask(await aStudent(world), reviewCalls.charts)).status).toBe(403);
});

test('days are days in Tashkent', async () => {
  const organizer = await anOrganizer(world);
  const opportunity_id = await anOpportunity(world, organizer.organization_id);
  const moments = ['2026-08-11T18:59:59.999Z', '2026-08-11T19:00:00Z', '2026-09-09T18:59:59Z', '2026-09-09T19:00:00Z'];
  for (const applied_at of moments)
    await world.db
      .insertInto('applications')
      .values({
        opportunity_id,
        student_id: (await aStudent(world)).user_id,
        answers: '{}',
        questions: '[]',
        snapshot: '{}',
        applied_at,
        updated_at: applied_at,
      })
      .execute();
  const { reply } = await world.ask(organizer, reviewCalls.charts);
  expect(reply.by_day.filter(({ count }) => count > 0)).toEqual([
    { day: '2026-08-12', count: 1 },
    { day: '2026-09-09', count: 1 },
    { day: '2026-09-10', count: 1 },
  ]);
  expect(reply.by_university).toEqual([{ university: null, count: 4 }]);
});

test('hides a name written as the university in a blind review', async () => {
  const organizer = await anOrganizer(world);
  const opportunity = await anOpportunity(world, organizer.organization_id, { blind_review: true });
  const person = { first_name: 'Kanareyka', last_name: 'Qushova' };
  await anApplication(world, opportunity, { ...person, university: 'Qushova Kanareyka' });
  await anApplication(world, opportunity, { ...person, university: 'TATU' });
  const charted = async () => (await world.ask(organizer, reviewCalls.charts)).reply.by_university;
  expect(await charted()).toEqual([
    { university: 'TATU', count: 1 },
    { university: null, count: 1 },
  ]);
  await world.db.updateTable('opportunities').set({ blind_review: false }).where('id', '=', opportunity).execute();
  expect((await charted()).map(({ university }) => university)).toEqual(['Qushova Kanareyka', 'TATU']);
});
