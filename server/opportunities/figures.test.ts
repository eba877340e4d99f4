import { beforeAll, expect, test } from 'vitest';
import { type OpportunitySummary, opportunityCalls } from '#contract/opportunity.ts';
import { opportunityTypes } from '#contract/opportunity-rules.ts';
import { normalizeForSearch } from '#contract/textNormalization.ts';
import type { Actor } from '../http/actor.ts';
import { anAdmin, anOrganizer, aWorld } from '../testing/world.ts';

const world = aWorld();
const production = aWorld({ production: true });
const types = Object.keys(opportunityTypes);
const statuses = ['published', 'published', 'published', 'draft', 'closed', 'cancelled', 'archived'] as const;
const places = ['Toshkent', 'Samarqand', 'Buxoro', 'Farg‘ona'];
const today = '2026-09-10';

interface Item {
  title: string;
  organization_id: number;
  opportunity_type: string;
  status: (typeof statuses)[number];
  featured: boolean;
  is_remote: boolean;
  location: string;
  application_deadline: string | null;
  start_date: string;
  application_count: number;
  min_gpa: string | null;
  deleted: boolean;
  created: number;
}
let owner: Actor & { organization_id: number };
const items: Item[] = [];

beforeAll(async () => {
  owner = await anOrganizer(world);
  const other = await anOrganizer(world);
  for (let n = 0; n < 250; n += 1) {
    const day = String(1 + ((n * 7) % 28)).padStart(2, '0');
    items.push({
      title: `${String.fromCharCode(97 + ((n * 5) % 26))} dastur ${String(n).padStart(3, '0')}`,
      organization_id: (n % 3 === 0 ? other : owner).organization_id,
      opportunity_type: types[(n * 3) % types.length] as string,
      status: statuses[n % statuses.length] as Item['status'],
      featured: n % 5 === 0,
      is_remote: n % 4 === 0,
      location: places[n % places.length] as string,
      application_deadline: n % 11 === 0 ? null : `2026-09-${day}`,
      start_date: `2026-11-${day}`,
      application_count: (n * 13) % 40,
      min_gpa: [null, '3.0', '4,5', '80%', '3.5/4'][n % 5] as string | null,
      deleted: n % 17 === 0,
      created: n,
    });
  }
  await world.db
    .insertInto('opportunities')
    .values(
      items.map(({ deleted, created, ...item }) => {
        const at = new Date(world.clock.now.getTime() - ((created * 37) % 250) * 60_000);
        return {
          ...item,
          fold: normalizeForSearch(item.title),
          description: 'Tavsif',
          created_at: at,
          updated_at: at,
          published_at: at,
          deleted_at: deleted ? at : null,
        };
      }),
    )
    .execute();
});

const isOpen = ({ application_deadline }: Item) => application_deadline === null || application_deadline >= today;
const isListed = (item: Item) => item.status === 'published' && !item.deleted;
const isOwn = (item: Item) => item.organization_id === owner.organization_id && !item.deleted;
const newness = (item: Item) => -((item.created * 37) % 250);

/** Titles of all pages of a list, following `next`. */
const allPages = async (query: Record<string, unknown>, actor: Actor | null = null) => {
  const cards: OpportunitySummary[] = [];
  for (let page = 1; ; page += 1) {
    const { reply } = await world.ask(actor, opportunityCalls.list, { query: { ...query, page, page_size: 9 } as never });
    cards.push(...reply.results);
    if (!reply.next) {
      expect(reply.count).toBe(cards.length);
      return cards.map((card) => card.title);
    }
  }
};
const titles = (chosen: Item[]) => chosen.map((item) => item.title);
const newestFirst = (chosen: Item[]) => titles([...chosen].sort((a, b) => newness(b) - newness(a)));

