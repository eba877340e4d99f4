import { type RawBuilder, sql } from 'kysely';
import { allowedTypos, looseForm, normalizedWords, prefixMinLength, type TypoMatch, typoMatch } from '#contract/textNormalization.ts';
import type { Db } from './connect.ts';

/**
 * Search for words in a normalized text (`normalizeForSearch`). Every word of the query must match. A word matches in up to
 * four steps, each of which includes the one before:
 * - `exact`: the same word;
 * - `prefix`: a word that begins with it;
 * - `loose`: a word with the same loose form (apostrophes, x and h, doubled letters), or one that begins with it;
 * - typos: a word that differs by a typing error, from a vocabulary (`typoTerms`) or by enumeration (`oneTypoTerms`).
 * A caller chooses the steps and the column, and whether the rows are read (`rowCondition`) or an index (`indexCondition`,
 * `tsqueryText`).
 */
type Condition = RawBuilder<boolean>;

/** A word of a search text, or with `prefix` any word that begins with `text`. A leading `~` marks a loose form. */
export interface SearchTerm {
  text: string;
  prefix: boolean;
}
/** For each word of a query the terms of which one must match. */
export type SearchTerms = SearchTerm[][];
type SearchStep = 'exact' | 'prefix' | 'loose';

/** Characters of a query that are read; the rest is ignored. */
const queryMaxLength = 100;

/** The distinct normalized words of a query. @returns null when the query is blank, an empty list when it holds no word */
export const queryWords = (search: string | undefined): string[] | null => {
  if (search === undefined || search.trim() === '') return null;
  return [...new Set(normalizedWords(search.slice(0, queryMaxLength)))];
};

/** A search text holds a loose form with `~` where it differs from the word, and without where it equals the word. */
const looseTerms = ({ text, prefix }: SearchTerm): SearchTerm[] => [
  { text, prefix },
  { text: `~${text}`, prefix },
];

const termsUpTo = (step: SearchStep, word: string, minPrefix: number): SearchTerm[] => {
  const term = (text: string): SearchTerm => ({ text, prefix: step !== 'exact' && text.length >= minPrefix });
  if (step !== 'loose') return [term(word)];
  const loose = looseForm(word);
  if (loose === '') return [term(word)];
  return [term(word), ...looseTerms(term(loose)).filter(({ text }) => text !== word)];
};

/** Terms of each word up to a step. @param minPrefix letters a word needs to match as a prefix */
export const searchTerms = (words: readonly string[], step: SearchStep, minPrefix = prefixMinLength): SearchTerms =>
  words.map((word) => termsUpTo(step, word, minPrefix));

// Normalized words hold letters, digits, apostrophes, + and # only: no character in them is special to LIKE or to a tsquery.

/** Whether a text has every word, read in the row. @param mark a character before each word of the part to search */
export const rowCondition = (column: RawBuilder<string>, terms: SearchTerms, mark = ''): Condition => {
  if (terms.length === 0) return sql`false`;
  const like = ({ text, prefix }: SearchTerm) => sql`${column} like ${`% ${mark}${text}${prefix ? '' : ' '}%`}`;
  return sql`(${sql.join(
    terms.map((alternatives) => sql`(${sql.join(alternatives.map(like), sql` or `)})`),
    sql` and `,
  )})`;
};

/** The text of a tsquery for all words. @param before what the index puts before each word */
export const tsqueryText = (terms: SearchTerms, before = ''): string => {
  const lexeme = ({ text, prefix }: SearchTerm) => `'${before}${text.replaceAll("'", "''")}'${prefix ? ':*' : ''}`;
  return terms.map((alternatives) => `(${alternatives.map(lexeme).join(' | ')})`).join(' & ');
};

/** Whether a text has every word, by the index on `words_of(column)`. */
export const indexCondition = (column: RawBuilder<string>, terms: SearchTerms): Condition =>
  terms.length === 0 ? sql`false` : sql`words_of(${column}) @@ ${tsqueryText(terms)}::tsquery`;

/**
 * A search up to loose forms over one column with an index on `words_of(column)`. Null when the query is blank.
 * @returns `matches`, by the index, and `exact`: those that hold every word as typed, read in the row
 */
