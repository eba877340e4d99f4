import { type RawBuilder, sql } from 'kysely';
import type { ApplicationQuery, ApplicationStats, ReceivedApplication } from '#contract/application.ts';
import { type ApplicationStatus, applicationStatuses, deletedAccountName, statusFigures } from '#contract/application-rules.ts';
import { roleAllows } from '#contract/organization-rules.ts';
import { anonymousName } from '#contract/review-rules.ts';
import type { Db } from '../db/connect.ts';
import { pageWindow } from '../http/paging.ts';
import { type ApplicantIdentity, anonymizer, applicantIdentities } from '../review/anonymize.ts';
import { inboxFilters } from './filter.ts';
import { readPage } from './pagination.ts';
import { type InboxReader, joinOwnReview, sortOrder } from './sorting.ts';

/** The applicant's name at submission; a number in a blind review, a fixed label for a deleted account. */
export const displayNameSql = sql<string>`case when o.blind_review then replace(${sql.lit(anonymousName(0))}, '0', a.id::text)
  when a.student_id is null then ${sql.lit(deletedAccountName)} else coalesce(a.student_name, '') end`;
const asNumber = (column: RawBuilder<unknown>) => sql`(${column})::double precision`;

/**
 * The select list of an organizer's inbox: name and university as at submission, e-mail and picture of today. Owners and managers
 * see the average score; a reviewer sees it after scoring every criterion. `opportunity_id` is `opportunity` on the wire, as in
 * the filter.
 */
const receivedColumns = ({ role }: InboxReader): RawBuilder<unknown> => {
  const averageFor = (column: RawBuilder<unknown>) =>
    roleAllows(role, 'manager') ? column : sql`case when own.total is not null then ${column} end`;
  return sql`a.id, a.opportunity_id as opportunity, o.title as opportunity_title, o.blind_review as is_blind,
  ${displayNameSql} as student_name,
  case when o.blind_review then '' else coalesce(u.email, '') end as student_email, a.student_university,
  case when not o.blind_review then s.avatar end as student_avatar, a.status, a.applied_at, a.updated_at, g.name as organization_name,
  ${averageFor(asNumber(sql`a.score`))} as score, ${averageFor(asNumber(sql`a.score_median`))} as score_median, a.review_count, ${asNumber(sql`own.total`)} as own_score,
  (select count(*)::integer from application_notes n where n.application_id = a.id) as note_count,
  case when a.status in ('interview_scheduled', 'accepted', 'rejected') then a.interview_at end as interview_at`;
};

/** One page of the applications an organization received; matches within one typo when there are no exact ones. */
export const readReceived = async (db: Db, reader: InboxReader, query: ApplicationQuery) => {
  const window = pageWindow(query);
  const from = sql`from applications a join opportunities o on o.id = a.opportunity_id join organizations g on g.id = a.organization_id
    left join users u on u.id = a.student_id left join students s on s.user_id = a.student_id ${joinOwnReview(reader.user_id)}`;
  type Row = Omit<ReceivedApplication, 'status_display'> & { people: ApplicantIdentity[] | null };
  const columns = sql`${receivedColumns(reader)}, case when o.blind_review then ${applicantIdentities} end as people`;
  const order = sortOrder(query.ordering, reader);
  let page: Awaited<ReturnType<typeof readPage<Row>>> = { count: 0, is_exact: true, rows: [] };
  for (const filter of await inboxFilters(db, reader.organization_id, query)) {
    page = await readPage<Row>(db, filter, order, window, { columns, from });
    if (page.count > 0) break;
  }
  const { rows, ...total } = page;
  const applications = rows.map(({ people: applicant, ...row }) => ({
    ...row,
    // The university field may contain the applicant's name.
    student_university: applicant && row.student_university ? anonymizer(applicant)(row.student_university) : row.student_university,
    status_display: applicationStatuses[row.status],
  }));
  return { ...total, rows: applications };
};

/** Counts by status of an organization's applications, or of one opportunity. */
export const readApplicationStats = async (db: Db, organization_id: number, opportunity?: number): Promise<ApplicationStats> => {
  const byOpportunity = opportunity === undefined ? sql`` : sql`and c.opportunity_id = ${opportunity}`;
  const { rows } = await sql<{ status: ApplicationStatus; count: number }>`
    select c.status, sum(c.count)::bigint as count from application_counts c
    where c.organization_id = ${organization_id} ${byOpportunity} group by c.status`.execute(db);
  return statusFigures(rows);
};
