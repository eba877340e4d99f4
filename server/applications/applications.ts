import { sql } from 'kysely';
import { consentVersion } from '#contract/account-rules.ts';
import type { ApplicationDetail, ApplicationQuery, OwnApplication } from '#contract/application.ts';
import { canReinstate, canWithdraw, type QuestionDefinition } from '#contract/application-rules.ts';
import type { ErrorCode, FieldErrors } from '#contract/errors.ts';
import { applyObstacle } from '#contract/opportunity-rules.ts';
import { profileReadiness } from '#contract/readiness.ts';
import { applicantSearchText } from '../db/applicantSearch.ts';
import type { Db } from '../db/connect.ts';
import type { Actor } from '../http/actor.ts';
import type { Settle } from '../http/idempotency.ts';
import { enforceRateLimit } from '../http/rateLimits.ts';
import { Invalid, Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { readReceived } from '../inbox/list.ts';
import { visibleTo } from '../opportunities/visibility.ts';
import { membershipOf } from '../organizations/membership.ts';
import { cancelPendingNotifications } from '../outbox/notify.ts';
import { checkOwnAnswers, lockProfile } from './answers.ts';
import {
  isDeadlinePast,
  readDetailRow,
  readOwnApplication,
  readOwnApplications,
  readOwnStatus,
  readRequirements,
  type StoredQuestion,
  toApplicationDetail,
} from './queries.ts';
import { profileChanged, readApplicant } from './snapshot.ts';

/** The opportunity under its lock, so that places are counted one applicant at a time. */
const lockOpportunity = async (trx: Db, actor: Actor, id: number, now: Date) => {
  const row = await trx
    .selectFrom('opportunities as o')
    .select(['o.id', 'o.status', 'o.application_deadline', 'o.max_applications', 'o.application_count'])
    .where('o.id', '=', id)
    .where('o.deleted_at', 'is', null)
    .where(visibleTo(actor, now))
    .forUpdate('o')
    .executeTakeFirst();
  return row && { ...row, is_deadline_passed: isDeadlinePast(row.application_deadline, now) };
};
const refusals: Record<NonNullable<ReturnType<typeof applyObstacle>>, ErrorCode> = {
  applied: 'already_applied',
  withdrawn: 'already_applied',
  organization: 'students_only',
  status: 'applications_closed',
  deadline: 'deadline_passed',
  capacity: 'capacity_reached',
};

const keptQuestions = (questions: readonly QuestionDefinition[]): StoredQuestion[] =>
  questions.map(({ id, question, question_type }) => ({ id, question, question_type }));

export interface Submission {
  opportunity: number;
  answers?: Record<string, unknown> | null;
}

/**
 * Applies: guards, completeness, answers, the row with its snapshot, the event and the consent in one transaction.
 * @throws Refusal by what stands in the way, Invalid with `missing_sections` and `answers`
 */
export const apply = async (
  deps: Deps,
  actor: Actor,
  submission: Submission,
  { language, settle }: { language: string; settle: Settle },
): Promise<OwnApplication> => {
  await enforceRateLimit(deps, 'apply', actor.user_id);
  const now = deps.now();
  return deps.db.transaction().execute(async (trx) => {
    const opportunity = await lockOpportunity(trx, actor, submission.opportunity, now);
    if (!opportunity) throw new Refusal('not_found');
    const before = await trx
      .selectFrom('applications')
      .select('status')
      .where('opportunity_id', '=', opportunity.id)
      .where('student_id', '=', actor.user_id)
      .executeTakeFirst();
    const obstacle = applyObstacle(opportunity, actor.user_type, before?.status ?? null);
    if (obstacle) throw new Refusal(refusals[obstacle]);

    await lockProfile(trx, actor.user_id);
    const applicant = await readApplicant(trx, actor.user_id);
    if (!applicant) throw new Refusal('student_profile_not_found');
    // Read after the lock is held: an edit that was under way has landed.
    const { questions, requirements } = await readRequirements(trx, opportunity.id);
    const { missing } = profileReadiness(requirements, applicant);
    const { answers, errors } = await checkOwnAnswers(trx, actor.user_id, questions, submission.answers ?? {});
    const wrong: FieldErrors = {};
    if (missing.length > 0) wrong.missing_sections = missing.map(({ section }) => section);
    if (Object.keys(errors).length > 0) wrong.answers = errors;
    if (Object.keys(wrong).length > 0) throw new Invalid(wrong);

    const { rows } = await sql<{ id: number }>`
      with made as (
        insert into applications (opportunity_id, student_id, answers, questions, snapshot, search_text, applied_at, updated_at)
        values (${opportunity.id}, ${actor.user_id}, ${JSON.stringify(answers)}, ${JSON.stringify(keptQuestions(questions))},
          ${JSON.stringify(applicant)}, ${applicantSearchText(applicant)}, ${now}, ${now})
        returning id
      ), event as (
        insert into application_events (application_id, to_status, actor_id, created_at) select id, 'pending', ${actor.user_id}, ${now} from made
      ), draft as (
        delete from application_drafts where student_id = ${actor.user_id} and opportunity_id = ${opportunity.id}
      ), consent as (
        insert into consents (user_id, subject, subject_id, version, language, given_at)
        select ${actor.user_id}, 'application', id, ${consentVersion}, ${language}, ${now} from made
      )
      select id from made`.execute(trx);
    const reply = await readOwnApplication(trx, (rows[0] as { id: number }).id, now);
    await settle(trx, reply);
    return reply;
  });
};

/** The student's own row under its lock. @throws Refusal application_not_found */
export const lockOwnApplication = async (trx: Db, actor: Actor, id: number) => {
  const row = await trx
    .selectFrom('applications')
    .select(['id', 'status', 'opportunity_id'])
    .where('id', '=', id)
    .where('student_id', '=', actor.user_id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('application_not_found');
  return row;
};

const moveOwn = async (trx: Db, actor: Actor, id: number, from: string, to: 'pending' | 'withdrawn', now: Date) => {
  await trx
    .updateTable('applications')
    .set({ status: to, reason: null, interview_at: null, interview_place: null, updated_at: now })
    .where('id', '=', id)
    .execute();
  await cancelPendingNotifications(trx, { now: () => now }, [id]);
  await trx
    .insertInto('application_events')
    .values({ application_id: id, from_status: from, to_status: to, actor_id: actor.user_id, created_at: now })
    .execute();
  return readOwnApplication(trx, id, now);
};

/** Takes an undecided application back. */
export const withdraw = (db: Db, actor: Actor, id: number, now: Date): Promise<OwnApplication> =>
  db.transaction().execute(async (trx) => {
    const { status } = await lockOwnApplication(trx, actor, id);
    if (!canWithdraw(status)) throw new Refusal('invalid_operation');
    return moveOwn(trx, actor, id, status, 'withdrawn', now);
  });

/** The same row again, while the opportunity still takes applications. Rows are locked application first, everywhere but at birth. */
export const reinstate = (db: Db, actor: Actor, id: number, now: Date): Promise<OwnApplication> =>
  db.transaction().execute(async (trx) => {
    const { status, opportunity_id } = await lockOwnApplication(trx, actor, id);
    if (status !== 'withdrawn') throw new Refusal('invalid_operation');
    const opportunity = await lockOpportunity(trx, actor, opportunity_id, now);
    if (!opportunity) throw new Refusal('applications_closed');
    const obstacle = applyObstacle(opportunity, actor.user_type, null);
    if (obstacle) throw new Refusal(refusals[obstacle]);
    if (!canReinstate(status, opportunity)) throw new Refusal('invalid_operation');
    return moveOwn(trx, actor, id, status, 'pending', now);
  });

/** Replaces the answers of a pending application before the deadline; checked against what is asked today. */
export const changeAnswers = (db: Db, actor: Actor, id: number, given: Record<string, unknown>, now: Date): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { status, opportunity_id } = await lockOwnApplication(trx, actor, id);
    if (status !== 'pending') throw new Refusal('invalid_operation');
    const { application_deadline } = await trx
      .selectFrom('opportunities')
      .select('application_deadline')
      .where('id', '=', opportunity_id)
      .executeTakeFirstOrThrow();
    if (isDeadlinePast(application_deadline, now)) throw new Refusal('deadline_passed');
    const { questions } = await readRequirements(trx, opportunity_id);
    const { answers, errors } = await checkOwnAnswers(trx, actor.user_id, questions, given);
    if (Object.keys(errors).length > 0) throw new Invalid({ answers: errors });
    await trx
      .updateTable('applications')
      .set({ answers: JSON.stringify(answers), questions: JSON.stringify(keptQuestions(questions)), updated_at: now })
      .where('id', '=', id)
      .execute();
  });

