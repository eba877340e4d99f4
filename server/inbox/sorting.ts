import { type RawBuilder, sql } from 'kysely';
import type { applicationOrderings } from '#contract/application.ts';
import { type MemberRole, roleAllows } from '#contract/organization-rules.ts';

type Ordering = (typeof applicationOrderings)[number];

/** Who reads a list. */
export interface InboxReader {
  user_id: number;
  organization_id: number;
  role: MemberRole;
}

/** A column rows are ordered by; null stands as if it were lower than everything. */
interface Column {
  name: string;
  type: 'timestamptz' | 'text' | 'integer' | 'numeric';
  descends: boolean;
  nullable: boolean;
}
/** Rows that come one after another, in an order an index has. */
export interface SortPart {
  join: RawBuilder<unknown>;
  where: RawBuilder<boolean>;
  columns: Column[];
}
export interface SortOrder {
  /** What the columns below need beside `applications a`. */
  join: RawBuilder<unknown>;
  columns: Column[];
  /** The whole list in pieces, in their order. */
  parts: SortPart[];
}

/** The verdict of whoever reads. */
export const joinOwnReview = (user_id: number) => sql`left join reviews own on own.application_id = a.id and own.reviewer_id = ${user_id}`;

const column = (name: string, type: Column['type'], descends: boolean, nullable = false): Column => ({ name, type, descends, nullable });
const nothing = sql``;
const simple = (columns: Column[]): SortOrder => ({ join: nothing, columns, parts: [{ join: nothing, where: sql`true`, columns }] });

/** To a reviewer the order would tell what others think: theirs is that of their own scores, the newest first where there is none. */
const ownScores = ({ user_id }: InboxReader): SortOrder => {
  const newest = [column('a.applied_at', 'timestamptz', true), column('a.id', 'integer', true)];
  const columns = [column('own.total', 'numeric', true, true), ...newest];
  const own = sql`reviews own on own.application_id = a.id and own.reviewer_id = ${user_id} and own.total is not null`;
  return {
    join: joinOwnReview(user_id),
    columns,
    parts: [
      { join: sql`join ${own}`, where: sql`true`, columns },
      {
        join: nothing,
        where: sql`not exists (select from reviews own where own.application_id = a.id and own.reviewer_id = ${user_id}
          and own.total is not null)`,
        columns: newest,
      },
    ],
  };
};

const ordersOf = (name: string, reader: InboxReader): SortOrder => {
  const id = (descends: boolean) => column('a.id', 'integer', descends);
  if (name === 'status') return simple([column('a.status', 'text', false), column('a.applied_at', 'timestamptz', true), id(true)]);
  if (name === 'score')
    return roleAllows(reader.role, 'manager') ? simple([column('a.score', 'numeric', true, true), id(true)]) : ownScores(reader);
  return simple([column(`a.${name}`, 'timestamptz', true), id(true)]);
};

const reversedColumns = (columns: Column[]): Column[] => columns.map((one) => ({ ...one, descends: !one.descends }));
/** The same list from its other end. */
export const reversed = ({ join, columns, parts }: SortOrder): SortOrder => ({
  join,
  columns: reversedColumns(columns),
  parts: parts.map((part) => ({ ...part, columns: reversedColumns(part.columns) })).reverse(),
});

/**
 * What a list is ordered by, the newest first unless told. Every order is one an index has, read from either of its ends:
 * the highest score first and whoever has none last; by status the newest first within each.
 */
export const sortOrder = (ordering: Ordering | undefined, reader: InboxReader): SortOrder => {
  const asked = ordering ?? '-applied_at';
  const order = ordersOf(asked.replace('-', ''), reader);
  // The order of statuses ascends of itself, all others descend.
  return asked.startsWith('-') === (asked !== 'status' && asked !== '-status') ? order : reversed(order);
};

/** After `order by`. */
export const orderByColumns = (columns: readonly Column[]): RawBuilder<unknown> =>
  sql.join(
    columns.map(
      ({ name, descends, nullable }) =>
        sql`${sql.ref(name)} ${sql.raw(descends ? 'desc' : 'asc')}${sql.raw(nullable ? (descends ? ' nulls last' : ' nulls first') : '')}`,
    ),
  );

/** What the columns of a row are, to stand in a select list; read by `stepsAfter`. */
export const positionColumns = ({ columns }: SortOrder): RawBuilder<unknown> =>
  sql.join(columns.map(({ name }, at) => sql`${sql.ref(name)}::text as ${sql.ref(`place_${at}`)}`));
export type Position = Record<`place_${number}`, string | null>;

/**
 * Where the rows after a place stand, nearest first: each condition names rows an index holds in one piece.
 * @param place what `placeOf` read of the row
 */
export const conditionsAfter = (order: SortOrder, place: Position): { where: RawBuilder<boolean>; columns: Column[] }[] => {
  const value = (at: number) => sql`${place[`place_${at}`]}::${sql.raw((order.columns[at] as Column).type)}`;
  const isNull = (at: number) => place[`place_${at}`] === null;
  const steps: { where: RawBuilder<boolean>; columns: Column[] }[] = [];
  for (let at = order.columns.length - 1; at >= 0; at -= 1) {
    const { name, descends } = order.columns[at] as Column;
    const ref = sql.ref(name);
    const same = order.columns
      .slice(0, at)
      .map((one, before) =>
        isNull(before) ? sql<boolean>`${sql.ref(one.name)} is null` : sql<boolean>`${sql.ref(one.name)} = ${value(before)}`,
      );
    // What is joined and missing orders nothing more; a column of an index is named all the same, or it would not be taken.
    const fixed = (column: Column, nth: number) => column.name.startsWith('own.') && (nth < at ? isNull(nth) : false);
    const left = order.columns.filter((column, nth) => !fixed(column, nth));
    const step = (condition: RawBuilder<boolean>, columns = left) =>
      steps.push({ where: sql`${sql.join([...same, condition], sql` and `)}`, columns });
    if (!isNull(at)) step(descends ? sql`${ref} < ${value(at)}` : sql`${ref} > ${value(at)}`);
    // Nulls come after everything when the order descends, and before everything when it ascends.
    if ((order.columns[at] as Column).nullable && descends !== isNull(at)) {
      if (descends) step(sql`${ref} is null`, name.startsWith('own.') ? left.filter((one) => one.name !== name) : left);
      else step(sql`${ref} is not null`);
    }
  }
  return steps;
};
