import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { opportunityCalls } from '#contract/opportunity.ts';
import { buildApp } from '../app.ts';
import type { Actor } from '../http/actor.ts';
import { createResponseCache } from '../http/responseCache.ts';
import { anAdmin, anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld({ trustProxy: true });
const strict = aWorld({ limits: 'strict' });
const start = new Date('2026-09-10T07:00:00Z');
afterEach(() => {
  world.clock.now = start;
});

const look = (id: number, actor: Actor | null = null, address = '10.0.0.1') =>
  world.ask(actor, opportunityCalls.view, { params: { id }, headers: { 'x-forwarded-for': address } });
const counted = async (opportunity_id: number) =>
  (
    await world.db
      .selectFrom('opportunity_views')
      .select(['day', 'count'])
      .where('opportunity_id', '=', opportunity_id)
      .orderBy('day')
      .execute()
  ).map(({ day, count }) => [day, count]);
const written = async (opportunity_id: number) => {
  await world.app.looks.flush();
  return counted(opportunity_id);
};

test('a person counts once a day, signed out an address; a day ends at midnight in Tashkent', async () => {
  const owner = await anOrganizer(world);
  const [id, other] = [await anOpportunity(world, owner.organization_id), await anOpportunity(world, owner.organization_id)];
  const [student, another] = [await aStudent(world), await aStudent(world)];
  for (let n = 0; n < 3; n += 1) {
    expect((await look(id)).status).toBe(204);
    await look(id, student);
  }
  await look(id, another);
  await look(id, null, '10.0.0.2');
  await look(other, student);
  expect([await counted(id), await written(id), await written(other)]).toEqual([[], [['2026-09-10', 4]], [['2026-09-10', 1]]]);
  world.clock.now = new Date('2026-09-10T18:59:59.999Z');
  await look(id, student);
  expect(await written(id)).toEqual([['2026-09-10', 4]]);
  world.clock.now = new Date('2026-09-10T19:00:00Z');
  await look(id, student);
  expect(await written(id)).toEqual([
    ['2026-09-10', 4],
    ['2026-09-11', 1],
  ]);
});

test('of many at once by one person one counts, and of many persons each; they are written in one statement', async () => {
  const owner = await anOrganizer(world);
  const ids = [await anOpportunity(world, owner.organization_id), await anOpportunity(world, owner.organization_id)];
  const student = await aStudent(world);
  await Promise.all(Array.from({ length: 10 }, () => look(ids[0] as number, student)));
  await Promise.all(Array.from({ length: 30 }, (_, n) => look(ids[1] as number, null, `10.1.0.${n}`)));
  const before = world.statements();
  await world.app.looks.flush();
  await world.app.looks.flush();
  expect(world.statements() - before).toBe(1);
  expect([await counted(ids[0] as number), await counted(ids[1] as number)]).toEqual([[['2026-09-10', 1]], [['2026-09-10', 30]]]);
});

test('members of the organization and administrators do not count; other organizations do', async () => {
  const owner = await anOrganizer(world);
  const id = await anOpportunity(world, owner.organization_id);
  const reviewer = await anOrganizer(world, { organization_id: owner.organization_id, role: 'reviewer' });
  for (const actor of [owner, reviewer, await anAdmin(world)]) expect((await look(id, actor)).status).toBe(204);
  expect(await written(id)).toEqual([]);
  await look(id, await anOrganizer(world));
  expect(await written(id)).toEqual([['2026-09-10', 1]]);
});

test('what cannot be seen cannot be looked at; closed ones can', async () => {
  const owner = await anOrganizer(world);
  const hidden = await anOpportunity(world, owner.organization_id, { deleted_at: start });
  const draft = await anOpportunity(world, owner.organization_id, { status: 'draft' });
  const closed = await anOpportunity(world, owner.organization_id, { status: 'closed' });
  for (const id of [hidden, draft, 2147483647]) expect((await look(id, await aStudent(world))).body.code).toBe('not_found');
  expect([(await look(draft, owner)).status, (await look(closed)).status]).toEqual([204, 204]);
  expect([await written(hidden), await written(draft), await written(closed)]).toEqual([[], [], [['2026-09-10', 1]]]);
});

test('two instances add to one count, and closing one writes what it has', async () => {
  const owner = await anOrganizer(world);
  const id = await anOpportunity(world, owner.organization_id);
  const app = await buildApp(world.deps);
  const there = (address: string) =>
    app.inject({ method: 'POST', url: `/api/opportunities/${id}/view/`, headers: { 'x-forwarded-for': address } });
  for (const address of ['10.2.0.1', '10.2.0.2']) expect((await there(address)).statusCode).toBe(204);
  await look(id, null, '10.2.0.3');
  await Promise.all([app.close(), world.app.looks.flush()]);
  expect(await counted(id)).toEqual([['2026-09-10', 3]]);
});

test('what the database refuses is kept and written later; an item that is gone meanwhile is left out', async () => {
  const owner = await anOrganizer(world);
  const [id, gone] = [await anOpportunity(world, owner.organization_id), await anOpportunity(world, owner.organization_id)];
  await look(id);
  await look(gone);
  await world.db.deleteFrom('opportunities').where('id', '=', gone).execute();
  await sql`alter table opportunity_views rename to away`.execute(world.db);
  await expect(world.app.looks.flush()).rejects.toThrow();
  await sql`alter table away rename to opportunity_views`.execute(world.db);
  expect(await written(id)).toEqual([['2026-09-10', 1]]);
});

test('nothing says who looked', async () => {
  const { rows } = await sql<{ column_name: string }>`
    select column_name from information_schema.columns where table_name = 'opportunity_views' order by column_name`.execute(world.db);
  expect(rows.map(({ column_name }) => column_name)).toEqual(['count', 'day', 'opportunity_id']);
});

test('a look ends no shared answer', async () => {
  const shared = createResponseCache(() => 0);
  const app = await buildApp({ ...world.deps, shared });
  const owner = await anOrganizer(world);
  const id = await anOpportunity(world, owner.organization_id);
  await app.inject({ url: '/api/opportunities/' });
  await app.inject({ method: 'POST', url: `/api/opportunities/${id}/view/` });
  const before = world.statements();
  await app.inject({ url: '/api/opportunities/' });
  expect(world.statements() - before).toBe(0);
  await app.close();
});

test('looks are limited for each address, for a minute', async () => {
  const owner = await anOrganizer(strict);
  const id = await anOpportunity(strict, owner.organization_id);
  const ask = (actor: Actor | null) => strict.ask(actor, opportunityCalls.view, { params: { id } });
  for (let n = 0; n < 120; n += 1) expect((await ask(null)).status).toBe(204);
  const refused = await ask(null);
  expect([refused.status, refused.body.code, Number(refused.headers['retry-after'])]).toEqual([429, 'too_many_requests', 60]);
  expect((await ask(await aStudent(strict))).status).toBe(204);
  strict.clock.now = new Date(strict.clock.now.getTime() + 60_000);
  expect((await ask(null)).status).toBe(204);
});

test('an organization sees in its own list how often each was looked at; the public list says nothing of it', async () => {
  const owner = await anOrganizer(world);
  const rival = await anOrganizer(world);
  const seen = await anOpportunity(world, owner.organization_id);
  const unseen = await anOpportunity(world, owner.organization_id);
  const other = await anOpportunity(world, rival.organization_id);
  for (const student of [await aStudent(world), await aStudent(world)]) await look(seen, student);
  await look(other, await aStudent(world));
  await world.app.looks.flush();
  // Another day counts on.
  world.clock.now = new Date('2026-09-11T07:00:00Z');
  await look(seen, await aStudent(world));
  await world.app.looks.flush();
  const counts = async (actor: Actor, query: { scope?: 'mine' } = {}) => {
    const { reply } = await world.ask(actor, opportunityCalls.list, { query: { ...query, page_size: 100 } });
    return new Map(reply.results.map(({ id, view_count }) => [id, view_count]));
  };
  expect(await counts(owner, { scope: 'mine' })).toEqual(
    new Map([
      [unseen, 0],
      [seen, 3],
    ]),
  );
  expect(await counts(rival, { scope: 'mine' })).toEqual(new Map([[other, 1]]));
  expect(new Set((await counts(owner)).values())).toEqual(new Set([undefined]));
});
