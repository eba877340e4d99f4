import { type RawBuilder, sql } from 'kysely';

/**
 * What "open", "active" and "closed" mean for an opportunity, as SQL on a table named `o`.
 * @param today the calendar day in Tashkent, `YYYY-MM-DD`
 */
type Condition = RawBuilder<boolean>;

/** The deadline is a day and open to its end; no deadline is open for ever. */
export const hasOpenDeadline = (today: string): Condition =>
  sql`(o.application_deadline is null or o.application_deadline >= ${today}::date)`;

/** Whether an application can be sent by somebody who has sent none: `applyObstacle` of the contract, in the same order. */
export const acceptsApplications = (today: string): Condition => sql`(o.status in ('published', 'draft') and ${hasOpenDeadline(today)}
  and (coalesce(o.max_applications, 0) = 0 or o.application_count < o.max_applications))`;

/** A draft is open to a student who was invited to it, accepted an invitation of its organization, or has applied by now. */
export const openToStudent = (student_id: number, now: Date): Condition => sql`(o.status <> 'draft' or exists (
    select 1 from applications a where a.opportunity_id = o.id and a.student_id = ${student_id}
  ) or exists (
    select 1 from invitations i
    where i.organization_id = o.organization_id and i.kind = 'student' and i.revoked_at is null
      and (i.accepted_by = ${student_id}
        or (i.opportunity_id = o.id and i.accepted_at is null and i.expires_at > ${now}
          and i.email = (select u.email from users u where u.id = ${student_id})))
  ))`;
/** What a student can open: drafts with an invitation, hidden items never. */
export const shownToStudent = (student_id: number, now: Date): Condition =>
  sql`(o.deleted_at is null and ${openToStudent(student_id, now)})`;

/** What public counts mean: published with an open deadline. */
export const publiclyActive = (today: string): Condition => sql`(o.status = 'published' and ${hasOpenDeadline(today)})`;

const explicitlyClosed = sql`o.status in ('closed', 'cancelled', 'archived')`;
/** The organizer's own figures go by the date, and an explicit closed, cancelled or archived is closed whatever the date. */
export const countsAsActive = (today: string): Condition => sql`(not ${explicitlyClosed} and ${hasOpenDeadline(today)})`;
export const countsAsClosed = (today: string): Condition => sql`(${explicitlyClosed} or not ${hasOpenDeadline(today)})`;
