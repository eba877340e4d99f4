import fs from 'node:fs';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { accountCalls } from '#contract/account.ts';
import { opportunityCalls } from '#contract/opportunity.ts';
import { organizationCalls } from '#contract/organization.ts';
import { matchTier, normalizeForSearch } from '#contract/textNormalization.ts';
import type { Actor } from '../http/actor.ts';
import { otherSpellings, rewritableWords } from '../testing/spellings.ts';
import { anOpportunity, anOrganizer, aWorld } from '../testing/world.ts';
import { opportunitySearchText } from './search.ts';

const dataFile = (name: string) => fs.readFileSync(new URL(`../../data/${name}`, import.meta.url), 'utf8');
const { cases } = JSON.parse(dataFile('uz-text-cases.json')) as { cases: { id: string; query: string; text: string; tier: string }[] };

const world = aWorld();
let owner: Actor & { organization_id: number };

beforeAll(async () => {
  owner = await anOrganizer(world, { name: 'Qoya' });
});
afterEach(() => world.db.deleteFrom('opportunities').execute());

const item = (title: string, values: Record<string, unknown> = {}) =>
  anOpportunity(world, owner.organization_id, { title, opportunity_type: 'mentoring', location: null, ...values });
const requestList = (search: string, query: Record<string, unknown> = {}, actor: Actor | null = null) =>
  world.ask(actor, opportunityCalls.list, { query: { search, ...query } as never });
const titles = async (search: string, query: Record<string, unknown> = {}, actor: Actor | null = null) => {
  const { reply } = await requestList(search, query, actor);
  return { titles: reply.results.map((one) => one.title), suggestion: reply.suggestion ?? false };
};

test.each(cases)('$id $tier: $query in $text', async ({ query, text, tier }) => {
  await item(text);
  await item('Qoya', { status: 'draft' });
  expect(await titles(query)).toEqual({ titles: tier === 'none' ? [] : [text], suggestion: tier === 'loose' });
});

test('sorts whole words before prefixes, and by the ordering within each tier', async () => {
  await item('Robotexnika lageri', { start_date: '2026-11-03' });
  await item('Robot tanlovi', { start_date: '2026-11-02' });
  await item('Katta robot', { start_date: '2026-11-01' });
  await item('Robotlar bayrami', { start_date: '2026-10-30' });
  await item('Robto o‘yini');
  expect(await titles('robot', { ordering: 'start_date' })).toEqual({
    titles: ['Katta robot', 'Robot tanlovi', 'Robotlar bayrami', 'Robotexnika lageri'],
    suggestion: false,
  });
  expect((await titles('robot', { ordering: '-start_date' })).titles[0]).toBe('Robot tanlovi');
  expect((await titles('robot', { ordering: 'start_date', page_size: 2, page: 2 })).titles).toEqual([
    'Robotlar bayrami',
    'Robotexnika lageri',
  ]);
});

test('sorts loose matches after whole words and prefixes', async () => {
  await item('Ozbekiston safari', { created_at: '2026-09-01T00:00:00Z' });
  await item('Ozbekistonlik yoshlar', { created_at: '2026-09-02T00:00:00Z' });
  await item('O‘zbekiston granti', { created_at: '2026-09-03T00:00:00Z' });
  await item('O‘zbekistonlik olimlar', { created_at: '2026-09-04T00:00:00Z' });
  await item('Boshqa');
  const loose = ['O‘zbekistonlik olimlar', 'O‘zbekiston granti'];
  expect(await titles('ozbekiston')).toEqual({ titles: ['Ozbekiston safari', 'Ozbekistonlik yoshlar', ...loose], suggestion: false });
  expect((await titles('ozbekiston', { page_size: 2, page: 2 })).titles).toEqual(loose);
  expect((await requestList('ozbekiston', { page_size: 1 })).reply.count).toBe(4);
  expect((await titles("o'zbekiston")).titles.slice(0, 2)).toEqual(['O‘zbekiston granti', 'O‘zbekistonlik olimlar']);
  expect((await titles('ozbekiston grant')).titles).toEqual(['O‘zbekiston granti']);
});

test('a suggestion sorts loose matches before typos', async () => {
  await item('xamkor', { created_at: '2026-09-01T00:00:00Z' });
  await item('hamkar', { created_at: '2026-09-02T00:00:00Z' });
  expect(await titles('xamkkor')).toEqual({ titles: ['xamkor', 'hamkar'], suggestion: true });
});

