import { type RawBuilder, sql } from 'kysely';
import { looseWord, wordsOf } from '#contract/fold.ts';

type Condition = RawBuilder<boolean>;
/** A search for people in a folded text of names; both conditions find the same. */
export interface PeopleSearch {
  /** Answered by an index over `words_of(column)`. */
  indexed(column: RawBuilder<string>): Condition;
  /** Read in rows that are at hand anyway. */
  inRow(column: RawBuilder<string>): Condition;
}

/** Folded words hold letters, digits, apostrophes, + and # only: no sign here means anything to LIKE or to a tsquery. */
const terms = (word: string): string[] =>
  [...new Set([word, looseWord(word), `~${looseWord(word)}`])].filter((one) => one.length > 0 && one !== '~');

/** Every word asked begins a word there, apostrophes, x or h and Cyrillic aside. Null when nothing was asked. */
export const peopleSearch = (search: string | undefined): PeopleSearch | null => {
  if ((search ?? '').trim() === '') return null;
  const words = [...new Set(wordsOf((search ?? '').slice(0, 100)))];
  if (words.length === 0) return { indexed: () => sql`false`, inRow: () => sql`false` };
  const query = words
    .map(
      (word) =>
        `(${terms(word)
          .map((one) => `'${one.replaceAll("'", "''")}':*`)
          .join(' | ')})`,
    )
    .join(' & ');
  return {
    indexed: (column) => sql`words_of(${column}) @@ ${query}::tsquery`,
    inRow: (column) =>
      sql`(${sql.join(
        words.map(
          (word) =>
            sql`(${sql.join(
              terms(word).map((one) => sql`${column} like ${`% ${one}%`}`),
              sql` or `,
            )})`,
        ),
        sql` and `,
      )})`,
  };
};
