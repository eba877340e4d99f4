import { type RawBuilder, sql } from 'kysely';
import { countedExactly } from '#contract/opportunity-rules.ts';
import type { Db } from '../db/connect.ts';
import { type Found, type Hits, plainly } from './found.ts';
import { backwards, type Order, orderBy, type Part } from './order.ts';

type Condition = RawBuilder<boolean>;
interface Window {
  limit: number;
  offset: number;
}

/** Rows in the order that are looked through for words before their index is asked, and how many more for each row wanted. */
const walked = 700;
const walkedPerRow = 4;
/** A list of so many is searched to the end, for its exact count. */
const countedWhole = 2000;
/** A word that so few of the rows looked through hold is asked of the index; what is more common is read in the rows found. */
const rare = 10;
/** Pages from here on are read from the end that is nearer. */
const deep = 1000;

const windowed = ({ limit, offset }: Window) => sql`limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;
const yes = sql<boolean>`true`;

/** Rows one after another as a statement gives them, with their `place`. */
const numbered = (ids: RawBuilder<unknown>) => sql`select id, row_number() over () as place from (${ids}) ordered`;

/** Values of an order's columns, under names that hold outside of `applications a`. */
const valuesOf = (columns: Part['columns']) => sql.join(columns.map(({ name }, at) => sql`${sql.ref(name)} as ${sql.ref(`c${at}`)}`));
const byValues = (columns: Part['columns']) => orderBy(columns.map((column, at) => ({ ...column, name: `c${at}` })));

/** Rows in the order of a part, without words; `extra` is one more condition, `beside` more columns of `applications a`. */
const rowsOfPart = (
  found: Found,
  { join, where: within, columns }: Part,
  extra: Condition,
  window: Window,
  beside: readonly string[] = [],
): RawBuilder<unknown> => {
  const { where, statuses } = found;
  const to = window.offset + window.limit;
  const selected = sql.join(['id', ...beside].map((name) => sql.ref(`a.${name}`)));
  const order = orderBy(columns);
  if (statuses.length < 2 || to > deep)
    return sql`select ${selected} from applications a ${join}
      where ${plainly(found)} and ${within} and ${extra} order by ${order} ${windowed(window)}`;
  // Each status in its own index, then what comes first of all of them: none of them has to be rare or common for it.
  const each = statuses.map(
    (status) => sql`(select ${selected}, ${valuesOf(columns)} from applications a ${join}
      where ${where} and a.status = ${sql.lit(status)} and ${within} and ${extra} order by ${order} limit ${sql.lit(to)})`,
  );
  return sql`select ${sql.join(['id', ...beside].map((name) => sql.ref(name)))} from (${sql.join(each, sql` union all `)}) each_status
    order by ${byValues(columns)} ${windowed(window)}`;
};

const isJoined = ({ columns }: Order) => columns.some(({ name }) => name.startsWith('own.'));

/** The words that are asked of the index: all that are rare among the rows looked through, or the rarest. */
const queryFor = ({ words, query }: Hits, organization_id: number): RawBuilder<unknown> => {
  if (words.length < 2) return sql`${query}`;
  const rates = words.map(
    (one) => sql`(${one.query(organization_id)}, (select count(*) from walk a where ${one.inRow(sql`a.search_text`)}))`,
  );
  return sql`(select string_agg(word, ' & ') from (
    select word, rate, min(rate) over () as least from (values ${sql.join(rates)}) rates(word, rate)) rated
    where rate <= greatest(least, ${sql.lit(rare)}))`;
};

/**
 * Tables to put after `with` for words: the first rows of the order are read and looked at as they are, which fills a page
 * of a common word and is all there is of a small list. Only when that is not enough the index of words is asked, and all
 * it knows is sorted. Which of the two happens is decided by what was seen, not by a planner's guess about a word.
 * `hit` has `id` and `place` of the page, `seen` one row with `total` and `is_exact`.
 */
const hitTables = (found: Found, hits: Hits, order: Order, window: Window, extra: Condition, counted = false): RawBuilder<unknown> => {
  const { organization_id } = found;
  const to = window.offset + window.limit;
  const looked = isJoined(order) || !hits.inRow ? 0 : walked + walkedPerRow * to;
  const whole: Part = { join: order.join, where: yes, columns: order.columns };
  const walk =
    looked === 0
      ? sql`select a.id, a.opportunity_id, a.search_text, 0 as place from applications a where false`
      : sql`select *, row_number() over () as place from (
          ${rowsOfPart(found, whole, extra, { limit: looked, offset: 0 }, ['opportunity_id', 'search_text'])}) ordered`;
  const beyond = sql<boolean>`not (select is_enough from known)`;
  const values = isJoined(order) ? sql`a.id` : sql`a.id, ${valuesOf(order.columns)}`;
  const sorted = isJoined(order)
    ? sql`select a.id from far join applications a on a.id = far.id ${order.join} where ${beyond} order by ${orderBy(order.columns)}`
    : sql`select id from far where ${beyond} order by ${byValues(order.columns)}`;
  const enough = counted
    ? sql`(near.total > ${sql.lit(to)} and (select count(*) > ${sql.lit(countedWhole)} from (
        select 1 from applications a where a.organization_id = ${organization_id}
        order by a.applied_at desc, a.id desc limit ${sql.lit(countedWhole + 1)}) counted))`
    : sql`near.total >= ${sql.lit(to)}`;
  return sql`walk as materialized (${walk}),
    near as materialized (select a.id, row_number() over (order by a.place) as place from walk a where ${hits.inRow ?? sql`false`}),
    known as materialized (
      select near.total, whole as is_exact, (whole or ${enough}) as is_enough
      from (select count(*) as total from near) near, (select count(*) < ${sql.lit(looked)} as whole from walk) walk
    ), far as materialized (${hits.all(sql`${plainly(found)} and ${extra} and ${beyond}`, queryFor(hits, organization_id), values)}),
    hit as materialized (
      select id, place from near where place > ${sql.lit(window.offset)} and place <= ${sql.lit(to)} and (select is_enough from known)
      union all (${numbered(sql`${sorted} ${windowed(window)}`)})
    ), seen as materialized (
      select case when is_enough then total else (select count(*) from far) end as total, (not is_enough or is_exact) as is_exact from known
    )`;
};

/** Ids of one page in their order, as a statement with `id` and `place`; `extra` is one more condition on `applications a`. */
export const idsOf = (found: Found, order: Order, window: Window, extra: Condition = yes): RawBuilder<unknown> => {
  if (found.hits) return sql`with ${hitTables(found, found.hits, order, window, extra)} select id, place from hit`;
  const whole: Part = { join: order.join, where: yes, columns: order.columns };
  if (order.parts.length === 1) return numbered(rowsOfPart(found, whole, extra, window));
  // The parts one after another, each no further than the page may reach.
  const upTo = { limit: window.offset + window.limit, offset: 0 };
  const parts = order.parts.map(
    (part, nth) => sql`(select ${sql.lit(nth)} as part, id, place from (${numbered(rowsOfPart(found, part, extra, upTo))}) part)`,
  );
  return numbered(sql`select id from (${sql.join(parts, sql` union all `)}) parts order by part, place ${windowed(window)}`);
};

interface Total {
  count: number;
  /** False where more may be there than are counted. */
  is_exact: boolean;
}
/** How many there are without words, as a statement with `total`. */
const counting = (found: Found, bound: number): RawBuilder<{ total: number }> =>
  found.countable
    ? sql`select coalesce(sum(a.count), 0)::bigint as total from application_counts a where ${found.countable}`
    : sql`select count(*) as total from (select 1 from applications a where ${plainly(found)} limit ${sql.lit(bound)}) bounded`;

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
  if (hits) return read(hitTables(found, hits, order, window, yes, true));
  const tables = (ids: RawBuilder<unknown>, total: RawBuilder<unknown>) =>
    sql`hit as materialized (${ids}), seen as materialized (
      select total, ${countable ? yes : sql`total < ${sql.lit(bound)}`} as is_exact from (${total}) counted)`;
  if (!countable || offset < deep) return read(tables(idsOf(found, order, window), counting(found, bound)));
  const { rows: counted } = await counting(found, bound).execute(db);
  const total = counted[0]?.total ?? 0;
  const there = Math.min(limit, total - offset);
  if (there <= 0) return { count: total, is_exact: true, rows: [] };
  const after = total - offset - there;
  const known = sql`select ${sql.lit(total)}::bigint as total`;
  return after < offset
    ? read(tables(idsOf(found, backwards(order), { limit: there, offset: after }), known), 'desc')
    : read(tables(idsOf(found, order, window), known));
};

/** What of the places to look in holds anything; the first when none does. */
export const settled = async (db: Db, order: Order, [first, ...others]: [Found, ...Found[]]): Promise<Found> => {
  if (others.length === 0 || (await countUpTo(db, first, order, 1)) > 0) return first;
  return others[0] as Found;
};
const countUpTo = async (db: Db, found: Found, order: Order, limit: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${idsOf(found, order, { limit, offset: 0 })}) found`.execute(db);
  return rows[0]?.count ?? 0;
};

/** How many a filter finds, counted to the end. */
export const countAll = async (db: Db, found: Found): Promise<number> => {
  const { hits } = found;
  const total = hits
    ? sql<{ total: number }>`select count(*) as total from (${hits.all(plainly(found), sql`${hits.query}`, sql`a.id`)}) found`
    : found.countable
      ? counting(found, 0)
      : sql<{ total: number }>`select count(*) as total from applications a where ${plainly(found)}`;
  return (await total.execute(db)).rows[0]?.total ?? 0;
};

/** All that a filter finds, in its order. */
export const idsOfAll = async (db: Db, found: Found, order: Order, most: number): Promise<number[]> => {
  const window = { limit: most, offset: 0 };
  const { hits } = found;
  // All that is found is sorted: no first rows are enough.
  const ids = hits
    ? numbered(
        sql`select a.id from applications a ${order.join} where a.id in (${hits.all(plainly(found), sql`${hits.query}`, sql`a.id`)}) order by ${orderBy(order.columns)} ${windowed(window)}`,
      )
    : idsOf(found, order, window);
  const { rows } = await sql<{ ids: number[] | null }>`select array_agg(id order by place) as ids from (${ids}) found`.execute(db);
  return rows[0]?.ids ?? [];
};
