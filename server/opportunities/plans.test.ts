import type { FastifyRequest } from 'fastify';
import { type KyselyPlugin, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { OpportunityQuery } from '#contract/opportunity.ts';
import type { Actor } from '../http/actor.ts';
import { anOrganizer, aStudent, aWorld } from '../testing/world.ts';
import { countCategories, listOpportunities, type ReadContext, readOpportunity, readStats } from './queries.ts';

const world = aWorld();
let owner: Actor & { organization_id: number };
let student: Actor;

beforeAll(async () => {
  owner = await anOrganizer(world);
  const others = await Promise.all(Array.from({ length: 20 }, () => anOrganizer(world)));
  student = await aStudent(world);
  const ids = [owner, ...others].map((one) => one.organization_id);
  // Statistics gathered behind our back would hold a snapshot, before which nothing counts as visible to all.
  await sql`alter table opportunities set (autovacuum_enabled = false)`.execute(world.db);
  await sql`
    insert into opportunities (organization_id, title, description, opportunity_type, status, featured, is_remote, location,
      application_deadline, created_at, updated_at, published_at)
    select (${ids}::integer[])[1 + n % 21], 'Imkoniyat ' || n, repeat(md5(n::text), 30), (array['camp', 'grant', 'mentoring'])[1 + n % 3],
      (array['published', 'published', 'published', 'draft', 'closed'])[1 + n % 5], n % 50 = 0, n % 4 = 0, 'Toshkent',
      date '2026-09-01' + n % 60, timestamptz '2026-01-01' + n * interval '1 minute', timestamptz '2026-01-01', timestamptz '2026-01-01'
    from generate_series(1, 20000) n`.execute(world.db);
  // Rows count as visible to all once their commit is on the disk, and only then does an index answer alone.
  await sql`checkpoint`.execute(world.db);
  await sql`vacuum analyze opportunities`.execute(world.db);
});

/** Carries the plan out of a read that was explained instead of run. */
class Planned extends Error {}
const explaining: KyselyPlugin = {
  transformQuery: ({ node }) =>
    node.kind === 'RawNode' ? { ...node, sqlFragments: [`explain ${node.sqlFragments[0]}`, ...node.sqlFragments.slice(1)] } : node,
  transformResult: ({ result }) => {
    throw new Planned(result.rows.map((row) => row['QUERY PLAN']).join('\n'));
  },
};

/** Tables a read goes through from end to end. */
const wholeReads = async (read: (asked: ReadContext) => Promise<unknown>, actor: Actor | null): Promise<string[]> => {
  const asked = { db: world.db.withPlugin(explaining), actor, now: world.deps.now, request: { url: '/' } as FastifyRequest };
  const plan = await read(asked).catch((error) => {
    if (error instanceof Planned) return error.message;
    throw error;
  });
  expect(plan).toMatch(/Scan/);
  return [...String(plan).matchAll(/Seq Scan on (\w+)/g)].map(([, table = '']) => table).filter((table) => big.includes(table));
};
// Of the others these tests have a handful of rows, which are best read whole.
const big = ['opportunities'];

const browsing: Partial<OpportunityQuery> = {
  status: ['published'],
  opportunity_type: ['camp', 'grant'],
  is_remote: true,
  ordering: '-created_at',
};
test.each<[string, Partial<OpportunityQuery>]>([
  ['the first page', {}],
  ['what browsing asks', browsing],
  ['open and featured items', { is_active: true, featured: true }],
  ['a page far down', { page: 500 }],
])('%s of 20,000 is read by index', async (_, query) => {
  for (const actor of [null, student, owner])
    expect(await wholeReads((asked) => listOpportunities(asked, { page: 1, page_size: 9, ...query }), actor)).toEqual([]);
});

test('one’s own list and figures, the categories and the detail are read by index', async () => {
  expect(await wholeReads((asked) => listOpportunities(asked, { page: 1, page_size: 9, scope: 'mine' }), owner)).toEqual([]);
  expect(await wholeReads(readStats, owner)).toEqual([]);
  expect(await wholeReads(countCategories, null)).toEqual([]);
  for (const actor of [null, student, owner]) expect(await wholeReads((asked) => readOpportunity(asked, 7), actor)).toEqual([]);
});
