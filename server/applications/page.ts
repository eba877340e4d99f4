import { type RawBuilder, sql } from 'kysely';
import { countedExactly } from '#contract/opportunity-rules.ts';
import type { Db } from '../db/connect.ts';
import type { Found } from './found.ts';
import { backwards, type Order, orderBy, type Part } from './order.ts';

type Condition = RawBuilder<boolean>;
interface Window {
  limit: number;
  offset: number;
}

/** Rows of the order's index that are looked through for a page of a common word, and how many more for each row asked for. */
const walked = 2000;
const walkedPerRow = 4;
/** Pages from here on are read from the end that is nearer. */
const deep = 1000;

const windowed = ({ limit, offset }: Window) => sql`limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;

/** Rows one after another as a statement gives them, with their `place`. */
const numbered = (ids: RawBuilder<unknown>) => sql`select id, row_number() over () as place from (${ids}) ordered`;

/** Ids in the order of a part; `extra` is one more condition. */
const idsOfPart = (
  { where, hits }: Found,
  { join, where: within, columns }: Part,
  extra: Condition,
  window: Window,
): RawBuilder<unknown> => {
  const order = orderBy(columns);
  if (!hits)
    return numbered(
      sql`select a.id from applications a ${join} where ${where} and ${within} and ${extra} order by ${order} ${windowed(window)}`,
    );
  const sorted = (when: Condition) => sql`select a.id from applications a ${join}
    where a.id in (${hits.ids}) and ${within} and ${extra} and ${when} order by ${order} ${windowed(window)}`;
  if (!hits.common || !hits.inRow || columns.some(({ name }) => name.startsWith('own.'))) return numbered(sorted(sql`true`));
  // A common word fills its page from the first rows of the order; one that is common and yet not there has all its rows sorted.
  const rows = sql.lit(walked + walkedPerRow * (window.offset + window.limit));
  const near = sql`select a.id, a.walk as place from (
      select *, row_number() over () as walk from (
        select a.id, a.opportunity_id, a.search_text from applications a
        where ${where} and ${extra} order by ${order} limit ${rows}) ordered) a
    where ${hits.inRow} order by a.walk ${windowed(window)}`;
  const filled = sql`(select count(*) = ${sql.lit(window.limit)} from near)`;
  return sql`
    with near as materialized (${near})
    select id, place from near where ${filled} union all (${numbered(sorted(sql`not ${filled}`))})`;
};

/** Ids of one page in their order, as a statement with `id` and `place`; `extra` is one more condition on `applications a`. */
export const idsOf = (found: Found, order: Order, window: Window, extra: Condition = sql`true`): RawBuilder<unknown> => {
  const whole = { join: order.join, where: sql<boolean>`true`, columns: order.columns };
  if (order.parts.length === 1 || found.hits) return idsOfPart(found, whole, extra, window);
  // The parts one after another, each no further than the page may reach.
  const upTo = { limit: window.offset + window.limit, offset: 0 };
  const parts = order.parts.map(
    (part, nth) => sql`(select ${sql.lit(nth)} as part, id, place from (${idsOfPart(found, part, extra, upTo)}) part)`,
  );
  return numbered(sql`select id from (${sql.join(parts, sql` union all `)}) parts order by part, place ${windowed(window)}`);
};

interface Total {
  count: number;
  /** False where more may be there than are counted. */
  is_exact: boolean;
}
/** How many there are, as a statement with `total`. */
const counting = ({ where, countable }: Found, bound: number): RawBuilder<{ total: number }> =>
  countable
    ? sql`select coalesce(sum(a.count), 0)::bigint as total from application_counts a where ${countable}`
    : sql`select count(*) as total from (select 1 from applications a where ${where} limit ${sql.lit(bound)}) bounded`;

/**
 * One page: wide rows are read for it alone, in the statement that counts. Deep in a list whose length is known the page is
 * read from the end that is nearer.
 * @param columns of `from`, where applications are `a`
 */
export const readPage = async <Row>(
  db: Db,
  found: Found,
  order: Order,
  window: Window,
  { columns, from }: { columns: RawBuilder<unknown>; from: RawBuilder<unknown> },
): Promise<Total & { rows: Row[] }> => {
  const { limit, offset } = window;
  const bound = Math.max(countedExactly, offset + limit + 1);
  const rowsOf = (ids: RawBuilder<unknown>, direction: 'asc' | 'desc', total: RawBuilder<unknown>) => sql<Row & { total: number }>`
    with counted as materialized (${total}), page as materialized (${ids})
    select ${columns}, counted.total ${from} join page on page.id = a.id cross join counted order by page.place ${sql.raw(direction)}`;
  const read = async (ids: RawBuilder<unknown>, direction: 'asc' | 'desc', known?: number) => {
    const total = known === undefined ? counting(found, bound) : sql`select ${sql.lit(known)}::bigint as total`;
    const { rows } = await rowsOf(ids, direction, total).execute(db);
    return { total: rows[0]?.total ?? known ?? 0, rows: rows.map(({ total: _, ...row }) => row as Row) };
  };
  const { hits, countable } = found;
  if (hits) {
    const { rows } = await read(idsOf(found, order, window), 'asc', hits.count);
    return { count: hits.count, is_exact: hits.isExact, rows };
  }
  if (!countable || offset < deep) {
    const { total, rows } = await read(idsOf(found, order, window), 'asc');
    return { count: total, is_exact: countable !== null || total < bound, rows };
  }
  const { rows: counted } = await counting(found, bound).execute(db);
  const total = counted[0]?.total ?? 0;
  const there = Math.min(limit, total - offset);
  if (there <= 0) return { count: total, is_exact: true, rows: [] };
  const after = total - offset - there;
  const { rows } = await (after < offset
    ? read(idsOf(found, backwards(order), { limit: there, offset: after }), 'desc', total)
    : read(idsOf(found, order, window), 'asc', total));
  return { count: total, is_exact: true, rows };
};

/** How many a filter finds, counted to the end. */
export const countAll = async (db: Db, found: Found): Promise<number> => {
  const { hits, where } = found;
  if (hits?.isExact) return hits.count;
  const total = hits
    ? sql<{ total: number }>`select count(*) as total from (${hits.ids}) found`
    : found.countable
      ? counting(found, 0)
      : sql<{ total: number }>`select count(*) as total from applications a where ${where}`;
  return (await total.execute(db)).rows[0]?.total ?? 0;
};

/** All that a filter finds, in its order. */
export const idsOfAll = async (db: Db, found: Found, order: Order, most: number): Promise<number[]> => {
  // Nothing is found sooner in the order's own index when all of it is read.
  const whole = { ...found, hits: found.hits && { ...found.hits, common: false } };
  const { rows } = await sql<{ ids: number[] | null }>`
    select array_agg(id order by place) as ids from (${idsOf(whole, order, { limit: most, offset: 0 })}) found`.execute(db);
  return rows[0]?.ids ?? [];
};
