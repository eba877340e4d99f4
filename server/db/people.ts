import { type RawBuilder, sql } from 'kysely';
import { errorsAllowed, looseWord, searchTextOf, wordsOf } from '#contract/fold.ts';

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

/** A search for people in a folded text of names and universities; all conditions find the same. */
export interface PeopleSearch {
  /** Read in rows that are at hand anyway. */
  inRow(column: RawBuilder<string>): Condition;
  /** On `applications a` that an organization received, answered by the index of their words. */
  received(organization_id: number): Condition;
  /** The same by the university alone: of whoever is judged blind, or whose university was asked for. */
  university: Pick<PeopleSearch, 'received' | 'inRow'>;
  /** Those who differ by one typing error in a longer word; null when no word is long enough. By the index alone. */
  mistyped: { received(organization_id: number): Condition; universityReceived(organization_id: number): Condition } | null;
}

/**
 * The text an application is found by: name and university, then the university once more with a sign of its own, so that
 * it can be searched without the name.
 */
export const applicantText = ({
  first_name,
  last_name,
  university,
}: {
  first_name: string;
  last_name: string;
  university: string | null;
}): string => {
  const own = searchTextOf(university).trim();
  const marked = own === '' ? '' : `${ofUniversity}${own.replaceAll(' ', ` ${ofUniversity}`)} `;
  return `${searchTextOf(first_name, last_name, university)}${marked}`;
};

/** The different words of a query; null when nothing was asked, empty when it holds no word at all. */
export const askedWords = (search: string | undefined): string[] | null =>
  (search ?? '').trim() === '' ? null : [...new Set(wordsOf((search ?? '').slice(0, queryMaxLength)))];

const spellings = (word: string): Term[] =>
  [...new Set([word, looseWord(word), `~${looseWord(word)}`])]
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
  const loose = looseWord(word);
  // Names are long in no search: what is tried for each letter of a whole sentence would be too much.
  if (errorsAllowed(loose) === 0 || loose.length > 20) return spellings(word);
  const off = oneErrorOff(loose).flatMap((one) => [one, `~${one}`]);
  return [...spellings(word), ...off.map((text) => ({ text, prefix: false }))];
};

// Folded words hold letters, digits, apostrophes, + and # only: no sign of them means anything to LIKE or to a tsquery.
const tsquery = (wanted: Wanted, before: string): string =>
  wanted
    .map((terms) => `(${terms.map(({ text, prefix }) => `'${before}${text.replaceAll("'", "''")}'${prefix ? ':*' : ''}`).join(' | ')})`)
    .join(' & ');
const rowHolds = (wanted: Wanted, column: RawBuilder<string>, before = ''): Condition =>
  sql`(${sql.join(
    wanted.map(
      (terms) =>
        sql`(${sql.join(
          terms.map(({ text, prefix }) => sql`${column} like ${`% ${before}${text}${prefix ? '' : ' '}%`}`),
          sql` or `,
        )})`,
    ),
    sql` and `,
  )})`;

const byIndex = (wanted: Wanted, mark: string) => (organization_id: number) =>
  sql<boolean>`received_words(a.organization_id, a.search_text) @@ ${tsquery(wanted, `${organization_id}:${mark}`)}::tsquery`;

const never = () => sql<boolean>`false`;
const nobody: PeopleSearch = { inRow: never, received: never, university: { inRow: never, received: never }, mistyped: null };

/** Every word asked begins a word there, apostrophes, x or h and Cyrillic aside. Null when nothing was asked. */
export const peopleSearch = (search: string | undefined): PeopleSearch | null => {
  const words = askedWords(search);
  if (!words) return null;
  if (words.length === 0) return nobody;
  const wanted = words.map(spellings);
  const wider = words.slice(0, 4).map(mistypings).concat(wanted.slice(4));
  return {
    inRow: (column) => rowHolds(wanted, column),
    received: byIndex(wanted, ''),
    university: { inRow: (column) => rowHolds(wanted, column, ofUniversity), received: byIndex(wanted, ofUniversity) },
    mistyped: words.some((word) => errorsAllowed(looseWord(word)) > 0)
      ? { received: byIndex(wider, ''), universityReceived: byIndex(wider, ofUniversity) }
      : null,
  };
};
