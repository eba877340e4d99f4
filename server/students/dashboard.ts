import { type RawBuilder, sql } from 'kysely';
import { type ApplicationStatus, type StatusFigures, statusFigures } from '#contract/application-rules.ts';
import type { ReplyOf } from '#contract/call.ts';
import { profileCompleteness } from '#contract/readiness.ts';
import type { studentCalls } from '#contract/student.ts';
import { tashkentDay } from '#contract/uzbek.ts';
import type { Db } from '../db/connect.ts';
import { acceptsApplications, visibleToStudent } from '../db/opportunityConditions.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { findStudentProfile } from './studentProfile.ts';

type Dashboard = ReplyOf<typeof studentCalls.dashboard>;
type Counts = { status: ApplicationStatus; count: number }[];

/** Number of deadlines in the reply. */
const upcomingCount = 3;

const countByStatus = (student_id: number): RawBuilder<unknown> =>
  sql`select a.status, count(*) as count from applications a where a.student_id = ${student_id} group by a.status`;

/** Numbers of the student's own applications by status. */
export const readOwnFigures = async (db: Db, student_id: number): Promise<StatusFigures> => {
  const { rows } = await sql<Counts[number]>`${countByStatus(student_id)}`.execute(db);
  return statusFigures(rows);
};

/**
 * Profile completeness, application figures and drafts that can still be sent, in two statements.
 * @throws Refusal student_profile_not_found
 */
export const readStudentDashboard = async ({ db, now }: Pick<Deps, 'db' | 'now'>, student_id: number): Promise<Dashboard> => {
  const today = tashkentDay(now());
  const profile = await findStudentProfile(db, student_id);
  if (!profile) throw new Refusal('student_profile_not_found');
  const { rows } = await sql<{ counts: Counts } & Pick<Dashboard, 'draft_count' | 'upcoming_deadlines'>>`
    with open_drafts as (
      select o.id as opportunity, o.title, o.application_deadline, o.application_deadline - ${today}::date as days_until_deadline
      from application_drafts d join opportunities o on o.id = d.opportunity_id
      where d.student_id = ${student_id} and ${visibleToStudent(student_id, now())} and ${acceptsApplications(today)}
    ), upcoming as (
      select * from open_drafts where application_deadline is not null order by application_deadline, opportunity limit ${sql.lit(upcomingCount)}
    )
    select (select coalesce(json_agg(counted), '[]') from (${countByStatus(student_id)}) counted) as counts,
      (select count(*)::integer from open_drafts) as draft_count,
      (select coalesce(json_agg(upcoming order by application_deadline, opportunity), '[]') from upcoming) as upcoming_deadlines`.execute(
    db,
  );
  const { counts, ...drafts } = rows[0] as (typeof rows)[number];
  return { completeness: profileCompleteness(profile), applications: statusFigures(counts), ...drafts };
};
