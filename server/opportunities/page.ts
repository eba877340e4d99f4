import { type RawBuilder, sql } from 'kysely';
import type { Search } from './search.ts';

/** Counts are exact up to here; beyond, a count says "at least" and grows with the page, so that every item can be paged to. */
const countedExactly = 10_000;
/** Better matches, among the first counted, from which on the index of the order is walked until the page is full. */
const walkedFrom = 1000;

export interface Cut {
  /** Conditions on `opportunities o`, those of the search included. */
  where: RawBuilder<boolean>;
  search: Search | null;
  order: RawBuilder<unknown>;
  limit: number;
  offset: number;
}
const bound = ({ limit, offset }: Cut) => sql.lit(Math.max(countedExactly, offset + limit + 1));
const windowOf = ({ limit, offset }: Cut) => sql`limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;

/**
 * Tables to put after `with` before `idsOf`: `counted`, one row with `total` and what else is to be read once.
 * Of a search also `matched`, the matches as far as they are counted with all that an order looks at.
 */
export const countedOf = (cut: Cut, alongside: RawBuilder<unknown>): RawBuilder<unknown> => {
  if (!cut.search)
    return sql`counted as materialized (
      select ${alongside}, count(*) as total from (select 1 from opportunities o where ${cut.where} limit ${bound(cut)}) bounded)`;
  return sql`matched as materialized (
      select o.id, o.created_at, o.application_deadline, o.application_count, o.title, o.start_date,
        ${cut.search.better ?? sql`true`} as is_better
      from opportunities o where ${cut.where} limit ${bound(cut)}
    ), counted as materialized (
      select ${alongside}, count(*) as total, count(*) filter (where is_better) as better from matched)`;
};

/**
 * Ids of one page, better matches of a search first. How they are read is decided by what was counted, not by the planner's
 * guess about a pattern, which is wrong by a factor of thirty either way: what was counted to the end is sorted where it
 * lies; of a common word the order's index gives a page after some hundred rows, where sorting would read them all. One of
 * the branches runs, the conditions of the others are false before they begin.
 */
export const idsOf = (cut: Cut): RawBuilder<{ id: number }> => {
  const { where, search, order, limit, offset } = cut;
  const window = windowOf(cut);
  if (!search) return sql`select o.id from opportunities o where ${where} order by ${order} ${window}`;
  const better = search.better ?? sql`true`;
  const wholly = sql`(select total < ${bound(cut)} from counted)`;
  const filled = sql`(select better >= ${sql.lit(Math.max(walkedFrom, offset + limit))} from counted)`;
  return sql`
    (select o.id from matched o where ${wholly} order by o.is_better desc, ${order} ${window})
    union all
    (select o.id from opportunities o where ${where} and ${better} and not ${wholly} and ${filled} order by ${order} ${window})
    union all
    (select o.id from opportunities o where ${where} and not ${wholly} and not ${filled}
      order by (${better}) is not true, ${order} ${window})`;
};
