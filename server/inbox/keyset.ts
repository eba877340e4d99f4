import { type RawBuilder, sql } from 'kysely';
import { conditionsWithoutText, type InboxFilter } from './filter.ts';
import { orderByColumns, type SortPart } from './sorting.ts';

type Condition = RawBuilder<boolean>;
/** A page, in rows. */
export interface PageWindow {
  limit: number;
  offset: number;
}

/** From this offset on, pages are read from the nearer end of the list, and several statuses in one scan. */
export const deepOffset = 1000;

export const always = sql<boolean>`true`;
export const limitOffset = ({ limit, offset }: PageWindow) => sql`limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;

/** The values of the sort columns, under names that are usable outside of `applications a`. */
export const columnValues = (columns: SortPart['columns']) =>
  sql.join(columns.map(({ name }, at) => sql`${sql.ref(name)} as ${sql.ref(`c${at}`)}`));
/** `order by` expressions over `columnValues`. */
export const orderByValues = (columns: SortPart['columns']) => orderByColumns(columns.map((column, at) => ({ ...column, name: `c${at}` })));

/**
 * A statement that selects the rows of one part in order, without text search.
 * @param extra one more condition on `applications a`
 * @param extraColumns columns of `applications a` to select beside `id`
 */
export const partRows = (
  filter: InboxFilter,
  { join, where: within, columns }: SortPart,
  extra: Condition,
  window: PageWindow,
  extraColumns: readonly string[] = [],
): RawBuilder<unknown> => {
  const { where, statuses } = filter;
  const end = window.offset + window.limit;
  const selected = sql.join(['id', ...extraColumns].map((name) => sql.ref(`a.${name}`)));
  const order = orderByColumns(columns);
  if (statuses.length < 2 || end > deepOffset)
    return sql`select ${selected} from applications a ${join}
      where ${conditionsWithoutText(filter)} and ${within} and ${extra} order by ${order} ${limitOffset(window)}`;
  // One index scan per status, then a merge of their first rows: fast whether a status is rare or common.
  const each = statuses.map(
    (status) => sql`(select ${selected}, ${columnValues(columns)} from applications a ${join}
      where ${where} and a.status = ${sql.lit(status)} and ${within} and ${extra} order by ${order} limit ${sql.lit(end)})`,
  );
  return sql`select ${sql.join(['id', ...extraColumns].map((name) => sql.ref(name)))} from (${sql.join(each, sql` union all `)}) each_status
    order by ${orderByValues(columns)} ${limitOffset(window)}`;
};
