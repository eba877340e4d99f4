import { expect, test } from 'vitest';
import { verdicts } from './review.cases.ts';
import { isValidScore, weightedScore } from './review-rules.ts';

test.each(verdicts)('%s', (_name, criteria, scores, total) => {
  expect(weightedScore(criteria, scores)).toBe(total);
});

test('scores go by halves from nothing to the most', () => {
  const fine = [-0.5, 0, 0.5, 2.25, 7, 9.5, 10, 10.5, Number.NaN].filter((value) => isValidScore(value, 10));
  expect(fine).toEqual([0, 0.5, 7, 9.5, 10]);
});
