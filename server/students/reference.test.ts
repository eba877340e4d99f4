import { beforeAll, expect, test } from 'vitest';
import { studentCalls } from '#contract/student.ts';
import { normalizeForSearch } from '#contract/textNormalization.ts';
import type { Actor } from '../http/actor.ts';
import { anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
let me: Actor;

beforeAll(async () => {
  const { db } = world;
  me = await aStudent(world);
  const names = ['JavaScript', 'Java', '100% tayyor', 'Ma’lumotlar tahlili', 'Oracle Java'];
  await db
    .insertInto('skills')
    .values(names.map((name) => ({ name, category: 'technical', search_text: normalizeForSearch(name) })))
    .execute();
  const more = Array.from({ length: 205 }, (_, n) => ({
    name: `Vosita ${String(n).padStart(3, '0')}`,
    category: 'tool',
    search_text: `vosita ${n}`,
  }));
  await db.insertInto('skills').values(more).execute();
  await db
    .insertInto('universities')
    .values([
      {
        name: 'Toshkent davlat texnika universiteti',
        short_name: 'TDTU',
        city: 'Toshkent',
        region: 'Toshkent shahri',
        search_text: normalizeForSearch('toshkent davlat texnika universiteti tdtu'),
      },
      {
        name: 'Nukus davlat pedagogika instituti',
        short_name: null,
        city: 'Nukus',
        region: null,
        search_text: normalizeForSearch('nukus davlat pedagogika instituti'),
      },
    ])
    .execute();
  const exams = await db
    .insertInto('exams')
    .values([
      { code: 'sat', name: 'SAT', category: 'academic', provider: null, position: 2, search_text: normalizeForSearch('sat') },
      { code: 'ielts', name: 'IELTS', category: 'language', provider: null, position: 1, search_text: normalizeForSearch('ielts') },
    ])
    .returning('id')
    .execute();
  const section = { name_uz: 'Umumiy ball', min: 0, max: 9, step: 0.5, is_total: true };
  await db
    .insertInto('exam_sections')
    .values([
      { exam_id: exams[1]?.id ?? 0, name: 'Overall', position: 2, ...section },
      { exam_id: exams[1]?.id ?? 0, name: 'Reading', position: 1, ...section, name_uz: null, is_total: false },
    ])
    .execute();
});

const searchSkills = async (query: object) => (await world.ask(me, studentCalls.availableSkills, { query })).reply;

test('lists skills by name, 100 per page by default and 200 at most, in one statement', async () => {
  const before = world.statements();
  const page = await searchSkills({});
  expect(world.statements() - before).toBe(1);
  expect([page.count, page.results.length]).toEqual([210, 100]);
  expect(page.results.slice(0, 3).map(({ name }) => name)).toEqual(['100% tayyor', 'Java', 'JavaScript']);
  expect((await searchSkills({ page_size: 1000 })).results).toHaveLength(200);
  expect((await searchSkills({ page_size: 200, page: 2 })).results).toHaveLength(10);
});

test.each([
  ['java', ['Java', 'Oracle Java', 'JavaScript']],
  ['  ЖАВА ', ['Java', 'Oracle Java', 'JavaScript']],
  ['жаваск', []],
  ['JAVASCR', ['JavaScript']],
  ['100% t', ['100% tayyor']],
  ['ma`lumotlar', ['Ma’lumotlar tahlili']],
  ['Маълумотлар таҳлили', ['Ma’lumotlar tahlili']],
  ['%', []],
  ['_', []],
  ['yo‘q narsa', []],
])('search for %s returns %j, whole words first', async (search, names) => {
  const { count, results } = await searchSkills({ search });
  expect([count, results.map(({ name }) => name)]).toEqual([names.length, names]);
});

test('a search with hostile bytes returns no results', async () => {
  for (const search of ['\u0000', '\ud800', '\\', "'", 'x'.repeat(5000)]) {
    expect((await world.ask(me, studentCalls.availableSkills, { query: { search } })).reply.count).toBe(0);
  }
});

test('returns universities and exams with the fields that forms use', async () => {
  const { reply } = await world.ask(me, studentCalls.universities, { query: { search: 'tdtu' } });
  expect(reply.results).toEqual([
    {
      id: reply.results[0]?.id,
      name: 'Toshkent davlat texnika universiteti',
      short_name: 'TDTU',
      city: 'Toshkent',
      region: 'Toshkent shahri',
    },
  ]);
  const exams = (await world.ask(me, studentCalls.exams)).reply;
  expect(exams.results.map(({ name, sections }) => [name, sections.map((section) => section.name)])).toEqual([
    ['IELTS', ['Reading', 'Overall']],
    ['SAT', []],
  ]);
  const ielts = exams.results[0];
  const sections = (await world.ask(me, studentCalls.examSections, { params: { exam_id: ielts?.id ?? 0 } })).reply;
  expect(sections).toEqual(ielts?.sections);
  expect(sections[1]).toMatchObject({ name: 'Overall', name_uz: 'Umumiy ball', min: 0, max: 9, step: 0.5, is_total: true });
  const unknown = await world.ask(me, studentCalls.examSections, { params: { exam_id: 999 } });
  expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found']);
});

test('organizers can list skills, signed-out visitors cannot', async () => {
  expect((await world.ask(await anOrganizer(world), studentCalls.availableSkills, { query: { page_size: 200 } })).status).toBe(200);
  expect((await world.ask(null, studentCalls.availableSkills)).status).toBe(401);
});
