import * as z from 'zod/mini';
import { applicationStatuses, joinOptions } from './application-rules.ts';
import { get, patch, post, put, remove } from './call.ts';
import { choice, choices, day, moment, optionalCarefulFlag, optionalText, ordering, reference, signed } from './fields.ts';
import { opportunityStatuses, opportunityTypes } from './opportunity-rules.ts';
import { listOf, pageQuery } from './paging.ts';
import { achievement, education, experience, language, ownApplicationStats, project, socialLink, studentSkill } from './student.ts';
import { badCharacters, badDate, badValue, emptyToNull, isCalendarDate, isStorableText, tooLong } from './values.ts';

/** Texts, numbers, flags and lists of them; whatever is nested deeper is no answer. */
const answersInput = z.record(z.string(), z.pipe(z.transform(joinOptions), z.string()));

/** Kept as typed, spaces and all; longer than any answer may be. */
const draftText = z.string(badValue).check(z.maxLength(20000, tooLong(20000)), z.refine(isStorableText, badCharacters));

const words = z.nullable(z.string());
const status = choice(applicationStatuses);

/** A student's own application in a list. */
export const ownApplication = z.object({
  id: z.int(),
  opportunity: z.int(),
  title: z.string(),
  organization_name: z.string(),
  opportunity_type: choice(opportunityTypes),
  opportunity_status: choice(opportunityStatuses),
  application_deadline: words,
  result_announcement_date: words,
  status,
  status_display: z.string(),
  /** What the organization wrote with its decision. */
  reason: words,
  can_withdraw: z.boolean(),
  can_reinstate: z.boolean(),
  /** The promised day of the answer has passed without one. */
  is_late: z.boolean(),
  applied_at: moment,
  updated_at: moment,
});
export type OwnApplication = z.infer<typeof ownApplication>;

/** An application in an organizer's list. */
export const receivedApplication = z.object({
  id: z.int(),
  opportunity: z.int(),
  opportunity_title: z.string(),
  student_name: z.string(),
  student_email: z.string(),
  student_university: words,
  student_avatar: words,
  /** Names, photos and contacts are hidden while it is judged blind. */
  is_blind: z.boolean(),
  /** Mean and median of the whole verdicts, percent; null while there are none or the caller may not see them yet. */
  score: z.nullable(z.number()),
  score_median: z.nullable(z.number()),
  review_count: z.int(),
  own_score: z.nullable(z.number()),
  note_count: z.int(),
  interview_at: z.nullable(moment),
  status,
  status_display: z.string(),
  applied_at: moment,
  updated_at: moment,
  organization_name: z.string(),
});
export type ReceivedApplication = z.infer<typeof receivedApplication>;
/** `count` is exact unless a search or days found more than are counted; then it says "at least" and grows with the page. */
export const receivedList = z.extend(listOf(receivedApplication), { is_exact: z.boolean() });

/** The profile as it was at submission; the phone is null while the student keeps it hidden. */
export const applicantSnapshot = z.object({
  first_name: z.string(),
  last_name: z.string(),
  avatar: words,
  email: z.string(),
  phone: words,
  phone_visible: z.boolean(),
  location: words,
  date_of_birth: words,
  university: words,
  major: words,
  graduation_year: z.nullable(z.int()),
  bio: words,
  education: z.array(education),
  experiences: z.array(experience),
  skills: z.array(studentSkill),
  projects: z.array(project),
  achievements: z.array(achievement),
  languages: z.array(language),
  social_links: z.array(socialLink),
  resume: words,
  portfolio_url: words,
});
export type ApplicantSnapshot = z.infer<typeof applicantSnapshot>;

/** Something a student added to an application; `url` is a short-lived link. */
export const applicationDocument = z.object({ id: z.int(), name: z.string(), url: z.string(), created_at: moment });
export type ApplicationDocument = z.infer<typeof applicationDocument>;

export const applicationDetail = z.object({
  id: z.int(),
  opportunity: z.object({ id: z.int(), title: z.string() }),
  organization_name: z.string(),
  result_announcement_date: words,
  is_late: z.boolean(),
  /** The student may still change the answers. */
  can_change_answers: z.boolean(),
  /** A short-lived link to the snapshot as a PDF; null when the account behind it is gone. */
  cv_url: words,
  is_blind: z.boolean(),
  /** When and where the interview is; `calendar_url` is a short-lived link to a calendar file. */
  interview: z.nullable(z.object({ at: moment, place: words, calendar_url: z.string() })),
  documents: z.array(applicationDocument),
  /** What happened to it, oldest first. */
  history: z.array(z.object({ status, status_display: z.string(), reason: words, at: moment })),
  /** Null when the account behind it is gone. */
  student: z.nullable(applicantSnapshot),
  /** The profile has changed since the snapshot was taken. */
  profile_changed: z.boolean(),
  answers: z.array(
    z.object({ question: z.int(), question_text: z.string(), question_type: z.string(), answer_text: z.string(), answer_file: words }),
  ),
  status,
  status_display: z.string(),
  reason: words,
  /** Legal next steps of whoever asks. */
  next_statuses: z.array(status),
  applied_at: moment,
  updated_at: moment,
});
export type ApplicationDetail = z.infer<typeof applicationDetail>;

