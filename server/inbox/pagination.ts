import { type RawBuilder, sql } from 'kysely';
import { exactCountMax } from '#contract/opportunity-rules.ts';
import type { Db } from '../db/connect.ts';
import { conditionsWithoutText, type InboxFilter } from './filter.ts';
import { always, deepOffset, limitOffset, type PageWindow, partRows } from './keyset.ts';
import { orderByColumns, reversed, type SortOrder, type SortPart } from './sorting.ts';
import { searchPage } from './textSearch.ts';

type Condition = RawBuilder<boolean>;

/** Adds `place`, the 1-based row number, to a statement of ids. */
const numbered = (ids: RawBuilder<unknown>) => sql`select id, row_number() over () as place from (${ids}) ordered`;

/**
 * A statement that selects `id` and `place` of one page, without text search.
 * @param extra one more condition on `applications a`
 */
export const applicationPageIds = (
  filter: InboxFilter,
  order: SortOrder,
  window: PageWindow,
  extra: Condition = always,
): RawBuilder<unknown> => {
  const whole: SortPart = { join: order.join, where: always, columns: order.columns };
  if (order.parts.length === 1) return numbered(partRows(filter, whole, extra, window));
  // The parts in order, each limited to the end of the page.
  const upTo = { limit: window.offset + window.limit, offset: 0 };
  const parts = order.parts.map(
    (part, nth) => sql`(select ${sql.lit(nth)} as part, id, place from (${numbered(partRows(filter, part, extra, upTo))}) part)`,
  );
  return numbered(sql`select id from (${sql.join(parts, sql` union all `)}) parts order by part, place ${limitOffset(window)}`);
};

interface Total {
  count: number;
  /** False when `count` is a lower bound. */
  is_exact: boolean;
}
/** A statement that selects `total`, counting at most `bound` rows; without text search. */
const countStatement = (filter: InboxFilter, bound: number): RawBuilder<{ total: number }> =>
  filter.countable
    ? sql`select coalesce(sum(a.count), 0)::bigint as total from application_counts a where ${filter.countable}`
    : sql`select count(*) as total from (select 1 from applications a where ${conditionsWithoutText(filter)} limit ${sql.lit(bound)}) bounded`;

/**
 * One page and its count. The wide columns are read for the rows of the page only, in the statement that counts. A page deep in
 * a list of known length is read from the nearer end.
 * @param columns select list over `from`, where applications are `a`
 */
export const readPage = async <Row>(
  db: Db,
  filter: InboxFilter,
  order: SortOrder,
  window: PageWindow,
  { columns, from }: { columns: RawBuilder<unknown>; from: RawBuilder<unknown> },
): Promise<Total & { rows: Row[] }> => {
  const { limit, offset } = window;
  const bound = Math.max(exactCountMax, offset + limit + 1);
  type PageRow = { total: number; is_exact: boolean; row: Row | null };
  const read = async (tables: RawBuilder<unknown>, direction: 'asc' | 'desc' = 'asc') => {
    const { rows } = await sql<PageRow>`
      with ${tables} select counted.total, counted.is_exact, row.* from counted left join (
        select page.place as row_place, ${columns} ${from} join page on page.id = a.id) row on true
      order by row.row_place ${sql.raw(direction)}`.execute(db);
    const { total = 0, is_exact = true } = rows[0] ?? {};
    const pageRows = rows.filter((row) => (row as { row_place?: number | null }).row_place !== null);
    return {
      count: total,
      is_exact,
      rows: pageRows.map(
        ({ total: _total, is_exact: _exact, row_place: _place, ...row }: PageRow & { row_place?: number }) => row as unknown as Row,
      ),
    };
  };
  const { textMatch, countable } = filter;
  if (textMatch) {
    const { ids, total, is_exact } = await searchPage(db, filter, textMatch, order, window);
    const page = sql`select id, place from unnest(${ids}::integer[]) with ordinality as matches(id, place)`;
    return read(
      sql`page as materialized (${page}), counted as materialized (select ${total}::bigint as total, ${is_exact}::boolean as is_exact)`,
    );
  }
  const tables = (ids: RawBuilder<unknown>, total: RawBuilder<unknown>) =>
    sql`page as materialized (${ids}), counted as materialized (
      select total, ${countable ? always : sql`total < ${sql.lit(bound)}`} as is_exact from (${total}) totals)`;
  if (!countable || offset < deepOffset) return read(tables(applicationPageIds(filter, order, window), countStatement(filter, bound)));
  const { rows: counted } = await countStatement(filter, bound).execute(db);
  const total = counted[0]?.total ?? 0;
  const size = Math.min(limit, total - offset);
  if (size <= 0) return { count: total, is_exact: true, rows: [] };
  const after = total - offset - size;
  const knownTotal = sql`select ${sql.lit(total)}::bigint as total`;
  return after < offset
    ? read(tables(applicationPageIds(filter, reversed(order), { limit: size, offset: after }), knownTotal), 'desc')
    : read(tables(applicationPageIds(filter, order, window), knownTotal));
};

/** The first filter with a match; the exact one when neither has any. */
export const firstMatchingFilter = async (
  db: Db,
  order: SortOrder,
  [first, ...others]: [InboxFilter, ...InboxFilter[]],
): Promise<InboxFilter> => {
  if (others.length === 0 || !first.textMatch) return first;
  const { ids } = await searchPage(db, first, first.textMatch, order, { limit: 1, offset: 0 }, { counted: false });
  return ids.length > 0 ? first : (others[0] as InboxFilter);
};

/** The exact number of applications a filter matches. */
export const countAll = async (db: Db, filter: InboxFilter): Promise<number> => {
  const { textMatch } = filter;
  const total = textMatch
    ? sql<{
        total: number;
      }>`select count(*) as total from (${textMatch.all(conditionsWithoutText(filter), sql`${textMatch.query}`, sql`a.id`)}) found`
    : filter.countable
      ? countStatement(filter, 0)
      : sql<{ total: number }>`select count(*) as total from applications a where ${conditionsWithoutText(filter)}`;
  return (await total.execute(db)).rows[0]?.total ?? 0;
};

/** The ids of all applications a filter matches, in order, at most `max`. */
export const allIds = async (db: Db, filter: InboxFilter, order: SortOrder, max: number): Promise<number[]> => {
  const window = { limit: max, offset: 0 };
  const { textMatch } = filter;
  // Every match is needed, so all are read through the word index and sorted.
  const ids = textMatch
    ? numbered(
        sql`select a.id from applications a ${order.join} where a.id in (${textMatch.all(conditionsWithoutText(filter), sql`${textMatch.query}`, sql`a.id`)}) order by ${orderByColumns(order.columns)} ${limitOffset(window)}`,
      )
    : applicationPageIds(filter, order, window);
  const { rows } = await sql<{ ids: number[] | null }>`select array_agg(id order by place) as ids from (${ids}) found`.execute(db);
  return rows[0]?.ids ?? [];
};
