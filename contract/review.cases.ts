import type { CriterionWeight } from './review-rules.ts';

const of = (...pairs: [weight: number, max_score: number][]): CriterionWeight[] =>
  pairs.map(([weight, max_score], at) => ({ id: at + 1, weight, max_score }));

/** Verdicts and their percentage, held against the rule of the screens and against that of the database. */
export const verdicts: readonly (readonly [
  name: string,
  criteria: CriterionWeight[],
  scores: Record<string, number>,
  total: number | null,
])[] = [
  ['no criteria', [], {}, null],
  ['no score', of([1, 10]), {}, null],
  ['a score is missing', of([1, 10], [1, 10]), { 1: 10 }, null],
  ['nothing reached', of([1, 10], [3, 5]), { 1: 0, 2: 0 }, 0],
  ['everything reached', of([1, 10], [3, 5]), { 1: 10, 2: 5 }, 100],
  ['one criterion', of([7, 10]), { 1: 7.5 }, 75],
  ['weights count', of([3, 10], [1, 10]), { 1: 10, 2: 0 }, 75],
  ['each against its own maximum', of([1, 5], [1, 100]), { 1: 2.5, 2: 100 }, 75],
  ['thirds', of([1, 3]), { 1: 1 }, 33.33],
  ['two thirds', of([1, 3]), { 1: 2 }, 66.67],
  ['a half goes up', of([1, 800]), { 1: 1 }, 0.13],
  ['a half that a double cannot hold goes up', of([1, 16], [1, 1000]), { 1: 0.5, 2: 2.5 }, 1.69],
  ['next to nothing', of([0.01, 10], [1000, 1000]), { 1: 0, 2: 0.5 }, 0.05],
  ['weights with decimals', of([0.1, 10], [0.2, 10], [0.7, 10]), { 1: 1, 2: 1.5, 3: 9.5 }, 70.5],
  ['scores of what is no criterion any more', of([1, 10]), { 1: 5, 99: 10 }, 50],
  [
    'twenty criteria',
    of(...Array.from({ length: 20 }, (_, at): [number, number] => [at + 1, 10 + at])),
    Object.fromEntries(Array.from({ length: 20 }, (_, at) => [at + 1, (at + 1) / 2])),
    28.99,
  ],
];
