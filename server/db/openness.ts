import { type RawBuilder, sql } from 'kysely';

/**
 * What "open", "active" and "closed" mean for an opportunity, as SQL on a table named `o`.
 * @param today the calendar day in Tashkent, `YYYY-MM-DD`
 */
type Condition = RawBuilder<boolean>;

/** The deadline is a day and open to its end; no deadline is open for ever. */
export const deadlineOpen = (today: string): Condition => sql`(o.application_deadline is null or o.application_deadline >= ${today}::date)`;

/** Whether an application can be sent by somebody who has sent none: `applyObstacle` of the contract, in the same order. */
export const takesApplications = (today: string): Condition => sql`(o.status in ('published', 'draft') and ${deadlineOpen(today)}
  and (coalesce(o.max_applications, 0) = 0 or o.application_count < o.max_applications))`;

/** What a student can open: drafts are their organization's, hidden items nobody's. */
export const shownToStudents: Condition = sql`(o.deleted_at is null and o.status <> 'draft')`;

/** What public counts mean: published with an open deadline. */
export const publiclyActive = (today: string): Condition => sql`(o.status = 'published' and ${deadlineOpen(today)})`;

const explicitlyClosed = sql`o.status in ('closed', 'cancelled', 'archived')`;
/** The organizer's own figures go by the date, and an explicit closed, cancelled or archived is closed whatever the date. */
export const countsAsActive = (today: string): Condition => sql`(not ${explicitlyClosed} and ${deadlineOpen(today)})`;
export const countsAsClosed = (today: string): Condition => sql`(${explicitlyClosed} or not ${deadlineOpen(today)})`;
