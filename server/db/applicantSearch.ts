import { type RawBuilder, sql } from 'kysely';
import { allowedTypos, looseForm, normalizedWords, normalizeForSearch } from '#contract/textNormalization.ts';

type Condition = RawBuilder<boolean>;

/** Stands before a word of the university, in the text of an application. */
const ofUniversity = '@';

/** Characters of a query that are looked at. */
const queryMaxLength = 100;

/** A word, or what begins so. */
interface Term {
  text: string;
  prefix: boolean;
}
/** Every word asked for, as the terms of which one is enough. */
type Wanted = Term[][];

/** One word that is looked for. */
export interface SearchWord {
  /** Read in rows that are at hand anyway. */
  inRow(column: RawBuilder<string>): Condition;
  /** Of a tsquery over `received_words` of one organization. */
  query(organization_id: number): string;
}
/** Words to look for in a folded text of names and universities; all of them must be there. */
export interface ApplicantSearch {
  words: SearchWord[];
  inRow(column: RawBuilder<string>): Condition;
  /** The same words by the university alone: of whoever is judged blind, or whose university was asked for. */
  university: Pick<ApplicantSearch, 'words' | 'inRow'>;
  /** Those who differ by one typing error in a longer word, by the index alone; null when no word is long enough. */
  mistyped: { query(organization_id: number): string; universityQuery(organization_id: number): string } | null;
}

/**
 * The text an application is found by: name and university, then the university once more with a sign of its own, so that
 * it can be searched without the name.
 */
export const applicantSearchText = ({
  first_name,
  last_name,
  university,
}: {
  first_name: string;
  last_name: string;
  university: string | null;
}): string => {
  const own = normalizeForSearch(university).trim();
  const marked = own === '' ? '' : `${ofUniversity}${own.replaceAll(' ', ` ${ofUniversity}`)} `;
  return `${normalizeForSearch(first_name, last_name, university)}${marked}`;
};

/** The different words of a query; null when nothing was asked, empty when it holds no word at all. */
export const queryWords = (search: string | undefined): string[] | null =>
  (search ?? '').trim() === '' ? null : [...new Set(normalizedWords((search ?? '').slice(0, queryMaxLength)))];

const spellings = (word: string): Term[] =>
  [...new Set([word, looseForm(word), `~${looseForm(word)}`])]
    .filter((one) => one.length > 0 && one !== '~')
    .map((text) => ({ text, prefix: true }));

/** Letters a coarse word can have. */
const letters = [...'abcdefghijklmnopqrstuvwyz'];
/** A coarse word with one letter wrong, missing, too much or swapped with the next; the first letter stays. */
const oneErrorOff = (word: string): string[] => {
  const off = new Set<string>();
  for (let at = 1; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    for (const letter of letters) {
      off.add(before + letter + after);
      if (after !== '') off.add(before + letter + after.slice(1));
    }
    if (after !== '') off.add(before + after.slice(1));
    if (after.length > 1) off.add(`${before}${after[1]}${after[0]}${after.slice(2)}`);
  }
  return [...off];
};
const mistypings = (word: string): Term[] => {
  const loose = looseForm(word);
  if (allowedTypos(loose) === 0 || loose.length > 20) return spellings(word);
  const off = oneErrorOff(loose).flatMap((one) => [one, `~${one}`]);
  return [...spellings(word), ...off.map((text) => ({ text, prefix: false }))];
};

// Folded words hold letters, digits, apostrophes, + and # only: no sign of them means anything to LIKE or to a tsquery.
const termsQuery = (terms: Term[], before: string): string =>
  `(${terms.map(({ text, prefix }) => `'${before}${text.replaceAll("'", "''")}'${prefix ? ':*' : ''}`).join(' | ')})`;
const wordOf = (terms: Term[], mark: string): SearchWord => ({
  inRow: (column) =>
    sql`(${sql.join(
      terms.map(({ text, prefix }) => sql`${column} like ${`% ${mark}${text}${prefix ? '' : ' '}%`}`),
      sql` or `,
    )})`,
  query: (organization_id) => termsQuery(terms, `${organization_id}:${mark}`),
});
const allOf = (wanted: Wanted, mark: string): Pick<ApplicantSearch, 'words' | 'inRow'> => {
  const words = wanted.map((terms) => wordOf(terms, mark));
  return {
    words,
    inRow: (column) => sql`(${sql.join(words.length > 0 ? words.map((one) => one.inRow(column)) : [sql`false`], sql` and `)})`,
  };
};

/** On `applications a` that an organization received, answered by the index of their words. */
export const matchesReceivedWords = (query: RawBuilder<unknown>): Condition =>
  sql<boolean>`received_words(a.organization_id, a.search_text) @@ ${query}::tsquery`;
/** All words of a search as a tsquery over `received_words`. */
export const receivedTsquery = ({ words }: Pick<ApplicantSearch, 'words'>, organization_id: number): string =>
  words.map((one) => one.query(organization_id)).join(' & ');

/** Every word asked begins a word there, apostrophes, x or h and Cyrillic aside. Null when nothing was asked. */
export const applicantSearch = (search: string | undefined): ApplicantSearch | null => {
  const words = queryWords(search);
  if (!words) return null;
  const wanted = words.map(spellings);
  // What is tried for each letter of a whole sentence would be too much.
  const wider = words.slice(0, 4).map(mistypings).concat(wanted.slice(4));
  const widerQuery = (mark: string) => (organization_id: number) =>
    wider.map((terms) => termsQuery(terms, `${organization_id}:${mark}`)).join(' & ');
  return {
    ...allOf(wanted, ''),
    university: allOf(wanted, ofUniversity),
    mistyped: words.some((word) => allowedTypos(looseForm(word)) > 0)
      ? { query: widerQuery(''), universityQuery: widerQuery(ofUniversity) }
      : null,
  };
};
