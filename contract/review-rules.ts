/** Minutes in which a decision can be undone before the applicants are told. */
export const undoMinutes = 10;
/** Most applications one decision or message may touch. */
export const mostAtOnce = 100;
export const mostRecipients = 5000;

export const exportFormats = { xlsx: 'Excel (XLSX)', csv: 'CSV' } as const;
export type ExportFormat = keyof typeof exportFormats;

/** How an applicant is called while names are hidden. */
export const blindName = (application_id: number): string => `Nomzod ${application_id}`;

/** Fields of a message to applicants, written in braces; anything else in braces stays as typed. */
export const messageFields = { ism: 'Ism', imkoniyat: 'Imkoniyat nomi', tashkilot: 'Tashkilot nomi', holat: 'Ariza holati' } as const;
export type MessageField = keyof typeof messageFields;
/** Fills a template. @param values what stands for each field */
export const fillMessage = (template: string, values: Record<MessageField, string>): string =>
  template.replace(/\{(ism|imkoniyat|tashkilot|holat)\}/g, (_, field: MessageField) => values[field]);

export interface Criterion {
  id: number;
  weight: number;
  max_score: number;
}
/**
 * One reviewer's verdict as a percentage: each score against its criterion's maximum, weighted. Null until every
 * criterion has a score. Two decimals. The database computes the same for its rankings.
 */
export const weightedScore = (criteria: readonly Criterion[], scores: Readonly<Record<string, number>>): number | null => {
  const whole = criteria.reduce((sum, { weight }) => sum + weight, 0);
  if (whole <= 0 || criteria.some(({ id }) => scores[String(id)] === undefined)) return null;
  const reached = criteria.reduce((sum, { id, weight, max_score }) => sum + (weight * Number(scores[String(id)])) / max_score, 0);
  return Math.round((10000 * reached) / whole) / 100;
};
