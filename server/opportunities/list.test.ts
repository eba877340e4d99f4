import { beforeAll, expect, test } from 'vitest';
import { opportunityCalls } from '#contract/opportunity.ts';
import type { Actor } from '../http/actor.ts';
import { anAdmin, anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';
import { filterConditions } from './filters.ts';

const world = aWorld();
let owner: Actor & { organization_id: number };
let other: Actor & { organization_id: number };
let student: Actor;
const ids: Record<string, number> = {};

/** A number of seconds after the clock, so that the order of creation is fixed. */
const later = (seconds: number) => new Date(world.clock.now.getTime() + seconds * 1000);

beforeAll(async () => {
  owner = await anOrganizer(world, { name: 'Yoshlar markazi' });
  other = await anOrganizer(world, { name: 'Boshqa tashkilot', organization_type: 'company' });
  student = await aStudent(world);
  const make = async (name: string, organization: { organization_id: number }, values: Record<string, unknown>) => {
    ids[name] = await anOpportunity(world, organization.organization_id, {
      title: name,
      created_at: later(Object.keys(ids).length),
      ...values,
    });
  };
  await make('grant', owner, { min_gpa: '3,5', application_count: 2 });
  await make('remote camp', owner, { opportunity_type: 'camp', is_remote: true, location: 'Samarqand 100%', min_gpa: '4.5 / 5' });
  await make('featured', other, { featured: true, opportunity_type: 'mentoring', min_gpa: 'yaxshi baholar', application_count: 7 });
  await make('passed', other, { application_deadline: '2026-09-09', start_date: '2026-08-01' });
  await make('endless', other, { application_deadline: null, start_date: null });
  await make('draft', owner, { status: 'draft', published_at: null });
  await make('closed', owner, { status: 'closed' });
  await make('archived', owner, { status: 'archived' });
  await make('cancelled', owner, { status: 'cancelled' });
  await make('deleted', owner, { deleted_at: later(0), featured: true });
  await make('other draft', other, { status: 'draft', featured: true });
});

const titles = async (actor: Actor | null, query: Record<string, unknown>) => {
  const { reply } = await world.ask(actor, opportunityCalls.list, { query: query as never });
  expect(reply.count).toBe(reply.results.length);
  return reply.results.map((item) => item.title);
};
const allPublic = ['endless', 'passed', 'featured', 'remote camp', 'grant'];
const allOwn = ['cancelled', 'archived', 'closed', 'draft', 'remote camp', 'grant'];

test('lists published opportunities, newest first, for every viewer', async () => {
  for (const actor of [null, student, owner, other, await anAdmin(world)]) expect(await titles(actor, {})).toEqual(allPublic);
});

test('a card has all its fields', async () => {
  const { reply } = await world.ask(student, opportunityCalls.list, { query: { title: 'grant' } as never });
  expect(reply.results).toEqual([
    {
      id: ids.grant,
      title: 'grant',
      status: 'published',
      status_display: 'Faol',
      opportunity_type: 'grant',
      opportunity_type_display: 'Grant',
      organization_id: owner.organization_id,
      organization_name: 'Yoshlar markazi',
      organization_type: 'university',
      organization_type_display: 'Universitet',
      organization_logo: null,
      organization_is_verified: false,
      location: 'Toshkent',
      is_remote: false,
      featured: false,
      cover_image: null,
      compensation: null,
      tags: [],
      application_count: 2,
      max_applications: null,
      min_gpa: '3,5',
      application_deadline: '2026-10-01',
      days_until_deadline: 21,
      is_deadline_passed: false,
      can_apply: true,
      start_date: '2026-11-01',
      end_date: null,
      created_at: '2026-09-10T07:00:00Z',
      updated_at: '2026-09-10T07:00:00Z',
      published_at: '2026-09-10T07:00:00Z',
    },
  ]);
});

test.each([
  [{ opportunity_type: 'camp,mentoring' }, ['featured', 'remote camp']],
  [{ opportunity_type: ['camp', 'grant'] }, ['endless', 'passed', 'remote camp', 'grant']],
  [{ opportunity_type: '' }, allPublic],
  [{ featured: true }, ['featured']],
  [{ featured: 'false' }, ['endless', 'passed', 'remote camp', 'grant']],
  [{ is_remote: 'true' }, ['remote camp']],
  [{ is_active: true }, ['endless', 'featured', 'remote camp', 'grant']],
  [{ is_active: false }, ['passed']],
  [{ deadline_after: '2026-09-10' }, ['endless', 'featured', 'remote camp', 'grant']],
  [{ deadline_after: '2026-10-02' }, ['endless']],
  [{ location: 'SAMARQ' }, ['remote camp']],
  [{ location: '100%' }, ['remote camp']],
  [{ location: '1_0' }, []],
  [{ title: 'ENT' }, []],
  [{ title: 'atur' }, ['featured']],
  [{ title: 'ГРАНТ' }, ['grant']],
  [{ location: 'самарқ' }, ['remote camp']],
  [{ title: 'ь' }, []],
  [{ location: 'Ь\u00ad' }, []],
  [{ min_gpa: '3.5' }, ['endless', 'passed', 'featured', 'grant']],
  [{ min_gpa: '3,4' }, ['endless', 'passed', 'featured']],
  [{ min_gpa: '5' }, allPublic],
  [{ min_gpa: '' }, allPublic],
  [{ featured: '', is_remote: ' ', is_active: '', ordering: '', deadline_after: '', scope: '', page: '', page_size: '' }, allPublic],
  [{ status: 'published' }, allPublic],
  [{ status: 'closed' }, []],
  [{ status: 'draft' }, []],
  [{ status: 'draft,published' }, allPublic],
  [{ ordering: 'created_at' }, [...allPublic].reverse()],
  [{ ordering: 'title' }, ['endless', 'featured', 'grant', 'passed', 'remote camp']],
  [{ ordering: '-title' }, ['remote camp', 'passed', 'grant', 'featured', 'endless']],
  [{ ordering: 'application_deadline' }, ['passed', 'grant', 'remote camp', 'featured', 'endless']],
  [{ ordering: '-application_deadline' }, ['featured', 'remote camp', 'grant', 'passed', 'endless']],
  [{ ordering: '-application_count' }, ['featured', 'grant', 'endless', 'passed', 'remote camp']],
  [{ ordering: 'start_date' }, ['passed', 'grant', 'remote camp', 'featured', 'endless']],
] as const)('filters the public list by %j', async (query, expected) => {
  expect(await titles(null, query)).toEqual(expected);
});

test.each([
  [{}, allOwn],
  [{ status: 'closed' }, ['archived', 'closed']],
  [{ status: 'archived' }, ['archived', 'closed']],
  [{ status: 'draft' }, ['draft']],
  [{ status: 'cancelled,draft' }, ['cancelled', 'draft']],
  [{ is_active: true }, ['remote camp', 'grant']],
  [{ opportunity_type: 'camp' }, ['remote camp']],
] as const)('filters the organization’s list by %j', async (query, expected) => {
  expect(await titles(owner, { scope: 'mine', ...query })).toEqual(expected);
});

test('refuses the organization’s list to others than its members', async () => {
  const query = { scope: 'mine' as const };
  expect((await world.ask(null, opportunityCalls.list, { query })).body.code).toBe('unauthorized');
  expect((await world.ask(student, opportunityCalls.list, { query })).body.code).toBe('organizers_only');
  const formerMember = await anOrganizer(world);
  await world.db.deleteFrom('members').where('user_id', '=', formerMember.user_id).execute();
  const { status, body } = await world.ask(formerMember, opportunityCalls.list, { query });
  expect([status, body]).toEqual([404, { detail: 'Tashkilot profili topilmadi.', code: 'organization_not_found' }]);
});

test('featured, search and mine/active are filters of the same list', async () => {
  const listTitles = async (actor: Actor | null, call: 'featured' | 'search' | 'active') =>
    (await world.ask(actor, opportunityCalls[call] as typeof opportunityCalls.featured)).reply.results.map((item) => item.title);
  expect(await listTitles(null, 'featured')).toEqual(['featured']);
  expect(await listTitles(null, 'search')).toEqual(allPublic);
  expect(await listTitles(owner, 'active')).toEqual(['remote camp', 'grant']);
  expect(await listTitles(other, 'active')).toEqual(['endless', 'featured']);
  expect((await world.ask(student, opportunityCalls.active)).status).toBe(403);
});

test('pages link to each other, sizes are clamped, and a page beyond the last is 404', async () => {
  const list = (query: Record<string, unknown>) => world.ask(null, opportunityCalls.list, { query: query as never });
  const second = (await list({ page: 2, page_size: 2, ordering: 'title' })).reply;
  expect([second.count, second.results.map((item) => item.title)]).toEqual([5, ['grant', 'passed']]);
  expect([second.next, second.previous]).toEqual([
    '/api/opportunities/?page=3&page_size=2&ordering=title',
    '/api/opportunities/?page=1&page_size=2&ordering=title',
  ]);
  expect((await list({ page: 3, page_size: 2 })).reply.next).toBeNull();
  expect((await list({ page: 4, page_size: 2 })).body.code).toBe('not_found');
  expect((await list({ page: 999999999 })).status).toBe(404);
  expect((await list({ page_size: 100000 })).reply.results).toHaveLength(5);
  expect((await list({ page_size: 0 })).reply.results).toHaveLength(1);
  const sizes = async (page_size: string) => (await list({ page_size })).reply.results.length;
  expect([await sizes('-5'), await sizes('0'), await sizes('99999999999')]).toEqual([1, 1, 5]);
  for (const beyond of ['9999999999', '9'.repeat(50)]) expect((await list({ page: beyond })).status).toBe(404);
  for (const wrong of [{ page: 0 }, { page: -1 }, { page: 'x' }, { page_size: 'x' }, { page: 1.5 }])
    expect((await list(wrong)).status).toBe(400);
  expect((await list({ title: 'yo‘q narsa' })).reply).toEqual({ count: 0, next: null, previous: null, results: [] });
});

test.each([
  ['grant', 1, 0],
  ['O’quv', 1, 1],
  ['Грант', 2, 0],
  ['Ўқув', 2, 1],
  ['ь', 1, 0],
])('filtering by %s reads the column %i times and translates apostrophes %i times', (location, readings, apostrophes) => {
  const { sql } = filterConditions({ location }, null, '2026-09-10').compile(world.db);
  expect([sql.split(' ilike ').length - 1, sql.split('translate(').length - 1]).toEqual([readings, apostrophes]);
});

test('reports an invalid filter value as a field error, also within a list', async () => {
  const wrong = 'Ro‘yxatdagi qiymatlardan birini tanlang.';
  for (const query of ['opportunity_type=x', 'opportunity_type=grant,x', 'opportunity_type=grant&opportunity_type=x']) {
    const { statusCode, body } = await world.app.inject({ url: `/api/opportunities/?${query}`, headers: { 'accept-language': 'uz' } });
    expect([query, statusCode, JSON.parse(body)]).toEqual([query, 400, { opportunity_type: [wrong] }]);
  }
});

test('an unknown ordering is refused with the allowed ones, an unknown value is refused', async () => {
  const { status, body } = await world.ask(null, opportunityCalls.list, { query: { ordering: 'password_hash' } as never });
  expect([status, Object.keys(body)]).toEqual([400, ['ordering']]);
  expect(body.ordering[0]).toContain('-application_deadline');
  const unknown = ['Ro‘yxatdagi qiymatlardan birini tanlang.'];
  const wrong = await world.ask(null, opportunityCalls.list, { query: { opportunity_type: 'grant,x,y', status: 'z' } as never });
  expect([wrong.status, wrong.body]).toEqual([400, { opportunity_type: unknown, status: unknown }]);
  for (const query of [{ opportunity_type: 'x' }, { status: 'x' }, { min_gpa: 'x' }, { deadline_after: '2026-02-30' }, { scope: 'all' }])
    expect((await world.ask(null, opportunityCalls.list, { query: query as never })).status).toBe(400);
});

test('reads a list in one statement, for one row and for three', async () => {
  const count = async (query: Record<string, unknown>, actor: Actor | null = student) => {
    const before = world.statements();
    const { reply } = await world.ask(actor, opportunityCalls.list, { query: query as never });
    return [reply.results.length, world.statements() - before];
  };
  expect(await count({ page_size: 1 })).toEqual([1, 1]);
  expect(await count({ page_size: 3 })).toEqual([3, 1]);
  expect(await count({ page_size: 3, scope: 'mine' }, owner)).toEqual([3, 1]);
});

test('categories count published opportunities with an open deadline', async () => {
  const { reply } = await world.ask(null, opportunityCalls.categories);
  expect(reply.map(({ value, count }) => [value, count])).toEqual([
    ['conference', 0],
    ['volunteer', 0],
    ['international_events', 0],
    ['scholarship', 0],
    ['camp', 1],
    ['grant', 2],
    ['mentoring', 1],
    ['academic_program', 0],
  ]);
  expect(reply[2]?.label).toBe('Xalqaro tadbirlar');
});
