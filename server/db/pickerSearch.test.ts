import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { aWorld } from '../testing/world.ts';
import { pickerSearch } from './pickerSearch.ts';
import { loadReferenceData } from './referenceData.ts';

const world = aWorld();
beforeAll(() => loadReferenceData(world.db));

const findNames = async (table: 'skills' | 'universities' | 'exams', search: string) => {
  const { matches, rank } = pickerSearch(search);
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} where ${matches} order by ${rank}, name`.execute(
    world.db,
  );
  return rows.map((row) => row.name);
};

test('finds a university with any apostrophe, without one, in Cyrillic and by its short name', async () => {
  const national = 'Mirzo Ulug‘bek nomidagi O‘zbekiston Milliy universiteti';
  for (const search of ["ulug'bek milliy", 'Улуғбек миллий', 'ulugbek milliy', 'milliy ulug', 'OʻzMU'])
    expect(await findNames('universities', search)).toContain(national);
  expect((await findNames('universities', 'tatu'))[0]).toBe('Muhammad al-Xorazmiy nomidagi Toshkent axborot texnologiyalari universiteti');
});

test('sorts universities whose name begins with the city before others of that city', async () => {
  const found = await findNames('universities', 'тошкент');
  const named = found.filter((name) => name.startsWith('Toshkent'));
  expect(named.length).toBeGreaterThan(5);
  expect(found.length).toBeGreaterThan(named.length);
  expect(found.slice(0, named.length)).toEqual(named);
});

test('matches prefixes and sorts whole words first', async () => {
  expect((await findNames('skills', 'c'))[0]).toBe('C');
  expect(await findNames('skills', 'c++')).toEqual(['C++']);
  expect((await findNames('skills', 'инглиз'))[0]).toBe('Ingliz tili');
  expect((await findNames('skills', 'typescr'))[0]).toBe('TypeScript');
});

test('a blank search matches every row, a search without words none', async () => {
  expect((await findNames('skills', ' ')).length).toBe(396);
  for (const search of ['%', '__', '\\', "'", '\u0000']) expect(await findNames('exams', search)).toEqual([]);
});