export const applicationOrderings = [
  'applied_at',
  '-applied_at',
  'updated_at',
  '-updated_at',
  'status',
  '-status',
  'score',
  '-score',
] as const;

export const applicationListQuery = z.object({
  search: z.optional(z.string()),
  status: choices(applicationStatuses),
  opportunity: z.optional(reference()),
  opportunity_type: choices(opportunityTypes),
  student_university: z.optional(z.string()),
  /** Days in Tashkent, both ends included. */
  applied_after: z.optional(day()),
  applied_before: z.optional(day()),
  ordering: ordering(applicationOrderings),
  ...pageQuery(),
});
export type ApplicationQuery = z.infer<typeof applicationListQuery>;

/** Figures over everything the caller may see; for an organization, of one opportunity when asked so. */
export const applicationStats = ownApplicationStats;
export type ApplicationStats = z.infer<typeof applicationStats>;

/** Answers of an application that is not sent yet: as they were typed, several choices as a list. Only the student sees them. */
const draftAnswers = z.record(
  z.string().check(z.maxLength(20)),
  z.union([draftText, z.array(draftText).check(z.maxLength(200, badValue))], badValue),
  badValue,
);
export const applicationDraft = z.object({
  opportunity: z.int(),
  answers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  /** Begins anywhere and grows by one with each change; 0 while nothing is kept. */
  version: z.int(),
  updated_at: z.nullable(moment),
});
export type ApplicationDraft = z.infer<typeof applicationDraft>;
/** An application begun and not sent. */
export const unfinishedApplication = z.object({
  opportunity: z.int(),
  title: z.string(),
  organization_name: z.string(),
  application_deadline: words,
  can_apply: z.boolean(),
  answered: z.int(),
  updated_at: moment,
});
export type UnfinishedApplication = z.infer<typeof unfinishedApplication>;

const application_ids = z
  .array(reference())
  .check(z.minLength(1, 'Kamida bitta ariza tanlang.'), z.maxLength(100, 'Bir marta ko‘pi bilan 100 ta ariza tanlang.'));
export const decisionReply = z.object({
  /** What to undo it by, and until when; null when nothing changed. */
  decision: z.nullable(z.object({ id: z.int(), undo_until: moment })),
  updated: z.int(),
  updated_ids: z.array(z.int()),
  skipped: z.array(z.object({ id: z.int(), code: z.string() })),
});
/** A moment with its offset, ISO 8601; absent = unchanged, null or blank = cleared. Leaves as UTC. */
const optionalMoment = z.optional(
  z.pipe(
    z.transform((value) => {
      const cleaned = emptyToNull(value);
      if (typeof cleaned !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(cleaned)) return cleaned;
      const at = new Date(cleaned);
      // The day as it was written too: the 30th of February would quietly become another day.
      const isReal = !Number.isNaN(at.getTime()) && [cleaned, at.toISOString()].every((one) => isCalendarDate(one.slice(0, 10)));
      return isReal ? at.toISOString() : '';
    }),
    z.nullable(z.string(badDate).check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, badDate))),
  ),
);

/** Read when the step is to an interview. */
const interview = { interview_at: optionalMoment, interview_place: optionalText(300) };
export const decision = z.object({
  application_ids,
  reason: optionalText(1000),
  /** Nothing changes: the reply says what would. */
  dry_run: optionalCarefulFlag,
});
const oneDecision = z.object({ reason: optionalText(1000) });

const change = z.object({ answers: z.optional(answersInput), status: z.optional(status), reason: optionalText(1000), ...interview });

