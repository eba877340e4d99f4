import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { aWorld } from '../testing/world.ts';
import { pickerSearch } from './pickerSearch.ts';
import { loadReferenceData } from './referenceData.ts';

const world = aWorld();
beforeAll(() => loadReferenceData(world.db));

const find = async (table: 'skills' | 'universities' | 'exams', search: string) => {
  const { matches, rank } = pickerSearch(search);
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} where ${matches} order by ${rank}, name`.execute(
    world.db,
  );
  return rows.map((row) => row.name);
};

test('a university is found with any apostrophe, without one, in Cyrillic and by its short name', async () => {
  const national = 'Mirzo Ulug‘bek nomidagi O‘zbekiston Milliy universiteti';
  for (const search of ["ulug'bek milliy", 'Улуғбек миллий', 'ulugbek milliy', 'milliy ulug', 'OʻzMU'])
    expect(await find('universities', search)).toContain(national);
  expect((await find('universities', 'tatu'))[0]).toBe('Muhammad al-Xorazmiy nomidagi Toshkent axborot texnologiyalari universiteti');
});

test('of a city’s universities those come first whose name begins with it', async () => {
  const found = await find('universities', 'тошкент');
  const named = found.filter((name) => name.startsWith('Toshkent'));
  expect(named.length).toBeGreaterThan(5);
  expect(found.length).toBeGreaterThan(named.length);
  expect(found.slice(0, named.length)).toEqual(named);
});

test('a skill is found while it is typed, the whole word first', async () => {
  expect((await find('skills', 'c'))[0]).toBe('C');
  expect(await find('skills', 'c++')).toEqual(['C++']);
  expect((await find('skills', 'инглиз'))[0]).toBe('Ingliz tili');
  expect((await find('skills', 'typescr'))[0]).toBe('TypeScript');
});

test('no search finds all, signs find nothing', async () => {
  expect((await find('skills', ' ')).length).toBe(396);
  for (const search of ['%', '__', '\\', "'", '\u0000']) expect(await find('exams', search)).toEqual([]);
});
