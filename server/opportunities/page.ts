import { type RawBuilder, sql } from 'kysely';
import type { Search } from './search.ts';

/** Counts are exact up to here; beyond, a count says "at least" and grows with the page, so that every item can be paged to. */
const countedExactly = 10_000;
/** From so many matches on the index of the order is walked until the page is full; fewer are read and sorted. */
const walkedFrom = 1000;

export interface Cut {
  /** Conditions on `opportunities o`, those of the search included. */
  where: RawBuilder<boolean>;
  search: Search | null;
  order: RawBuilder<unknown>;
  limit: number;
  offset: number;
}
const bound = ({ limit, offset }: Cut): number => Math.max(countedExactly, offset + limit + 1);

/** One row: how many match, and how many of them are better matches. */
export const countOf = (cut: Cut): RawBuilder<{ total: number; better: number }> => sql`
  select count(*) as total, count(*) filter (where is_better) as better
  from (select ${cut.search?.better ?? sql`true`} as is_better from opportunities o where ${cut.where} limit ${sql.lit(bound(cut))}) bounded`;

/**
 * Ids of one page; `counted` is the row of `countOf`. Better matches of a search come first. How they are read is decided by
 * what was counted, not by the planner's guess about a pattern, which is wrong by a factor of thirty either way: few matches
 * are all read and sorted; of a common word the order's index gives a page after some hundred rows, where sorting would read
 * them all. Only one of the branches runs, the conditions of the others are false before they begin.
 */
export const idsOf = (cut: Cut): RawBuilder<{ id: number }> => {
  const { where, search, order, limit, offset } = cut;
  const window = sql`limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;
  if (!search) return sql`select o.id from opportunities o where ${where} order by ${order} ${window}`;
  const end = sql.lit(Math.max(walkedFrom, offset + limit));
  const betterFill = sql`(select better >= ${end} from counted)`;
  const allAlike = sql`(select better = 0 and total >= ${end} and total < ${sql.lit(bound(cut))} from counted)`;
  const better = search.better ?? sql`true`;
  return sql`
    (select o.id from opportunities o where ${where} and ${better} and ${betterFill} order by ${order} ${window})
    union all
    (select o.id from opportunities o where ${where} and ${allAlike} order by ${order} ${window})
    union all
    (select o.id from opportunities o where ${where} and not ${betterFill} and not ${allAlike}
      order by (${better}) is not true, ${order} ${window})`;
};
