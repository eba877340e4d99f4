import * as z from 'zod/mini';
import { applicationStatuses, joinOptions } from './application-rules.ts';
import { get, patch, post, put, remove } from './call.ts';
import { choice, choices, day, moment, optionalStrictFlag, optionalText, ordering, reference, signed } from './fields.ts';
import { opportunityStatuses, opportunityTypes } from './opportunity-rules.ts';
import { pagedList, pageQuery } from './paging.ts';
import { achievement, education, experience, language, ownApplicationStats, project, socialLink, studentSkill } from './student.ts';
import { badCharacters, badDate, badValue, emptyToNull, isCalendarDate, isStorableText, tooLong } from './values.ts';

/** Answers by question id: text, number, boolean or a list of them, joined to text. Deeper nesting is dropped. */
const answersInput = z.record(z.string(), z.pipe(z.transform(joinOptions), z.string()));

/** Draft text is stored as typed, untrimmed. The limit exceeds that of any answer. */
const draftText = z.string(badValue).check(z.maxLength(20000, tooLong(20000)), z.refine(isStorableText, badCharacters));

const nullableString = z.nullable(z.string());
const status = choice(applicationStatuses);

/** A student's own application in a list (specification 3). `opportunity` is its id, as in the body of `apply`. */
export const ownApplication = z.object({
  id: z.int(),
  opportunity: z.int(),
  title: z.string(),
  organization_name: z.string(),
  opportunity_type: choice(opportunityTypes),
  opportunity_status: choice(opportunityStatuses),
  application_deadline: nullableString,
  result_announcement_date: nullableString,
  status,
  status_display: z.string(),
  /** Reason the organization gave with its decision. */
  reason: nullableString,
  can_withdraw: z.boolean(),
  can_reinstate: z.boolean(),
  /** The announced day of results has passed without a decision. */
  is_late: z.boolean(),
  applied_at: moment,
  updated_at: moment,
});
export type OwnApplication = z.infer<typeof ownApplication>;

