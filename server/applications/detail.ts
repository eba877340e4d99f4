import { sql } from 'kysely';
import type { ApplicantSnapshot, ApplicationDetail, ApplicationDocument } from '#contract/application.ts';
import {
  type ApplicationStatus,
  applicationStatuses,
  canWithdraw,
  isAnswerOverdue,
  organizationTransitions,
} from '#contract/application-rules.ts';
import { isFileUrl } from '#contract/fileUrl.ts';
import { type MemberRole, roleAllows } from '#contract/organization-rules.ts';
import { tashkentDay } from '#contract/uzbek.ts';
import { safeUrl } from '#contract/values.ts';
import { notUndone } from '../db/applicationEvents.ts';
import type { Db } from '../db/connect.ts';
import { hasOpenDeadline } from '../db/opportunityConditions.ts';
import { utcText } from '../db/sqlLabels.ts';
import { signedLink, signedUrl } from '../files/signedLinks.ts';
import { fileUrl } from '../files/storeUpload.ts';
import type { Actor } from '../http/actor.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { type ApplicantIdentity, anonymizeDetail, applicantIdentities } from '../review/anonymize.ts';
import { interviewDetails } from '../review/interviews.ts';
import type { StoredQuestion } from './answers.ts';
import { profileChanged, readApplicant } from './snapshot.ts';

interface DetailRow {
  is_blind: boolean;
  people: ApplicantIdentity[];
  interview_at: string | null;
  interview_place: string | null;
  id: number;
  opportunity: { id: number; title: string };
  organization_name: string;
  result_announcement_date: string | null;
  is_deadline_passed: boolean;
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
 * The row of an application, for its student or a member of the organization that received it; undefined for others. The
 * student's history leaves out decisions that were undone before the student was notified.
 */
const readDetailRow = async (db: Db, actor: Actor, application_id: number, today: string): Promise<DetailRow | undefined> => {
  const mayRead = actor.user_type === 'student' ? sql`a.student_id = ${actor.user_id}` : sql`m.role is not null`;
  const { rows } = await sql<DetailRow>`
    select a.id, json_build_object('id', o.id, 'title', o.title) as opportunity, g.name as organization_name,
      o.result_announcement_date, not ${hasOpenDeadline(today)} as is_deadline_passed, a.student_id, a.snapshot, s.phone_visible, a.questions, a.answers, a.status, a.reason,
      a.applied_at, a.updated_at, m.role, a.interview_at, a.interview_place,
      m.role is not null and o.blind_review as is_blind, ${applicantIdentities} as people,
      (select coalesce(json_agg(json_build_object('id', d.id, 'name', d.name, 'file', d.file, 'created_at', ${utcText(sql`d.created_at`)}) order by d.id), '[]')
        from application_documents d where d.application_id = a.id) as documents,
      (select coalesce(json_agg(json_build_object('status', e.to_status, 'reason', e.reason, 'at', ${utcText(sql`e.created_at`)}) order by e.id), '[]')
        from application_events e where e.application_id = a.id ${actor.user_type === 'student' ? sql`and ${notUndone}` : sql``}) as history
    from applications a join opportunities o on o.id = a.opportunity_id join organizations g on g.id = o.organization_id
    left join users u on u.id = a.student_id left join students s on s.user_id = u.id
    left join members m on m.organization_id = o.organization_id and m.user_id = ${actor.user_id}
    where a.id = ${application_id} and ${mayRead}`.execute(db);
  return rows[0];
};

/** @param profile_changed the profile today differs from the snapshot */
const toApplicationDetail = (
  deps: Pick<Deps, 'config' | 'now'>,
  row: DetailRow,
  actor: Actor,
  profile_changed: boolean,
): ApplicationDetail => {
  const isStudent = actor.user_type === 'student';
  // The setting of today, not of the snapshot: a number hidden after applying is hidden.
  const phone_visible = row.phone_visible ?? false;
  // A deleted account cannot be notified of a decision.
  const isDeleted = row.student_id === null;
  const steps = isStudent ? (canWithdraw(row.status) ? (['withdrawn'] as const) : []) : organizationTransitions(row.status);
  const detail: ApplicationDetail = {
    id: row.id,
    is_blind: false,
    interview: interviewDetails(deps, row, isStudent ? 'student' : undefined),
    opportunity: row.opportunity,
    organization_name: row.organization_name,
    result_announcement_date: row.result_announcement_date,
    is_late: isAnswerOverdue(row.status, row.result_announcement_date, tashkentDay(deps.now())),
    can_change_answers: isStudent && row.status === 'pending' && !row.is_deadline_passed,
    // The link carries no session: the student's own link differs, and shows the person in a blind review too.
    cv_url: row.snapshot && signedLink(deps, `/api/applications/${row.id}/cv/`, isStudent ? 'student' : undefined),
    documents: row.documents.map(({ file, ...document }) => ({ ...document, url: signedUrl(deps, fileUrl(file)) })),
    history: row.history.map((event) => ({ ...event, status_display: applicationStatuses[event.status] })),
    student: row.snapshot && {
      ...row.snapshot,
      resume: signedUrl(deps, row.snapshot.resume),
      phone_visible,
      phone: isStudent || phone_visible || row.status === 'accepted' ? row.snapshot.phone : null,
    },
    profile_changed,
    answers: row.questions.flatMap(({ id, question, question_type }) => {
      const answer = row.answers[String(id)];
      if (answer === undefined) return [];
      const answer_file = question_type === 'file' ? (isFileUrl(answer) ? signedUrl(deps, answer) : safeUrl(answer)) : null;
      return [{ question: id, question_text: question, question_type, answer_text: answer, answer_file }];
    }),
    status: row.status,
    status_display: applicationStatuses[row.status],
    reason: row.reason,
    next_statuses: !isDeleted && (isStudent || (row.role && roleAllows(row.role, 'manager'))) ? [...steps] : [],
    applied_at: row.applied_at,
    updated_at: row.updated_at,
  };
  return row.is_blind ? anonymizeDetail(detail, row.people) : detail;
};

/**
 * One application with the profile as it was at submission, without the person in a blind review.
 * @throws Refusal application_not_found to others than its student and members of the organization that received it
 */
export const readApplication = async (deps: Pick<Deps, 'config' | 'db' | 'now'>, actor: Actor, id: number): Promise<ApplicationDetail> => {
  const { db } = deps;
  const row = await readDetailRow(db, actor, id, tashkentDay(deps.now()));
  if (!row) throw new Refusal('application_not_found');
  const changed = row.student_id !== null && row.snapshot !== null && profileChanged(row.snapshot, await readApplicant(db, row.student_id));
  return toApplicationDetail(deps, row, actor, changed);
};