export const applicationCalls = {
  list: get('/applications/', {
    summary: 'A student: own applications. An organization: those it received.',
    query: applicationListQuery,
    reply: z.union([receivedList, listOf(ownApplication)]),
  }),
  received: get('/applications/org/', {
    summary:
      'Applications the organization received. `search` finds words of names, universities and titles however they are spelled; `is_exact` says whether `count` is the whole.',
    query: applicationListQuery,
    reply: receivedList,
  }),
  stats: get('/applications/stats/', {
    summary: 'Figures over the organization’s applications.',
    query: z.object({ opportunity: z.optional(reference()) }),
    reply: applicationStats,
  }),
  apply: post('/applications/', {
    summary: 'Apply; answers are keyed by question id.',
    body: z.object({
      opportunity: reference('Tadbir identifikatori topilmadi.'),
      answers: z.optional(z.nullable(answersInput)),
    }),
    reply: ownApplication,
    status: 201,
    idempotent: true,
  }),
  drafts: get('/applications/drafts/', {
    summary: 'Applications the student began and did not send, last changed first.',
    query: z.object(pageQuery()),
    reply: listOf(unfinishedApplication),
  }),
  draft: get('/applications/drafts/:opportunity_id/', {
    summary: 'The answers kept for an application that is not sent yet.',
    reply: applicationDraft,
  }),
  saveDraft: put('/applications/drafts/:opportunity_id/', {
    summary: 'Keep the answers. `version` is the one they grew from; another one on the server is 409 draft_conflict and changes nothing.',
    body: z.object({ answers: draftAnswers, version: z.int(badValue).check(z.minimum(0, badValue), z.maximum(2147483647, badValue)) }),
    reply: applicationDraft,
  }),
  removeDraft: remove('/applications/drafts/:opportunity_id/', {
    summary: 'Forget the answers of an application that was not sent.',
    reply: z.object({}),
    status: 204,
  }),
  cvFile: get('/applications/:id/cv/', {
    summary: 'The profile an application was sent with as a PDF; opened by the link `cv_url` of the application.',
    query: signed,
    reply: z.unknown(),
    download: 'application/pdf',
  }),
  documents: get('/applications/:application_id/documents/', {
    summary: 'Documents a student added to an application.',
    query: z.object(pageQuery()),
    reply: listOf(applicationDocument),
  }),
  addDocument: post('/applications/:application_id/documents/', {
    summary: 'Add a document: a file, or the url of one uploaded before.',
    body: z.object({ name: optionalText(200), file: optionalText(500) }),
    files: ['file'],
    reply: applicationDocument,
    status: 201,
    idempotent: true,
  }),
  removeDocument: remove('/applications/:application_id/documents/:id/', {
    summary: 'Take a document back while the application is undecided.',
    reply: z.object({}),
    status: 204,
  }),
  uploadDocument: post('/applications/upload-document/', {
    summary: 'Upload a file (PDF, DOCX, JPEG or PNG, at most 10 MB) for an answer or a document; `url` is what to send then.',
    files: ['file'],
    reply: z.object({ url: z.string(), name: z.string() }),
    status: 201,
    idempotent: true,
  }),
  detail: get('/applications/:id/', { summary: 'One application with the profile as it was at submission.', reply: applicationDetail }),
  update: patch('/applications/:id/', {
    summary: 'A student changes answers while pending; an organization moves the status.',
    body: change,
    reply: applicationDetail,
  }),
  replace: put('/applications/:id/', {
    summary: 'As PATCH.',
    body: change,
    reply: applicationDetail,
  }),
  remove: remove('/applications/:id/', { summary: 'A student’s DELETE is a withdrawal.', reply: z.object({}), status: 204 }),
  withdraw: post('/applications/:id/withdraw/', { summary: 'Withdraw one’s own application.', reply: ownApplication }),
  reinstate: post('/applications/:id/reinstate/', { summary: 'Take a withdrawal back before the deadline.', reply: ownApplication }),
  checkStatus: get('/applications/check-status/:opportunity_id/', {
    summary: 'The student’s application to an opportunity; id is null when there is none.',
    reply: z.object({ id: z.nullable(z.int()), status: z.nullable(status), applied_at: z.nullable(moment), can_reinstate: z.boolean() }),
  }),
  acceptMany: post('/applications/accept/', {
    summary: 'Accept up to 100 applications.',
    body: decision,
    reply: decisionReply,
    invalid: 'invalid_data',
  }),
  rejectMany: post('/applications/reject/', {
    summary: 'Reject up to 100 applications.',
    body: decision,
    reply: decisionReply,
    invalid: 'invalid_data',
  }),
  accept: post('/applications/:id/accept/', {
    summary: 'Accept one application.',
    body: oneDecision,
    reply: decisionReply,
    idempotent: true,
  }),
  reject: post('/applications/:id/reject/', {
    summary: 'Reject one application.',
    body: oneDecision,
    reply: decisionReply,
    idempotent: true,
  }),
  bulkUpdate: post('/applications/bulk-update/', {
    summary: 'Move up to 100 applications to a status.',
    body: z.extend(decision, { status, ...interview }),
    reply: decisionReply,
    invalid: 'invalid_data',
    idempotent: true,
  }),
};
