import { expect, test } from 'vitest';
import { opportunityCalls } from '#contract/opportunity.ts';
import { loadReferenceData } from '../../db/referenceData.ts';
import { otherSpellings, rewritableWords } from '../../testing/spellings.ts';
import { aWorld } from '../../testing/world.ts';
import { importProgrammes } from './import.ts';

const world = aWorld();

const aRecord = (id: string, values: Record<string, unknown> = {}) =>
  JSON.stringify({
    id,
    title: `Programme ${id}`,
    description: 'About it.',
    opportunity_type: 'conference',
    organization_name: 'Webdev',
    organization_type: 'company',
    country: 'Germaniya',
    country_code: 'DE',
    city: 'Köln',
    location: 'Köln, Germaniya',
    is_remote: false,
    start_date: null,
    end_date: null,
    application_deadline: null,
    max_applications: null,
    website: 'https://example.com',
    tags: ['web'],
    skills: [],
    source: 'somewhere',
    ...values,
  });
const run = async (lines: string[]) => {
  const bad: [number, string][] = [];
  const report = await importProgrammes(world.db, lines, { now: world.clock.now, onBad: (line, reason) => bad.push([line, reason]) });
  return { ...report, bad };
};
const readAll = async () => ({
  opportunities: await world.db.selectFrom('opportunities').selectAll().orderBy('id').execute(),
  organizations: await world.db.selectFrom('organizations').selectAll().orderBy('id').execute(),
  skills: await world.db.selectFrom('opportunity_skills').selectAll().orderBy('opportunity_id').orderBy('position').execute(),
});

const hostile = "c't <webdev>";
const file = [
  aRecord('1', { title: hostile, skills: ['Python', 'No such skill', 'Git'] }),
  '{"id": "2", "title": "half',
  aRecord('3', { title: '  ' }),
  aRecord('4', { opportunity_type: 'party' }),
  '',
  aRecord('5', { organization_name: 'WEBDEV' }),
  aRecord('6', { country_code: 'AT' }),
  aRecord('7', { start_date: '2019-05-10', end_date: '2019-05-01' }),
  aRecord('8', { title: 'a\u0000b' }),
  '[1]',
  aRecord('1', { title: 'Twice' }),
  aRecord('9', { website: 'javascript:alert(1)', organization_name: 'Zararli' }),
];

test('imports valid lines, reports each invalid line by number and reason, and a second run changes nothing', async () => {
  await loadReferenceData(world.db);
  const first = await run(file);
  expect([first.created, first.known, first.skipped]).toEqual([4, 1, 6]);
  expect(first.bad.map(([line]) => line)).toEqual([2, 3, 4, 8, 9, 10]);
  expect(first.bad[0]).toEqual([2, 'not valid JSON']);
  expect(first.bad[1]?.[1]).toMatch(/^title: missing/);
  expect(first.bad[2]).toEqual([4, 'opportunity_type: unknown type']);
  expect(first.bad[3]).toEqual([8, 'end_date: before start_date']);
  const before = await readAll();
  expect(before.organizations.map((one) => [one.name, one.website, one.is_verified])).toEqual([
    ['Webdev', 'https://example.com/', false],
    ['Webdev', 'https://example.com/', false],
    ['Zararli', null, false],
  ]);
  expect(before.skills).toHaveLength(2);
  world.clock.now = new Date(world.clock.now.getTime() + 40 * 24 * 3600_000);
  const second = await run(file);
  expect([second.created, second.known, second.skipped]).toEqual([0, 5, 6]);
  expect(await readAll()).toEqual(before);
});

test('stores and returns a title with special characters unchanged, and finds it', async () => {
  const { reply } = await world.ask(null, opportunityCalls.list, { query: { search: hostile } });
  expect(reply.results.map((one) => one.title)).toEqual([hostile]);
});

test('shifts dates together into the coming year', async () => {
  world.clock.now = new Date('2026-09-10T07:00:00Z');
  await run([
    aRecord('d1', { application_deadline: '2019-11-01', start_date: '2020-02-10', end_date: '2020-02-12' }),
    aRecord('d2', { start_date: '2014-08-01', end_date: '2014-08-03' }),
    aRecord('d3', { application_deadline: '2020-02-29' }),
    aRecord('d4'),
    aRecord('d5', { application_deadline: '2026-09-10', start_date: '2026-10-01' }),
  ]);
  const rows = await world.db
    .selectFrom('opportunities')
    .select(['import_key', 'application_deadline', 'start_date', 'end_date'])
    .where('import_key', 'like', 'import:d%')
    .orderBy('import_key')
    .execute();
  expect(rows.map(({ application_deadline, start_date, end_date }) => [application_deadline, start_date, end_date])).toEqual([
    ['2026-11-01', '2027-02-10', '2027-02-12'],
    ['2027-07-02', '2027-08-01', '2027-08-03'],
    ['2027-02-28', null, null],
    [null, null, null],
    ['2027-09-10', '2027-10-01', null],
  ]);
});

test('finds every word of an imported title in Cyrillic and with any apostrophe', async () => {
  const titles = [
    'Xalqaro yoshlar forumi: O‘zbekiston va qo‘shnilar',
    'Sun’iy intellekt bo‘yicha yozgi maktab',
    'G‘oyalar tanlovi — ma’naviyat va san’at',
    'Мустақил ўқиш учун грант',
    'Machine Learning Summer School in Tashkent',
    'NYC Parks: plant a tree, grow a garden',
    'Kubernetes: improve documentation for new users',
    'Jahon iqtisodiyoti va diplomatiyasi olimpiadasi',
  ];
  const report = await run(titles.map((title, index) => aRecord(`search-${index}`, { title })));
  expect([report.created, report.bad]).toEqual([titles.length, []]);
  const missed: string[] = [];
  let searches = 0;
  for (const title of titles) {
    for (const form of rewritableWords(title).flatMap(otherSpellings)) {
      searches += 1;
      const { reply } = await world.ask(null, opportunityCalls.list, { query: { search: form, page_size: 100 } as never });
      if (reply.suggestion || !reply.results.some((one) => one.title === title)) missed.push(`${form} in ${title}`);
    }
  }
  expect(missed).toEqual([]);
  expect(searches).toBeGreaterThan(60);
});

test('treats null fields as absent, and accepts names without letters', async () => {
  const empty = { country: null, country_code: null, city: null, location: null, is_remote: null, website: null, tags: null, skills: null };
  const lines = ['+++', '!?!'].map((organization_name, at) => aRecord(`n${at}`, { ...empty, organization_name, title: `Nulls ${at}` }));
  expect(await run(lines)).toEqual({ created: 2, known: 0, skipped: 0, bad: [] });
  expect(await run(lines)).toEqual({ created: 0, known: 2, skipped: 0, bad: [] });
  const { reply } = await world.ask(null, opportunityCalls.list, { query: { search: 'nulls', ordering: 'title' } });
  expect(reply.results.map((one) => [one.title, one.organization_name, one.is_remote, one.tags])).toEqual([
    ['Nulls 0', '+++', false, []],
    ['Nulls 1', '!?!', false, []],
  ]);
});
