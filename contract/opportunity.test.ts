import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { profileRequirementInput, questionInput } from './opportunity.ts';
import { resultCountText } from './opportunity-rules.ts';

const next = '/api/opportunities/?page=2';
test.each([
  [{ count: 999, next }, 'grant', '999'],
  [{ count: 1000, next }, 'grant', '1\u00a0000+'],
  [{ count: 1009, next }, 'grant', '1\u00a0009+'],
  [{ count: 1312, next: null }, 'grant', '1\u00a0312'],
  [{ count: 1312, next }, ' ', '1\u00a0312'],
  [{ count: 10_000, next }, undefined, '10\u00a0000+'],
])('shows the count of %j searched by %j as %j', (list, search, expected) => {
  expect(resultCountText(list, search)).toBe(expected);
});

const minAboveMax = 'Eng ko‘p belgi soni eng kam sonidan kichik bo‘lmasligi kerak.';
test.each([
  [{ min_length: 100, max_length: 10 }, minAboveMax],
  [{ min_length: '100', max_length: '10' }, minAboveMax],
  [{ question_type: 'select', min_length: 100, max_length: 10 }, minAboveMax],
  // The default limit of typed answers is 5,000.
  [{ min_length: 5001 }, minAboveMax],
  [{ min_length: 5000 }, null],
  [{ min_length: 10, max_length: 10 }, null],
  [{ max_length: 10 }, null],
  [{ min_length: 6000, max_length: 7000 }, null],
  [{ question_type: 'select', options: 'A\nB', min_length: 100, max_length: 10 }, null],
  [{ question_type: 'date', min_length: 100, max_length: 10 }, null],
])('reports for a question with %j: %j', (values, expected) => {
  const { error } = z.safeParse(questionInput, { question: 'Nega?', ...values });
  expect(error?.issues.map(({ message, path }) => [message, path]) ?? null).toEqual(expected && [[expected, ['max_length']]]);
});

test.each([
  [{ section: 'basic_info', minimum_items: 5 }, null],
  [{ section: 'basic_info', minimum_items: '6' }, 'Bu bo‘limda 5 ta maydon bor: 0 dan 5 gacha son kiriting.'],
  [{ section: 'education', minimum_items: 6 }, null],
])('reports for a profile requirement %j: %j', (values, expected) => {
  const { error } = z.safeParse(profileRequirementInput, values);
  expect(error?.issues.map(({ message, path }) => [message, path]) ?? null).toEqual(expected && [[expected, ['minimum_items']]]);
});
