import { sql } from 'kysely';
import { type ApplicationStatus, applicationStatuses, deletedAccountName, organizationTransitions } from '#contract/application-rules.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { RecentDecision } from '#contract/review.ts';
import { undoMinutes } from '#contract/review-rules.ts';
import { notUndone } from '../db/applicationEvents.ts';
import type { Db } from '../db/connect.ts';
import { labelSql } from '../db/sqlLabels.ts';
import type { Actor } from '../http/actor.ts';
import type { Settle } from '../http/idempotency.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { managerOf, membershipOf } from '../organizations/membership.ts';
import { refreshSoon } from '../organizations/responseRates.ts';
import { cancelNotificationsOf, cancelPendingNotifications, restoreNotifications } from '../outbox/notify.ts';
import { notifyDecided } from './decisionNotifications.ts';

type Deciding = Pick<Deps, 'config' | 'db' | 'now'> & { settle?: Settle };
export interface Decision {
  ids: readonly number[];
  to: ApplicationStatus;
  /** Shown to the student. */
  reason: string | null;
  /** When an interview is, with its offset; absent leaves that of a later step as it was. */
  interview_at?: string | null | undefined;
  interview_place?: string | null | undefined;
  /** Nothing changes: the reply says what would. */
  dry_run?: boolean | undefined;
}
export interface Decided {
  decision: { id: number; undo_until: string } | null;
  updated: number;
  updated_ids: number[];
  skipped: { id: number; code: string }[];
}

/** What an event keeps beside the status, so that an undo can give it back. */
const kept = sql`jsonb_build_object('reason', reason, 'interview_at', interview_at, 'interview_place', interview_place)`;
const undoUntil = (created_at: Date): Date => new Date(created_at.getTime() + undoMinutes * 60_000);

interface Row {
  id: number;
  status: ApplicationStatus;
  opportunity_id: number;
  gone: boolean;
}
/** Applications of an organization in the order of their ids: whoever decides the same ones waits, and never in a circle. */
const readRows = async (db: Db, organization_id: number, ids: readonly number[], locked: boolean): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select a.id, a.status, a.opportunity_id, a.student_id is null as gone from applications a
    where a.id = any(${ids}) and a.organization_id = ${organization_id}
    order by a.id ${locked ? sql`for update of a` : sql``}`.execute(db);
  return rows;
};

/** Opportunities in the order of their ids, after the applications: their counts change with a status. */
const lockOpportunities = (trx: Db, rows: readonly Row[]) =>
  trx
    .selectFrom('opportunities')
    .select('id')
    .where('id', 'in', [...new Set(rows.map(({ opportunity_id }) => opportunity_id))])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** Another time or place for an interview is a step too. */
const mayMove = ({ status, gone }: Row, { to, interview_at, interview_place }: Decision): boolean => {
  // Whose account was deleted waits for no answer.
  if (gone) return false;
  const moves = status === 'interview_scheduled' && (interview_at !== undefined || interview_place !== undefined);
  return organizationTransitions(status).includes(to) || (to === status && moves);
};

/** The interview after a step: kept once decided, gone when the application is looked at again. */
const interviewAfter = ({ to, interview_at, interview_place }: Decision) => {
  if (to === 'under_review') return sql`interview_at = null, interview_place = null`;
  if (to !== 'interview_scheduled') return sql`interview_at = a.interview_at`;
  const after = (given: string | null | undefined, column: string) =>
    given === undefined ? sql`case when was.status = ${to} then ${sql.ref(`a.${column}`)} end` : sql`${given}`;
  return sql`interview_at = ${after(interview_at, 'interview_at')}, interview_place = ${after(interview_place, 'interview_place')}`;
};

const write = async (trx: Db, actor: Actor, organization_id: number, moving: readonly Row[], decision: Decision, now: Date) => {
  const { to, reason } = decision;
  const { id } = await trx
    .insertInto('decisions')
    .values({ organization_id, actor_id: actor.user_id, to_status: to, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    with was as (select id, status, ${kept} as kept from applications where id = any(${moving.map((row) => row.id)})),
    moved as (
      update applications a set status = ${to}, reason = ${reason}, ${interviewAfter(decision)}, updated_at = ${now} from was where was.id = a.id
      returning a.id, was.status as from_status, was.kept
    )
    insert into application_events (application_id, from_status, to_status, reason, actor_id, decision_id, was, created_at)
    select id, from_status, ${to}, ${reason}, ${actor.user_id}, ${id}, kept, ${now} from moved order by id`.execute(trx);
  return id;
};

/**
 * Moves applications of one's own organization along the transitions; what cannot move is skipped and named. All that one
 * call changed is one decision, and can be undone as one.
 * @throws Refusal forbidden to a reviewer
 */
