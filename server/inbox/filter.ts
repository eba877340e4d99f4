import { type RawBuilder, sql } from 'kysely';
import type { ApplicationQuery } from '#contract/application.ts';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import { normalizedWords } from '#contract/textNormalization.ts';
import { dayStart } from '#contract/uzbek.ts';
import {
  type ApplicantSearch,
  applicantSearch,
  matchesReceivedWords,
  queryWords,
  receivedTsquery,
  type SearchWord,
} from '../db/applicantSearch.ts';
import type { Db } from '../db/connect.ts';

type Condition = RawBuilder<boolean>;
type Filter = Omit<ApplicationQuery, 'page' | 'page_size'>;

/** Words that are looked for, in one way of spelling them. */
export interface TextMatch {
  /** Each word by itself; empty when they cannot be read in a row. */
  words: SearchWord[];
  /** All of them as a tsquery. */
  query: string;
  /** The whole condition read in a row; null when it cannot be said so. */
  inRow: Condition | null;
  /**
   * All that hold them, by the index of words, as a statement.
   * @param within the rest of the filter
   * @param query a tsquery, of all words or of some: the others are then read in the rows
   * @param selected columns of `applications a`
   */
  all(within: Condition, query: RawBuilder<unknown>, selected: RawBuilder<unknown>): RawBuilder<unknown>;
}

/** What a filter finds among the applications an organization received, as `applications a`. */
export interface InboxFilter {
  organization_id: number;
  /** The filter without statuses and words. */
  where: Condition;
  /** Any when empty. */
  statuses: ApplicationStatus[];
  /** Statuses and opportunities alone decide: how many there are is known without counting rows. */
  countable: Condition | null;
  hits: TextMatch | null;
}

const list = (values: readonly string[]) => sql.join(values.map((value) => sql.lit(value)));
const all = (conditions: readonly Condition[]): Condition => sql`${sql.join(conditions, sql` and `)}`;

// Statuses stand in the text of the statement: how common one is decides how it is best read.
const withStatus = (statuses: readonly string[]): Condition[] => (statuses.length === 0 ? [] : [sql`a.status in (${list(statuses)})`]);
/** The filter without its words. */
export const conditionsWithoutText = ({ where, statuses }: InboxFilter): Condition => all([where, ...withStatus(statuses)]);

/** Conditions on the columns that `applications a` and `application_counts a` share. */
const sharedConditions = (organization_id: number, { opportunity, opportunity_type }: Filter): Condition[] => {
  const conditions: Condition[] = [sql`a.organization_id = ${organization_id}`];
  if (opportunity !== undefined) conditions.push(sql`a.opportunity_id = ${opportunity}`);
  if (opportunity_type?.length)
    conditions.push(
      sql`a.opportunity_id in (select o.id from opportunities o
        where o.organization_id = ${organization_id} and o.opportunity_type in (${list([...opportunity_type].sort())}))`,
    );
  return conditions;
};

interface Items {
  /** Opportunities of the organization whose title holds every word. */
  titled: number[];
  /** Opportunities whose applicants have no name. */
  blind: number[];
}
/** What of an organization's opportunities a search of words has to know. */
const itemsFor = async (db: Db, organization_id: number, words: readonly string[]): Promise<Items> => {
  const held = words.map((one) => sql<boolean>`o.fold like ${`% ${one}%`}`);
  const { rows } = await sql<{ id: number; title: string; blind_review: boolean; is_like: boolean }>`
    select * from (
      select o.id, o.title, o.blind_review, ${held.length > 0 ? all(held) : sql`false`} as is_like
      from opportunities o where o.organization_id = ${organization_id}
    ) o where blind_review or is_like`.execute(db);
  // The folded text holds places and labels too: those are no title.
  const inTitle = (title: string) => {
    const own = normalizedWords(title);
    return words.every((word) => own.some((one) => one.startsWith(word)));
  };
  return {
    titled: rows.filter(({ is_like, title }) => is_like && inTitle(title)).map(({ id }) => id),
    blind: rows.filter(({ blind_review }) => blind_review).map(({ id }) => id),
  };
};

