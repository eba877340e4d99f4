/** Minutes in which a decision can be undone before the applicants are told. */
export const undoMinutes = 10;
/** Most applications one decision or message may touch. */
export const bulkMax = 100;
export const messageRecipientsMax = 5000;
/** Most rows of one spreadsheet. */
export const exportRowsMax = 200_000;

export const exportFormats = { xlsx: 'Excel (XLSX)', csv: 'CSV' } as const;
export type ExportFormat = keyof typeof exportFormats;

/** How an applicant is called while names are hidden. */
export const anonymousName = (application_id: number): string => `Nomzod ${application_id}`;

/** Fields of a message to applicants, written in braces; anything else in braces stays as typed. */
export const messageFields = { ism: 'Ism', imkoniyat: 'Imkoniyat nomi', tashkilot: 'Tashkilot nomi', holat: 'Ariza holati' } as const;
export type MessageField = keyof typeof messageFields;
/** Fills a template. @param values what stands for each field */
export const fillMessage = (template: string, values: Record<MessageField, string>): string =>
  template.replace(/\{(ism|imkoniyat|tashkilot|holat)\}/g, (_, field: MessageField) => values[field]);

export interface CriterionWeight {
  id: number;
  weight: number;
  max_score: number;
}
/** To two places, a half up: from the fifteen digits PostgreSQL makes of a double, so that both sides round alike. */
const twoPlaces = (value: number): number => (value < 0.005 ? 0 : Math.round(Number(`${Number(value.toPrecision(15))}e2`)) / 100);

/**
 * One reviewer's verdict as a percentage: each score against its criterion's maximum, weighted. Null until every
 * criterion has a score. Two decimals. The database computes the same for its rankings (`total_of`).
 */
export const weightedScore = (criteria: readonly CriterionWeight[], scores: Readonly<Record<string, number>>): number | null => {
  const whole = criteria.reduce((sum, { weight }) => sum + weight, 0);
  if (whole <= 0 || !isCompleteReview(criteria, scores)) return null;
  const reached = criteria.reduce((sum, { id, weight, max_score }) => sum + (weight * Number(scores[String(id)])) / max_score, 0);
  return twoPlaces((100 * reached) / whole);
};

/** Every criterion has a score. */
export const isCompleteReview = (criteria: readonly Pick<CriterionWeight, 'id'>[], scores: Readonly<Record<string, number>>): boolean =>
  criteria.every(({ id }) => scores[String(id)] !== undefined);

/** Halves are the finest step of a score. */
export const isValidScore = (value: number, max_score: number): boolean => value >= 0 && value <= max_score && Number.isInteger(value * 2);
export const badScore = (max_score: number): string => `0 dan ${max_score} gacha ball qo‘ying, yarim ball ham mumkin.`;
export const scoreTooHigh = (given: number): string => `Bu mezon bo‘yicha ${given} ball qo‘yilgan: undan kam bo‘la olmaydi.`;