test('figures of the organization', async () => {
  const { reply } = await world.ask(owner, opportunityCalls.stats);
  const own = items.filter(isOwn);
  const explicit = (item: Item) => ['closed', 'cancelled', 'archived'].includes(item.status);
  expect(reply).toEqual({
    total: own.length,
    active: own.filter((item) => !explicit(item) && isOpen(item)).length,
    closed: own.filter((item) => explicit(item) || !isOpen(item)).length,
    draft: own.filter((item) => item.status === 'draft').length,
    total_applications: own.reduce((sum, item) => sum + item.application_count, 0),
  });
  expect(reply.active + reply.closed).toBe(reply.total);
  expect(reply.total).toBeGreaterThan(100);
});

test('figures of an organization without opportunities are 0', async () => {
  expect((await world.ask(await anOrganizer(world), opportunityCalls.stats)).reply).toEqual({
    total: 0,
    active: 0,
    closed: 0,
    draft: 0,
    total_applications: 0,
  });
});

test('categories count open published opportunities by type', async () => {
  const { reply } = await world.ask(null, opportunityCalls.categories);
  const count = (type: string) => items.filter((item) => isListed(item) && isOpen(item) && item.opportunity_type === type).length;
  expect(reply.map(({ value, count }) => [value, count])).toEqual(types.map((type) => [type, count(type)]));
});

test.each<[Record<string, unknown>, (item: Item) => boolean]>([
  [{}, () => true],
  [{ is_active: true }, isOpen],
  [{ is_active: false }, (item) => !isOpen(item)],
  [{ featured: true, is_remote: true }, (item) => item.featured && item.is_remote],
  [{ opportunity_type: 'camp,grant', is_remote: false }, (item) => ['camp', 'grant'].includes(item.opportunity_type) && !item.is_remote],
  [{ location: 'samar' }, (item) => item.location === 'Samarqand'],
  [{ title: 'DASTUR 1' }, (item) => item.title.includes('dastur 1')],
  [{ deadline_after: '2026-09-20' }, (item) => item.application_deadline === null || item.application_deadline >= '2026-09-20'],
  [{ min_gpa: '3.2' }, (item) => item.min_gpa !== '4,5' && item.min_gpa !== '3.5/4'],
  [{ min_gpa: '4' }, (item) => item.min_gpa !== '4,5'],
])('filters the public list by %j', async (query, fits) => {
  const chosen = items.filter((item) => isListed(item) && fits(item));
  expect(chosen.length).toBeGreaterThan(0);
  expect(await allPages(query)).toEqual(newestFirst(chosen));
});

test('the organization’s list, unfiltered and by status', async () => {
  expect(await allPages({ scope: 'mine' }, owner)).toEqual(newestFirst(items.filter(isOwn)));
  const shut = items.filter((item) => isOwn(item) && (item.status === 'closed' || item.status === 'archived'));
  expect(await allPages({ scope: 'mine', status: 'archived' }, owner)).toEqual(newestFirst(shut));
});

test.each<[Record<string, unknown>, (item: Item) => boolean]>([
  [{ status: 'draft' }, ({ status }) => status === 'draft'],
  [{ status: 'closed' }, ({ status }) => status === 'closed' || status === 'archived'],
  [{ status: 'published,cancelled' }, ({ status }) => status === 'published' || status === 'cancelled'],
  [{ is_active: true }, (item) => item.status === 'published' && isOpen(item)],
  [{ is_active: false }, (item) => item.status !== 'published' || !isOpen(item)],
  [{ status: 'draft', featured: true }, (item) => item.status === 'draft' && item.featured],
  [{ opportunity_type: 'camp,grant', is_remote: true }, (item) => ['camp', 'grant'].includes(item.opportunity_type) && item.is_remote],
  [
    { location: 'samar', deadline_after: '2026-09-15' },
    (item) => item.location === 'Samarqand' && (item.application_deadline ?? '9') >= '2026-09-15',
  ],
  [{ title: 'dastur 1', min_gpa: '3.2' }, (item) => item.title.includes('dastur 1') && item.min_gpa !== '4,5' && item.min_gpa !== '3.5/4'],
  [{ search: 'dastur' }, () => true],
  [{ search: 'ДАСТУР', status: 'archived' }, ({ status }) => status === 'closed' || status === 'archived'],
  [{ search: 'dastur', status: 'draft', is_remote: false }, (item) => item.status === 'draft' && !item.is_remote],
])('filters the organization’s list by %j', async (query, fits) => {
  const chosen = items.filter((item) => isOwn(item) && fits(item));
  expect(chosen.length).toBeGreaterThan(0);
  expect(await allPages({ scope: 'mine', ...query }, owner)).toEqual(newestFirst(chosen));
});

