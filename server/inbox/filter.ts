import { type RawBuilder, sql } from 'kysely';
import type { ApplicationQuery } from '#contract/application.ts';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import { normalizedWords } from '#contract/textNormalization.ts';
import { dayStart } from '#contract/uzbek.ts';
import { type ApplicantSearch, applicantSearch, matchesReceivedWords, receivedTsquery, type SearchWord } from '../db/applicantSearch.ts';
import type { Db } from '../db/connect.ts';
import { queryWords } from '../db/wordSearch.ts';

type Condition = RawBuilder<boolean>;
type Filter = Omit<ApplicationQuery, 'page' | 'page_size'>;

/** A text search, either for exact words or for words within one typo. */
export interface TextMatch {
  /** The single words; empty when they can be matched by the index only. */
  words: SearchWord[];
  /** All words as a tsquery. */
  query: string;
  /** The whole condition, evaluated on the row; null when it can be matched by the index only. */
  inRow: Condition | null;
  /**
   * A statement that selects all matches through the word index.
   * @param within the rest of the filter
   * @param query a tsquery of all words or of some; the others are then matched on the row
   * @param selected columns of `applications a`
   */
  all(within: Condition, query: RawBuilder<unknown>, selected: RawBuilder<unknown>): RawBuilder<unknown>;
}

/** A filter of the applications an organization received, as conditions on `applications a`. */
export interface InboxFilter {
  organization_id: number;
  /** The conditions without statuses and text. */
  where: Condition;
  /** Every status when empty. */
  statuses: ApplicationStatus[];
  /** Condition on `application_counts a` that gives the count without counting rows; null when more than status and opportunity is filtered. */
  countable: Condition | null;
  textMatch: TextMatch | null;
}

const literals = (values: readonly string[]) => sql.join(values.map((value) => sql.lit(value)));
const joinAnd = (conditions: readonly Condition[]): Condition => sql`${sql.join(conditions, sql` and `)}`;

// Statuses are literals in the statement, so that the planner knows how common each one is.
const withStatus = (statuses: readonly string[]): Condition[] => (statuses.length === 0 ? [] : [sql`a.status in (${literals(statuses)})`]);
/** The filter without its text search. */
export const conditionsWithoutText = ({ where, statuses }: InboxFilter): Condition => joinAnd([where, ...withStatus(statuses)]);

/** Conditions on the columns that `applications a` and `application_counts a` share. */
const sharedConditions = (organization_id: number, { opportunity, opportunity_type }: Filter): Condition[] => {
  const conditions: Condition[] = [sql`a.organization_id = ${organization_id}`];
  if (opportunity !== undefined) conditions.push(sql`a.opportunity_id = ${opportunity}`);
  if (opportunity_type?.length)
    conditions.push(
      sql`a.opportunity_id in (select o.id from opportunities o
        where o.organization_id = ${organization_id} and o.opportunity_type in (${literals([...opportunity_type].sort())}))`,
    );
  return conditions;
};

interface SearchedOpportunities {
  /** Ids of the organization's opportunities whose title holds every word. */
  titled: number[];
  /** Ids of those in blind review. */
  blind: number[];
}
/** The organization's opportunities that a text search treats specially. */
const readSearchedOpportunities = async (db: Db, organization_id: number, words: readonly string[]): Promise<SearchedOpportunities> => {
  const titleConditions = words.map((one) => sql<boolean>`o.fold like ${`% ${one}%`}`);
  const { rows } = await sql<{ id: number; title: string; blind_review: boolean; is_like: boolean }>`
    select * from (
      select o.id, o.title, o.blind_review, ${titleConditions.length > 0 ? joinAnd(titleConditions) : sql`false`} as is_like
      from opportunities o where o.organization_id = ${organization_id}
    ) o where blind_review or is_like`.execute(db);
  // `fold` also holds the place and labels, so the title itself is checked.
  const inTitle = (title: string) => {
    const titleWords = normalizedWords(title);
    return words.every((word) => titleWords.some((one) => one.startsWith(word)));
  };
  return {
    titled: rows.filter(({ is_like, title }) => is_like && inTitle(title)).map(({ id }) => id),
    blind: rows.filter(({ blind_review }) => blind_review).map(({ id }) => id),
  };
};

