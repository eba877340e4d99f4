import { type RawBuilder, sql } from 'kysely';
import { exactCountMax, exactMatchCountMax } from '#contract/opportunity-rules.ts';
import { type Search, tierSql } from './search.ts';

/** Rows of the order's index that are looked through for a page of a common word, and how many more for each row asked for. */
const walked = 2000;
const walkedPerRow = 4;

export interface ListQuery {
  /** Conditions on `opportunities o`, without those of the search. */
  where: RawBuilder<boolean>;
  /** The part of them whose rows an index holds in this order; null when there is no such index. */
  walk: RawBuilder<boolean> | null;
  search: Search | null;
  order: RawBuilder<unknown>;
  limit: number;
  offset: number;
}
/** Beyond this a count says "at least" and grows with the page, so that every item can be paged to. */
const bound = ({ search, limit, offset }: ListQuery) => sql.lit(Math.max(search ? exactMatchCountMax : exactCountMax, offset + limit + 1));
const windowOf = ({ limit, offset }: ListQuery) => sql`limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;

/**
 * Tables to put after `with` before `idsOf`: `counted`, one row with `total`, whether anything `is_written` as it was asked
 * for, and what else is to be read once. Of a search also `matched`, the matches as far as they are counted with all that an
 * order looks at.
 */
export const countTables = (cut: ListQuery, alongside: RawBuilder<unknown>): RawBuilder<unknown> => {
  const { where, search } = cut;
  if (!search)
    return sql`counted as materialized (
      select ${alongside}, true as is_written, count(*) as total
      from (select 1 from opportunities o where ${where} limit ${bound(cut)}) bounded)`;
  const columns = sql`o.id, o.created_at, o.application_deadline, o.application_count, o.title, o.start_date, ${tierSql(search)} as tier`;
  const read = (condition: RawBuilder<boolean>) => sql`select ${columns} from opportunities o where ${where} and ${condition}`;
  // Of a common word whole words alone are more than is counted, and what begins so need not be read. Where nothing is
  // written as it was asked for, this page is not shown, and nothing is read for it.
  const matched =
    search.bestIndexed && search.written
      ? sql`best as materialized (${read(search.bestIndexed)} limit ${bound(cut)}),
      asked as materialized (
        select exists (select from best) or exists (select from opportunities o where ${where} and ${search.written}) as is_written),
      matched as materialized (
        select * from best where ${bestSuffice(cut)}
        union all (${read(search.indexed)} and not ${bestSuffice(cut)} and (select is_written from asked) limit ${bound(cut)}))`
      : sql`asked as materialized (select true as is_written), matched as materialized (${read(search.indexed)} limit ${bound(cut)})`;
  return sql`${matched}, counted as materialized (
      select ${alongside}, (select is_written from asked), count(*) as total from matched)
    ${cut.walk ? sql`, walked as materialized (${walkOf(cut, search, cut.walk)})` : sql``}`;
};

const bestSuffice = (cut: ListQuery) => sql`(select count(*) = ${bound(cut)} from best)`;
const wholly = (cut: ListQuery) => sql`(select total < ${bound(cut)} from counted)`;

/** The page as far as it is found among the first rows of the order: all of it when the word is common among them. */
const walkOf = (cut: ListQuery, search: Search, walk: RawBuilder<boolean>): RawBuilder<unknown> => {
  const rows = sql.lit(walked + walkedPerRow * (cut.offset + cut.limit));
  return sql`select o.id from (select * from opportunities o where ${walk} order by ${cut.order} limit ${rows}) o
    where ${cut.where} and ${search.where} and ${search.better[0] ?? sql`true`} and not ${wholly(cut)} order by ${cut.order} ${windowOf(cut)}`;
};

/**
 * Ids of one page, better matches of a search first. How they are read is decided by what was counted, not by the planner's
 * guess about a word, which is wrong by a factor of thirty either way: what was counted to the end is sorted where it lies;
 * a common word fills its page from the first rows of the order; one that is common and yet not among those has all its
 * matches sorted. One of the branches runs, the conditions of the others are false before they begin.
 */
export const pageIds = (cut: ListQuery): RawBuilder<{ id: number }> => {
  const { where, search, order } = cut;
  const window = windowOf(cut);
  if (!search) return sql`select o.id from opportunities o where ${where} order by ${order} ${window}`;
  const filled = cut.walk ? sql`(select count(*) = ${sql.lit(cut.limit)} from walked)` : sql`false`;
  return sql`
    (select o.id from matched o where ${wholly(cut)} order by o.tier, ${order} ${window})
    ${cut.walk ? sql`union all (select id from walked where ${filled})` : sql``}
    union all
    (select o.id from opportunities o where ${where} and ${search.indexed} and not ${wholly(cut)} and not ${filled}
      order by ${tierSql(search)}, ${order} ${window})`;
};
