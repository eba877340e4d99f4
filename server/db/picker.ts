import { type RawBuilder, sql } from 'kysely';

/** How a picker's `search_text` is written and asked. */
const folded = (text: string) => text.normalize('NFC').trim().toLowerCase().slice(0, 100);
const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/**
 * What a picker of reference data (skills, universities, exams) finds in `search_text`, the row that is exactly or begins with
 * the search first. Without a search everything, in the order that follows.
 */
export const pickerSearch = (search: string | undefined): { found: RawBuilder<boolean>; rank: RawBuilder<number> } => {
  const asked = folded(search ?? '');
  if (asked === '') return { found: sql`true`, rank: sql`0::int` };
  const begins = `${escaped(asked)}%`;
  return {
    found: sql`search_text like ${`%${begins}`}`,
    rank: sql`case when search_text = ${asked} then 0 when search_text like ${begins} then 1 else 2 end`,
  };
};
