import type { FastifyRequest } from 'fastify';
import { type KyselyPlugin, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { OpportunityQuery } from '#contract/opportunity.ts';
import type { Actor } from '../http/actor.ts';
import { anOrganizer, aStudent, aWorld } from '../testing/world.ts';
import { readOpportunity } from './detail.ts';
import { countCategories, readOpportunityStats } from './figures.ts';
import { listOpportunities, type ReadContext } from './list.ts';

const world = aWorld();
let owner: Actor & { organization_id: number };
let student: Actor;

beforeAll(async () => {
  owner = await anOrganizer(world);
  const others = await Promise.all(Array.from({ length: 20 }, () => anOrganizer(world)));
  student = await aStudent(world);
  const ids = [owner, ...others].map((one) => one.organization_id);
  // A background analyze would hold a snapshot, and rows newer than it are not marked as visible to all.
  await sql`alter table opportunities set (autovacuum_enabled = false)`.execute(world.db);
  await sql`
    insert into opportunities (organization_id, title, description, opportunity_type, status, featured, is_remote, location,
      application_deadline, created_at, updated_at, published_at)
    select (${ids}::integer[])[1 + n % 21], 'Imkoniyat ' || n, repeat(md5(n::text), 30), (array['camp', 'grant', 'mentoring'])[1 + n % 3],
      (array['published', 'published', 'published', 'draft', 'closed'])[1 + n % 5], n % 50 = 0, n % 4 = 0, 'Toshkent',
      date '2026-09-01' + n % 60, timestamptz '2026-01-01' + n * interval '1 minute', timestamptz '2026-01-01', timestamptz '2026-01-01'
    from generate_series(1, 20000) n`.execute(world.db);
  // Rows are marked as visible to all only after their commit is on disk; an index-only scan needs that.
  await sql`checkpoint`.execute(world.db);
  await sql`vacuum analyze opportunities`.execute(world.db);
});

/** Thrown with the plan by a query that was explained instead of run. */
class ExplainedPlan extends Error {}
const explainPlugin: KyselyPlugin = {
  transformQuery: ({ node }) =>
    node.kind === 'RawNode' ? { ...node, sqlFragments: [`explain ${node.sqlFragments[0]}`, ...node.sqlFragments.slice(1)] } : node,
  transformResult: ({ result }) => {
    throw new ExplainedPlan(result.rows.map((row) => row['QUERY PLAN']).join('\n'));
  },
};

/** Large tables that a read scans sequentially. */
const sequentialScans = async (read: (context: ReadContext) => Promise<unknown>, actor: Actor | null): Promise<string[]> => {
  const context = { db: world.db.withPlugin(explainPlugin), actor, now: world.deps.now, request: { url: '/' } as FastifyRequest };
  const plan = await read(context).catch((error) => {
    if (error instanceof ExplainedPlan) return error.message;
    throw error;
  });
  expect(plan).toMatch(/Scan/);
  return [...String(plan).matchAll(/Seq Scan on (\w+)/g)].map(([, table = '']) => table).filter((table) => largeTables.includes(table));
};
// The other tables hold a handful of rows here, for which a sequential scan is the best plan.
const largeTables = ['opportunities'];

const browseFilters: Partial<OpportunityQuery> = {
  status: ['published'],
  opportunity_type: ['camp', 'grant'],
  is_remote: true,
  ordering: '-created_at',
};
test.each<[string, Partial<OpportunityQuery>]>([
  ['the first page', {}],
  ['the filters of the browse screen', browseFilters],
  ['active and featured', { is_active: true, featured: true }],
  ['a page far down', { page: 500 }],
])('reads 20,000 opportunities by index: %s', async (_, query) => {
  for (const actor of [null, student, owner])
    expect(await sequentialScans((context) => listOpportunities(context, { page: 1, page_size: 9, ...query }), actor)).toEqual([]);
});

test('reads the organization’s list and figures, the categories and the detail by index', async () => {
  expect(await sequentialScans((context) => listOpportunities(context, { page: 1, page_size: 9, scope: 'mine' }), owner)).toEqual([]);
  expect(await sequentialScans(readOpportunityStats, owner)).toEqual([]);
  expect(await sequentialScans(countCategories, null)).toEqual([]);
  for (const actor of [null, student, owner]) expect(await sequentialScans((context) => readOpportunity(context, 7), actor)).toEqual([]);
});
