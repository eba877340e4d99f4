import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import type { ApplicationQuery } from '#contract/application.ts';
import { applicantSearchText } from '../db/applicantSearch.ts';
import { anOpportunity, anOrganizer, aWorld } from '../testing/world.ts';
import { readApplicationStats, readReceived } from './list.ts';
import { readNeighbours } from './neighbours.ts';
import type { InboxReader } from './sorting.ts';

const world = aWorld();
let reader: InboxReader;
let opportunities: number[] = [];
let middle = 0;
const received = 8000;

/** Alternating names and universities; one name in a hundred is rare, and pending applications have no score. */
const people = Array.from({ length: 200 }, (_, nth) => {
  const first_name = nth % 100 === 7 ? 'Zebuniso' : (['Aziz', 'Dilnoza', 'Shahnoza', 'Temur'][nth % 4] as string);
  const university = nth % 3 === 0 ? 'Toshkent davlat universiteti' : `Hududiy institut ${nth % 25}`;
  const person = { first_name, last_name: `Sinov${nth}`, university };
  return { ...person, nth, search_text: applicantSearchText(person) };
});

beforeAll(async () => {
  const owner = await anOrganizer(world);
  const other = await anOrganizer(world);
  reader = { user_id: owner.user_id, organization_id: owner.organization_id, role: 'owner' };
  // A background analyze would hold a snapshot, and rows newer than it are not marked as visible to all.
  await sql`alter table applications set (autovacuum_enabled = false)`.execute(world.db);
  // Counted once at the end: triggers take long row by row.
  await sql`alter table applications disable trigger applications_count`.execute(world.db);
  for (const organizer of [owner, other]) {
    const items = [];
    for (let nth = 0; nth < 40; nth += 1)
      items.push(
        await anOpportunity(world, organizer.organization_id, { opportunity_type: nth % 4 ? 'grant' : 'camp', title: `Dastur ${nth}` }),
      );
    if (organizer === owner) opportunities = items;
    await sql`
      insert into users (email, password_hash, first_name, last_name, user_type, created_at, updated_at)
      select 'reja' || nth || '@example.uz', 'none', first_name, last_name, 'student', ${world.clock.now}, ${world.clock.now}
      from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as g (nth integer, first_name text, last_name text)
      on conflict do nothing`.execute(world.db);
    await sql`
      insert into applications (opportunity_id, student_id, status, snapshot, search_text, score, applied_at, updated_at)
      select o.id, u.id,
        case when n % 101 = 0 then 'accepted' else (array['pending', 'rejected', 'rejected', 'withdrawn'])[1 + n % 4] end,
        jsonb_build_object('first_name', g.first_name, 'last_name', g.last_name, 'university', g.university, 'bio', repeat(md5(n::text), 20)),
        g.search_text, case when n % 4 <> 0 then n % 100 end,
        timestamptz '2026-09-01' - n * 7919 % 5000000 * interval '1 second', timestamptz '2026-09-01' - n * 6007 % 4000000 * interval '1 second'
      from unnest(${items}::integer[]) with ordinality as o(id, place)
      cross join jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
        as g (nth integer, first_name text, last_name text, university text, search_text text)
      join users u on u.email = 'reja' || g.nth || '@example.uz'
      cross join lateral (select (o.place * 200 + g.nth)::integer as n) numbered`.execute(world.db);
  }
  await sql`insert into application_counts (organization_id, opportunity_id, status, count)
    select organization_id, opportunity_id, status, count(*) from applications group by 1, 2, 3`.execute(world.db);
  await sql`alter table applications enable trigger applications_count`.execute(world.db);
  await sql`checkpoint`.execute(world.db);
  await sql`vacuum analyze`.execute(world.db);
  const { rows } = await sql<{ id: number }>`select id from applications where organization_id = ${reader.organization_id}
    order by applied_at desc, id desc offset ${received / 2} limit 1`.execute(world.db);
  middle = rows[0]?.id as number;
});

interface Sent {
  text: string;
  values: unknown[];
}
/** The statements a read sends to the database. */
const sentBy = async (read: () => Promise<unknown>): Promise<Sent[]> => {
  const sent: Sent[] = [];
  const original = pg.Client.prototype.query;
  // biome-ignore lint/suspicious/noExplicitAny: pg's own overloads
  pg.Client.prototype.query = function (this: pg.Client, config: any, ...rest: any[]): any {
    if (config.text) sent.push({ text: config.text, values: config.values ?? [] });
    return (original as (...all: unknown[]) => unknown).call(this, config, ...rest);
  } as never;
  await read().finally(() => {
    pg.Client.prototype.query = original;
  });
  return sent;
};

const literal = (value: unknown): string => {
  if (value === null) return 'null';
  const text = value instanceof Date ? value.toISOString() : Array.isArray(value) ? `{${value.join(',')}}` : String(value);
  return `'${text.replaceAll("'", "''")}'`;
};
interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}
const flattenPlan = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flattenPlan)];
/** The custom and the generic plan of a statement. */
const explainPlans = ({ text, values }: Sent): Promise<Plan[]> =>
  world.db.transaction().execute(async (trx) => {
    const plans: Plan[] = [];
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await sql.raw(`set local plan_cache_mode = ${mode}`).execute(trx);
      await sql.raw(`prepare explained as ${text}`).execute(trx);
      const parameters = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
      const { rows } = await trx.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        CompiledQuery.raw(`explain (analyze, timing off, format json) execute explained${parameters}`),
      );
      plans.push(rows[0]?.['QUERY PLAN'][0]?.Plan as Plan);
      await sql.raw('deallocate explained').execute(trx);
    }
    return plans;
  });