const text = sql<string>`a.search_text`;
/** Whoever is judged blind is found by the university alone. */
const unlessBlind = ({ blind }: Items, byUniversity: Condition): Condition[] =>
  blind.length === 0 ? [] : [sql`(a.opportunity_id <> all(${blind}) or ${byUniversity})`];

/** One way of looking: by words of name and university, or by the title of what was applied for. */
const hitsOf = (
  { titled }: Items,
  words: SearchWord[],
  query: string,
  /** What the words do not say, in a row. */
  beside: Condition[],
  university: ApplicantSearch['university'] | null,
): TextMatch => {
  const there = university ? [university.inRow(text)] : [];
  const inWords = words.map((one) => one.inRow(text));
  const byTitle = titled.length > 0 ? all([sql`a.opportunity_id = any(${titled})`, ...there]) : null;
  const inRow = words.length > 0 ? all([...inWords, ...beside]) : null;
  return {
    words,
    query,
    inRow: inRow && byTitle ? sql`((${inRow}) or (${byTitle}))` : inRow,
    all: (within, asked, selected) => {
      const byWords = sql`select ${selected} from applications a where ${within} and ${all([matchesReceivedWords(asked), ...(inRow ? [inRow] : [...beside, ...there])])}`;
      if (!byTitle) return byWords;
      // Opportunity by opportunity, or the whole list would be gone through for a few of them.
      return sql`${byWords} union select ${selected} from unnest(${titled}::integer[]) titled(id)
        cross join lateral (select * from applications a where a.opportunity_id = titled.id offset 0) a where ${within} and ${byTitle}`;
    },
  };
};

const nothing: TextMatch = {
  words: [],
  query: '',
  inRow: sql`false`,
  all: (_within, _query, selected) => sql`select ${selected} from applications a where false`,
};

/**
 * Where to look for what a filter asks, in turn: whoever is found as it is written, and only when nobody is, whoever is a
 * typing error away.
 */
export const inboxFilters = async (db: Db, organization_id: number, filter: Filter): Promise<[InboxFilter, ...InboxFilter[]]> => {
  const shared = sharedConditions(organization_id, filter);
  const statuses = [...(filter.status ?? [])].sort();
  const dated: Condition[] = [];
  if (filter.applied_after) dated.push(sql`a.applied_at >= ${dayStart(filter.applied_after)}`);
  if (filter.applied_before) dated.push(sql`a.applied_at < ${dayStart(filter.applied_before, 1)}`);
  const found: InboxFilter = { organization_id, where: all([...shared, ...dated]), statuses, countable: null, hits: null };
  const [search, university] = [applicantSearch(filter.search), applicantSearch(filter.student_university)?.university ?? null];
  if (!search && !university) return [{ ...found, countable: dated.length === 0 ? all([...shared, ...withStatus(statuses)]) : null }];
  // Signs alone name nobody.
  if (search?.words.length === 0 || university?.words.length === 0) return [{ ...found, hits: nothing }];

  const items: Items = search ? await itemsFor(db, organization_id, queryWords(filter.search) ?? []) : { titled: [], blind: [] };
  const words = [...(search?.words ?? []), ...(university?.words ?? [])];
  const beside = search ? unlessBlind(items, search.university.inRow(text)) : [];
  const exact = { ...found, hits: hitsOf(items, words, receivedTsquery({ words }, organization_id), beside, university) };
  if (!search?.mistyped) return [exact];
  const { query, universityQuery } = search.mistyped;
  const near = unlessBlind(items, matchesReceivedWords(sql`${universityQuery(organization_id)}`));
  return [exact, { ...found, hits: hitsOf(items, [], query(organization_id), near, university) }];
};
