import { type RawBuilder, sql } from 'kysely';
import { looseForm, normalizedWords, prefixMinLength } from '#contract/textNormalization.ts';

/** Characters of a query that are looked at. */
const queryMaxLength = 100;

const inOrder = (conditions: RawBuilder<boolean>[]): RawBuilder<boolean> => sql`(${sql.join(conditions, sql` and `)})`;

/**
 * A search over one folded column that has an index by `words_of(column)`: every word asked stands there, or a word that
 * begins so, apostrophes, x or h and Cyrillic aside. Null when nothing was asked.
 * @param column what `searchTextOf` made
 */
export const wordSearch = (
  search: string | undefined,
  column: RawBuilder<string>,
): { found: RawBuilder<boolean>; whole: RawBuilder<boolean> } | null => {
  if (search === undefined || search.trim() === '') return null;
  const words = [...new Set(normalizedWords(search.slice(0, queryMaxLength)))];
  if (words.length === 0) return { found: sql`false`, whole: sql`false` };
  // Words hold letters, digits, apostrophes, + and # only: no other sign means anything to a tsquery or to LIKE.
  const term = (text: string) => `'${text.replaceAll("'", "''")}'${text.length >= prefixMinLength ? ':*' : ''}`;
  const query = words.map((one) => {
    const loose = looseForm(one);
    return `(${[one, ...(loose === '' ? [] : [loose, `~${loose}`])].map(term).join(' | ')})`;
  });
  return {
    found: sql`words_of(${column}) @@ ${query.join(' & ')}::tsquery`,
    whole: inOrder(words.map((one) => sql`${column} like ${`% ${one} %`}`)),
  };
};
