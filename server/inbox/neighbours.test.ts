import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { statusGroup } from '#contract/application-rules.ts';
import { reviewCalls } from '#contract/review.ts';
import { createApplicants, createReceivedApplications, type ReceivedRow, sortReceived } from '../testing/receivedApplications.ts';
import { anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
let rows: ReceivedRow[] = [];
let owner: Awaited<ReturnType<typeof anOrganizer>>;
let other: typeof owner;

beforeAll(async () => {
  owner = await anOrganizer(world);
  other = await anOrganizer(world);
  const applicants = await createApplicants(world);
  rows = await createReceivedApplications(world, owner, applicants);
  await createReceivedApplications(world, other, applicants);
});

const neighbours = async (actor: typeof owner, id: number, query = {}) =>
  (await world.ask(actor, reviewCalls.neighbours, { params: { id }, query })).reply;

/** The expected neighbours of a position in a list. */
const expected = (list: readonly ReceivedRow[], place: number) => {
  const id = list[place]?.id;
  const waiting = (from: readonly ReceivedRow[]) => from.find((row) => statusGroup(row.status) === 'in_progress' && row.id !== id)?.id;
  return {
    previous: list[place - 1]?.id ?? null,
    next: list[place + 1]?.id ?? null,
    next_undecided: waiting(list.slice(place + 1)) ?? waiting(list) ?? null,
  };
};

test.each<[Record<string, unknown>, (row: ReceivedRow) => boolean]>([
  [{}, () => true],
  [{ ordering: 'applied_at' }, () => true],
  [{ ordering: '-updated_at', status: 'accepted,rejected' }, (row) => row.status === 'accepted' || row.status === 'rejected'],
  [{ ordering: 'status', opportunity_type: 'grant' }, (row) => row.type === 'grant'],
  [{ ordering: '-status' }, () => true],
  [{ ordering: '-score' }, () => true],
  [{ ordering: 'score', applied_after: '2026-08-05' }, (row) => row.applied_at >= '2026-08-04T19:00'],
  [{ ordering: '-score', search: 'tatu' }, (row) => row.university === 'TATU'],
  [{ search: 'alisher' }, (row) => row.first_name === 'Alisher' && !row.blind],
])('%j: returns the applications before and after each one', async (query, keeps) => {
  const list = sortReceived(rows.filter(keeps), query.ordering as string | undefined);
  // Both ends and every seventh between them.
  for (let place = 0; place < list.length; place = place === list.length - 1 ? list.length : Math.min(place + 7, list.length - 1))
    expect([place, await neighbours(owner, (list[place] as ReceivedRow).id, query)]).toEqual([place, expected(list, place)]);
});

test('an application that no longer matches the filter keeps its position', async () => {
  const list = sortReceived(rows);
  const place = list.findIndex((row, at) => at > 20 && row.status === 'accepted');
  const waiting = list.map((row, at) => (row.status === 'pending' ? at : -1)).filter((at) => at >= 0);
  expect(await neighbours(owner, (list[place] as ReceivedRow).id, { status: 'pending' })).toEqual({
    previous: list[Math.max(...waiting.filter((at) => at < place))]?.id,
    next: list[Math.min(...waiting.filter((at) => at > place))]?.id,
    next_undecided: list[Math.min(...waiting.filter((at) => at > place))]?.id,
  });
});

test('a reviewer’s order uses their own scores', async () => {
  const reviewer = await anOrganizer(world, { organization_id: owner.organization_id, role: 'reviewer' });
  const reviewed = rows.filter((_, at) => at % 40 === 3);
  await sql`insert into criteria (opportunity_id, name, weight, max_score, "order")
    select distinct opportunity_id, 'Mezon', 1, 10, 1 from applications where organization_id = ${owner.organization_id}`.execute(world.db);
  const totals = new Map<number, number>();
  for (const [at, { id, opportunity }] of reviewed.entries()) {
    const criterion = await world.db
      .selectFrom('criteria')
      .select('id')
      .where('opportunity_id', '=', opportunity)
      .executeTakeFirstOrThrow();
    totals.set(id, (at % 3) * 10);
    await world.db
      .insertInto('reviews')
      .values({
        application_id: id,
        reviewer_id: reviewer.user_id,
        scores: JSON.stringify({ [criterion.id]: at % 3 }),
        created_at: world.clock.now,
        updated_at: world.clock.now,
      })
      .execute();
  }
  const list = sortReceived(rows).sort((a, b) => (totals.get(b.id) ?? -1) - (totals.get(a.id) ?? -1));
  for (const place of [0, 1, 3, reviewed.length - 1, reviewed.length, reviewed.length + 5, 249])
    expect([place, await neighbours(reviewer, (list[place] as ReceivedRow).id, { ordering: '-score' })]).toEqual([
      place,
      expected(list, place),
    ]);
  const backwards = [...list].reverse();
  for (const place of [0, 249 - reviewed.length, 250 - reviewed.length, 249])
    expect([place, await neighbours(reviewer, (backwards[place] as ReceivedRow).id, { ordering: 'score' })]).toEqual([
      place,
      expected(backwards, place),
    ]);
});

test('returns 404 for another organization’s application and refuses students', async () => {
  const { id } = rows[0] as ReceivedRow;
  expect((await world.ask(other, reviewCalls.neighbours, { params: { id } })).body.code).toBe('application_not_found');
  expect((await world.ask(await aStudent(world), reviewCalls.neighbours, { params: { id } })).status).toBe(403);
  const alone = await anOrganizer(world);
  expect((await world.ask(alone, reviewCalls.neighbours, { params: { id } })).status).toBe(404);
});
