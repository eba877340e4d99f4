import { expect, test } from 'vitest';
import { foundNumber } from './opportunity-rules.ts';

const next = '/api/opportunities/?page=2';
test.each([
  [{ count: 999, next }, 'grant', '999'],
  [{ count: 1000, next }, 'grant', '1\u00a0000+'],
  [{ count: 1009, next }, 'grant', '1\u00a0009+'],
  [{ count: 1312, next: null }, 'grant', '1\u00a0312'],
  [{ count: 1312, next }, ' ', '1\u00a0312'],
  [{ count: 10_000, next }, undefined, '10\u00a0000+'],
])('%j searched by %j is shown as %j', (list, search, expected) => {
  expect(foundNumber(list, search)).toBe(expected);
});
