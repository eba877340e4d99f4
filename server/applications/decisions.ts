import { sql } from 'kysely';
import { type ApplicationStatus, organizationSteps } from '#contract/application-rules.ts';
import { roleAllows } from '#contract/organization-rules.ts';
import type { ProblemCode } from '#contract/problem.ts';
import type { Db } from '../db/connect.ts';
import type { Actor } from '../http/actor.ts';
import { Refusal } from '../http/refusal.ts';
import { membershipOf } from '../organizations/organizations.ts';

export interface Decision {
  ids: readonly number[];
  to: ApplicationStatus;
  /** Shown to the student. */
  reason: string | null;
}
export interface Decided {
  updated: number;
  updated_ids: number[];
  skipped: { id: number; code: string }[];
}

/**
 * Moves applications of one's own organization along the transitions; what cannot move is skipped and named.
 * Applications are locked in id order, then their opportunities in id order, so that two reviewers wait for each
 * other and never in a circle.
 * @throws Refusal forbidden to a reviewer
 */
export const decide = (db: Db, actor: Actor, { ids, to, reason }: Decision, now: Date): Promise<Decided> =>
  db.transaction().execute(async (trx) => {
    const { organization_id, role } = await membershipOf(trx, actor.user_id);
    if (!roleAllows(role, 'manager')) throw new Refusal('forbidden');
    const asked = [...new Set(ids)];
    const { rows } = await sql<{ id: number; status: ApplicationStatus; opportunity_id: number; gone: boolean }>`
      select a.id, a.status, a.opportunity_id, a.student_id is null as gone from applications a
      where a.id = any(${asked})
        and exists (select from opportunities o where o.id = a.opportunity_id and o.organization_id = ${organization_id})
      order by a.id for update of a`.execute(trx);
    // Whose account was deleted waits for no answer.
    const moving = rows.filter(({ status, gone }) => !gone && organizationSteps(status).includes(to));
    if (moving.length > 0) {
      await trx
        .selectFrom('opportunities')
        .select('id')
        .where('id', 'in', [...new Set(moving.map(({ opportunity_id }) => opportunity_id))])
        .orderBy('id')
        .forNoKeyUpdate()
        .execute();
      await sql`
        with was as (select id, status from applications where id = any(${moving.map(({ id }) => id)})),
        moved as (
          update applications a set status = ${to}, reason = ${reason}, updated_at = ${now} from was where was.id = a.id
          returning a.id, was.status as from_status
        )
        insert into application_events (application_id, from_status, to_status, reason, actor_id, created_at)
        select id, from_status, ${to}, ${reason}, ${actor.user_id}, ${now} from moved order by id`.execute(trx);
    }
    const updated_ids = moving.map(({ id }) => id);
    const codeOf = (id: number): ProblemCode => (rows.some((row) => row.id === id) ? 'invalid_operation' : 'not_found');
    return {
      updated: updated_ids.length,
      updated_ids,
      skipped: asked.filter((id) => !updated_ids.includes(id)).map((id) => ({ id, code: codeOf(id) })),
    };
  });

/** The same for one application; what a list would skip is refused. */
export const decideOne = async (db: Db, actor: Actor, id: number, decision: Omit<Decision, 'ids'>, now: Date): Promise<Decided> => {
  const decided = await decide(db, actor, { ...decision, ids: [id] }, now);
  const [skipped] = decided.skipped;
  if (skipped) throw new Refusal(skipped.code === 'not_found' ? 'application_not_found' : 'invalid_operation');
  return decided;
};
