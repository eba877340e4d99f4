import { type RawBuilder, sql } from 'kysely';
import { exactCountMax } from '#contract/opportunity-rules.ts';
import type { Db } from '../db/connect.ts';
import { conditionsWithoutText, type InboxFilter } from './filter.ts';
import { always, deepOffset, limitOffset, partRows, type Window } from './keyset.ts';
import { orderByColumns, reversed, type SortOrder, type SortPart } from './sorting.ts';
import { searchPage } from './textSearch.ts';

type Condition = RawBuilder<boolean>;

/** Rows one after another as a statement gives them, with their `place`. */
const numbered = (ids: RawBuilder<unknown>) => sql`select id, row_number() over () as place from (${ids}) ordered`;

/** Ids of one page without words in their order, as a statement with `id` and `place`; `extra` is one more condition on `applications a`. */
export const pageIds = (found: InboxFilter, order: SortOrder, window: Window, extra: Condition = always): RawBuilder<unknown> => {
  const whole: SortPart = { join: order.join, where: always, columns: order.columns };
  if (order.parts.length === 1) return numbered(partRows(found, whole, extra, window));
  // The parts one after another, each no further than the page may reach.
  const upTo = { limit: window.offset + window.limit, offset: 0 };
  const parts = order.parts.map(
    (part, nth) => sql`(select ${sql.lit(nth)} as part, id, place from (${numbered(partRows(found, part, extra, upTo))}) part)`,
  );
  return numbered(sql`select id from (${sql.join(parts, sql` union all `)}) parts order by part, place ${limitOffset(window)}`);
};

interface Total {
  count: number;
  /** False where more may be there than are counted. */
  is_exact: boolean;
}
/** How many there are without words, as a statement with `total`. */
const counting = (found: InboxFilter, bound: number): RawBuilder<{ total: number }> =>
  found.countable
    ? sql`select coalesce(sum(a.count), 0)::bigint as total from application_counts a where ${found.countable}`
    : sql`select count(*) as total from (select 1 from applications a where ${conditionsWithoutText(found)} limit ${sql.lit(bound)}) bounded`;

/**
 * One page: wide rows are read for it alone, in the statement that counts. Deep in a list whose length is known the page is
 * read from the end that is nearer.
 * @param columns of `from`, where applications are `a`
 */
export const readPage = async <Row>(
  db: Db,
  found: InboxFilter,
  order: SortOrder,
  window: Window,
  { columns, from }: { columns: RawBuilder<unknown>; from: RawBuilder<unknown> },
): Promise<Total & { rows: Row[] }> => {
  const { limit, offset } = window;
  const bound = Math.max(exactCountMax, offset + limit + 1);
  type Answer = { total: number; is_exact: boolean; row: Row | null };
  const read = async (tables: RawBuilder<unknown>, direction: 'asc' | 'desc' = 'asc') => {
    const { rows } = await sql<Answer>`
      with ${tables} select seen.total, seen.is_exact, row.* from seen left join (
        select hit.place as row_place, ${columns} ${from} join hit on hit.id = a.id) row on true
      order by row.row_place ${sql.raw(direction)}`.execute(db);
    const { total = 0, is_exact = true } = rows[0] ?? {};
    const there = rows.filter((row) => (row as { row_place?: number | null }).row_place !== null);
    return {
      count: total,
      is_exact,
      rows: there.map(
        ({ total: _total, is_exact: _exact, row_place: _place, ...row }: Answer & { row_place?: number }) => row as unknown as Row,
      ),
    };
  };
  const { hits, countable } = found;
  if (hits) {
    const { ids, total, is_exact } = await searchPage(db, found, hits, order, window);
    const hit = sql`select id, place from unnest(${ids}::integer[]) with ordinality as hit(id, place)`;
    return read(
      sql`hit as materialized (${hit}), seen as materialized (select ${total}::bigint as total, ${is_exact}::boolean as is_exact)`,
    );
  }
  const tables = (ids: RawBuilder<unknown>, total: RawBuilder<unknown>) =>
    sql`hit as materialized (${ids}), seen as materialized (
      select total, ${countable ? always : sql`total < ${sql.lit(bound)}`} as is_exact from (${total}) counted)`;
  if (!countable || offset < deepOffset) return read(tables(pageIds(found, order, window), counting(found, bound)));
  const { rows: counted } = await counting(found, bound).execute(db);
  const total = counted[0]?.total ?? 0;
  const there = Math.min(limit, total - offset);
  if (there <= 0) return { count: total, is_exact: true, rows: [] };
  const after = total - offset - there;
  const known = sql`select ${sql.lit(total)}::bigint as total`;
  return after < offset
    ? read(tables(pageIds(found, reversed(order), { limit: there, offset: after }), known), 'desc')
    : read(tables(pageIds(found, order, window), known));
};

/** The first way to find anything; the first of all when none does. */
export const firstMatchingFilter = async (
  db: Db,
  order: SortOrder,
  [first, ...others]: [InboxFilter, ...InboxFilter[]],
): Promise<InboxFilter> => {
  if (others.length === 0 || !first.hits) return first;
  const { ids } = await searchPage(db, first, first.hits, order, { limit: 1, offset: 0 }, { counted: false });
  return ids.length > 0 ? first : (others[0] as InboxFilter);
};

/** How many a filter finds, counted to the end. */
export const countAll = async (db: Db, found: InboxFilter): Promise<number> => {
  const { hits } = found;
  const total = hits
    ? sql<{ total: number }>`select count(*) as total from (${hits.all(conditionsWithoutText(found), sql`${hits.query}`, sql`a.id`)}) found`
    : found.countable
      ? counting(found, 0)
      : sql<{ total: number }>`select count(*) as total from applications a where ${conditionsWithoutText(found)}`;
  return (await total.execute(db)).rows[0]?.total ?? 0;
};

/** All that a filter finds, in its order. */
export const allIds = async (db: Db, found: InboxFilter, order: SortOrder, most: number): Promise<number[]> => {
  const window = { limit: most, offset: 0 };
  const { hits } = found;
  // All that is found is sorted: no first rows are enough.
  const ids = hits
    ? numbered(
        sql`select a.id from applications a ${order.join} where a.id in (${hits.all(conditionsWithoutText(found), sql`${hits.query}`, sql`a.id`)}) order by ${orderByColumns(order.columns)} ${limitOffset(window)}`,
      )
    : pageIds(found, order, window);
  const { rows } = await sql<{ ids: number[] | null }>`select array_agg(id order by place) as ids from (${ids}) found`.execute(db);
  return rows[0]?.ids ?? [];
};