const text = sql<string>`a.search_text`;
/** In a blind review only the university is searched, not the name. */
const unlessBlind = ({ blind }: SearchedOpportunities, byUniversity: Condition): Condition[] =>
  blind.length === 0 ? [] : [sql`(a.opportunity_id <> all(${blind}) or ${byUniversity})`];

/** A match by words of name and university, or by the title of the opportunity. */
const createTextMatch = (
  { titled }: SearchedOpportunities,
  words: SearchWord[],
  query: string,
  /** Further conditions on the row. */
  extra: Condition[],
  university: ApplicantSearch['university'] | null,
): TextMatch => {
  const universityConditions = university ? [university.inRow(text)] : [];
  const wordConditions = words.map((one) => one.inRow(text));
  const byTitle = titled.length > 0 ? joinAnd([sql`a.opportunity_id = any(${titled})`, ...universityConditions]) : null;
  const inRow = words.length > 0 ? joinAnd([...wordConditions, ...extra]) : null;
  return {
    words,
    query,
    inRow: inRow && byTitle ? sql`((${inRow}) or (${byTitle}))` : inRow,
    all: (within, tsquery, selected) => {
      const byWords = sql`select ${selected} from applications a where ${within} and ${joinAnd([matchesReceivedWords(tsquery), ...(inRow ? [inRow] : [...extra, ...universityConditions])])}`;
      if (!byTitle) return byWords;
      // One opportunity at a time: otherwise the planner scans the whole list for a few of them.
      return sql`${byWords} union select ${selected} from unnest(${titled}::integer[]) titled(id)
        cross join lateral (select * from applications a where a.opportunity_id = titled.id offset 0) a where ${within} and ${byTitle}`;
    },
  };
};

const noMatch: TextMatch = {
  words: [],
  query: '',
  inRow: sql`false`,
  all: (_within, _query, selected) => sql`select ${selected} from applications a where false`,
};

/**
 * The filters of a query, to be tried in order: exact matches first; if there are none, matches within one typo.
 */
export const inboxFilters = async (db: Db, organization_id: number, filter: Filter): Promise<[InboxFilter, ...InboxFilter[]]> => {
  const shared = sharedConditions(organization_id, filter);
  const statuses = [...(filter.status ?? [])].sort();
  const dateConditions: Condition[] = [];
  if (filter.applied_after) dateConditions.push(sql`a.applied_at >= ${dayStart(filter.applied_after)}`);
  if (filter.applied_before) dateConditions.push(sql`a.applied_at < ${dayStart(filter.applied_before, 1)}`);
  const base: InboxFilter = { organization_id, where: joinAnd([...shared, ...dateConditions]), statuses, countable: null, textMatch: null };
  const [search, university] = [applicantSearch(filter.search), applicantSearch(filter.student_university)?.university ?? null];
  if (!search && !university)
    return [{ ...base, countable: dateConditions.length === 0 ? joinAnd([...shared, ...withStatus(statuses)]) : null }];
  // A query without letters or digits matches nothing.
  if (search?.words.length === 0 || university?.words.length === 0) return [{ ...base, textMatch: noMatch }];

  const opportunities: SearchedOpportunities = search
    ? await readSearchedOpportunities(db, organization_id, queryWords(filter.search) ?? [])
    : { titled: [], blind: [] };
  const words = [...(search?.words ?? []), ...(university?.words ?? [])];
  const extra = search ? unlessBlind(opportunities, search.university.inRow(text)) : [];
  const exact = {
    ...base,
    textMatch: createTextMatch(opportunities, words, receivedTsquery({ words }, organization_id), extra, university),
  };
  if (!search?.mistyped) return [exact];
  const { query, universityQuery } = search.mistyped;
  const typoExtra = unlessBlind(opportunities, matchesReceivedWords(sql`${universityQuery(organization_id)}`));
  return [exact, { ...base, textMatch: createTextMatch(opportunities, [], query(organization_id), typoExtra, university) }];
};