export const wordSearch = (search: string | undefined, column: RawBuilder<string>): { matches: Condition; exact: Condition } | null => {
  const words = queryWords(search);
  if (!words) return null;
  // The mark of a loose form counts as a letter here, so two letters after it match as a prefix.
  const terms = searchTerms(words, 'loose').map((alternatives) =>
    alternatives.map(({ text }) => ({ text, prefix: text.length >= prefixMinLength })),
  );
  return { matches: indexCondition(column, terms), exact: rowCondition(column, searchTerms(words, 'exact')) };
};

/** Typo candidates per word, the closest ones. */
const typoCandidatesMax = 12;

/** Closest first; a candidate that a shorter prefix covers is dropped. */
const closestTypos = (candidates: TypoMatch[]): TypoMatch[] => {
  const distinct: TypoMatch[] = [];
  for (const candidate of candidates.sort((a, b) => a.text.length - b.text.length)) {
    if (!distinct.some(({ text, prefix }) => prefix && candidate.text.startsWith(text))) distinct.push(candidate);
  }
  return distinct.sort((a, b) => a.errors - b.errors).slice(0, typoCandidatesMax);
};

/**
 * For each word that is long enough to allow typos, the terms of the words of a vocabulary it may mean. One statement, none
 * when no word is long enough.
 * @param vocabulary a table of loose forms: `word`, and `letters` as `letters_of(word)`
 */
export const typoTerms = async (
  db: Db,
  words: readonly string[],
  vocabulary: RawBuilder<unknown>,
): Promise<ReadonlyMap<string, SearchTerm[]>> => {
  const long = words.map((word) => ({ word, loose: looseForm(word) })).filter(({ loose }) => allowedTypos(loose) > 0);
  if (long.length === 0) return new Map();
  // SQL filters by first letter, length and missing letters; what remains is compared letter by letter below.
  const candidates = long.map(({ loose }, index) => {
    const limit = allowedTypos(loose);
    const first = String.fromCodePoint(loose.codePointAt(0) as number);
    const after = String.fromCodePoint((loose.codePointAt(0) as number) + 1);
    return sql`
      select ${sql.lit(index)} as at, w.word from ${vocabulary} w
      where w.word >= ${first} and w.word < ${after} and char_length(w.word) >= ${sql.lit(loose.length - limit)}
        and bit_count((letters_of(${loose}) & ~w.letters)::bit(32)) <= ${sql.lit(limit)}`;
  });
  const { rows } = await sql<{ at: number; word: string }>`${sql.join(candidates, sql` union all `)}`.execute(db);
  return new Map(
    long.map(({ word, loose }, index) => {
      const matches = new Map<string, TypoMatch>();
      for (const row of rows) {
        const match = row.at === index ? typoMatch(loose, row.word) : null;
        if (match) matches.set(`${match.text} ${match.prefix}`, match);
      }
      return [word, closestTypos([...matches.values()]).flatMap(looseTerms)];
    }),
  );
};

/** Letters a loose form can have. */
const looseLetters = [...'abcdefghijklmnopqrstuvwyz'];
/** Enumeration is limited to loose forms of so many letters: there are about 50 candidates for each letter. */
const enumeratedMaxLength = 20;

/** Every text with one letter wrong, missing, extra or swapped with the next. The first letter does not change. */
const oneTypoForms = (loose: string): string[] => {
  const forms = new Set<string>();
  for (let index = 1; index <= loose.length; index += 1) {
    const [before, after] = [loose.slice(0, index), loose.slice(index)];
    for (const letter of looseLetters) {
      forms.add(before + letter + after);
      if (after !== '') forms.add(before + letter + after.slice(1));
    }
    if (after !== '') forms.add(before + after.slice(1));
    if (after.length > 1) forms.add(`${before}${after[1]}${after[0]}${after.slice(2)}`);
  }
  return [...forms];
};

/** Terms one typo away from a word, without a vocabulary; empty when the word allows no typo or is too long to enumerate. */
export const oneTypoTerms = (word: string): SearchTerm[] => {
  const loose = looseForm(word);
  if (allowedTypos(loose) === 0 || loose.length > enumeratedMaxLength) return [];
  return oneTypoForms(loose).flatMap((text) => looseTerms({ text, prefix: false }));
};
