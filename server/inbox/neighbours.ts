import { type RawBuilder, sql } from 'kysely';
import type { ApplicationQuery } from '#contract/application.ts';
import { type ApplicationStatus, applicationStatuses, statusGroup } from '#contract/application-rules.ts';
import type { ReplyOf } from '#contract/call.ts';
import type { reviewCalls } from '#contract/review.ts';
import type { Db } from '../db/connect.ts';
import { Refusal } from '../http/refusal.ts';
import { type InboxFilter, inboxFilters, type TextMatch } from './filter.ts';
import { applicationPageIds, firstMatchingFilter } from './pagination.ts';
import { conditionsAfter, type InboxReader, type Position, positionColumns, reversed, type SortOrder, sortOrder } from './sorting.ts';
import { searchPage } from './textSearch.ts';

const undecided = (Object.keys(applicationStatuses) as ApplicationStatus[]).filter((status) => statusGroup(status) === 'in_progress');
const firstRow = { limit: 1, offset: 0 };

type Neighbours = ReplyOf<typeof reviewCalls.neighbours>;
/** One index range to search for the nearest application. */
interface Probe {
  order: SortOrder;
  where: RawBuilder<boolean>;
}
/** Ranges after a position, nearest first. */
const probesAfter = (order: SortOrder, position: Position): Probe[] =>
  conditionsAfter(order, position).map(({ where, columns }) => ({
    order: { ...order, columns, parts: [{ join: order.join, where: sql`true`, columns }] },
    where,
  }));

/** The first id of the probes, as one SQL expression; for filters without text search. */
const firstIdSql = (filter: InboxFilter, probes: readonly Probe[]) =>
  sql<number | null>`(select id from (${sql.join(
    probes.map(
      ({ order, where }, nth) =>
        sql`(select ${sql.lit(nth)} as step, id from (${applicationPageIds(filter, order, firstRow, where)}) step limit 1)`,
    ),
    sql` union all `,
  )}) steps order by step limit 1)`;
/** The first match of a text search among the probes. */
const firstMatch = async (db: Db, filter: InboxFilter, textMatch: TextMatch, probes: readonly Probe[]): Promise<number | null> => {
  for (const { order, where } of probes) {
    const { ids } = await searchPage(db, filter, textMatch, order, firstRow, { extra: where, counted: false });
    if (ids[0] !== undefined) return ids[0];
  }
  return null;
};

/**
 * The ids before and after an application in a filtered list, null at either end. The application itself need not match the
 * filter: after a decision it may no longer do so. The next undecided one is searched after it, then from the start.
 * @throws Refusal application_not_found when the organization did not receive it
 */
export const readNeighbours = async (
  db: Db,
  reader: InboxReader,
  id: number,
  query: Omit<ApplicationQuery, 'page' | 'page_size'>,
): Promise<Neighbours> => {
  const order = sortOrder(query.ordering, reader);
  const positions = await sql<Position>`select ${positionColumns(order)} from applications a ${order.join}
    where a.id = ${id} and a.organization_id = ${reader.organization_id}`.execute(db);
  const position = positions.rows[0];
  if (!position) throw new Refusal('application_not_found');
  const filter = await firstMatchingFilter(db, order, await inboxFilters(db, reader.organization_id, query));
  const statuses = filter.statuses.length === 0 ? undecided : undecided.filter((status) => filter.statuses.includes(status));
  const undecidedFilter = { ...filter, statuses };
  const [before, after] = [probesAfter(reversed(order), position), probesAfter(order, position)];
  const afterThenStart = [...after, { order, where: sql<boolean>`a.id <> ${id}` }];
  const { textMatch } = filter;
  if (textMatch)
    return {
      previous: await firstMatch(db, filter, textMatch, before),
      next: await firstMatch(db, filter, textMatch, after),
      next_undecided: statuses.length === 0 ? null : await firstMatch(db, undecidedFilter, textMatch, afterThenStart),
    };
  const { rows } = await sql<Neighbours>`
    select ${firstIdSql(filter, before)} as previous, ${firstIdSql(filter, after)} as next,
      ${statuses.length === 0 ? sql`null::integer` : firstIdSql(undecidedFilter, afterThenStart)} as next_undecided`.execute(db);
  return rows[0] as Neighbours;
};
