import { type RawBuilder, sql } from 'kysely';

/**
 * SQL conditions on `opportunities o`: open, active, closed, visible to a student, can be applied to. Every statement that
 * needs one of these takes it from this module. `today` is the calendar day in Tashkent, `YYYY-MM-DD`.
 */
type Condition = RawBuilder<boolean>;

/** The deadline is `day` or later, or there is none. The deadline day itself is still open until midnight in Tashkent. */
export const hasOpenDeadline = (day: string): Condition => sql`(o.application_deadline is null or o.application_deadline >= ${day}::date)`;

/**
 * `applyObstacle` of the contract as SQL, for a student without an application: the same conditions in the same order.
 * opportunityConditions.test.ts runs both on one table of cases.
 */
export const acceptsApplications = (today: string): Condition => sql`(o.status in ('published', 'draft') and ${hasOpenDeadline(today)}
  and (coalesce(o.max_applications, 0) = 0 or o.application_count < o.max_applications))`;

/**
 * `applyObstacle` of the contract as SQL, for any viewer: false for organizations and administrators, and for a student who
 * has an application, a withdrawn one included.
 * @param viewer null when signed out
 */
export const canApply = (viewer: { user_id: number; user_type: string } | null, today: string): Condition => {
  if (viewer && viewer.user_type !== 'student') return sql`false`;
  const accepts = acceptsApplications(today);
  if (!viewer) return accepts;
  return sql`(${accepts} and not exists (select 1 from applications a where a.student_id = ${viewer.user_id} and a.opportunity_id = o.id))`;
};

/**
 * Anything but a draft, or a draft that the student applied to, was invited to, or whose organization's invitation the
 * student accepted.
 */
export const openToStudent = (student_id: number, now: Date): Condition => sql`(o.status <> 'draft' or exists (
    select 1 from applications a where a.opportunity_id = o.id and a.student_id = ${student_id}
  ) or exists (
    select 1 from invitations i
    where i.organization_id = o.organization_id and i.kind = 'student' and i.revoked_at is null
      and (i.accepted_by = ${student_id}
        or (i.opportunity_id = o.id and i.accepted_at is null and i.expires_at > ${now}
          and i.email = (select u.email from users u where u.id = ${student_id})))
  ))`;
/** `openToStudent`, without deleted opportunities. */
export const visibleToStudent = (student_id: number, now: Date): Condition =>
  sql`(o.deleted_at is null and ${openToStudent(student_id, now)})`;

/** Counted as active in public figures: published with an open deadline. */
export const publiclyActive = (today: string): Condition => sql`(o.status = 'published' and ${hasOpenDeadline(today)})`;

const hasClosedStatus = sql`o.status in ('closed', 'cancelled', 'archived')`;
/** Counted as active in the organizer's own figures, drafts included: no closed status and an open deadline. */
export const countsAsActive = (today: string): Condition => sql`(not ${hasClosedStatus} and ${hasOpenDeadline(today)})`;
/** The opposite of `countsAsActive`: closed, cancelled, archived, or past the deadline. */
export const countsAsClosed = (today: string): Condition => sql`(${hasClosedStatus} or not ${hasOpenDeadline(today)})`;
