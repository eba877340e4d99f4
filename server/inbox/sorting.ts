import { type RawBuilder, sql } from 'kysely';
import type { applicationOrderings } from '#contract/application.ts';
import { type MemberRole, roleAllows } from '#contract/organization-rules.ts';

type Ordering = (typeof applicationOrderings)[number];

/** The member who reads the inbox. */
export interface InboxReader {
  user_id: number;
  organization_id: number;
  role: MemberRole;
}

/** A sort column; null counts as lower than every value. */
interface Column {
  name: string;
  type: 'timestamptz' | 'text' | 'integer' | 'numeric';
  descends: boolean;
  nullable: boolean;
}
/** A contiguous part of a sorted list that one index returns in order. */
export interface SortPart {
  join: RawBuilder<unknown>;
  where: RawBuilder<boolean>;
  columns: Column[];
}
export interface SortOrder {
  /** The join that `columns` need beside `applications a`. */
  join: RawBuilder<unknown>;
  columns: Column[];
  /** The whole list, as parts in order. */
  parts: SortPart[];
}

/** Joins the reader's own review as `own`. */
export const joinOwnReview = (user_id: number) => sql`left join reviews own on own.application_id = a.id and own.reviewer_id = ${user_id}`;

const column = (name: string, type: Column['type'], descends: boolean, nullable = false): Column => ({ name, type, descends, nullable });
const noJoin = sql``;
const singlePart = (columns: Column[]): SortOrder => ({ join: noJoin, columns, parts: [{ join: noJoin, where: sql`true`, columns }] });

/**
 * The order by score for a reviewer: the average would reveal the scores of others, so it uses the reviewer's own scores, and
 * puts applications without one last, newest first.
 */
const ownScores = ({ user_id }: InboxReader): SortOrder => {
  const newest = [column('a.applied_at', 'timestamptz', true), column('a.id', 'integer', true)];
  const columns = [column('own.total', 'numeric', true, true), ...newest];
  const ownReview = sql`reviews own on own.application_id = a.id and own.reviewer_id = ${user_id} and own.total is not null`;
  return {
    join: joinOwnReview(user_id),
    columns,
    parts: [
      { join: sql`join ${ownReview}`, where: sql`true`, columns },
      {
        join: noJoin,
        where: sql`not exists (select from reviews own where own.application_id = a.id and own.reviewer_id = ${user_id}
          and own.total is not null)`,
        columns: newest,
      },
    ],
  };
};

const orderByName = (name: string, reader: InboxReader): SortOrder => {
  const id = (descends: boolean) => column('a.id', 'integer', descends);
  if (name === 'status') return singlePart([column('a.status', 'text', false), column('a.applied_at', 'timestamptz', true), id(true)]);
  if (name === 'score')
    return roleAllows(reader.role, 'manager') ? singlePart([column('a.score', 'numeric', true, true), id(true)]) : ownScores(reader);
  return singlePart([column(`a.${name}`, 'timestamptz', true), id(true)]);
};

const reversedColumns = (columns: Column[]): Column[] => columns.map((one) => ({ ...one, descends: !one.descends }));
/** The same list from the other end. */
export const reversed = ({ join, columns, parts }: SortOrder): SortOrder => ({
  join,
  columns: reversedColumns(columns),
  parts: parts.map((part) => ({ ...part, columns: reversedColumns(part.columns) })).reverse(),
});

/**
 * The order of an inbox, newest first by default. Every order is one of an index, read in either direction: by score, highest
 * first and rows without a score last; by status, newest first within each.
 */
export const sortOrder = (ordering: Ordering | undefined, reader: InboxReader): SortOrder => {
  const requested = ordering ?? '-applied_at';
  const order = orderByName(requested.replace('-', ''), reader);
  // The order by status is ascending without a minus, all others are descending.
  return requested.startsWith('-') === (requested !== 'status' && requested !== '-status') ? order : reversed(order);
};

/** The expressions after `order by`. */
export const orderByColumns = (columns: readonly Column[]): RawBuilder<unknown> =>
  sql.join(
    columns.map(
      ({ name, descends, nullable }) =>
        sql`${sql.ref(name)} ${sql.raw(descends ? 'desc' : 'asc')}${sql.raw(nullable ? (descends ? ' nulls last' : ' nulls first') : '')}`,
    ),
  );

/** Select list of a row's position in an order: the values of its sort columns as text, for `conditionsAfter`. */
export const positionColumns = ({ columns }: SortOrder): RawBuilder<unknown> =>
  sql.join(columns.map(({ name }, at) => sql`${sql.ref(name)}::text as ${sql.ref(`position_${at}`)}`));
export type Position = Record<`position_${number}`, string | null>;

/**
 * Keyset conditions for the rows after a position, nearest first. Each condition selects one contiguous range of an index.
 * @param position the `positionColumns` of the row
 */
export const conditionsAfter = (order: SortOrder, position: Position): { where: RawBuilder<boolean>; columns: Column[] }[] => {
  const value = (at: number) => sql`${position[`position_${at}`]}::${sql.raw((order.columns[at] as Column).type)}`;
  const isNull = (at: number) => position[`position_${at}`] === null;
  const steps: { where: RawBuilder<boolean>; columns: Column[] }[] = [];
  for (let at = order.columns.length - 1; at >= 0; at -= 1) {
    const { name, descends } = order.columns[at] as Column;
    const ref = sql.ref(name);
    const same = order.columns
      .slice(0, at)
      .map((one, before) =>
        isNull(before) ? sql<boolean>`${sql.ref(one.name)} is null` : sql<boolean>`${sql.ref(one.name)} = ${value(before)}`,
      );
    // A missing joined row no longer affects the order. Index columns stay in `order by`, or the index would not be used.
    const fixed = (column: Column, nth: number) => column.name.startsWith('own.') && (nth < at ? isNull(nth) : false);
    const orderColumns = order.columns.filter((column, nth) => !fixed(column, nth));
    const step = (condition: RawBuilder<boolean>, columns = orderColumns) =>
      steps.push({ where: sql`${sql.join([...same, condition], sql` and `)}`, columns });
    if (!isNull(at)) step(descends ? sql`${ref} < ${value(at)}` : sql`${ref} > ${value(at)}`);
    // Nulls come last in a descending order and first in an ascending one.
    if ((order.columns[at] as Column).nullable && descends !== isNull(at)) {
      if (descends) step(sql`${ref} is null`, name.startsWith('own.') ? orderColumns.filter((one) => one.name !== name) : orderColumns);
      else step(sql`${ref} is not null`);
    }
  }
  return steps;
};
