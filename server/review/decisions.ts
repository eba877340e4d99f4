import { sql } from 'kysely';
import { type ApplicationStatus, applicationStatuses, deletedAccountName, organizationTransitions } from '#contract/application-rules.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { RecentDecision } from '#contract/review.ts';
import { undoMinutes } from '#contract/review-rules.ts';
import { notUndone } from '../db/applicationEvents.ts';
import type { Db } from '../db/connect.ts';
import { labelSql } from '../db/sqlLabels.ts';
import type { Actor } from '../http/actor.ts';
import type { StoreReply } from '../http/idempotency.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { requireManager, requireMembership } from '../organizations/membership.ts';
import { queueResponseRateRefresh } from '../organizations/responseRates.ts';
import { cancelDecisionNotifications, cancelPendingNotifications, restoreNotifications } from '../outbox/notify.ts';
import { notifyDecided } from './decisionNotifications.ts';

type DecisionDeps = Pick<Deps, 'config' | 'db' | 'now'> & { storeReply?: StoreReply };
export interface DecisionInput {
  ids: readonly number[];
  to: ApplicationStatus;
  /** Shown to the student. */
  reason: string | null;
  /** Start of the interview, ISO 8601 with offset; absent keeps that of a planned interview. */
  interview_at?: string | null | undefined;
  interview_place?: string | null | undefined;
  /** Changes nothing; the reply lists what would change. */
  dry_run?: boolean | undefined;
}
/** The result of a decision or its undo: ids of changed applications, and the others with an error code. */
export interface DecisionResult {
  decision: { id: number; undo_until: string } | null;
  updated: number;
  updated_ids: number[];
  skipped: { id: number; code: string }[];
}

/** Columns that an event stores in `was`, so that an undo can restore them. */
const previousValues = sql`jsonb_build_object('reason', reason, 'interview_at', interview_at, 'interview_place', interview_place)`;
const undoUntil = (created_at: Date): Date => new Date(created_at.getTime() + undoMinutes * 60_000);

interface Row {
  id: number;
  status: ApplicationStatus;
  opportunity_id: number;
  is_deleted: boolean;
}
/** Applications of an organization, locked in the order of their ids, so that concurrent decisions wait without deadlock. */
const readRows = async (db: Db, organization_id: number, ids: readonly number[], locked: boolean): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select a.id, a.status, a.opportunity_id, a.student_id is null as is_deleted from applications a
    where a.id = any(${ids}) and a.organization_id = ${organization_id}
    order by a.id ${locked ? sql`for update of a` : sql``}`.execute(db);
  return rows;
};

/** Locks opportunities in the order of their ids, after the applications, because a status change updates their counts. */
const lockOpportunities = (trx: Db, rows: readonly Row[]) =>
  trx
    .selectFrom('opportunities')
    .select('id')
    .where('id', 'in', [...new Set(rows.map(({ opportunity_id }) => opportunity_id))])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** Whether the decision may be applied; a new time or place of a planned interview is allowed too. */
const canDecide = ({ status, is_deleted }: Row, { to, interview_at, interview_place }: DecisionInput): boolean => {
  // A deleted account cannot be notified.
  if (is_deleted) return false;
  const reschedules = status === 'interview_scheduled' && (interview_at !== undefined || interview_place !== undefined);
  return organizationTransitions(status).includes(to) || (to === status && reschedules);
};

/** Assignments of the interview columns: kept by a final decision, cleared by a return to review. */
const interviewAssignments = ({ to, interview_at, interview_place }: DecisionInput) => {
  if (to === 'under_review') return sql`interview_at = null, interview_place = null`;
  if (to !== 'interview_scheduled') return sql`interview_at = a.interview_at`;
  const newValue = (value: string | null | undefined, column: string) =>
    value === undefined ? sql`case when was.status = ${to} then ${sql.ref(`a.${column}`)} end` : sql`${value}`;
  return sql`interview_at = ${newValue(interview_at, 'interview_at')}, interview_place = ${newValue(interview_place, 'interview_place')}`;
};

/** Inserts the decision, updates its applications and inserts their events. @returns the id of the decision */
const writeDecision = async (
  trx: Db,
  actor: Actor,
  organization_id: number,
  applications: readonly Row[],
  decision: DecisionInput,
  now: Date,
) => {
  const { to, reason } = decision;
  const { id } = await trx
    .insertInto('decisions')
    .values({ organization_id, actor_id: actor.user_id, to_status: to, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    with was as (select id, status, ${previousValues} as previous from applications where id = any(${applications.map((row) => row.id)})),
    moved as (
      update applications a set status = ${to}, reason = ${reason}, ${interviewAssignments(decision)}, updated_at = ${now} from was where was.id = a.id
      returning a.id, was.status as from_status, was.previous
    )
    insert into application_events (application_id, from_status, to_status, reason, actor_id, decision_id, was, created_at)
    select id, from_status, ${to}, ${reason}, ${actor.user_id}, ${id}, previous, ${now} from moved order by id`.execute(trx);
  return id;
};