test('mine/active and featured return their filter without drafts and closed opportunities', async () => {
  const pages = async (call: typeof opportunityCalls.active, actor: Actor | null) => {
    const first = (await world.ask(actor, call, { query: { page_size: 100 } })).reply;
    expect(first.next).toBeNull();
    return first.results.map(({ title }) => title);
  };
  const active = items.filter((item) => isOwn(item) && item.status === 'published' && isOpen(item));
  expect(await pages(opportunityCalls.active, owner)).toEqual(newestFirst(active));
  const featured = items.filter((item) => isListed(item) && item.featured);
  for (const actor of [null, owner])
    expect(await pages(opportunityCalls.featured as unknown as typeof opportunityCalls.active, actor)).toEqual(newestFirst(featured));
});

test('the row counts are for administrators and return 404 in production', async () => {
  const { reply } = await world.ask(await anAdmin(world), opportunityCalls.debug);
  const present = items.filter((item) => !item.deleted);
  const count = (status: string) => present.filter((item) => item.status === status).length;
  expect(reply).toEqual({
    by_status: Object.fromEntries(['draft', 'published', 'closed', 'cancelled', 'archived'].map((status) => [status, count(status)])),
    deleted: items.length - present.length,
    search_words: reply.search_words,
    drafts: 0,
  });
  expect(reply.search_words).toBeGreaterThan(0);
  for (const actor of [null, await anAdmin(production), await anOrganizer(production)]) {
    const { status, body } = await production.ask(actor, opportunityCalls.debug);
    expect([status, body.code]).toEqual([404, 'not_found']);
  }
});

test.each<[string, (item: Item) => string | number | null]>([
  ['title', (item) => item.title],
  ['application_deadline', (item) => item.application_deadline],
  ['application_count', (item) => item.application_count],
  ['start_date', (item) => item.start_date],
  ['created_at', newness],
])('orders by %s, ascending and descending', async (field, key) => {
  const compare = (a: Item, b: Item) => {
    const [x, y] = [key(a), key(b)];
    if (x === null || y === null) return 0;
    return x < y ? -1 : x > y ? 1 : 0;
  };
  const chosen = items.filter(isListed);
  const [known, unknown] = [chosen.filter((item) => key(item) !== null), chosen.filter((item) => key(item) === null)];
  // Ties are ordered by id in the same direction; rows without a value come last in both.
  const up = titles([...known].sort((a, b) => compare(a, b) || a.created - b.created));
  const down = titles([...known].sort((a, b) => compare(b, a) || b.created - a.created));
  const isOwnTitle = (title: string) => items.some((item) => item.title === title && isOwn(item));
  expect(await allPages({ ordering: field, scope: 'mine', status: 'published' }, owner)).toEqual(
    [...up, ...titles(unknown)].filter(isOwnTitle),
  );
  expect(await allPages({ ordering: `-${field}`, scope: 'mine', status: 'published', search: 'dastur' }, owner)).toEqual(
    [...down, ...titles(unknown).reverse()].filter(isOwnTitle),
  );
  expect(await allPages({ ordering: field })).toEqual([...up, ...titles(unknown)]);
  expect(await allPages({ ordering: `-${field}` })).toEqual([...down, ...titles(unknown).reverse()]);
});
