import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { organizationCalls } from '#contract/organization.ts';
import { buildApp } from '../app.ts';
import type { Actor } from '../http/actor.ts';
import { createResponseCache } from '../http/responseCache.ts';
import { anAdmin, anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
const ids: Record<string, number> = {};

beforeAll(async () => {
  const make = async (name: string, values: Record<string, unknown> = {}) => {
    ids[name] = (
      await anOrganizer(world, { name, phone: '+998900000000', email: 'ichki@example.uz', address: 'Maxfiy ko‘cha', ...values })
    ).organization_id;
  };
  await make('Yoshlar ittifoqi', {
    organization_type: 'nonprofit',
    city: 'Toshkent',
    website: 'https://y.uz/',
    response_rate: 90,
    median_answer_days: 3,
  });
  await make('Zarafshon universiteti', { is_verified: true });
  await make('Ўзбек жамғармаси', { organization_type: 'foundation' });
  await make('aloqa kompaniyasi', { organization_type: 'company' });
  await make('Yoshlar to‘xtagan markazi', { is_active: false });
});
const names = async (query: Record<string, unknown> = {}, actor: Actor | null = null) => {
  const { reply } = await world.ask(actor, organizationCalls.list, { query: query as never });
  expect(reply.count).toBe(reply.results.length);
  return reply.results.map(({ name }) => name);
};

test('lists active organizations, verified first, then by name, the same for every caller', async () => {
  const all = ['Zarafshon universiteti', 'Yoshlar ittifoqi', 'aloqa kompaniyasi', 'Ўзбек жамғармаси'];
  const listed = await names();
  expect([listed[0], new Set(listed)]).toEqual([all[0], new Set(all)]);
  expect(listed.indexOf('aloqa kompaniyasi')).toBeLessThan(listed.indexOf('Yoshlar ittifoqi'));
  for (const actor of [await aStudent(world), await anAdmin(world)]) expect(await names({}, actor)).toEqual(listed);
});

test.each([
  ['yoshlar', ['Yoshlar ittifoqi']],
  ['Ёшлар', ['Yoshlar ittifoqi']],
  ["o'zbek", ['Ўзбек жамғармаси']],
  ['O‘ZBEK JAMG‘ARMASI', ['Ўзбек жамғармаси']],
  ['jamgarma', ['Ўзбек жамғармаси']],
  ['univer', ['Zarafshon universiteti']],
  ['univer yoshlar', []],
  ['ersiteti', []],
  ['!!!', []],
  ["' | a:* & !b", []],
  ['%', []],
])('search for %s', async (search, found) => {
  expect(await names({ search })).toEqual(found);
});

test('filters by type, pages, and returns 404 beyond the last page', async () => {
  expect(await names({ organization_type: 'foundation,company' })).toHaveLength(2);
  const page = (await world.ask(null, organizationCalls.list, { query: { page: 2, page_size: 3 } })).reply;
  expect([page.count, page.results.length, page.next, page.previous]).toEqual([4, 1, null, '/api/organizations/?page=1&page_size=3']);
  expect((await world.ask(null, organizationCalls.list, { query: { page: 3, page_size: 3 } })).status).toBe(404);
  expect((await world.ask(null, organizationCalls.list, { query: { organization_type: 'bank' } as never })).status).toBe(400);
});

test('the public page has no phone, e-mail or address', async () => {
  const id = Number(ids['Yoshlar ittifoqi']);
  for (const values of [
    {},
    { application_deadline: null },
    { application_deadline: '2026-09-09' },
    { status: 'draft' },
    { deleted_at: world.clock.now },
  ])
    await anOpportunity(world, id, values);
  await anOpportunity(world, Number(ids['aloqa kompaniyasi']));
  const before = world.statements();
  const { reply } = await world.ask(null, organizationCalls.detail, { params: { id } });
  expect(world.statements() - before).toBe(1);
  expect(reply).toEqual({
    id,
    name: 'Yoshlar ittifoqi',
    organization_type: 'nonprofit',
    organization_type_display: 'Notijorat tashkilot',
    description: null,
    logo: null,
    website: 'https://y.uz/',
    city: 'Toshkent',
    country: null,
    linkedin_url: null,
    twitter_url: null,
    facebook_url: null,
    is_verified: false,
    opportunity_count: 2,
    response_rate: 90,
    median_answer_days: 3,
  });
  const list = (await world.ask(null, organizationCalls.list)).reply;
  expect(list.results.find((one) => one.id === id)).toEqual(reply);
});

test('returns 404 for an inactive organization, as for an unknown one', async () => {
  const missing = await world.ask(null, organizationCalls.detail, { params: { id: 2147483647 } });
  const still = await world.ask(null, organizationCalls.detail, { params: { id: Number(ids['Yoshlar to‘xtagan markazi']) } });
  expect([still.status, still.body]).toEqual([404, missing.body]);
});

test('a list costs one statement for any page size, and one for concurrent signed-out visitors', async () => {
  for (const page_size of [1, 3]) {
    const before = world.statements();
    expect((await world.ask(null, organizationCalls.list, { query: { page_size } })).reply.results).toHaveLength(page_size);
    expect(world.statements() - before).toBe(1);
  }
  const app = await buildApp({ ...world.deps, responseCache: createResponseCache({ time: () => 0 }) });
  const before = world.statements();
  const answers = await Promise.all(Array.from({ length: 5 }, () => app.inject({ url: '/api/organizations/?search=yoshlar' })));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
  expect(world.statements() - before).toBe(1);
  await app.close();
});

test('lists and searches 20,000 organizations by index', async () => {
  await sql`
    insert into organizations (name, organization_type, fold, created_at, updated_at)
    select 'Tashkilot ' || n, 'company', ' tashkilot ' || n || ' ', now(), now() from generate_series(1, 20000) n`.execute(world.db);
  await sql`vacuum analyze organizations`.execute(world.db);
  const plan = async (query: ReturnType<typeof sql>) => {
    const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(world.db);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const listed = await plan(
    sql`select id from organizations g where g.is_active order by g.is_verified desc, lower(g.name), g.id limit 20`,
  );
  expect(listed).toContain('organizations_listed');
  const found = await plan(sql`select id from organizations g where g.is_active and words_of(g.fold) @@ '(''zarafshon'':*)'::tsquery`);
  expect(found).toContain('organizations_words');
  // Whole words first, then prefixes.
  expect((await names({ search: 'tashkilot 777' })).slice(0, 2)).toEqual(['Tashkilot 777', 'Tashkilot 7770']);
});