test('every word must match, in any order; one may be exact and one mistyped', async () => {
  await item('Yozgi dasturlash maktabi');
  await item('Yozgi til kursi');
  expect(await titles('maktab yozgi')).toEqual({ titles: ['Yozgi dasturlash maktabi'], suggestion: false });
  expect(await titles('yozgi dastrulash')).toEqual({ titles: ['Yozgi dasturlash maktabi'], suggestion: true });
  expect(await titles('yozgi samolyot')).toEqual({ titles: [], suggestion: false });
});

test('searches title, organization, tags, place and type, not the description', async () => {
  await item('Birinchi', {
    tags: ['sun’iy intellekt'],
    location: 'Samarqand, O‘zbekiston',
    opportunity_type: 'scholarship',
    description: 'Kosmos',
  });
  await item('Ikkinchi');
  for (const search of ['intellekt', 'самарқанд', 'стипендия', 'qoya birinchi'])
    expect(await titles(search)).toEqual({ titles: ['Birinchi'], suggestion: false });
  expect((await titles('qoya', { ordering: 'title' })).titles).toEqual(['Birinchi', 'Ikkinchi']);
  expect((await titles('kosmos')).titles).toEqual([]);
});

test.each(['amaliyot', 'стажировка', 'internship'])('finds an internship by its synonym %s', async (search) => {
  await item('Bankda amaliyot');
  await item('Yozgi maktab', { tags: ['internship'] });
  await item('Stajirovkalar haftaligi');
  await item('Boshqa');
  expect((await titles(search, { ordering: 'title' })).titles).toEqual(['Bankda amaliyot', 'Stajirovkalar haftaligi', 'Yozgi maktab']);
});

test('finds published opportunities only, also with typos; the own list finds drafts', async () => {
  await item('Grant', { status: 'draft' });
  await item('Grant', { status: 'closed' });
  await item('Grant', { deleted_at: world.clock.now });
  await item('Grantlar');
  for (const search of ['grant', 'grnat']) expect((await titles(search)).titles).toEqual(['Grantlar']);
  expect((await titles('grant', { scope: 'mine' }, owner)).titles.sort()).toEqual(['Grant', 'Grant', 'Grantlar']);
});

test('finds a renamed organization and a changed title by the new words only', async () => {
  const id = await item('Eski sarlavha');
  const other = await anOrganizer(world, { name: 'Boshqa' });
  await anOpportunity(world, other.organization_id, { title: 'Begona' });
  await world.db
    .updateTable('organizations')
    .set({ name: 'Cho‘qqi', fold: normalizeForSearch('Cho‘qqi') })
    .where('id', '=', owner.organization_id)
    .execute();
  await world.db
    .updateTable('opportunities')
    .set({ title: 'Yangi', fold: opportunitySearchText({ title: 'Yangi' }) })
    .where('id', '=', id)
    .execute();
  for (const search of ["cho'qqi", 'чўққи', 'yangi']) expect((await titles(search)).titles).toEqual(['Yangi']);
  expect(await titles('choqi')).toEqual({ titles: ['Yangi'], suggestion: true });
  for (const search of ['qoya', 'sarlavha']) expect((await titles(search)).titles).toEqual([]);
  await world.db
    .updateTable('organizations')
    .set({ name: 'Qoya', fold: normalizeForSearch('Qoya') })
    .where('id', '=', owner.organization_id)
    .execute();
});

test('creating and renaming over the API updates the search text', async () => {
  const body = {
    organization_name: 'Yulduz',
    organization_type: 'ngo',
    organization_country: 'O‘zbekiston',
    organization_city: 'Nukus',
    email: 'yulduz@example.uz',
    password: 'bahor-kuz-7391',
    password_confirm: 'bahor-kuz-7391',
  };
  const { id } = (await world.ask(null, accountCalls.register, { body })).reply;
  const actor: Actor = { user_id: id, user_type: 'organization', session_id: owner.session_id };
  const created = await world.ask(actor, opportunityCalls.create, {
    body: {
      title: 'Shaxmat',
      description: 'O‘yin',
      status: 'published',
      start_date: '2026-12-01',
      application_deadline: '2026-11-01',
      location: 'Nukus',
    },
  });
  for (const search of ['шахмат', 'юлдуз', 'konferensiya nukus']) expect((await titles(search)).titles).toEqual(['Shaxmat']);
  await world.ask(actor, opportunityCalls.update, { params: { id: created.reply.id }, body: { title: 'Tennis' } });
  expect((await titles('tennis nukus')).titles).toEqual(['Tennis']);
  await world.ask(actor, organizationCalls.update, { body: { name: 'Oydin' } });
  expect((await titles('oydin tennis')).titles).toEqual(['Tennis']);
  for (const search of ['shaxmat', 'yulduz']) expect((await titles(search)).titles).toEqual([]);
});

