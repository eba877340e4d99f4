import type { CriterionWeight } from './review-rules.ts';

const makeCriteria = (...pairs: [weight: number, max_score: number][]): CriterionWeight[] =>
  pairs.map(([weight, max_score], at) => ({ id: at + 1, weight, max_score }));

/** Inputs and results of `weightedScore`, used to test both the browser rule and the database function. */
export const weightedScoreCases: readonly (readonly [
  name: string,
  criteria: CriterionWeight[],
  scores: Record<string, number>,
  total: number | null,
])[] = [
  ['no criteria', [], {}, null],
  ['no score', makeCriteria([1, 10]), {}, null],
  ['a score is missing', makeCriteria([1, 10], [1, 10]), { 1: 10 }, null],
  ['all scores zero', makeCriteria([1, 10], [3, 5]), { 1: 0, 2: 0 }, 0],
  ['all scores at the maximum', makeCriteria([1, 10], [3, 5]), { 1: 10, 2: 5 }, 100],
  ['one criterion', makeCriteria([7, 10]), { 1: 7.5 }, 75],
  ['applies weights', makeCriteria([3, 10], [1, 10]), { 1: 10, 2: 0 }, 75],
  ['divides each score by its own maximum', makeCriteria([1, 5], [1, 100]), { 1: 2.5, 2: 100 }, 75],
  ['thirds', makeCriteria([1, 3]), { 1: 1 }, 33.33],
  ['two thirds', makeCriteria([1, 3]), { 1: 2 }, 66.67],
  ['rounds half up', makeCriteria([1, 800]), { 1: 1 }, 0.13],
  ['rounds up a half that a double cannot represent', makeCriteria([1, 16], [1, 1000]), { 1: 0.5, 2: 2.5 }, 1.69],
  ['very small weight', makeCriteria([0.01, 10], [1000, 1000]), { 1: 0, 2: 0.5 }, 0.05],
  ['weights with decimals', makeCriteria([0.1, 10], [0.2, 10], [0.7, 10]), { 1: 1, 2: 1.5, 3: 9.5 }, 70.5],
  ['ignores scores of removed criteria', makeCriteria([1, 10]), { 1: 5, 99: 10 }, 50],
  [
    'twenty criteria',
    makeCriteria(...Array.from({ length: 20 }, (_, at): [number, number] => [at + 1, 10 + at])),
    Object.fromEntries(Array.from({ length: 20 }, (_, at) => [at + 1, (at + 1) / 2])),
    28.99,
  ],
];
