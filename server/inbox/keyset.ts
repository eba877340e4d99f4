import { type RawBuilder, sql } from 'kysely';
import { conditionsWithoutText, type InboxFilter } from './filter.ts';
import { orderByColumns, type SortPart } from './sorting.ts';

type Condition = RawBuilder<boolean>;
export interface Window {
  limit: number;
  offset: number;
}

/** Pages from here on are read from the end that is nearer, and many statuses together. */
export const deepOffset = 1000;

export const always = sql<boolean>`true`;
export const limitOffset = ({ limit, offset }: Window) => sql`limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;

/** Values of an order's columns, under names that hold outside of `applications a`. */
export const columnValues = (columns: SortPart['columns']) =>
  sql.join(columns.map(({ name }, at) => sql`${sql.ref(name)} as ${sql.ref(`c${at}`)}`));
export const orderByValues = (columns: SortPart['columns']) => orderByColumns(columns.map((column, at) => ({ ...column, name: `c${at}` })));

/** Rows in the order of a part, without words; `extra` is one more condition, `beside` more columns of `applications a`. */
export const partRows = (
  found: InboxFilter,
  { join, where: within, columns }: SortPart,
  extra: Condition,
  window: Window,
  beside: readonly string[] = [],
): RawBuilder<unknown> => {
  const { where, statuses } = found;
  const to = window.offset + window.limit;
  const selected = sql.join(['id', ...beside].map((name) => sql.ref(`a.${name}`)));
  const order = orderByColumns(columns);
  if (statuses.length < 2 || to > deepOffset)
    return sql`select ${selected} from applications a ${join}
      where ${conditionsWithoutText(found)} and ${within} and ${extra} order by ${order} ${limitOffset(window)}`;
  // Each status in its own index, then what comes first of all of them: none of them has to be rare or common for it.
  const each = statuses.map(
    (status) => sql`(select ${selected}, ${columnValues(columns)} from applications a ${join}
      where ${where} and a.status = ${sql.lit(status)} and ${within} and ${extra} order by ${order} limit ${sql.lit(to)})`,
  );
  return sql`select ${sql.join(['id', ...beside].map((name) => sql.ref(name)))} from (${sql.join(each, sql` union all `)}) each_status
    order by ${orderByValues(columns)} ${limitOffset(window)}`;
};
