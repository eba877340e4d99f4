import { type RawBuilder, sql } from 'kysely';
import type { ApplicationQuery } from '#contract/application.ts';
import { wordsOf } from '#contract/fold.ts';
import { matchesCountedExactly } from '#contract/opportunity-rules.ts';
import { dayStart } from '#contract/uzbek.ts';
import type { Db } from '../db/connect.ts';
import { askedWords, type PeopleSearch, peopleSearch } from '../db/people.ts';

type Condition = RawBuilder<boolean>;
type Filter = Omit<ApplicationQuery, 'page' | 'page_size'>;

/** Words that were looked for, and how they were found. */
interface Hits {
  count: number;
  /** False where they were not counted to the end. */
  isExact: boolean;
  /** There are so many that a page is sooner found in the order's own index than among all of them. */
  common: boolean;
  /** All of them, by the index of words: ids. */
  ids: RawBuilder<unknown>;
  /** The same condition read in a row; null when it cannot be said so. */
  inRow: Condition | null;
}

/** What a filter finds among the applications an organization received, as `applications a`. */
export interface Found {
  organization_id: number;
  /** The filter without its words. */
  where: Condition;
  /** Statuses and opportunities alone decide: how many there are is known without counting rows. */
  countable: Condition | null;
  hits: Hits | null;
}

const list = (values: readonly string[]) => sql.join(values.map((value) => sql.lit(value)));
/** The filter's plain conditions: on the columns of `applications a`, or of `application_counts a`. */
const plainConditions = (organization_id: number, { status, opportunity, opportunity_type }: Filter): Condition[] => {
  const conditions: Condition[] = [sql`a.organization_id = ${organization_id}`];
  // In the text of the statement: how common a status is decides how it is best read.
  if (status?.length) conditions.push(sql`a.status in (${list([...status].sort())})`);
  if (opportunity !== undefined) conditions.push(sql`a.opportunity_id = ${opportunity}`);
  if (opportunity_type?.length)
    conditions.push(
      sql`a.opportunity_id in (select o.id from opportunities o
        where o.organization_id = ${organization_id} and o.opportunity_type in (${list([...opportunity_type].sort())}))`,
    );
  return conditions;
};
const all = (conditions: readonly Condition[]): Condition => sql`${sql.join(conditions, sql` and `)}`;

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
    const own = wordsOf(title);
    return words.every((word) => own.some((one) => one.startsWith(word)));
  };
  return {
    titled: rows.filter(({ is_like, title }) => is_like && inTitle(title)).map(({ id }) => id),
    blind: rows.filter(({ blind_review }) => blind_review).map(({ id }) => id),
  };
};

const text = sql<string>`a.search_text`;
/** Whoever is judged blind is found by the university alone. */
const unlessBlind = ({ blind }: Items, byName: Condition, byUniversity: () => Condition): Condition =>
  blind.length === 0 ? byName : sql`(${byName} and (a.opportunity_id <> all(${blind}) or ${byUniversity()}))`;

interface Tier {
  search: Condition;
  inRow: Condition | null;
}
const tiersOf = (organization_id: number, items: Items, search: PeopleSearch): Tier[] => {
  const { mistyped } = search;
  const asked: Tier = {
    search: unlessBlind(items, search.received(organization_id), () => search.university.inRow(text)),
    inRow: unlessBlind(items, search.inRow(text), () => search.university.inRow(text)),
  };
  if (!mistyped) return [asked];
  const near = unlessBlind(items, mistyped.received(organization_id), () => mistyped.universityReceived(organization_id));
  return [asked, { search: near, inRow: null }];
};

/**
 * What a filter finds. Words are looked up first: whoever is found as it is written, and only when nobody is, whoever is a
 * typing error away. @param bound matches that are counted
 */
export const find = async (db: Db, organization_id: number, filter: Filter, bound = matchesCountedExactly): Promise<Found> => {
  const plain = plainConditions(organization_id, filter);
  const dated: Condition[] = [];
  if (filter.applied_after) dated.push(sql`a.applied_at >= ${dayStart(filter.applied_after)}`);
  if (filter.applied_before) dated.push(sql`a.applied_at < ${dayStart(filter.applied_before, 1)}`);
  const where = all([...plain, ...dated]);
  const [search, university] = [peopleSearch(filter.search), peopleSearch(filter.student_university)?.university ?? null];
  if (!search && !university) return { organization_id, where, countable: dated.length === 0 ? all(plain) : null, hits: null };

  const items: Items = search ? await itemsFor(db, organization_id, askedWords(filter.search) ?? []) : { titled: [], blind: [] };
  const tiers: (Tier | null)[] = search ? tiersOf(organization_id, items, search) : [null];
  let hits: Hits | null = null;
  for (const tier of tiers) {
    const branches = branchesOf(organization_id, items, tier, university);
    const ids = sql`${sql.join(
      branches.map(({ indexed }) => sql`select a.id from applications a where ${where} and ${indexed}`),
      sql` union `,
    )}`;
    const counted = sql.join(
      branches.map(({ indexed }) => sql`(select a.id from applications a where ${where} and ${indexed} limit ${sql.lit(bound)})`),
      sql` union `,
    );
    const { rows } = await sql<{ count: number }>`select count(*) from (${counted}) found`.execute(db);
    const count = Math.min(rows[0]?.count ?? 0, bound);
    const inRow = branches.every((one) => one.inRow)
      ? sql<boolean>`(${sql.join(
          branches.map((one) => one.inRow),
          sql` or `,
        )})`
      : null;
    hits = { count, isExact: count < bound, common: count >= matchesCountedExactly && inRow !== null, ids, inRow };
    if (count > 0) break;
  }
  return { organization_id, where, countable: null, hits };
};

/** Ways to be found, of which one is enough: by name and university, or by the title of what was applied for. */
const branchesOf = (
  organization_id: number,
  { titled }: Items,
  tier: Tier | null,
  university: PeopleSearch['university'] | null,
): { indexed: Condition; inRow: Condition | null }[] => {
  if (!tier) {
    const { received, inRow } = university as PeopleSearch['university'];
    return [{ indexed: received(organization_id), inRow: inRow(text) }];
  }
  const there = university ? [university.inRow(text)] : [];
  const branches = [{ indexed: all([tier.search, ...there]), inRow: tier.inRow && all([tier.inRow, ...there]) }];
  if (titled.length > 0) {
    const byTitle = all([sql`a.opportunity_id = any(${titled})`, ...there]);
    branches.push({ indexed: byTitle, inRow: byTitle });
  }
  return branches;
};