/** An application in an organizer's list (specification 3). While anonymous, names and contacts are replaced. */
export const receivedApplication = z.object({
  id: z.int(),
  opportunity: z.int(),
  opportunity_title: z.string(),
  student_name: z.string(),
  student_email: z.string(),
  student_university: nullableString,
  student_avatar: nullableString,
  /** Anonymous review is on: names, photos and contacts are hidden. */
  is_blind: z.boolean(),
  /** Mean of the complete reviews, percent; null when there are none or the caller may not see them yet. */
  score: z.nullable(z.number()),
  /** Median of the same reviews, percent. */
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
/** When `is_exact` is false, `count` is a lower bound that grows with the page. */
export const receivedList = z.extend(pagedList(receivedApplication), { is_exact: z.boolean() });

/**
 * The student's profile at submission (snapshot). `phone` is null while the student hides it. The text about the student is
 * `bio` here, as in the snapshots stored since the first version; the profile itself carries it as `about_me` too.
 */
export const applicantSnapshot = z.object({
  first_name: z.string(),
  last_name: z.string(),
  avatar: nullableString,
  email: z.string(),
  phone: nullableString,
  phone_visible: z.boolean(),
  location: nullableString,
  date_of_birth: nullableString,
  university: nullableString,
  major: nullableString,
  graduation_year: z.nullable(z.int()),
  bio: nullableString,
  education: z.array(education),
  experiences: z.array(experience),
  skills: z.array(studentSkill),
  projects: z.array(project),
  achievements: z.array(achievement),
  languages: z.array(language),
  social_links: z.array(socialLink),
  resume: nullableString,
  portfolio_url: nullableString,
});
export type ApplicantSnapshot = z.infer<typeof applicantSnapshot>;

/** A document attached to an application. `url` is a short-lived signed link. */
export const applicationDocument = z.object({ id: z.int(), name: z.string(), url: z.string(), created_at: moment });
export type ApplicationDocument = z.infer<typeof applicationDocument>;

/** One application with its profile snapshot and answers (specification 2, applicant detail dialog). */
export const applicationDetail = z.object({
  id: z.int(),
  opportunity: z.object({ id: z.int(), title: z.string() }),
  organization_name: z.string(),
  result_announcement_date: nullableString,
  is_late: z.boolean(),
  /** The student may still change the answers. */
  can_change_answers: z.boolean(),
  /** Short-lived signed link to the snapshot as a PDF; null when the account was deleted. */
  cv_url: nullableString,
  is_blind: z.boolean(),
  /** The interview; `calendar_url` is a short-lived signed link to a calendar file. */
  interview: z.nullable(z.object({ at: moment, place: nullableString, calendar_url: z.string() })),
  documents: z.array(applicationDocument),
  /** Status changes, oldest first. */
  history: z.array(z.object({ status, status_display: z.string(), reason: nullableString, at: moment })),
  /** Null when the account was deleted. */
  student: z.nullable(applicantSnapshot),
  /** The student has changed the profile since submission. */
  profile_changed: z.boolean(),
  answers: z.array(
    z.object({
      question: z.int(),
      question_text: z.string(),
      question_type: z.string(),
      answer_text: z.string(),
      answer_file: nullableString,
    }),
  ),
  status,
  status_display: z.string(),
  reason: nullableString,
  /** Transitions allowed to the caller. */
  next_statuses: z.array(status),
  applied_at: moment,
  updated_at: moment,
});
export type ApplicationDetail = z.infer<typeof applicationDetail>;

/** Values of `ordering`; `-` means descending. */
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

/** Query of application lists (specification 7). `search` matches names, universities and titles in any spelling. */
export const applicationListQuery = z.object({
  search: z.optional(z.string()),
  status: choices(applicationStatuses),
  opportunity: z.optional(reference()),
  opportunity_type: choices(opportunityTypes),
  student_university: z.optional(z.string()),
  /** Tashkent day, included. */
  applied_after: z.optional(day()),
  /** Tashkent day, included. */
  applied_before: z.optional(day()),
  ordering: ordering(applicationOrderings),
  ...pageQuery(),
});
export type ApplicationQuery = z.infer<typeof applicationListQuery>;

/** Counts over all applications the caller may see. An organization may limit them to one opportunity. */
export const applicationStats = ownApplicationStats;
export type ApplicationStats = z.infer<typeof applicationStats>;

/** Answers of an unsent application, as typed; several choices are a list. Visible to the student only. */
const draftAnswers = z.record(
  z.string().check(z.maxLength(20)),
  z.union([draftText, z.array(draftText).check(z.maxLength(200, badValue))], badValue),
  badValue,
);
/** The stored draft of an application. `opportunity` is the id; the path of the call names the same value `opportunity_id`. */
export const applicationDraft = z.object({
  opportunity: z.int(),
  answers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  /** Starts at a random number and increases by one with each change; 0 when there is no draft. */
  version: z.int(),
  updated_at: z.nullable(moment),
});
export type ApplicationDraft = z.infer<typeof applicationDraft>;
/** An application that was started and not sent. `answered` counts its answers. */
export const unfinishedApplication = z.object({
  opportunity: z.int(),
  title: z.string(),
  organization_name: z.string(),
  application_deadline: nullableString,
  can_apply: z.boolean(),
  answered: z.int(),
  updated_at: moment,
});
export type UnfinishedApplication = z.infer<typeof unfinishedApplication>;

/** 1 to 100 applications of one decision. */
const application_ids = z
  .array(reference())
  .check(z.minLength(1, 'Kamida bitta ariza tanlang.'), z.maxLength(100, 'Bir marta ko‘pi bilan 100 ta ariza tanlang.'));
/** Result of a decision. Applications that could not move are in `skipped` with an error code. */
export const decisionReply = z.object({
  /** The decision to undo and its deadline; null when nothing changed. */
  decision: z.nullable(z.object({ id: z.int(), undo_until: moment })),
  updated: z.int(),
  updated_ids: z.array(z.int()),
  skipped: z.array(z.object({ id: z.int(), code: z.string() })),
});
/** An ISO 8601 moment with offset, converted to UTC. Absent leaves it unchanged, null or blank clears it. */
const optionalMoment = z.optional(
  z.pipe(
    z.transform((value) => {
      const cleaned = emptyToNull(value);
      if (typeof cleaned !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(cleaned)) return cleaned;
      const at = new Date(cleaned);
      // Also checks the day as written: `Date` would turn 30 February into 2 March.
      const isReal = !Number.isNaN(at.getTime()) && [cleaned, at.toISOString()].every((one) => isCalendarDate(one.slice(0, 10)));
      return isReal ? at.toISOString() : '';
    }),
    z.nullable(z.string(badDate).check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, badDate))),
  ),
);