/**
 * Changes the status of applications of the actor's organization. Those without an allowed transition are skipped and listed. All
 * changes of one call are one decision, which is undone as a whole.
 * @throws Refusal organization_not_found, forbidden to a reviewer
 */
export const decide = async (deps: DecisionDeps, actor: Actor, decision: DecisionInput): Promise<DecisionResult> => {
  let changedOrganization: number | null = null;
  const result = await deps.db.transaction().execute(async (trx) => {
    const { dry_run = false } = decision;
    const now = deps.now();
    const { organization_id } = await requireManager(trx, actor.user_id);
    const requested = [...new Set(decision.ids)];
    const rows = await readRows(trx, organization_id, requested, !dry_run);
    const allowed = rows.filter((row) => canDecide(row, decision));
    let recorded: DecisionResult['decision'] = null;
    if (allowed.length > 0 && !dry_run) {
      await lockOpportunities(trx, allowed);
      const id = await writeDecision(trx, actor, organization_id, allowed, decision, now);
      const ids = allowed.map((row) => row.id);
      // Notifications of an earlier decision that are not sent yet are obsolete.
      await cancelPendingNotifications(trx, deps, ids);
      await notifyDecided(trx, deps, { id, ids, to: decision.to, reason: decision.reason });
      recorded = { id, undo_until: undoUntil(now).toISOString() };
      changedOrganization = organization_id;
    }
    const updated_ids = allowed.map(({ id }) => id);
    const skipCode = (id: number): ErrorCode => (rows.some((row) => row.id === id) ? 'invalid_operation' : 'not_found');
    const reply = {
      decision: recorded,
      updated: updated_ids.length,
      updated_ids,
      skipped: requested.filter((id) => !updated_ids.includes(id)).map((id) => ({ id, code: skipCode(id) })),
    };
    if (recorded) await deps.storeReply?.(trx, reply);
    return reply;
  });
  if (changedOrganization !== null) queueResponseRateRefresh(deps.db, changedOrganization, deps.now());
  return result;
};

/** Decides one application; refuses what `decide` would skip. @throws Refusal application_not_found, invalid_operation, or by `decide` */
export const decideOne = async (
  deps: DecisionDeps,
  actor: Actor,
  id: number,
  decision: Omit<DecisionInput, 'ids'>,
): Promise<DecisionResult> => {
  const result = await decide(deps, actor, { ...decision, ids: [id] });
  const [skipped] = result.skipped;
  if (skipped) throw new Refusal(skipped.code === 'not_found' ? 'application_not_found' : 'invalid_operation');
  return result;
};

/**
 * The applications of a decision, whether it was undone for each (an undo event has no `was`), and whether its event is the last.
 */
const readDecisionEvents = async (trx: Db, decision_id: number) => {
  const { rows } = await sql<{ application_id: number; undone: boolean; last: boolean }>`
    select e.application_id, bool_or(e.was is null) as undone,
      max(e.id) = (select max(l.id) from application_events l where l.application_id = e.application_id) as last
    from application_events e where e.decision_id = ${decision_id} group by e.application_id order by e.application_id`.execute(trx);
  return rows;
};

/** Restores status, reason and interview of applications, with an event for each. */
const restoreApplications = (trx: Db, actor: Actor, decision_id: number, ids: readonly number[], now: Date) =>
  sql`
  with undone as (
    select application_id, from_status, to_status, was from application_events
    where decision_id = ${decision_id} and was is not null and application_id = any(${ids})
  ), restored as (
    update applications a set status = undone.from_status, reason = undone.was ->> 'reason',
      interview_at = (undone.was ->> 'interview_at')::timestamptz, interview_place = undone.was ->> 'interview_place', updated_at = ${now}
    from undone where undone.application_id = a.id
  )
  insert into application_events (application_id, from_status, to_status, actor_id, decision_id, created_at)
  select application_id, to_status, from_status, ${actor.user_id}, ${decision_id}, ${now} from undone order by application_id`.execute(trx);

