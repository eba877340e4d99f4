import { type RawBuilder, sql } from 'kysely';
import type { ApplicationQuery } from '#contract/application.ts';
import { type ApplicationStatus, applicationStatuses, statusGroup } from '#contract/application-rules.ts';
import type { ReplyOf } from '#contract/call.ts';
import type { reviewCalls } from '#contract/review.ts';
import type { Db } from '../db/connect.ts';
import { Refusal } from '../http/refusal.ts';
import { type InboxFilter, inboxFilters, type TextMatch } from './filter.ts';
import { firstMatchingFilter, pageIds } from './pagination.ts';
import { conditionsAfter, type InboxReader, type Position, positionColumns, reversed, type SortOrder, sortOrder } from './sorting.ts';
import { searchPage } from './textSearch.ts';

const undecided = (Object.keys(applicationStatuses) as ApplicationStatus[]).filter((status) => statusGroup(status) === 'in_progress');
const one = { limit: 1, offset: 0 };

type Neighbours = ReplyOf<typeof reviewCalls.neighbours>;
/** Where to look for one application, nearest first: each is one look into an index. */
interface Look {
  order: SortOrder;
  where: RawBuilder<boolean>;
}
const looksAfter = (order: SortOrder, place: Position): Look[] =>
  conditionsAfter(order, place).map(({ where, columns }) => ({
    order: { ...order, columns, parts: [{ join: order.join, where: sql`true`, columns }] },
    where,
  }));

/** Without words all looks are one expression. */
const firstOf = (found: InboxFilter, looks: readonly Look[]) =>
  sql<number | null>`(select id from (${sql.join(
    looks.map(
      ({ order, where }, nth) => sql`(select ${sql.lit(nth)} as step, id from (${pageIds(found, order, one, where)}) step limit 1)`,
    ),
    sql` union all `,
  )}) steps order by step limit 1)`;
const firstHit = async (db: Db, found: InboxFilter, hits: TextMatch, looks: readonly Look[]): Promise<number | null> => {
  for (const { order, where } of looks) {
    const { ids } = await searchPage(db, found, hits, order, one, { extra: where, counted: false });
    if (ids[0] !== undefined) return ids[0];
  }
  return null;
};

/**
 * Who stands before and after an application in a filtered list, wherever it stands there: one that a decision has just
 * taken out of the filter still has its place. The next undecided one is looked for from here on and then from the start.
 * @throws Refusal application_not_found for what the organization did not receive
 */
export const readNeighbours = async (
  db: Db,
  reader: InboxReader,
  id: number,
  query: Omit<ApplicationQuery, 'page' | 'page_size'>,
): Promise<Neighbours> => {
  const order = sortOrder(query.ordering, reader);
  const places = await sql<Position>`select ${positionColumns(order)} from applications a ${order.join}
    where a.id = ${id} and a.organization_id = ${reader.organization_id}`.execute(db);
  const place = places.rows[0];
  if (!place) throw new Refusal('application_not_found');
  const found = await firstMatchingFilter(db, order, await inboxFilters(db, reader.organization_id, query));
  const statuses = found.statuses.length === 0 ? undecided : undecided.filter((status) => found.statuses.includes(status));
  const waiting = { ...found, statuses };
  const [before, after] = [looksAfter(reversed(order), place), looksAfter(order, place)];
  const fromHereOn = [...after, { order, where: sql<boolean>`a.id <> ${id}` }];
  const { hits } = found;
  if (hits)
    return {
      previous: await firstHit(db, found, hits, before),
      next: await firstHit(db, found, hits, after),
      next_undecided: statuses.length === 0 ? null : await firstHit(db, waiting, hits, fromHereOn),
    };
  const { rows } = await sql<Neighbours>`
    select ${firstOf(found, before)} as previous, ${firstOf(found, after)} as next,
      ${statuses.length === 0 ? sql`null::integer` : firstOf(waiting, fromHereOn)} as next_undecided`.execute(db);
  return rows[0] as Neighbours;
};
