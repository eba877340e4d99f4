import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { conditionsWithoutText, type InboxFilter, type TextMatch } from './filter.ts';
import { always, columnValues, limitOffset, orderByValues, type PageWindow, partRows } from './keyset.ts';
import { orderByColumns, type SortOrder, type SortPart } from './sorting.ts';

type Condition = RawBuilder<boolean>;

/** Rows scanned in sort order before the word index is used, and how many more per requested row. */
const scanRowsBase = 400;
const scanRowsPerRow = 4;
/** Scan up to this many more rows before using the index: cheaper for mid-frequency words. */
const maxExtraScan = 1200;
/** Factor on the estimated number of further rows to scan, because matches are unevenly spread. */
const extraScanFactor = 1.5;
/** An inbox of at most this many applications is searched completely, for an exact count. */
const exactCountInbox = 2000;
/** A word with at most this many matches among the scanned rows is searched through the index; others are matched on the row. */
const rareWordMatches = 10;

interface ScanResult {
  /** Ids of the matches, in order. */
  ids: number[];
  /** Number of scanned rows. */
  rows: number;
  /** Number of scanned rows that hold each word. */
  wordMatches: number[];
  /** Number of applications the organization received. */
  received: number;
}
/** Scans a window of rows in sort order and matches the words on each row. */
const scanRows = async (
  db: Db,
  filter: InboxFilter,
  textMatch: TextMatch,
  inRow: Condition,
  part: SortPart,
  extra: Condition,
  window: PageWindow,
): Promise<ScanResult> => {
  const text = sql<string>`a.search_text`;
  const matchCounts = textMatch.words.map((one) => sql`count(*) filter (where ${one.inRow(text)})`);
  const { rows } = await sql<Omit<ScanResult, 'ids'> & { ids: number[] | null }>`
    select array_agg(a.id order by a.place) filter (where ${inRow}) as ids, count(*) as rows, array[${sql.join(matchCounts)}]::integer[] as "wordMatches",
      (select coalesce(sum(c.count), 0)::bigint from application_counts c where c.organization_id = ${filter.organization_id}) as received
    from (select *, row_number() over () as place from (
      ${partRows(filter, part, extra, window, ['opportunity_id', 'search_text'])}) ordered) a`.execute(db);
  const [row] = rows;
  return { ...(row as Omit<ScanResult, 'ids'>), ids: row?.ids ?? [] };
};

/** Ids of one page of matches and their count. */
export interface SearchPage {
  ids: number[];
  /** The number of matches, or a lower bound when `is_exact` is false. */
  total: number;
  is_exact: boolean;
}

/** Whether the order needs the reader's own review. */
const sortsByOwnReview = ({ columns }: SortOrder) => columns.some(({ name }) => name.startsWith('own.'));

/**
 * All matches through the word index, sorted. With `wordMatches`, the index is queried for the rarest word and other rare words
 * only; the rest are matched on the row.
 */
const searchIndex = async (
  db: Db,
  filter: InboxFilter,
  textMatch: TextMatch,
  order: SortOrder,
  window: PageWindow,
  extra: Condition,
  wordMatches: number[] | null,
): Promise<SearchPage> => {
  const fewest = Math.min(...(wordMatches ?? []));
  const indexWords = wordMatches ? textMatch.words.filter((_, at) => (wordMatches[at] as number) <= Math.max(fewest, rareWordMatches)) : [];
  const query = indexWords.length > 0 ? indexWords.map((one) => one.query(filter.organization_id)).join(' & ') : textMatch.query;
  const joined = sortsByOwnReview(order);
  const matches = textMatch.all(
    sql`${conditionsWithoutText(filter)} and ${extra}`,
    sql`${query}`,
    joined ? sql`a.id` : sql`a.id, ${columnValues(order.columns)}`,
  );
  const sorted = joined
    ? sql`select a.id from matches join applications a on a.id = matches.id ${order.join} order by ${orderByColumns(order.columns)}`
    : sql`select id from matches order by ${orderByValues(order.columns)}`;
  const { rows } = await sql<{ ids: number[] | null; total: number }>`
    with matches as materialized (${matches})
    select (select array_agg(id order by place) from (select id, row_number() over () as place from (${sorted} ${limitOffset(window)}) ordered) page) as ids,
      (select count(*) from matches) as total`.execute(db);
  return { ids: rows[0]?.ids ?? [], total: rows[0]?.total ?? 0, is_exact: true };
};

/**
 * One page of a text search. It scans the first rows in sort order, which fills a page for a common word and covers a small list
 * completely; when that is not enough, it uses the word index. The scan decides, not the planner's estimate for a word.
 * @param extra one more condition on `applications a`
 * @param counted whether the caller needs the total
 */
export const searchPage = async (
  db: Db,
  filter: InboxFilter,
  textMatch: TextMatch,
  order: SortOrder,
  window: PageWindow,
  { extra = always, counted = true }: { extra?: Condition; counted?: boolean } = {},
): Promise<SearchPage> => {
  const { inRow } = textMatch;
  if (!inRow || sortsByOwnReview(order)) return searchIndex(db, filter, textMatch, order, window, extra, null);
  const part: SortPart = { join: order.join, where: always, columns: order.columns };
  const end = window.offset + window.limit;
  const first = scanRowsBase + scanRowsPerRow * end;
  const scan = await scanRows(db, filter, textMatch, inRow, part, extra, { limit: first, offset: 0 });
  let isComplete = scan.rows < first;
  const { ids, received } = scan;
  const isFull = () => (counted ? ids.length > end : ids.length >= end);
  const extraRows = Math.ceil((extraScanFactor * (end + 1 - ids.length) * first) / ids.length);
  if (!isComplete && !isFull() && extraRows <= maxExtraScan && (!counted || received > exactCountInbox)) {
    const further = await scanRows(db, filter, textMatch, inRow, part, extra, { limit: extraRows, offset: first });
    ids.push(...further.ids);
    isComplete = further.rows < extraRows;
  }
  const page = { ids: ids.slice(window.offset, end), total: ids.length, is_exact: isComplete };
  if (isComplete || (isFull() && (!counted || received > exactCountInbox))) return page;
  return searchIndex(db, filter, textMatch, order, window, extra, scan.wordMatches);
};
