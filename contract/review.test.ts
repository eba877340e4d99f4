import { expect, test } from 'vitest';
import { weightedScoreCases } from './review.cases.ts';
import { isValidScore, weightedScore } from './review-rules.ts';

test.each(weightedScoreCases)('weighted score: %s', (_name, criteria, scores, total) => {
  expect(weightedScore(criteria, scores)).toBe(total);
});

test('accepts scores from 0 to the maximum in steps of a half', () => {
  const valid = [-0.5, 0, 0.5, 2.25, 7, 9.5, 10, 10.5, Number.NaN].filter((value) => isValidScore(value, 10));
  expect(valid).toEqual([0, 0.5, 7, 9.5, 10]);
});
