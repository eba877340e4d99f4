import { sql } from 'kysely';
import type { ApplicationQuery } from '#contract/application.ts';
import { type ApplicationStatus, applicationStatuses, groupOf } from '#contract/application-rules.ts';
import type { ReplyOf } from '#contract/call.ts';
import type { reviewCalls } from '#contract/review.ts';
import type { Db } from '../db/connect.ts';
import { Refusal } from '../http/refusal.ts';
import { type Found, waysToFind } from './found.ts';
import { backwards, type Order, orderOf, type Place, placeOf, type Reader, stepsAfter } from './order.ts';
import { idsOf, settled } from './page.ts';

const undecided = (Object.keys(applicationStatuses) as ApplicationStatus[]).filter((status) => groupOf(status) === 'in_progress');
const one = { limit: 1, offset: 0 };

/** The first that is found after a place, each step being one look into an index. */
const firstAfter = (found: Found, order: Order, place: Place) =>
  stepsAfter(order, place).map(({ where, columns }) =>
    idsOf(found, { ...order, columns, parts: [{ join: order.join, where: sql`true`, columns }] }, one, where),
  );
const firstOf = (steps: ReturnType<typeof firstAfter>) =>
  sql<number | null>`(select id from (${sql.join(
    steps.map((step, nth) => sql`(select ${sql.lit(nth)} as step, id from (${step}) step limit 1)`),
    sql` union all `,
  )}) steps order by step limit 1)`;

/**
 * Who stands before and after an application in a filtered list, wherever it stands there: one that a decision has just
 * taken out of the filter still has its place. The next undecided one is looked for from here on and then from the start.
 * @throws Refusal application_not_found for what the organization did not receive
 */
export const readNeighbours = async (
  db: Db,
  reader: Reader,
  id: number,
  query: Omit<ApplicationQuery, 'page' | 'page_size'>,
): Promise<ReplyOf<typeof reviewCalls.neighbours>> => {
  const order = orderOf(query.ordering, reader);
  const places = await sql<Place>`select ${placeOf(order)} from applications a ${order.join}
    where a.id = ${id} and a.organization_id = ${reader.organization_id}`.execute(db);
  const place = places.rows[0];
  if (!place) throw new Refusal('application_not_found');
  const found = await settled(db, order, await waysToFind(db, reader.organization_id, query));
  const statuses = found.statuses.length === 0 ? undecided : undecided.filter((status) => found.statuses.includes(status));
  const waiting = { ...found, statuses };
  const undecidedOne =
    statuses.length === 0
      ? sql`null::integer`
      : firstOf([...firstAfter(waiting, order, place), idsOf(waiting, order, one, sql`a.id <> ${id}`)]);
  const { rows } = await sql<ReplyOf<typeof reviewCalls.neighbours>>`
    select ${firstOf(firstAfter(found, backwards(order), place))} as previous, ${firstOf(firstAfter(found, order, place))} as next,
      ${undecidedOne} as next_undecided`.execute(db);
  return rows[0] as (typeof rows)[number];
};
