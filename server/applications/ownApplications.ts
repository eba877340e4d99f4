import { type RawBuilder, sql } from 'kysely';
import type { ApplicationQuery, OwnApplication } from '#contract/application.ts';
import { type ApplicationStatus, applicationStatuses, canReinstate, canWithdraw, isAnswerOverdue } from '#contract/application-rules.ts';
import type { OpportunityStatus, OpportunityType } from '#contract/opportunity-rules.ts';
import { dayStart, tashkentDay } from '#contract/uzbek.ts';
import { applicantSearch } from '../db/applicantSearch.ts';
import type { Db } from '../db/connect.ts';
import { hasOpenDeadline } from '../db/opportunityConditions.ts';
import { wordSearch } from '../db/wordSearch.ts';
import type { Actor } from '../http/actor.ts';
import { pageWindow } from '../http/paging.ts';
import { Refusal } from '../http/refusal.ts';

interface OwnRow {
  id: number;
  opportunity: number;
  title: string;
  organization_name: string;
  opportunity_type: OpportunityType;
  opportunity_status: OpportunityStatus;
  application_deadline: string | null;
  result_announcement_date: string | null;
  status: ApplicationStatus;
  reason: string | null;
  applied_at: string;
  updated_at: string;
  application_count: number;
  max_applications: number | null;
  is_deadline_passed: boolean;
  is_hidden: boolean;
}
/**
 * The column `opportunity_id` is `opportunity` on the wire, as in the filter and the body of an application: the detail of an
 * application holds an object of id and title there.
 */
const ownColumns = (today: string) => sql`a.id, a.opportunity_id as opportunity, o.title, g.name as organization_name, o.opportunity_type,
  o.status as opportunity_status, o.application_deadline, o.result_announcement_date, a.status, a.reason, a.applied_at, a.updated_at,
  o.application_count, o.max_applications, not ${hasOpenDeadline(today)} as is_deadline_passed, o.deleted_at is not null as is_hidden`;
const ownTables = sql`from applications a join opportunities o on o.id = a.opportunity_id join organizations g on g.id = o.organization_id`;

const toOwnApplication = (
  { application_count, max_applications, is_deadline_passed, is_hidden, ...row }: OwnRow,
  today: string,
): OwnApplication => ({
  ...row,
  status_display: applicationStatuses[row.status],
  can_withdraw: canWithdraw(row.status),
  is_late: isAnswerOverdue(row.status, row.result_announcement_date, today),
  can_reinstate:
    !is_hidden && canReinstate(row.status, { status: row.opportunity_status, is_deadline_passed, application_count, max_applications }),
});

/** One application as the student's list shows it. The caller has checked that it exists. */
export const readOwnApplication = async (db: Db, application_id: number, now: Date): Promise<OwnApplication> => {
  const today = tashkentDay(now);
  const { rows } = await sql<OwnRow>`select ${ownColumns(today)} ${ownTables} where a.id = ${application_id}`.execute(db);
  return toOwnApplication(rows[0] as OwnRow, today);
};

const ownConditions = (student_id: number, query: ApplicationQuery): RawBuilder<unknown> => {
  const conditions: RawBuilder<unknown>[] = [sql`a.student_id = ${student_id}`];
  const search = wordSearch(query.search, sql`o.search_text`);
  if (search) conditions.push(search.matches);
  const university = applicantSearch(query.student_university)?.university;
  if (university) conditions.push(university.words.length > 0 ? university.inRow(sql`a.search_text`) : sql`false`);
  if (query.status?.length) conditions.push(sql`a.status = any(${query.status})`);
  if (query.opportunity_type?.length) conditions.push(sql`o.opportunity_type = any(${query.opportunity_type})`);
  if (query.opportunity !== undefined) conditions.push(sql`a.opportunity_id = ${query.opportunity}`);
  if (query.applied_after) conditions.push(sql`a.applied_at >= ${dayStart(query.applied_after)}`);
  if (query.applied_before) conditions.push(sql`a.applied_at < ${dayStart(query.applied_before, 1)}`);
  return sql.join(conditions, sql` and `);
};

/** One page of a student's own applications and their count, in one statement; newest first by default. */
export const readOwnApplications = async (
  db: Db,
  student_id: number,
  query: ApplicationQuery,
  now: Date,
): Promise<{ count: number; rows: OwnApplication[] }> => {
  // Students do not see scores, so an order by score is one by date.
  const ordering = (query.ordering ?? '-applied_at').replace('score', 'applied_at');
  const direction = sql.raw(ordering.startsWith('-') ? 'desc' : 'asc');
  const column = sql.ref(`a.${ordering.replace('-', '')}`);
  const { limit, offset } = pageWindow(query);
  const today = tashkentDay(now);
  const { rows } = await sql<OwnRow & { total: number }>`
    select ${ownColumns(today)}, count(*) over () as total ${ownTables} where ${ownConditions(student_id, query)}
    order by ${column} ${direction}, a.id ${direction} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(db);
  return { count: rows[0]?.total ?? 0, rows: rows.map(({ total: _, ...row }) => toOwnApplication(row, today)) };
};

/** The student's application to an opportunity; null values when there is none. @throws Refusal student_profile_not_found */
export const checkStatus = async (db: Db, { user_id }: Actor, opportunity_id: number, now: Date) => {
  const today = tashkentDay(now);
  const { rows } = await sql<OwnRow>`
    select ${ownColumns(today)} ${ownTables} where a.student_id = ${user_id} and a.opportunity_id = ${opportunity_id}`.execute(db);
  if (rows[0]) {
    const { id, status, applied_at, can_reinstate } = toOwnApplication(rows[0], today);
    return { id, status, applied_at, can_reinstate };
  }
  const profile = await db.selectFrom('students').select('user_id').where('user_id', '=', user_id).executeTakeFirst();
  if (!profile) throw new Refusal('student_profile_not_found');
  return { id: null, status: null, applied_at: null, can_reinstate: false };
};

/** Locks the student's application until the transaction ends. @throws Refusal application_not_found */
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
