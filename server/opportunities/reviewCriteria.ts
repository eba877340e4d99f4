import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { FieldErrors } from '#contract/errors.ts';
import type { Criterion, ReviewSettings, reviewSettingsInput } from '#contract/review.ts';
import { scoreTooHigh } from '#contract/review-rules.ts';
import type { Db } from '../db/connect.ts';
import type { Actor } from '../http/actor.ts';
import { Invalid, Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { recordAudit } from '../organizations/auditLog.ts';
import { requireRole } from '../organizations/membership.ts';

type Input = z.infer<typeof reviewSettingsInput>;

/** The criteria of an opportunity in their order, as JSON. */
export const criteriaJson = (opportunity_id: number): RawBuilder<Criterion[]> => sql`
  (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'description', c.description, 'weight', c.weight,
    'max_score', c.max_score) order by c."order", c.id), '[]') from criteria c where c.opportunity_id = ${opportunity_id})`;

// First key of an advisory lock per opportunity, taken before any row lock, so that its scores and criteria never change at the
// same time.
const lockNamespace = 7_214;
/** Shared lock of an opportunity's criteria until the transaction ends; taken while a review is saved. */
export const lockCriteriaShared = (trx: Db, opportunity_id: number) =>
  sql`select pg_advisory_xact_lock_shared(${sql.lit(lockNamespace)}, ${opportunity_id}::integer)`.execute(trx);
const lockCriteriaExclusive = (trx: Db, opportunity_id: number) =>
  sql`select pg_advisory_xact_lock(${sql.lit(lockNamespace)}, ${opportunity_id}::integer)`.execute(trx);

/** An opportunity of the caller's organization and the caller's role in it. @throws Refusal not_found */
const findForMember = async (db: Db, actor: Actor, id: number) => {
  const row = await db
    .selectFrom('opportunities as o')
    .innerJoin('members as m', 'm.organization_id', 'o.organization_id')
    .select(['o.id', 'o.title', 'o.organization_id', 'o.blind_review', 'm.role'])
    .where('o.id', '=', id)
    .where('m.user_id', '=', actor.user_id)
    .where('o.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row;
};

const readSettings = async (db: Db, id: number): Promise<ReviewSettings> => {
  const { rows } = await sql<ReviewSettings>`
    select o.blind_review, ${criteriaJson(id)} as criteria,
      (select count(*)::integer from reviews r join applications a on a.id = r.application_id
        where a.opportunity_id = o.id and r.scores <> '{}') as review_count
    from opportunities o where o.id = ${id}`.execute(db);
  return rows[0] as ReviewSettings;
};

/** The criteria of an opportunity, whether names are hidden, and how many reviews have scores. @throws Refusal not_found */
export const readReviewSettings = async (db: Db, actor: Actor, id: number): Promise<ReviewSettings> => {
  await findForMember(db, actor, id);
  return readSettings(db, id);
};

/** Refuses a maximum below a score already given, which would count as more than 100 percent. @throws Invalid */
const refuseLowMaximum = async (trx: Db, opportunity_id: number, criteria: NonNullable<Input['criteria']>) => {
  const { rows } = await sql<{ id: number; highest: number }>`
    select c.id, max((r.scores ->> c.id::text)::double precision) as highest
    from criteria c join applications a on a.opportunity_id = c.opportunity_id join reviews r on r.application_id = a.id and r.scores ? c.id::text
    where c.opportunity_id = ${opportunity_id} group by c.id`.execute(trx);
  const errors = criteria.map(({ id, max_score }): FieldErrors => {
    const highest = rows.find((row) => row.id === id)?.highest ?? 0;
    return highest > max_score ? { max_score: [scoreTooHigh(highest)] } : {};
  });
  if (errors.some((one) => 'max_score' in one)) throw new Invalid({ criteria: errors });
};

/** Replaces the list; a criterion that keeps its id keeps its scores. Then recomputes the totals of all reviews. */
const replaceCriteria = async (trx: Db, opportunity_id: number, criteria: NonNullable<Input['criteria']>) => {
  await refuseLowMaximum(trx, opportunity_id, criteria);
  const before = await trx.selectFrom('criteria').select('id').where('opportunity_id', '=', opportunity_id).execute();
  const remaining = new Set(before.map(({ id }) => id));
  for (const [order, { id, description = null, ...item }] of criteria.entries()) {
    const values = { ...item, description, order };
    if (id !== undefined && remaining.delete(id)) await trx.updateTable('criteria').set(values).where('id', '=', id).execute();
    else
      await trx
        .insertInto('criteria')
        .values({ ...values, opportunity_id })
        .execute();
  }
  if (remaining.size > 0)
    await trx
      .deleteFrom('criteria')
      .where('id', 'in', [...remaining])
      .execute();
  await sql`select weigh_again(${opportunity_id}::integer)`.execute(trx);
};

/**
 * Changes the criteria and whether names are hidden, and recomputes all scores in the same transaction. The audit log records
 * switching `blind_review`.
 * @throws Refusal not_found, forbidden to a reviewer; Invalid
 */
export const saveReviewSettings = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  id: number,
  { blind_review, criteria }: Input,
): Promise<ReviewSettings> =>
  db.transaction().execute(async (trx) => {
    const { role, organization_id } = await findForMember(trx, actor, id);
    requireRole(role, 'manager');
    await lockCriteriaExclusive(trx, id);
    if (criteria) await replaceCriteria(trx, id, criteria);
    if (blind_review !== undefined) {
      const switched = await trx
        .updateTable('opportunities')
        .set({ blind_review })
        .where('id', '=', id)
        .where('blind_review', '<>', blind_review)
        .returning('title')
        .executeTakeFirst();
      const action = blind_review ? 'blind_on' : 'blind_off';
      if (switched) await recordAudit(trx, { organization_id, actor_id: actor.user_id, action, details: switched.title }, now());
    }
    return readSettings(trx, id);
  });
