/** Minutes in which a decision can be undone; applicants are notified afterwards. */
export const undoMinutes = 10;
/** Maximum number of applications in one decision. */
export const bulkMax = 100;
/** Maximum number of recipients of one message. */
export const messageRecipientsMax = 5000;
/** Maximum number of rows of one export. */
export const exportRowsMax = 200_000;

export const exportFormats = { xlsx: 'Excel (XLSX)', csv: 'CSV' } as const;
export type ExportFormat = keyof typeof exportFormats;

/** Name of an applicant in anonymous review. */
export const anonymousName = (application_id: number): string => `Nomzod ${application_id}`;

/** Placeholders of a message to applicants, written in braces, and their labels. Other braces are left as typed. */
export const messageFields = { ism: 'Ism', imkoniyat: 'Imkoniyat nomi', tashkilot: 'Tashkilot nomi', holat: 'Ariza holati' } as const;
export type MessageField = keyof typeof messageFields;
/** Replaces the placeholders of a template by `values`. */
export const fillMessage = (template: string, values: Record<MessageField, string>): string =>
  template.replace(/\{(ism|imkoniyat|tashkilot|holat)\}/g, (_, field: MessageField) => values[field]);

/** What the score of a criterion depends on. `weight` is relative to the other criteria. */
export interface CriterionWeight {
  id: number;
  weight: number;
  max_score: number;
}
/** Rounds half up to two decimals, from 15 significant digits as PostgreSQL does, so that both sides agree. */
const roundToTwoDecimals = (value: number): number => (value < 0.005 ? 0 : Math.round(Number(`${Number(value.toPrecision(15))}e2`)) / 100);

/**
 * The weighted score of one review, percent with two decimals; null until every criterion has a score. The database
 * computes the same for its rankings (`total_of`).
 * @param scores by criterion id; scores of other criteria are ignored
 */
export const weightedScore = (criteria: readonly CriterionWeight[], scores: Readonly<Record<string, number>>): number | null => {
  const totalWeight = criteria.reduce((sum, { weight }) => sum + weight, 0);
  if (totalWeight <= 0 || !isCompleteReview(criteria, scores)) return null;
  const reached = criteria.reduce((sum, { id, weight, max_score }) => sum + (weight * Number(scores[String(id)])) / max_score, 0);
  return roundToTwoDecimals((100 * reached) / totalWeight);
};

/** Whether every criterion has a score. */
export const isCompleteReview = (criteria: readonly Pick<CriterionWeight, 'id'>[], scores: Readonly<Record<string, number>>): boolean =>
  criteria.every(({ id }) => scores[String(id)] !== undefined);

/** Whether a score is within 0..max_score in steps of 0.5. */
export const isValidScore = (value: number, max_score: number): boolean => value >= 0 && value <= max_score && Number.isInteger(value * 2);
export const badScore = (max_score: number): string => `0 dan ${max_score} gacha ball qo‘ying, yarim ball ham mumkin.`;
export const scoreTooHigh = (given: number): string => `Bu mezon bo‘yicha ${given} ball qo‘yilgan: undan kam bo‘la olmaydi.`;
