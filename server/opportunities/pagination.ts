import { type RawBuilder, sql } from 'kysely';
import { exactCountMax, exactMatchCountMax } from '#contract/opportunity-rules.ts';
import { type OpportunitySearch, tierSql } from './search.ts';

/** Rows read in sort order to fill a page of matches of a common word, and how many more per requested row. */
const scanRowsBase = 2000;
const scanRowsPerRow = 4;

export interface ListQuery {
  /** Conditions on `opportunities o`, without those of the search. */
  where: RawBuilder<boolean>;
  /** The part of `where` that an index covers in this sort order; null when there is no such index. */
  indexed: RawBuilder<boolean> | null;
  search: OpportunitySearch | null;
  order: RawBuilder<unknown>;
  limit: number;
  offset: number;
}
/** Rows counted at most: beyond this the count is a lower bound. It grows with the page, so that every page can be reached. */
const countLimit = ({ search, limit, offset }: ListQuery) =>
  sql.lit(Math.max(search ? exactMatchCountMax : exactCountMax, offset + limit + 1));
const limitOffset = ({ limit, offset }: ListQuery) => sql`limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;

/**
 * Common table expressions to put after `with`, before `opportunityPageIds`. `counted` is one row with `total`, `has_literal_match`
 * (whether some row holds the words as typed) and `extraColumns`. A search adds `matched`: the matches up to the count limit
 * with every column a sort order may use.
 */
export const countTables = (query: ListQuery, extraColumns: RawBuilder<unknown>): RawBuilder<unknown> => {
  const { where, search } = query;
  if (!search)
    return sql`counted as materialized (
      select ${extraColumns}, true as has_literal_match, count(*) as total
      from (select 1 from opportunities o where ${where} limit ${countLimit(query)}) bounded)`;
  const columns = sql`o.id, o.created_at, o.application_deadline, o.application_count, o.title, o.start_date, ${tierSql(search)} as tier`;
  const read = (condition: RawBuilder<boolean>) => sql`select ${columns} from opportunities o where ${where} and ${condition}`;
  // Whole-word matches of a common word already reach the count limit, so its prefix matches need not be read. Without a
  // literal match this page is not shown, so nothing is read for it.
  const matched =
    search.bestIndexed && search.written
      ? sql`best as materialized (${read(search.bestIndexed)} limit ${countLimit(query)}),
      literal as materialized (
        select exists (select from best) or exists (select from opportunities o where ${where} and ${search.written}) as has_literal_match),
      matched as materialized (
        select * from best where ${bestReachLimit(query)}
        union all (${read(search.indexed)} and not ${bestReachLimit(query)} and (select has_literal_match from literal) limit ${countLimit(query)}))`
      : sql`literal as materialized (select true as has_literal_match), matched as materialized (${read(search.indexed)} limit ${countLimit(query)})`;
  return sql`${matched}, counted as materialized (
      select ${extraColumns}, (select has_literal_match from literal), count(*) as total from matched)
    ${query.indexed ? sql`, scanned as materialized (${scanInOrder(query, search, query.indexed)})` : sql``}`;
};

const bestReachLimit = (query: ListQuery) => sql`(select count(*) = ${countLimit(query)} from best)`;
const isCountExact = (query: ListQuery) => sql`(select total < ${countLimit(query)} from counted)`;

/** The page as far as the first rows in sort order fill it: completely, when the word is common among them. */
const scanInOrder = (query: ListQuery, search: OpportunitySearch, indexed: RawBuilder<boolean>): RawBuilder<unknown> => {
  const rows = sql.lit(scanRowsBase + scanRowsPerRow * (query.offset + query.limit));
  return sql`select o.id from (select * from opportunities o where ${indexed} order by ${query.order} limit ${rows}) o
    where ${query.where} and ${search.where} and ${search.better[0] ?? sql`true`} and not ${isCountExact(query)}
    order by ${query.order} ${limitOffset(query)}`;
};

/**
 * Ids of one page, better matches of a search first. The count decides how they are read, not the planner, whose estimate for
 * a word is off by a factor of thirty either way. Exactly one branch runs; the conditions of the others are false up front:
 * 1. the count is exact: sort `matched`;
 * 2. the first rows in sort order fill the page (a common word): take `scanned`;
 * 3. a common word that is rare among those rows: sort all its matches.
 */
export const opportunityPageIds = (query: ListQuery): RawBuilder<{ id: number }> => {
  const { where, search, order } = query;
  const page = limitOffset(query);
  if (!search) return sql`select o.id from opportunities o where ${where} order by ${order} ${page}`;
  const isFilled = query.indexed ? sql`(select count(*) = ${sql.lit(query.limit)} from scanned)` : sql`false`;
  return sql`
    (select o.id from matched o where ${isCountExact(query)} order by o.tier, ${order} ${page})
    ${query.indexed ? sql`union all (select id from scanned where ${isFilled})` : sql``}
    union all
    (select o.id from opportunities o where ${where} and ${search.indexed} and not ${isCountExact(query)} and not ${isFilled}
      order by ${tierSql(search)}, ${order} ${page})`;
};
