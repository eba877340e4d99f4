import { type RawBuilder, sql } from 'kysely';
import { looseForm, normalizedWords } from '#contract/textNormalization.ts';

const all = (conditions: RawBuilder<boolean>[]): RawBuilder<boolean> => sql`(${sql.join(conditions, sql` and `)})`;
// Folded words hold letters, digits, apostrophes, + and # only: no sign here means anything to LIKE.
const like = (pattern: string): RawBuilder<boolean> => sql`search_text like ${`%${pattern}%`}`;

/**
 * What a picker of reference data (skills, universities, exams) finds in `search_text`: every word asked begins a word there,
 * apostrophes, x or h and Cyrillic aside. Whole words first, then beginnings as written, then other spellings; of each the names
 * that begin so before those that hold it further on, or in the city beside them. One letter is enough, for a picker narrows
 * while somebody types. Without a search everything, in the order that follows.
 */
export const pickerSearch = (search: string | undefined): { found: RawBuilder<boolean>; rank: RawBuilder<number> } => {
  const words = [...new Set(normalizedWords((search ?? '').slice(0, 100)))];
  if (words.length === 0) return { found: (search ?? '').trim() === '' ? sql`true` : sql`false`, rank: sql`null::integer` };
  const written = all(words.map((one) => like(` ${one}`)));
  const found = all(words.map((one) => sql`(${like(` ${one}`)} or ${like(` ${looseForm(one)}`)} or ${like(`~${looseForm(one)}`)})`));
  const whole = all(words.map((one) => like(` ${one} `)));
  const begins = sql`search_text like ${` ${words[0]}%`}`;
  return { found, rank: sql`case when ${whole} then 0 when ${written} then 2 else 4 end + case when ${begins} then 0 else 1 end` };
};