/** The decision in effect for each application; applications whose last step was not a decision are left out. */
const decisionsInEffect = async (trx: Db, ids: readonly number[]) => {
  const { rows } = await sql<{ application_id: number; decision_id: number }>`
    select * from (
      select distinct on (e.application_id) e.application_id, e.decision_id from application_events e
      where e.application_id = any(${ids}) and ${notUndone} order by e.application_id, e.id desc
    ) last where decision_id is not null`.execute(trx);
  return rows;
};

/**
 * Undoes a decision within `undoMinutes`, made by any manager of the organization. Applications without a later step are restored;
 * the others are listed in `skipped`. A second undo returns the result of the first.
 * @throws Refusal not_found, undo_expired, forbidden to a reviewer
 */
export const undoDecision = async (deps: DecisionDeps, actor: Actor, id: number): Promise<DecisionResult> => {
  const { organization_id } = await requireManager(deps.db, actor.user_id);
  const result = await deps.db.transaction().execute(async (trx) => {
    const now = deps.now();
    const decision = await trx
      .selectFrom('decisions')
      .select(['created_at', 'undone_at'])
      .where('id', '=', id)
      .where('organization_id', '=', organization_id)
      .forUpdate()
      .executeTakeFirst();
    if (!decision) throw new Refusal('not_found');
    if (decision.undone_at === null) {
      if (now >= undoUntil(new Date(decision.created_at))) throw new Refusal('undo_expired');
      const ids = (await readDecisionEvents(trx, id)).map(({ application_id }) => application_id);
      const rows = (await readRows(trx, organization_id, ids, true)).filter(({ is_deleted }) => !is_deleted);
      // Read again under the locks: another decision may have committed meanwhile.
      const unchanged = new Set((await readDecisionEvents(trx, id)).filter(({ last }) => last).map(({ application_id }) => application_id));
      const restorable = rows.filter((row) => unchanged.has(row.id));
      if (restorable.length > 0) {
        await lockOpportunities(trx, restorable);
        const restoredIds = restorable.map((row) => row.id);
        await restoreApplications(trx, actor, id, restoredIds, now);
        // The decisions before this one are in effect again, and their notifications were cancelled unsent.
        await restoreNotifications(trx, deps, await decisionsInEffect(trx, restoredIds));
      }
      await cancelDecisionNotifications(trx, deps, id);
      await trx.updateTable('decisions').set({ undone_at: now }).where('id', '=', id).execute();
    }
    const events = await readDecisionEvents(trx, id);
    const updated_ids = events.filter(({ undone }) => undone).map(({ application_id }) => application_id);
    const skipped = events.filter(({ undone }) => !undone).map(({ application_id }) => ({ id: application_id, code: 'conflict' }));
    return { decision: null, updated: updated_ids.length, updated_ids, skipped };
  });
  if (result.updated > 0) queueResponseRateRefresh(deps.db, organization_id, deps.now());
  return result;
};

/**
 * Decisions of the organization that can still be undone, newest first; `count` leaves out applications changed since.
 * @throws Refusal organization_not_found
 */
export const readRecentDecisions = async ({ db, now }: Pick<Deps, 'db' | 'now'>, actor: Actor): Promise<RecentDecision[]> => {
  const { organization_id } = await requireMembership(db, actor.user_id);
  const since = new Date(now().getTime() - undoMinutes * 60_000);
  const { rows } = await sql<Omit<RecentDecision, 'undo_until'>>`
    select d.id, d.to_status, ${labelSql(sql`d.to_status`, applicationStatuses)} as to_status_display, undoable.count,
      case when u.id is null then ${deletedAccountName} else trim(concat_ws(' ', u.first_name, u.last_name)) end as author, d.created_at
    from decisions d left join users u on u.id = d.actor_id
    cross join lateral (
      select count(*)::integer as count from application_events e join applications a on a.id = e.application_id
      where e.decision_id = d.id and a.student_id is not null
        and not exists (select from application_events l where l.application_id = e.application_id and l.id > e.id)
    ) undoable
    where d.organization_id = ${organization_id} and d.undone_at is null and d.created_at > ${since} and undoable.count > 0
    order by d.id desc`.execute(db);
  return rows.map((row) => ({ ...row, undo_until: undoUntil(new Date(row.created_at)).toISOString() }));
};
