import { type RawBuilder, sql } from 'kysely';

// SQL conditions on `opportunities o`. `today` is the calendar day in Tashkent, `YYYY-MM-DD`.

type Condition = RawBuilder<boolean>;

/** The deadline has not passed: it is open until the end of its day. An opportunity without a deadline stays open. */
export const hasOpenDeadline = (today: string): Condition =>
  sql`(o.application_deadline is null or o.application_deadline >= ${today}::date)`;

/** A student who has not applied can apply: the conditions of `applyObstacle` in the contract, in the same order. */
export const acceptsApplications = (today: string): Condition => sql`(o.status in ('published', 'draft') and ${hasOpenDeadline(today)}
  and (coalesce(o.max_applications, 0) = 0 or o.application_count < o.max_applications))`;

/** Not a draft, or a draft that the student was invited to or applied to, or whose organization's invitation they accepted. */
export const openToStudent = (student_id: number, now: Date): Condition => sql`(o.status <> 'draft' or exists (
    select 1 from applications a where a.opportunity_id = o.id and a.student_id = ${student_id}
  ) or exists (
    select 1 from invitations i
    where i.organization_id = o.organization_id and i.kind = 'student' and i.revoked_at is null
      and (i.accepted_by = ${student_id}
        or (i.opportunity_id = o.id and i.accepted_at is null and i.expires_at > ${now}
          and i.email = (select u.email from users u where u.id = ${student_id})))
  ))`;
/** A student can open the opportunity: it is not deleted, and a draft is open to them. */
export const visibleToStudent = (student_id: number, now: Date): Condition =>
  sql`(o.deleted_at is null and ${openToStudent(student_id, now)})`;

/** Active in public counts: published with an open deadline. */
export const publiclyActive = (today: string): Condition => sql`(o.status = 'published' and ${hasOpenDeadline(today)})`;

const hasClosedStatus = sql`o.status in ('closed', 'cancelled', 'archived')`;
/** Active in the organizer's own figures: by the deadline alone, drafts included, unless closed, cancelled or archived. */
export const countsAsActive = (today: string): Condition => sql`(not ${hasClosedStatus} and ${hasOpenDeadline(today)})`;
/** The opposite of `countsAsActive`. */
export const countsAsClosed = (today: string): Condition => sql`(${hasClosedStatus} or not ${hasOpenDeadline(today)})`;