export const decide = async (deps: Deciding, actor: Actor, decision: Decision): Promise<Decided> => {
  let touched: number | null = null;
  const decided = await deps.db.transaction().execute(async (trx) => {
    const { dry_run = false } = decision;
    const now = deps.now();
    const { organization_id } = await managerOf(trx, actor.user_id);
    const asked = [...new Set(decision.ids)];
    const rows = await readRows(trx, organization_id, asked, !dry_run);
    const moving = rows.filter((row) => mayMove(row, decision));
    let made: Decided['decision'] = null;
    if (moving.length > 0 && !dry_run) {
      await lockOpportunities(trx, moving);
      const id = await write(trx, actor, organization_id, moving, decision, now);
      const ids = moving.map((row) => row.id);
      // An earlier decision nobody was told of yet is not worth telling any more.
      await cancelPendingNotifications(trx, deps, ids);
      await notifyDecided(trx, deps, { id, ids, to: decision.to, reason: decision.reason });
      made = { id, undo_until: undoUntil(now).toISOString() };
      touched = organization_id;
    }
    const updated_ids = moving.map(({ id }) => id);
    const codeOf = (id: number): ErrorCode => (rows.some((row) => row.id === id) ? 'invalid_operation' : 'not_found');
    const reply = {
      decision: made,
      updated: updated_ids.length,
      updated_ids,
      skipped: asked.filter((id) => !updated_ids.includes(id)).map((id) => ({ id, code: codeOf(id) })),
    };
    if (made) await deps.settle?.(trx, reply);
    return reply;
  });
  if (touched !== null) refreshSoon(deps.db, touched, deps.now());
  return decided;
};

/** The same for one application; what a list would skip is refused. */
export const decideOne = async (deps: Deciding, actor: Actor, id: number, decision: Omit<Decision, 'ids'>): Promise<Decided> => {
  const decided = await decide(deps, actor, { ...decision, ids: [id] });
  const [skipped] = decided.skipped;
  if (skipped) throw new Refusal(skipped.code === 'not_found' ? 'application_not_found' : 'invalid_operation');
  return decided;
};

/** The events a decision made, and those that undid them: only the former know what was. */
const eventsOf = async (trx: Db, decision_id: number) => {
  const { rows } = await sql<{ application_id: number; undone: boolean; last: boolean }>`
    select e.application_id, bool_or(e.was is null) as undone,
      max(e.id) = (select max(l.id) from application_events l where l.application_id = e.application_id) as last
    from application_events e where e.decision_id = ${decision_id} group by e.application_id order by e.application_id`.execute(trx);
  return rows;
};

const giveBack = (trx: Db, actor: Actor, decision_id: number, ids: readonly number[], now: Date) =>
  sql`
  with made as (
    select application_id, from_status, to_status, was from application_events
    where decision_id = ${decision_id} and was is not null and application_id = any(${ids})
  ), back as (
    update applications a set status = made.from_status, reason = made.was ->> 'reason',
      interview_at = (made.was ->> 'interview_at')::timestamptz, interview_place = made.was ->> 'interview_place', updated_at = ${now}
    from made where made.application_id = a.id
  )
  insert into application_events (application_id, from_status, to_status, actor_id, decision_id, created_at)
  select application_id, to_status, from_status, ${actor.user_id}, ${decision_id}, ${now} from made order by application_id`.execute(trx);

/** The decisions that hold for applications now; none for whose last step was another. */
const standingDecisions = async (trx: Db, ids: readonly number[]) => {
  const { rows } = await sql<{ application_id: number; decision_id: number }>`
    select * from (
      select distinct on (e.application_id) e.application_id, e.decision_id from application_events e
      where e.application_id = any(${ids}) and ${notUndone} order by e.application_id, e.id desc
    ) last where decision_id is not null`.execute(trx);
  return rows;
};

/**
 * Takes a decision back within its minutes, whoever of the organization's managers made it: every application nothing
 * happened to since returns to where it was, the others are named. A second undo says again what the first one did.
 * @throws Refusal not_found, undo_expired, forbidden to a reviewer
 */
export const undo = async (deps: Deciding, actor: Actor, id: number): Promise<Decided> => {
  const { organization_id } = await managerOf(deps.db, actor.user_id);
  const undone = await deps.db.transaction().execute(async (trx) => {
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
      const touched = (await eventsOf(trx, id)).map(({ application_id }) => application_id);
      const rows = (await readRows(trx, organization_id, touched, true)).filter(({ gone }) => !gone);
      // Asked again under the locks: somebody may have decided while we waited.
      const same = new Set((await eventsOf(trx, id)).filter(({ last }) => last).map(({ application_id }) => application_id));
      const returning = rows.filter((row) => same.has(row.id));
      if (returning.length > 0) {
        await lockOpportunities(trx, returning);
        const ids = returning.map((row) => row.id);
        await giveBack(trx, actor, id, ids, now);
        // What this decision overtook holds again, and nobody was told of it.
        await restoreNotifications(trx, deps, await standingDecisions(trx, ids));
      }
      await cancelNotificationsOf(trx, deps, id);
      await trx.updateTable('decisions').set({ undone_at: now }).where('id', '=', id).execute();
    }
    const events = await eventsOf(trx, id);
    const updated_ids = events.filter(({ undone }) => undone).map(({ application_id }) => application_id);
    const skipped = events.filter(({ undone }) => !undone).map(({ application_id }) => ({ id: application_id, code: 'conflict' }));
    return { decision: null, updated: updated_ids.length, updated_ids, skipped };
  });
  if (undone.updated > 0) refreshSoon(deps.db, organization_id, deps.now());
  return undone;
};

/** Decisions of an organization that can still be undone, newest first; `count` leaves out what has changed since. */
export const readRecentDecisions = async ({ db, now }: Pick<Deps, 'db' | 'now'>, actor: Actor): Promise<RecentDecision[]> => {
  const { organization_id } = await membershipOf(db, actor.user_id);
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