/** The largest number of application rows one plan node reads. */
const maxRowsRead = async (read: () => Promise<unknown>): Promise<number> => {
  let most = 0;
  const sent = await sentBy(read);
  expect(sent.length).toBeGreaterThan(0);
  for (const one of sent)
    for (const plan of await explainPlans(one))
      for (const node of flattenPlan(plan)) {
        if (node['Relation Name'] !== 'applications') continue;
        const read = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
        if (node['Node Type'] === 'Seq Scan' && read > 0)
          throw new Error(`Read from end to end (${read}): ${JSON.stringify(node)} ${one.text}`);
        most = Math.max(most, read);
      }
  return most;
};

const query = (asked: Partial<ApplicationQuery> = {}): ApplicationQuery => ({ page: 1, page_size: 20, ...asked }) as ApplicationQuery;
const orderings = ['applied_at', '-applied_at', 'updated_at', '-updated_at', 'status', '-status', 'score', '-score'] as const;

test.each([
  {},
  { status: ['accepted' as const] },
  { status: ['pending' as const, 'accepted' as const] },
  { status: ['interview_scheduled' as const] },
])('reads a page of 8,000 from an index in every order: %j', async (filter) => {
  for (const ordering of orderings) {
    const most = await maxRowsRead(() => readReceived(world.db, reader, query({ ...filter, ordering })));
    expect([ordering, most]).toEqual([ordering, Math.min(most, 150)]);
  }
});

test('reads the last page from the end', async () => {
  for (const ordering of orderings)
    expect(await maxRowsRead(() => readReceived(world.db, reader, query({ ordering, page: received / 20 })))).toBeLessThan(100);
});

test('filters by opportunity, type and days read little more than the matches', async () => {
  const [opportunity] = opportunities as [number];
  for (const filter of [
    { opportunity },
    { opportunity, status: ['pending' as const] },
    { opportunity_type: ['grant' as const] },
    { applied_after: '2026-08-20', applied_before: '2026-08-21' },
  ])
    expect(await maxRowsRead(() => readReceived(world.db, reader, query(filter)))).toBeLessThan(450);
});

test.each([
  ['a rare name', { search: 'zebuniso' }],
  ['a common word', { search: 'davlat' }],
  ['a rare university of common words', { student_university: 'institut 21' }],
  ['a title', { search: 'dastur 7' }],
  ['a common word and a status', { search: 'toshkent', status: ['accepted' as const] }],
  ['a mistyped name', { search: 'zebunsio' }],
] as [string, Partial<ApplicationQuery>][])('finds %s without reading all rows', async (_, filter) => {
  // An inbox of 2,000 is counted exactly.
  for (const ordering of ['-applied_at', '-score'] as const)
    expect(await maxRowsRead(() => readReceived(world.db, reader, query({ ...filter, ordering })))).toBeLessThan(2002);
});

test('reads neighbours from an index', async () => {
  for (const ordering of orderings)
    for (const filter of [{}, { status: ['pending' as const] }, { status: ['rejected' as const, 'accepted' as const] }])
      expect(await maxRowsRead(() => readNeighbours(world.db, reader, middle, { ...filter, ordering }))).toBeLessThan(150);
  expect(await maxRowsRead(() => readNeighbours(world.db, reader, middle, { search: 'toshkent' }))).toBeLessThan(1200);
});

test('figures read no application rows', async () => {
  expect(await maxRowsRead(() => readApplicationStats(world.db, reader.organization_id))).toBe(0);
});

test('returns the same matches by scan and by index', async () => {
  const { rows } = await sql<{ id: number; status: string; first_name: string; university: string; score: number | null }>`
    select id, status, snapshot ->> 'first_name' as first_name, student_university as university, score::double precision as score
    from applications where organization_id = ${reader.organization_id} order by applied_at desc, id desc`.execute(world.db);
  const cases: [Partial<ApplicationQuery>, (row: (typeof rows)[number]) => boolean][] = [
    [{ search: 'zebuniso' }, (row) => row.first_name === 'Zebuniso'],
    [{ search: 'zebunsio' }, (row) => row.first_name === 'Zebuniso'],
    [{ search: 'toshkent' }, (row) => row.university.startsWith('Toshkent')],
    [{ student_university: 'institut 21' }, (row) => row.university === 'Hududiy institut 21'],
    [{ search: 'zebuniso toshkent' }, (row) => row.first_name === 'Zebuniso' && row.university.startsWith('Toshkent')],
    [{ search: 'toshkent', status: ['accepted'] }, (row) => row.university.startsWith('Toshkent') && row.status === 'accepted'],
    [{ status: ['accepted', 'pending'] }, (row) => row.status === 'accepted' || row.status === 'pending'],
  ];
  for (const [filter, keeps] of cases) {
    const found = rows.filter(keeps).map((row) => row.id);
    for (const page of [1, 2, 3]) {
      const { count, is_exact, rows: shown } = await readReceived(world.db, reader, query({ ...filter, page }));
      expect([filter, page, shown.map((row) => row.id)]).toEqual([filter, page, found.slice(page * 20 - 20, page * 20)]);
      // A lower bound: at least the page, at most the matches.
      expect(is_exact ? count === found.length : count <= found.length && count > page * 20).toBe(true);
    }
  }
  const list = rows.filter((row) => row.university.startsWith('Toshkent')).map((row) => row.id);
  const place = list.findIndex((_, at) => at > list.length / 2);
  const undecided = new Set(rows.filter((row) => row.status === 'pending').map((row) => row.id));
  expect(await readNeighbours(world.db, reader, list[place] as number, { search: 'toshkent' })).toEqual({
    previous: list[place - 1],
    next: list[place + 1],
    next_undecided: list.slice(place + 1).find((id) => undecided.has(id)),
  });
});
