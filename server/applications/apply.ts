import { sql } from 'kysely';
import { consentVersion } from '#contract/account-rules.ts';
import type { OwnApplication } from '#contract/application.ts';
import type { ErrorCode, FieldErrors } from '#contract/errors.ts';
import { type ApplyConditions, applyObstacle } from '#contract/opportunity-rules.ts';
import { profileReadiness } from '#contract/readiness.ts';
import { tashkentDay } from '#contract/uzbek.ts';
import { applicantSearchText } from '../db/applicantSearch.ts';
import type { Db } from '../db/connect.ts';
import { hasOpenDeadline } from '../db/opportunityConditions.ts';
import type { Actor } from '../http/actor.ts';
import type { StoreReply } from '../http/idempotency.ts';
import { enforceRateLimit } from '../http/rateLimits.ts';
import { Invalid, Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { visibleTo } from '../opportunities/visibility.ts';
import { checkOwnAnswers, readRequirements, storedQuestions } from './answers.ts';
import { readOwnApplication } from './ownApplications.ts';
import { lockProfile, readApplicant } from './snapshot.ts';

/** Locks the opportunity, so that applicants are counted one at a time. Undefined when it is not visible to the actor. */
export const lockOpportunity = async (trx: Db, actor: Actor, id: number, now: Date) => {
  return trx
    .selectFrom('opportunities as o')
    .select(['o.id', 'o.status', 'o.max_applications', 'o.application_count'])
    .select(sql<boolean>`not ${hasOpenDeadline(tashkentDay(now))}`.as('is_deadline_passed'))
    .where('o.id', '=', id)
    .where('o.deleted_at', 'is', null)
    .where(visibleTo(actor, now))
    .forUpdate('o')
    .executeTakeFirst();
};
const obstacleCodes: Record<NonNullable<ReturnType<typeof applyObstacle>>, ErrorCode> = {
  applied: 'already_applied',
  withdrawn: 'already_applied',
  organization: 'students_only',
  status: 'applications_closed',
  deadline: 'deadline_passed',
  capacity: 'capacity_reached',
};

/** @param applied status of the actor's own application, null when there is none @throws Refusal by `applyObstacle` of the contract */
export const refuseObstacle = (opportunity: ApplyConditions, actor: Actor, applied: string | null): void => {
  const obstacle = applyObstacle(opportunity, actor.user_type, applied);
  if (obstacle) throw new Refusal(obstacleCodes[obstacle]);
};

export interface Submission {
  opportunity: number;
  answers?: Record<string, unknown> | null;
}

/**
 * Applies to an opportunity. One transaction checks the rules, the profile and the answers, stores the application with a
 * snapshot of the profile, its event and the consent, and deletes the draft.
 * @throws Refusal not_found, student_profile_not_found, or by `applyObstacle`; Invalid with `missing_sections` and `answers`
 */
export const apply = async (
  deps: Deps,
  actor: Actor,
  submission: Submission,
  { language, storeReply }: { language: string; storeReply: StoreReply },
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
    refuseObstacle(opportunity, actor, before?.status ?? null);

    await lockProfile(trx, actor.user_id);
    const applicant = await readApplicant(trx, actor.user_id);
    if (!applicant) throw new Refusal('student_profile_not_found');
    // Read under the lock, so that a running edit of the opportunity has committed.
    const { questions, requirements } = await readRequirements(trx, opportunity.id);
    const { missing } = profileReadiness(requirements, applicant);
    const { answers, errors } = await checkOwnAnswers(trx, actor.user_id, questions, submission.answers ?? {});
    const invalid: FieldErrors = {};
    if (missing.length > 0) invalid.missing_sections = missing.map(({ section }) => section);
    if (Object.keys(errors).length > 0) invalid.answers = errors;
    if (Object.keys(invalid).length > 0) throw new Invalid(invalid);

    const { rows } = await sql<{ id: number }>`
      with application as (
        insert into applications (opportunity_id, student_id, answers, questions, snapshot, search_text, applied_at, updated_at)
        values (${opportunity.id}, ${actor.user_id}, ${JSON.stringify(answers)}, ${JSON.stringify(storedQuestions(questions))},
          ${JSON.stringify(applicant)}, ${applicantSearchText(applicant)}, ${now}, ${now})
        returning id
      ), event as (
        insert into application_events (application_id, to_status, actor_id, created_at) select id, 'pending', ${actor.user_id}, ${now} from application
      ), draft as (
        delete from application_drafts where student_id = ${actor.user_id} and opportunity_id = ${opportunity.id}
      ), consent as (
        insert into consents (user_id, subject, subject_id, version, language, given_at)
        select ${actor.user_id}, 'application', id, ${consentVersion}, ${language}, ${now} from application
      )
      select id from application`.execute(trx);
    const reply = await readOwnApplication(trx, (rows[0] as { id: number }).id, now);
    await storeReply(trx, reply);
    return reply;
  });
};
