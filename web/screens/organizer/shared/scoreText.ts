/** A score or a percentage with a decimal comma: "7,5". */
export const scoreText = (value: number): string => String(value).replace('.', ',');
/** Parses a typed score: null for an empty text, NaN for an invalid one. */
export const parseScore = (text: string): number | null => {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return null;
  return /^\d{1,4}(\.\d?)?$/.test(trimmed) ? Number(trimmed) : Number.NaN;
};
