import type { Judging } from '#contract/review.ts';
import { forget, keep, kept } from '../../../lib/browserStorage.ts';

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
export interface JudgingValues {
  blind_review: boolean;
  criteria: CriterionRow[];
}

export const noJudging: JudgingValues = { blind_review: false, criteria: [] };

export const newCriterion = (rows: readonly CriterionRow[]): CriterionRow => ({
  row: Math.max(0, ...rows.map(({ row }) => row)) + 1,
  name: '',
  weight: '1',
  max_score: '10',
  description: '',
});

export const judgingValuesOf = ({ blind_review, criteria }: Judging): JudgingValues => ({
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
export const judgingPayload = ({ blind_review, criteria }: JudgingValues) => ({
  blind_review,
  criteria: criteria.map(({ id, name, weight, max_score, description }) => ({
    ...(id === undefined ? {} : { id }),
    name,
    weight: numberOf(weight),
    max_score: numberOf(max_score),
    description: description.trim() || null,
  })),
});

export const sameJudging = (a: JudgingValues, b: JudgingValues): boolean =>
  JSON.stringify(judgingPayload(a)) === JSON.stringify(judgingPayload(b));
/** Whether the ranking would come out otherwise: names and descriptions change nothing in it. */
export const sameRanking = (a: JudgingValues, b: JudgingValues): boolean => {
  const weighing = ({ criteria }: JudgingValues) =>
    JSON.stringify(criteria.map(({ id, weight, max_score }) => [id, weight, max_score]).sort());
  return weighing(a) === weighing(b);
};

const keptUnder = (id: number) => `draft:judging:${id}`;
/** The opportunity was saved and this was not: it waits in this browser until it is. */
export const keepUnsaved = (id: number, { blind_review, criteria }: JudgingValues) =>
  keep(keptUnder(id), JSON.stringify({ blind_review, criteria }));
export const forgetUnsaved = (id: number) => forget(keptUnder(id));
export const readUnsaved = (id: number): JudgingValues | null => {
  try {
    return JSON.parse(kept(keptUnder(id)) ?? 'null');
  } catch {
    return null;
  }
};
