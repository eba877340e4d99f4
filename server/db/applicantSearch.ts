import { type RawBuilder, sql } from 'kysely';
import { allowedTypos, looseForm, normalizeForSearch } from '#contract/textNormalization.ts';
import { oneTypoTerms, queryWords, rowCondition, type SearchTerms, searchTerms, tsqueryText } from './wordSearch.ts';

type Condition = RawBuilder<boolean>;

/** Marks a word of the university in the search text of an application. */
const universityMark = '@';
/** One letter of a name is enough to match as a prefix. */
const minPrefix = 1;
/** Words of a query for which typos are enumerated; more would make the tsquery of a sentence too long. */
const typoWordsMax = 4;

/** One word of a search. */
export interface SearchWord {
  /** Whether a search text has the word, read in the row. */
  inRow(column: RawBuilder<string>): Condition;
  /** The word as a tsquery over `received_words` of one organization. */
  query(organization_id: number): string;
}
/** A search for words in the search text of an application; every word must match, up to loose forms. */
export interface ApplicantSearch {
  words: SearchWord[];
  inRow(column: RawBuilder<string>): Condition;
  /** The same words in the university alone: for blind review, and for a search by university. */
  university: Pick<ApplicantSearch, 'words' | 'inRow'>;
  /** Tsqueries that allow one typo in each longer word, for the index only; null when no word is long enough. */
  mistyped: { query(organization_id: number): string; universityQuery(organization_id: number): string } | null;
}

/**
 * The search text of an application: the words of name and university, then the university again with a mark before each word,
 * so that it can be searched without the name.
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
  const words = normalizeForSearch(university).trim();
  const marked = words === '' ? '' : `${universityMark}${words.replaceAll(' ', ` ${universityMark}`)} `;
  return `${normalizeForSearch(first_name, last_name, university)}${marked}`;
};

const searchFor = (terms: SearchTerms, mark: string): Pick<ApplicantSearch, 'words' | 'inRow'> => ({
  words: terms.map((alternatives) => ({
    inRow: (column) => rowCondition(column, [alternatives], mark),
    query: (organization_id) => tsqueryText([alternatives], `${organization_id}:${mark}`),
  })),
  inRow: (column) => rowCondition(column, terms, mark),
});

/** A condition on `applications a` that an organization received, by the index on `received_words`. @param query a tsquery */
export const matchesReceivedWords = (query: RawBuilder<unknown>): Condition =>
  sql<boolean>`received_words(a.organization_id, a.search_text) @@ ${query}::tsquery`;
/** All words of a search as a tsquery over `received_words`. */
export const receivedTsquery = ({ words }: Pick<ApplicantSearch, 'words'>, organization_id: number): string =>
  words.map((one) => one.query(organization_id)).join(' & ');

/** The search for applicants by name and university. Null when the query is blank; without words it matches nothing. */
export const applicantSearch = (search: string | undefined): ApplicantSearch | null => {
  const words = queryWords(search);
  if (!words) return null;
  const terms = searchTerms(words, 'loose', minPrefix);
  const withTypos = terms.map((alternatives, index) =>
    index < typoWordsMax ? [...alternatives, ...oneTypoTerms(words[index] as string)] : alternatives,
  );
  return {
    ...searchFor(terms, ''),
    university: searchFor(terms, universityMark),
    mistyped: words.some((word) => allowedTypos(looseForm(word)) > 0)
      ? {
          query: (organization_id) => tsqueryText(withTypos, `${organization_id}:`),
          universityQuery: (organization_id) => tsqueryText(withTypos, `${organization_id}:${universityMark}`),
        }
      : null,
  };
};
