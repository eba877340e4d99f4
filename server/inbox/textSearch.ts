import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { conditionsWithoutText, type InboxFilter, type TextMatch } from './filter.ts';
import { always, columnValues, limitOffset, orderByValues, partRows, type Window } from './keyset.ts';
import { orderByColumns, type SortOrder, type SortPart } from './sorting.ts';

type Condition = RawBuilder<boolean>;

/** Rows in the order that are looked through for words before their index is asked, and how many more for each row wanted. */
const walked = 400;
const walkedPerRow = 4;
/** And as many more as the rest of the page should need, up to so many: that is nearer than all of a word that is neither rare nor common. */
const walkedOn = 1200;
/** How many times more than the rows looked through promise, for those that stand further apart. */
const patience = 1.5;
/** A list of so many is searched to the end, for its exact count. */
const countedWhole = 2000;
/** A word that so few of the rows looked through hold is asked of the index; what is more common is read in the rows found. */
const rare = 10;

interface Walk {
  /** Those that hold the words, in their order. */
  ids: number[];
  /** How many were looked through, and how many of them hold each word. */
  rows: number;
  rates: number[];
  /** All the organization received. */
  received: number;
}
const walk = async (
  db: Db,
  found: InboxFilter,
  hits: TextMatch,
  inRow: Condition,
  part: SortPart,
  extra: Condition,
  window: Window,
): Promise<Walk> => {
  const text = sql<string>`a.search_text`;
  const rates = hits.words.map((one) => sql`count(*) filter (where ${one.inRow(text)})`);
  const { rows } = await sql<Omit<Walk, 'ids'> & { ids: number[] | null }>`
    select array_agg(a.id order by a.place) filter (where ${inRow}) as ids, count(*) as rows, array[${sql.join(rates)}]::integer[] as rates,
      (select coalesce(sum(c.count), 0)::bigint from application_counts c where c.organization_id = ${found.organization_id}) as received
    from (select *, row_number() over () as place from (
      ${partRows(found, part, extra, window, ['opportunity_id', 'search_text'])}) ordered) a`.execute(db);
  const [row] = rows;
  return { ...(row as Omit<Walk, 'ids'>), ids: row?.ids ?? [] };
};

export interface SearchPage {
  ids: number[];
  /** How many there are, or at least: then it is not exact. */
  total: number;
  is_exact: boolean;
}

const isJoined = ({ columns }: SortOrder) => columns.some(({ name }) => name.startsWith('own.'));

/** All that the index of words knows, sorted. Of several words those are asked of it that are rare among the rows looked through. */
const byIndex = async (
  db: Db,
  found: InboxFilter,
  hits: TextMatch,
  order: SortOrder,
  window: Window,
  extra: Condition,
  rates: number[] | null,
): Promise<SearchPage> => {
  const least = Math.min(...(rates ?? []));
  const asked = rates ? hits.words.filter((_, at) => (rates[at] as number) <= Math.max(least, rare)) : [];
  const query = asked.length > 0 ? asked.map((one) => one.query(found.organization_id)).join(' & ') : hits.query;
  const joined = isJoined(order);
  const all = hits.all(
    sql`${conditionsWithoutText(found)} and ${extra}`,
    sql`${query}`,
    joined ? sql`a.id` : sql`a.id, ${columnValues(order.columns)}`,
  );
  const sorted = joined
    ? sql`select a.id from far join applications a on a.id = far.id ${order.join} order by ${orderByColumns(order.columns)}`
    : sql`select id from far order by ${orderByValues(order.columns)}`;
  const { rows } = await sql<{ ids: number[] | null; total: number }>`
    with far as materialized (${all})
    select (select array_agg(id order by place) from (select id, row_number() over () as place from (${sorted} ${limitOffset(window)}) ordered) page) as ids,
      (select count(*) from far) as total`.execute(db);
  return { ids: rows[0]?.ids ?? [], total: rows[0]?.total ?? 0, is_exact: true };
};

/**
 * One page of those that hold words. The first rows of the order are read and looked at as they are, which fills a page of
 * a common word and is all there is of a small list; only when that is not enough the index of words is asked. Which of the
 * two happens is decided by what was seen, not by a planner's guess about a word.
 * @param extra one more condition on `applications a`
 * @param counted whether the total is of use
 */
export const searchPage = async (
  db: Db,
  found: InboxFilter,
  hits: TextMatch,
  order: SortOrder,
  window: Window,
  { extra = always, counted = true }: { extra?: Condition; counted?: boolean } = {},
): Promise<SearchPage> => {
  const { inRow } = hits;
  if (!inRow || isJoined(order)) return byIndex(db, found, hits, order, window, extra, null);
  const part: SortPart = { join: order.join, where: always, columns: order.columns };
  const to = window.offset + window.limit;
  const first = walked + walkedPerRow * to;
  const seen = await walk(db, found, hits, inRow, part, extra, { limit: first, offset: 0 });
  let whole = seen.rows < first;
  const { ids, received } = seen;
  const isFull = () => (counted ? ids.length > to : ids.length >= to);
  const wanting = Math.ceil((patience * (to + 1 - ids.length) * first) / ids.length);
  if (!whole && !isFull() && wanting <= walkedOn && (!counted || received > countedWhole)) {
    const further = await walk(db, found, hits, inRow, part, extra, { limit: wanting, offset: first });
    ids.push(...further.ids);
    whole = further.rows < wanting;
  }
  const page = { ids: ids.slice(window.offset, to), total: ids.length, is_exact: whole };
  if (whole || (isFull() && (!counted || received > countedWhole))) return page;
  return byIndex(db, found, hits, order, window, extra, seen.rates);
};
