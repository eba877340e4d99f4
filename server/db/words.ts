import { type RawBuilder, sql } from 'kysely';
import { looseWord, prefixFrom, wordsOf } from '#contract/fold.ts';

/** Characters of a query that are looked at. */
const queryMaxLength = 100;

const inOrder = (conditions: RawBuilder<boolean>[]): RawBuilder<boolean> => sql`(${sql.join(conditions, sql` and `)})`;

/**
 * A search over one folded column that has an index by `words_of(column)`: every word asked stands there, or a word that
 * begins so, apostrophes, x or h and Cyrillic aside. Null when nothing was asked. `found` is answered by the index, `inRow`
 * is the same for rows that are at hand anyway, `whole` what stands there as whole words.
 * @param column what `searchTextOf` made
 */
export const wordSearch = (
  search: string | undefined,
  column: RawBuilder<string>,
): { found: RawBuilder<boolean>; inRow: RawBuilder<boolean>; whole: RawBuilder<boolean> } | null => {
  if (search === undefined || search.trim() === '') return null;
  const words = [...new Set(wordsOf(search.slice(0, queryMaxLength)))];
  if (words.length === 0) return { found: sql`false`, inRow: sql`false`, whole: sql`false` };
  // Words hold letters, digits, apostrophes, + and # only: no other sign means anything to a tsquery or to LIKE.
  const term = (text: string) => `'${text.replaceAll("'", "''")}'${text.length >= prefixFrom ? ':*' : ''}`;
  const held = (text: string) => sql`${column} like ${`% ${text}${text.length >= prefixFrom ? '' : ' '}%`}`;
  const spellings = words.map((one) => [...new Set([one, ...(looseWord(one) === '' ? [] : [looseWord(one), `~${looseWord(one)}`])])]);
  return {
    found: sql`words_of(${column}) @@ ${spellings.map((forms) => `(${forms.map(term).join(' | ')})`).join(' & ')}::tsquery`,
    inRow: inOrder(spellings.map((forms) => sql`(${sql.join(forms.map(held), sql` or `)})`)),
    whole: inOrder(words.map((one) => sql`${column} like ${`% ${one} %`}`)),
  };
};