/** Used when the new status is `interview_scheduled`. */
const interview = { interview_at: optionalMoment, interview_place: optionalText(300) };
/** Body of a decision on several applications. The reason is at most 1000 characters and shown to the student. */
export const decision = z.object({
  application_ids,
  reason: optionalText(1000),
  /** Only report what would change. */
  dry_run: optionalStrictFlag,
});
const oneDecision = z.object({ reason: optionalText(1000) });

const change = z.object({ answers: z.optional(answersInput), status: z.optional(status), reason: optionalText(1000), ...interview });

/**
 * Applications and drafts (specification 7). A body or reply names the opportunity's id `opportunity`, as the specification
 * does; path parameters are named `opportunity_id`, because `Params` reads a name ending in `_id` as a number.
 */
export const applicationCalls = {
  list: get('/applications/', {
    summary: 'A student’s own applications, or those an organization received.',
    query: applicationListQuery,
    reply: z.union([receivedList, pagedList(ownApplication)]),
  }),
  received: get('/applications/org/', {
    summary:
      'Applications the organization received. `search` matches words of names, universities and titles in any spelling; `is_exact` tells whether `count` is exact.',
    query: applicationListQuery,
    reply: receivedList,
  }),
  stats: get('/applications/stats/', {
    summary: 'Counts over the organization’s applications.',
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
    summary: 'Applications the student started and did not send, last changed first.',
    query: z.object(pageQuery()),
    reply: pagedList(unfinishedApplication),
  }),
  draft: get('/applications/drafts/:opportunity_id/', {
    summary: 'The stored draft of an application.',
    reply: applicationDraft,
  }),
  saveDraft: put('/applications/drafts/:opportunity_id/', {
    summary:
      'Store the draft. `version` is the version it is based on; if the server has another one, 409 draft_conflict and nothing changes.',
    body: z.object({ answers: draftAnswers, version: z.int(badValue).check(z.minimum(0, badValue), z.maximum(2147483647, badValue)) }),
    reply: applicationDraft,
  }),
  removeDraft: remove('/applications/drafts/:opportunity_id/', {
    summary: 'Delete the draft of an application.',
    reply: z.object({}),
    status: 204,
  }),
  cvFile: get('/applications/:id/cv/', {
    summary: 'The profile snapshot of an application as a PDF; opened by the link `cv_url` of the application.',
    query: signed,
    reply: z.unknown(),
    download: 'application/pdf',
  }),
  documents: get('/applications/:application_id/documents/', {
    summary: 'Documents attached to an application.',
    query: z.object(pageQuery()),
    reply: pagedList(applicationDocument),
  }),
  addDocument: post('/applications/:application_id/documents/', {
    summary: 'Attach a document: a file, or the url of an uploaded one.',
    body: z.object({ name: optionalText(200), file: optionalText(500) }),
    files: ['file'],
    reply: applicationDocument,
    status: 201,
    idempotent: true,
  }),
  removeDocument: remove('/applications/:application_id/documents/:id/', {
    summary: 'Remove a document while the application is undecided.',
    reply: z.object({}),
    status: 204,
  }),
  uploadDocument: post('/applications/upload-document/', {
    summary: 'Upload a file (PDF, DOCX, JPEG or PNG, at most 10 MB) for an answer or a document; send its `url` with either.',
    files: ['file'],
    reply: z.object({ url: z.string(), name: z.string() }),
    status: 201,
    idempotent: true,
  }),
  detail: get('/applications/:id/', { summary: 'One application with the profile snapshot of its submission.', reply: applicationDetail }),
  update: patch('/applications/:id/', {
    summary: 'A student changes answers while pending; an organization moves the status.',
    body: change,
    reply: applicationDetail,
  }),
  replace: put('/applications/:id/', {
    summary: 'Same as PATCH.',
    body: change,
    reply: applicationDetail,
  }),
  remove: remove('/applications/:id/', { summary: 'Withdraw one’s own application.', reply: z.object({}), status: 204 }),
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