/** One application with the profile as it was at submission. @throws Refusal application_not_found to whom it does not concern */
export const readApplication = async (deps: Pick<Deps, 'config' | 'db' | 'now'>, actor: Actor, id: number): Promise<ApplicationDetail> => {
  const { db } = deps;
  const row = await readDetailRow(db, actor, id);
  if (!row) throw new Refusal('application_not_found');
  const changed = row.student_id !== null && row.snapshot !== null && profileChanged(row.snapshot, await readApplicant(db, row.student_id));
  return toApplicationDetail(deps, row, actor, changed);
};

/** The list of whoever asks: a student's own, or what the member's organization received. */
export const listApplications = async (db: Db, actor: Actor, query: ApplicationQuery, now: Date) => {
  if (actor.user_type === 'student') return readOwnApplications(db, actor.user_id, query, now);
  if (actor.user_type !== 'organization') throw new Refusal('forbidden');
  return readReceived(db, await membershipOf(db, actor.user_id), query);
};

/** Whether a student has applied to an opportunity. @throws Refusal student_profile_not_found */
export const checkStatus = async (db: Db, actor: Actor, opportunity_id: number, now: Date) => {
  const found = await readOwnStatus(db, actor.user_id, opportunity_id, now);
  if (found) return { id: found.id, status: found.status, applied_at: found.applied_at, can_reinstate: found.can_reinstate };
  const profile = await db.selectFrom('students').select('user_id').where('user_id', '=', actor.user_id).executeTakeFirst();
  if (!profile) throw new Refusal('student_profile_not_found');
  return { id: null, status: null, applied_at: null, can_reinstate: false };
};
