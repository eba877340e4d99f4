import { type RawBuilder, sql } from 'kysely';
import type { ApplicantSnapshot, ApplicationDetail, ApplicationDocument, ApplicationQuery, OwnApplication } from '#contract/application.ts';
import {
  type ApplicationStatus,
  applicationStatuses,
  canReinstate,
  canWithdraw,
  isAnswerOverdue,
  organizationTransitions,
  type QuestionDefinition,
} from '#contract/application-rules.ts';
import type { OpportunityStatus, OpportunityType } from '#contract/opportunity-rules.ts';
import { type MemberRole, roleAllows } from '#contract/organization-rules.ts';
import type { SectionRequirement } from '#contract/readiness.ts';
import { dayStart, tashkentDay } from '#contract/uzbek.ts';
import { safeUrl } from '#contract/values.ts';
import { applicantSearch } from '../db/applicantSearch.ts';
import { notUndone } from '../db/applicationEvents.ts';
import type { Db } from '../db/connect.ts';
import { utcText } from '../db/sqlLabels.ts';
import { wordSearch } from '../db/wordSearch.ts';
import { signedLink, signedUrl } from '../files/signedLinks.ts';
import type { Actor } from '../http/actor.ts';
import { pageWindow } from '../http/paging.ts';
import type { Deps } from '../http/serve.ts';
import { anonymizeDetail, type Person, people } from '../review/anonymize.ts';
import { interviewDetails } from '../review/interviews.ts';

/** A question as it was asked; answers are read beside it. */
export type StoredQuestion = Pick<QuestionDefinition, 'id' | 'question' | 'question_type'>;

/** What an opportunity asks of an applicant. */
export const readRequirements = async (db: Db, opportunity_id: number) => {
  const { rows } = await sql<{ questions: QuestionDefinition[]; requirements: SectionRequirement[] }>`
    select
      (select coalesce(json_agg(q order by q."order", q.id), '[]') from questions q where q.opportunity_id = ${opportunity_id}) as questions,
      (select coalesce(json_agg(r order by r."order", r.id), '[]') from profile_requirements r
        where r.opportunity_id = ${opportunity_id}) as requirements`.execute(db);
  return rows[0] as (typeof rows)[number];
};

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
  hidden: boolean;
}
const ownColumns = sql`a.id, a.opportunity_id as opportunity, o.title, g.name as organization_name, o.opportunity_type,
  o.status as opportunity_status, o.application_deadline, o.result_announcement_date, a.status, a.reason, a.applied_at, a.updated_at,
  o.application_count, o.max_applications, o.deleted_at is not null as hidden`;

const ownApplicationOf = ({ application_count, max_applications, hidden, ...row }: OwnRow, now: Date): OwnApplication => ({
  ...row,
  status_display: applicationStatuses[row.status],
  can_withdraw: canWithdraw(row.status),
  is_late: isAnswerOverdue(row.status, row.result_announcement_date, tashkentDay(now)),
  can_reinstate:
    !hidden &&
    canReinstate(row.status, {
      status: row.opportunity_status,
      is_deadline_passed: isDeadlinePast(row.application_deadline, now),
      application_count,
      max_applications,
    }),
});

/** A deadline is open until its Tashkent day ends. */
export const isDeadlinePast = (deadline: string | null, now: Date): boolean => deadline !== null && deadline < tashkentDay(now);

const from = sql`from applications a join opportunities o on o.id = a.opportunity_id join organizations g on g.id = o.organization_id
  left join users u on u.id = a.student_id left join students s on s.user_id = u.id`;

/** A student's own application as a list shows it. */
export const readOwnApplication = async (db: Db, application_id: number, now: Date): Promise<OwnApplication> => {
  const { rows } = await sql<OwnRow>`select ${ownColumns} ${from} where a.id = ${application_id}`.execute(db);
  return ownApplicationOf(rows[0] as OwnRow, now);
};

const matching = (scope: RawBuilder<unknown>, query: ApplicationQuery): RawBuilder<unknown> => {
  const conditions = [scope];
  const search = wordSearch(query.search, sql`o.search_text`);
  if (search) conditions.push(search.found);
  const university = applicantSearch(query.student_university)?.university;
  if (university) conditions.push(university.words.length > 0 ? university.inRow(sql`a.search_text`) : sql`false`);
  if (query.status?.length) conditions.push(sql`a.status = any(${query.status})`);
  if (query.opportunity_type?.length) conditions.push(sql`o.opportunity_type = any(${query.opportunity_type})`);
  if (query.opportunity !== undefined) conditions.push(sql`a.opportunity_id = ${query.opportunity}`);
  if (query.applied_after) conditions.push(sql`a.applied_at >= ${dayStart(query.applied_after)}`);
  if (query.applied_before) conditions.push(sql`a.applied_at < ${dayStart(query.applied_before, 1)}`);
  return sql.join(conditions, sql` and `);
};

