import { type RawBuilder, sql } from 'kysely';
import { queryWords, rowCondition, searchTerms } from './wordSearch.ts';

const column = sql<string>`search_text`;
/** A picker filters as the user types, so one letter is enough to match as a prefix. */
const minPrefix = 1;

/**
 * Search of a picker of reference data (skills, universities, exams) in `search_text`, up to loose forms. A blank query
 * matches every row, a query without a word none.
 * @returns `matches`, and `rank` to sort by: rows with whole words before rows with prefixes before rows with loose forms; in
 * each of these groups, rows that begin with the first word of the query come first
 */
export const pickerSearch = (search: string | undefined): { matches: RawBuilder<boolean>; rank: RawBuilder<number> } => {
  const words = queryWords(search);
  if (!words || words.length === 0) return { matches: words ? sql`false` : sql`true`, rank: sql`null::integer` };
  const exact = rowCondition(column, searchTerms(words, 'exact'));
  const prefix = rowCondition(column, searchTerms(words, 'prefix', minPrefix));
  const begins = sql`${column} like ${` ${words[0]}%`}`;
  return {
    matches: rowCondition(column, searchTerms(words, 'loose', minPrefix)),
    rank: sql`case when ${exact} then 0 when ${prefix} then 2 else 4 end + case when ${begins} then 0 else 1 end`,
  };
};
