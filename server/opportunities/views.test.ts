import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { opportunityCalls } from '#contract/opportunity.ts';
import { buildApp } from '../app.ts';
import type { Actor } from '../http/actor.ts';
import { createResponseCache } from '../http/responseCache.ts';
import { anAdmin, anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld({ trustProxy: 1 });
const strict = aWorld({ limits: 'strict' });
const start = new Date('2026-09-10T07:00:00Z');
afterEach(() => {
  world.clock.now = start;
});

const view = (id: number, actor: Actor | null = null, address = '10.0.0.1') =>
  world.ask(actor, opportunityCalls.view, { params: { id }, headers: { 'x-forwarded-for': address } });
const storedCounts = async (opportunity_id: number) =>
  (
    await world.db
      .selectFrom('opportunity_views')
      .select(['day', 'count'])
      .where('opportunity_id', '=', opportunity_id)
      .orderBy('day')
      .execute()
  ).map(({ day, count }) => [day, count]);
const flushedCounts = async (opportunity_id: number) => {
  await world.app.viewCounter.flush();
  return storedCounts(opportunity_id);
};

test('counts a user or a signed-out address once a day; the day ends at midnight in Tashkent', async () => {
  const owner = await anOrganizer(world);
  const [id, other] = [await anOpportunity(world, owner.organization_id), await anOpportunity(world, owner.organization_id)];
  const [student, another] = [await aStudent(world), await aStudent(world)];
  for (let n = 0; n < 3; n += 1) {
    expect((await view(id)).status).toBe(204);
    await view(id, student);
  }
  await view(id, another);
  await view(id, null, '10.0.0.2');
  await view(other, student);
  expect([await storedCounts(id), await flushedCounts(id), await flushedCounts(other)]).toEqual([
    [],
    [['2026-09-10', 4]],
    [['2026-09-10', 1]],
  ]);
  world.clock.now = new Date('2026-09-10T18:59:59.999Z');
  await view(id, student);
  expect(await flushedCounts(id)).toEqual([['2026-09-10', 4]]);
  world.clock.now = new Date('2026-09-10T19:00:00Z');
  await view(id, student);
  expect(await flushedCounts(id)).toEqual([
    ['2026-09-10', 4],
    ['2026-09-11', 1],
  ]);
});

test('counts concurrent views of one person once and of different persons each, and writes them in one statement', async () => {
  const owner = await anOrganizer(world);
  const ids = [await anOpportunity(world, owner.organization_id), await anOpportunity(world, owner.organization_id)];
  const student = await aStudent(world);
  await Promise.all(Array.from({ length: 10 }, () => view(ids[0] as number, student)));
  await Promise.all(Array.from({ length: 30 }, (_, n) => view(ids[1] as number, null, `10.1.0.${n}`)));
  const before = world.statements();
  await world.app.viewCounter.flush();
  await world.app.viewCounter.flush();
  expect(world.statements() - before).toBe(1);
  expect([await storedCounts(ids[0] as number), await storedCounts(ids[1] as number)]).toEqual([[['2026-09-10', 1]], [['2026-09-10', 30]]]);
});

test('does not count members of the organization or administrators, but counts other organizations', async () => {
  const owner = await anOrganizer(world);
  const id = await anOpportunity(world, owner.organization_id);
  const reviewer = await anOrganizer(world, { organization_id: owner.organization_id, role: 'reviewer' });
  for (const actor of [owner, reviewer, await anAdmin(world)]) expect((await view(id, actor)).status).toBe(204);
  expect(await flushedCounts(id)).toEqual([]);
  await view(id, await anOrganizer(world));
  expect(await flushedCounts(id)).toEqual([['2026-09-10', 1]]);
});

test('returns 404 for an opportunity that is not visible, and counts closed ones', async () => {
  const owner = await anOrganizer(world);
  const hidden = await anOpportunity(world, owner.organization_id, { deleted_at: start });
  const draft = await anOpportunity(world, owner.organization_id, { status: 'draft' });
  const closed = await anOpportunity(world, owner.organization_id, { status: 'closed' });
  for (const id of [hidden, draft, 2147483647]) expect((await view(id, await aStudent(world))).body.code).toBe('not_found');
  expect([(await view(draft, owner)).status, (await view(closed)).status]).toEqual([204, 204]);
  expect([await flushedCounts(hidden), await flushedCounts(draft), await flushedCounts(closed)]).toEqual([[], [], [['2026-09-10', 1]]]);
});

test('adds the counts of two instances, and flushes an instance when it closes', async () => {
  const owner = await anOrganizer(world);
  const id = await anOpportunity(world, owner.organization_id);
  const app = await buildApp(world.deps);
  const viewOnSecondInstance = (address: string) =>
    app.inject({ method: 'POST', url: `/api/opportunities/${id}/view/`, headers: { 'x-forwarded-for': address } });
  for (const address of ['10.2.0.1', '10.2.0.2']) expect((await viewOnSecondInstance(address)).statusCode).toBe(204);
  await view(id, null, '10.2.0.3');
  await Promise.all([app.close(), world.app.viewCounter.flush()]);
  expect(await storedCounts(id)).toEqual([['2026-09-10', 3]]);
});

test('retries counts after a database error, and drops those of an opportunity deleted meanwhile', async () => {
  const owner = await anOrganizer(world);
  const [id, deleted] = [await anOpportunity(world, owner.organization_id), await anOpportunity(world, owner.organization_id)];
  await view(id);
  await view(deleted);
  await world.db.deleteFrom('opportunities').where('id', '=', deleted).execute();
  await sql`alter table opportunity_views rename to away`.execute(world.db);
  await expect(world.app.viewCounter.flush()).rejects.toThrow();
  await sql`alter table away rename to opportunity_views`.execute(world.db);
  expect(await flushedCounts(id)).toEqual([['2026-09-10', 1]]);
});

test('stores no viewer', async () => {
  const { rows } = await sql<{ column_name: string }>`
    select column_name from information_schema.columns where table_name = 'opportunity_views' order by column_name`.execute(world.db);
  expect(rows.map(({ column_name }) => column_name)).toEqual(['count', 'day', 'opportunity_id']);
});

test('a view does not invalidate the response cache', async () => {
  const shared = createResponseCache({ time: () => 0 });
  const app = await buildApp({ ...world.deps, responseCache: shared });
  const owner = await anOrganizer(world);
  const id = await anOpportunity(world, owner.organization_id);
  await app.inject({ url: '/api/opportunities/' });
  await app.inject({ method: 'POST', url: `/api/opportunities/${id}/view/` });
  const before = world.statements();
  await app.inject({ url: '/api/opportunities/' });
  expect(world.statements() - before).toBe(0);
  await app.close();
});

test('limits views per address and minute', async () => {
  const owner = await anOrganizer(strict);
  const id = await anOpportunity(strict, owner.organization_id);
  const send = (actor: Actor | null) => strict.ask(actor, opportunityCalls.view, { params: { id } });
  for (let n = 0; n < 120; n += 1) expect((await send(null)).status).toBe(204);
  const refused = await send(null);
  expect([refused.status, refused.body.code, Number(refused.headers['retry-after'])]).toEqual([429, 'too_many_requests', 60]);
  expect((await send(await aStudent(strict))).status).toBe(204);
  strict.clock.now = new Date(strict.clock.now.getTime() + 60_000);
  expect((await send(null)).status).toBe(204);
});

test('returns view counts in the organization’s own list and not in the public list', async () => {
  const owner = await anOrganizer(world);
  const otherOrganizer = await anOrganizer(world);
  const viewed = await anOpportunity(world, owner.organization_id);
  const unviewed = await anOpportunity(world, owner.organization_id);
  const other = await anOpportunity(world, otherOrganizer.organization_id);
  for (const student of [await aStudent(world), await aStudent(world)]) await view(viewed, student);
  await view(other, await aStudent(world));
  await world.app.viewCounter.flush();
  // Views of another day are added.
  world.clock.now = new Date('2026-09-11T07:00:00Z');
  await view(viewed, await aStudent(world));
  await world.app.viewCounter.flush();
  const counts = async (actor: Actor, query: { scope?: 'mine' } = {}) => {
    const { reply } = await world.ask(actor, opportunityCalls.list, { query: { ...query, page_size: 100 } });
    return new Map(reply.results.map(({ id, view_count }) => [id, view_count]));
  };
  expect(await counts(owner, { scope: 'mine' })).toEqual(
    new Map([
      [unviewed, 0],
      [viewed, 3],
    ]),
  );
  expect(await counts(otherOrganizer, { scope: 'mine' })).toEqual(new Map([[other, 1]]));
  expect(new Set((await counts(owner)).values())).toEqual(new Set([undefined]));
});
