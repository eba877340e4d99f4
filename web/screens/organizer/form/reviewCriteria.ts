import type { ReviewSettings } from '#contract/review.ts';
import { readStored, removeStored, store } from '../../../lib/browserStorage.ts';

export interface CriterionRow {
  /** Identifies the row on the screen while it moves; the server ignores it. */
  row: number;
  id?: number;
  name: string;
  weight: string;
  max_score: string;
  description: string;
}
/** The review settings as the form holds them: numbers are texts. */
export interface ReviewCriteriaValues {
  blind_review: boolean;
  criteria: CriterionRow[];
}

/** The review settings of a new opportunity. */
export const noReviewCriteria: ReviewCriteriaValues = { blind_review: false, criteria: [] };

/** An empty criterion of weight 1 and at most 10 points. */
export const newCriterion = (rows: readonly CriterionRow[]): CriterionRow => ({
  row: Math.max(0, ...rows.map(({ row }) => row)) + 1,
  name: '',
  weight: '1',
  max_score: '10',
  description: '',
});

/** The review settings of a saved opportunity; decimals with a comma. */
export const toReviewCriteriaValues = ({ blind_review, criteria }: ReviewSettings): ReviewCriteriaValues => ({
  blind_review,
  criteria: criteria.map(({ id, name, weight, max_score, description }, row) => ({
    row,
    id,
    name,
    weight: String(weight).replace('.', ','),
    max_score: String(max_score),
    description: description ?? '',
  })),
});

/** A number with a decimal comma or point; NaN for an empty text. */
const parseNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')));

/** The body of the second call. An invalid number becomes NaN, which the schema refuses with the message of its field. */
export const reviewSettingsPayload = ({ blind_review, criteria }: ReviewCriteriaValues) => ({
  blind_review,
  criteria: criteria.map(({ id, name, weight, max_score, description }) => ({
    ...(id === undefined ? {} : { id }),
    name,
    weight: parseNumber(weight),
    max_score: parseNumber(max_score),
    description: description.trim() || null,
  })),
});

/** Whether both would be saved as the same settings. */
export const sameReviewCriteria = (a: ReviewCriteriaValues, b: ReviewCriteriaValues): boolean =>
  JSON.stringify(reviewSettingsPayload(a)) === JSON.stringify(reviewSettingsPayload(b));
/** Whether both give the same ranking: names, descriptions and the order of criteria do not affect it. */
export const sameRanking = (a: ReviewCriteriaValues, b: ReviewCriteriaValues): boolean => {
  const weights = ({ criteria }: ReviewCriteriaValues) =>
    JSON.stringify(criteria.map(({ id, weight, max_score }) => [id, weight, max_score]).sort());
  return weights(a) === weights(b);
};

// The word `judging` stays: browsers hold drafts under this key.
const storageKey = (id: number) => `draft:judging:${id}`;
/** Stores settings that failed to save although their opportunity was saved; the edit form starts from them. */
export const storeUnsavedCriteria = (id: number, { blind_review, criteria }: ReviewCriteriaValues) =>
  store(storageKey(id), JSON.stringify({ blind_review, criteria }));
/** Removes them once they are saved. */
export const removeUnsavedCriteria = (id: number) => removeStored(storageKey(id));
/** Reads them; null when there are none. */
export const readUnsavedCriteria = (id: number): ReviewCriteriaValues | null => {
  try {
    return JSON.parse(readStored(storageKey(id)) ?? 'null');
  } catch {
    return null;
  }
};
