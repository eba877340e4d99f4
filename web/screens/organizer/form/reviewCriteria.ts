import type { ReviewSettings } from '#contract/review.ts';
import { readStored, removeStored, store } from '../../../lib/browserStorage.ts';

export interface CriterionRow {
  /** A name of the row's own that stays while it moves; the server passes it over. */
  row: number;
  id?: number;
  name: string;
  weight: string;
  max_score: string;
  description: string;
}
/** How applications are judged, as the form holds it. */
export interface ReviewCriteriaValues {
  blind_review: boolean;
  criteria: CriterionRow[];
}

export const noReviewCriteria: ReviewCriteriaValues = { blind_review: false, criteria: [] };

export const newCriterion = (rows: readonly CriterionRow[]): CriterionRow => ({
  row: Math.max(0, ...rows.map(({ row }) => row)) + 1,
  name: '',
  weight: '1',
  max_score: '10',
  description: '',
});

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

/** An empty number is no number; a comma separates decimals as people write them. */
const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')));

/** The body of the second call; the schema refuses what is no number, with the field's own words. */
export const reviewSettingsPayload = ({ blind_review, criteria }: ReviewCriteriaValues) => ({
  blind_review,
  criteria: criteria.map(({ id, name, weight, max_score, description }) => ({
    ...(id === undefined ? {} : { id }),
    name,
    weight: numberOf(weight),
    max_score: numberOf(max_score),
    description: description.trim() || null,
  })),
});

export const sameReviewCriteria = (a: ReviewCriteriaValues, b: ReviewCriteriaValues): boolean =>
  JSON.stringify(reviewSettingsPayload(a)) === JSON.stringify(reviewSettingsPayload(b));
/** Whether the ranking would come out otherwise: names and descriptions change nothing in it. */
export const keepsRanking = (a: ReviewCriteriaValues, b: ReviewCriteriaValues): boolean => {
  const weighing = ({ criteria }: ReviewCriteriaValues) =>
    JSON.stringify(criteria.map(({ id, weight, max_score }) => [id, weight, max_score]).sort());
  return weighing(a) === weighing(b);
};

const keptUnder = (id: number) => `draft:judging:${id}`;
/** The opportunity was saved and this was not: it waits in this browser until it is. */
export const storeUnsavedCriteria = (id: number, { blind_review, criteria }: ReviewCriteriaValues) =>
  store(keptUnder(id), JSON.stringify({ blind_review, criteria }));
export const removeUnsavedCriteria = (id: number) => removeStored(keptUnder(id));
export const readUnsavedCriteria = (id: number): ReviewCriteriaValues | null => {
  try {
    return JSON.parse(readStored(keptUnder(id)) ?? 'null');
  } catch {
    return null;
  }
};
