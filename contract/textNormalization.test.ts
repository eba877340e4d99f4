import fs from 'node:fs';
import { expect, test } from 'vitest';
import { editDistance, looseForm, matchTier, normalizedWords, normalizeForSearch } from './textNormalization.ts';

interface Case {
  id: string;
  query: string;
  text: string;
  tier: string;
}
const { cases } = JSON.parse(fs.readFileSync(new URL('../data/uz-text-cases.json', import.meta.url), 'utf8')) as { cases: Case[] };

test.each(cases)('$id $tier: $query in $text', ({ query, text, tier }) => {
  expect(matchTier(query, text)).toBe(tier);
});

test('normalized words are lower-case Latin with one apostrophe character', () => {
  expect(normalizedWords('“Оʻзбекистон” – С++ ва C#; İSTANBUL\u00ad2026')).toEqual(["o'zbekiston", 'c++', 'va', 'c#', 'istanbul2026']);
  expect(normalizedWords('% _ \\ \u0000 ‘’')).toEqual([]);
});

test('a loose form ignores apostrophes, doubled letters and the difference of x and h', () => {
  expect(["o'zbekiston", 'uzbekistan', 'mussobaqa', 'xujjat', 'özbek', 'khorezm'].map(looseForm)).toEqual([
    'ozbekiston',
    'ozbekiston',
    'musobaqa',
    'hujat',
    'ozbek',
    'horazm',
  ]);
});

test('a swap of neighbours is one typo, and the count stops after the limit', () => {
  expect([editDistance('grnat', 'grant', 1), editDistance('abcdef', 'badcfe', 2), editDistance('grant', 'grant', 1)]).toEqual([1, 3, 0]);
});

test('a search text has each word once, with its loose form where it differs', () => {
  expect(normalizeForSearch('O‘quv kursi', null, 'kursi', 'Xizmat')).toBe(" o'quv ~oquv kursi xizmat ~hizmat ");
  expect(normalizeForSearch('', null)).toBe(' ');
});