/** One page and its count in one statement. */
const readMinePage = async (db: Db, student_id: number, query: ApplicationQuery) => {
  // A student knows no scores.
  const ordering = (query.ordering ?? '-applied_at').replace('score', 'applied_at');
  const direction = sql.raw(ordering.startsWith('-') ? 'desc' : 'asc');
  const column = sql.ref(`a.${ordering.replace('-', '')}`);
  const { limit, offset } = pageWindow(query);
  const { rows } = await sql<OwnRow & { whole_count: number }>`
    select ${ownColumns}, count(*) over () as whole_count ${from} where ${matching(sql`a.student_id = ${student_id}`, query)}
    order by ${column} ${direction}, a.id ${direction} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(db);
  return { count: rows[0]?.whole_count ?? 0, rows: rows.map(({ whole_count: _, ...row }) => row) };
};

/** A student's own applications. */
export const readOwnApplications = async (db: Db, student_id: number, query: ApplicationQuery, now: Date) => {
  const { count, rows } = await readMinePage(db, student_id, query);
  return { count, rows: rows.map((row) => ownApplicationOf(row, now)) };
};

/** The student's application to an opportunity, null when there is none. */
export const readOwnStatus = async (db: Db, student_id: number, opportunity_id: number, now: Date): Promise<OwnApplication | null> => {
  const { rows } = await sql<OwnRow>`
    select ${ownColumns} ${from} where a.student_id = ${student_id} and a.opportunity_id = ${opportunity_id}`.execute(db);
  return rows[0] ? ownApplicationOf(rows[0], now) : null;
};

interface DetailRow {
  is_blind: boolean;
  people: Person[];
  interview_at: string | null;
  interview_place: string | null;
  id: number;
  opportunity: { id: number; title: string };
  organization_name: string;
  result_announcement_date: string | null;
  application_deadline: string | null;
  student_id: number | null;
  snapshot: ApplicantSnapshot | null;
  phone_visible: boolean | null;
  questions: StoredQuestion[];
  answers: Record<string, string>;
  status: ApplicationStatus;
  reason: string | null;
  applied_at: string;
  updated_at: string;
  role: MemberRole | null;
  documents: (Omit<ApplicationDocument, 'url'> & { file: string })[];
  history: { status: ApplicationStatus; reason: string | null; at: string }[];
}

/**
 * One application as its student, or a member of the organization that received it, may see it; null to anybody else. What
 * was taken back before anybody was told of it is no part of what its student reads.
 */
export const readDetailRow = async (db: Db, actor: Actor, application_id: number): Promise<DetailRow | undefined> => {
  const mayRead = actor.user_type === 'student' ? sql`a.student_id = ${actor.user_id}` : sql`m.role is not null`;
  const { rows } = await sql<DetailRow>`
    select a.id, json_build_object('id', o.id, 'title', o.title) as opportunity, g.name as organization_name,
      o.result_announcement_date, o.application_deadline, a.student_id, a.snapshot, s.phone_visible, a.questions, a.answers, a.status, a.reason,
      a.applied_at, a.updated_at, m.role, a.interview_at, a.interview_place,
      m.role is not null and o.blind_review as is_blind, ${people} as people,
      (select coalesce(json_agg(json_build_object('id', d.id, 'name', d.name, 'file', d.file, 'created_at', ${utcText(sql`d.created_at`)}) order by d.id), '[]')
        from application_documents d where d.application_id = a.id) as documents,
      (select coalesce(json_agg(json_build_object('status', e.to_status, 'reason', e.reason, 'at', ${utcText(sql`e.created_at`)}) order by e.id), '[]')
        from application_events e where e.application_id = a.id ${actor.user_type === 'student' ? sql`and ${notUndone}` : sql``}) as history
    ${from} left join members m on m.organization_id = o.organization_id and m.user_id = ${actor.user_id}
    where a.id = ${application_id} and ${mayRead}`.execute(db);
  return rows[0];
};

/** @param changed the profile is no longer what the snapshot says */
export const toApplicationDetail = (
  deps: Pick<Deps, 'config' | 'now'>,
  row: DetailRow,
  actor: Actor,
  changed: boolean,
): ApplicationDetail => {
  const now = deps.now();
  const own = actor.user_type === 'student';
  // The wish of today decides, so that a number hidden after applying is hidden.
  const phone_visible = row.phone_visible ?? false;
  // Nobody is there any more to be told of a decision.
  const gone = row.student_id === null;
  const steps = own ? (canWithdraw(row.status) ? (['withdrawn'] as const) : []) : organizationTransitions(row.status);
  const detail: ApplicationDetail = {
    id: row.id,
    is_blind: false,
    interview: interviewDetails(deps, row, own ? 'student' : undefined),
    opportunity: row.opportunity,
    organization_name: row.organization_name,
    result_announcement_date: row.result_announcement_date,
    is_late: isAnswerOverdue(row.status, row.result_announcement_date, tashkentDay(now)),
    can_change_answers: own && row.status === 'pending' && !isDeadlinePast(row.application_deadline, now),
    // The link does not say who opens it: a student's own is another one, and shows the person in blind mode too.
    cv_url: row.snapshot && signedLink(deps, `/api/applications/${row.id}/cv/`, own ? 'student' : undefined),
    documents: row.documents.map(({ file, ...document }) => ({ ...document, url: signedUrl(deps, `/files/${file}`) })),
    history: row.history.map((event) => ({ ...event, status_display: applicationStatuses[event.status] })),
    student: row.snapshot && {
      ...row.snapshot,
      resume: signedUrl(deps, row.snapshot.resume),
      phone_visible,
      phone: own || phone_visible || row.status === 'accepted' ? row.snapshot.phone : null,
    },
    profile_changed: changed,
    answers: row.questions.flatMap(({ id, question, question_type }) => {
      const answer = row.answers[String(id)];
      if (answer === undefined) return [];
      const answer_file = question_type === 'file' ? (answer.startsWith('/files/') ? signedUrl(deps, answer) : safeUrl(answer)) : null;
      return [{ question: id, question_text: question, question_type, answer_text: answer, answer_file }];
    }),
    status: row.status,
    status_display: applicationStatuses[row.status],
    reason: row.reason,
    next_statuses: !gone && (own || (row.role && roleAllows(row.role, 'manager'))) ? [...steps] : [],
    applied_at: row.applied_at,
    updated_at: row.updated_at,
  };
  return row.is_blind ? anonymizeDetail(detail, row.people) : detail;
};
