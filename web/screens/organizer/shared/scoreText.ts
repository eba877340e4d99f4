/** "7,5": a score or a percentage as people write it. */
export const scoreText = (value: number): string => String(value).replace('.', ',');
/** What was typed as a score: null when nothing was, NaN when it is no number. */
export const scoreIn = (text: string): number | null => {
  const typed = text.trim().replace(',', '.');
  if (typed === '') return null;
  return /^\d{1,4}(\.\d?)?$/.test(typed) ? Number(typed) : Number.NaN;
};