test('sends one statement when something matches, at most three', async () => {
  await item('Kosmik hamkorlik');
  const count = async (search: string) => {
    const before = world.statements();
    await requestList(search);
    return world.statements() - before;
  };
  expect([await count('kosmik hamkorlik'), await count('komsik hamkrolik'), await count('!!!')]).toEqual([1, 3, 1]);
});

test.each(['%', '_', '\\', '%%%', "'", "' or 1=1 --", 'qo_a', 'q%a', '\\q', '\u0000', '\ud800', '~qoya', '(((', '"', '$1', '😀', '\u0301'])(
  'treats %j as plain text',
  async (search) => {
    await item('Bir');
    const { status, body } = await requestList(search);
    expect([status, body.results.length]).toEqual([200, search === '~qoya' ? 1 : 0]);
  },
);

test('ignores a blank query and cuts a long one', async () => {
  await item('Bir');
  expect((await titles('  ')).titles).toEqual(['Bir']);
  expect((await titles(`bir${' '.repeat(97)}boshqa`)).titles).toEqual(['Bir']);
  expect((await requestList('a b c d e f g h i j k l m n o p q r s t u v w x y z '.repeat(200))).status).toBe(200);
  expect((await requestList('q'.repeat(5000))).reply.count).toBe(0);
  expect((await requestList('bir', { page: 2 })).status).toBe(404);
});

test('combines with filters', async () => {
  await item('Masofaviy kurs', { is_remote: true });
  await item('Joyida kurs');
  expect((await titles('kurs', { is_remote: true })).titles).toEqual(['Masofaviy kurs']);
  expect(await titles('kurss', { is_remote: true })).toEqual({ titles: ['Masofaviy kurs'], suggestion: true });
});

test('sorts by tier and ordering beyond the counted matches', async () => {
  await sql`
    insert into opportunities (organization_id, title, description, status, fold, created_at, updated_at)
    select ${owner.organization_id}, 'Ommaviy ' || n, '', 'published', ' ommaviy ', ${world.clock.now}::timestamptz - n * interval '1 minute', now()
    from generate_series(1, 10050) n`.execute(world.db);
  await item('Ommaviylik');
  const first = (await requestList('ommaviy', { page_size: 2 })).reply;
  expect([first.count, first.results.map((one) => one.title)]).toEqual([1000, ['Ommaviy 1', 'Ommaviy 2']]);
  const last = await item('Ommaviy oxirgisi', { created_at: '2020-01-01T00:00:00Z' });
  // A rare word with a common one; the only match is the last row of the ordering.
  expect((await requestList('oxirgisi ommaviy', { page_size: 1 })).reply).toMatchObject({ count: 1, results: [{ id: last }] });
  await world.db.deleteFrom('opportunities').where('id', '=', last).execute();
  expect((await titles('ommaviy', { page_size: 3, ordering: 'created_at' })).titles).toEqual([
    'Ommaviy 10050',
    'Ommaviy 10049',
    'Ommaviy 10048',
  ]);
  expect((await titles('ommaviy', { page_size: 1, ordering: 'title' })).titles).toEqual(['Ommaviy 1']);
  expect((await titles('omma', { page_size: 2 })).titles).toEqual(['Ommaviylik', 'Ommaviy 1']);
  expect((await titles('ommaviy', { page_size: 1, page: 5000 })).titles).toEqual(['Ommaviy 5000']);
  expect((await titles('omavi', { page_size: 1 })).titles).toEqual(['Ommaviylik']);
  const end = (await requestList('ommaviy', { page_size: 1, page: 10_051 })).reply;
  expect([end.count, end.results.map((one) => one.title)]).toEqual([10_051, ['Ommaviylik']]);
});

test('finds every word of the sample titles in Cyrillic and with every apostrophe', async () => {
  const samples = dataFile('sample-uz.jsonl')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { title: string }).title);
  const ids = new Map<string, number>();
  for (const title of samples) ids.set(title, await item(title));
  const found = async (search: string) => (await requestList(search, { page_size: 100 })).reply.results.map((one) => one.id);
  const missed: string[] = [];
  for (const title of samples.slice(0, 25)) {
    for (const word of rewritableWords(title)) {
      const forms = otherSpellings(word);
      for (const form of forms) {
        if (!(await found(form)).includes(ids.get(title) as number)) missed.push(`${form} (${word}): ${matchTier(form, title)}`);
      }
    }
  }
  expect(missed).toEqual([]);
});
