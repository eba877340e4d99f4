import * as z from 'zod/mini';
import { applicationListQuery, type decision, decisionReply } from './application.ts';
import { applicationStatuses } from './application-rules.ts';
import { get, post, put, remove } from './call.ts';
import { choice, integer, moment, optionalCarefulFlag, optionalText, reference, signed, text, toNumber } from './fields.ts';
import { listOf, pageQuery } from './paging.ts';
import { exportFormats } from './review-rules.ts';
import { notNumber } from './values.ts';

const words = z.nullable(z.string());
const status = choice(applicationStatuses);

/** A number that may have decimals. */
const number = (min: number, max: number, message = notNumber) =>
  z.pipe(z.transform(toNumber), z.number(message).check(z.minimum(min, message), z.maximum(max, message)));

export const criterion = z.object({
  id: z.int(),
  name: z.string(),
  description: words,
  /** Share of the whole, any positive number. */
  weight: z.number(),
  max_score: z.int(),
});
export type Criterion = z.infer<typeof criterion>;
export const reviewSettings = z.object({
  /** Name, photo and contacts of applicants are hidden everywhere while it is on. */
  blind_review: z.boolean(),
  criteria: z.array(criterion),
  /** Reviews that hold scores now; changing criteria changes the ranking they make. */
  review_count: z.int(),
});
export type ReviewSettings = z.infer<typeof reviewSettings>;
export const reviewSettingsInput = z.object({
  blind_review: optionalCarefulFlag,
  criteria: z.optional(
    z
      .array(
        z.object({
          id: z.optional(reference()),
          name: text(200, 'Mezon nomini kiriting.'),
          description: optionalText(1000),
          weight: number(0.01, 1000, '0 dan katta vazn kiriting.'),
          max_score: integer(1, 1000),
        }),
      )
      .check(z.maxLength(20, 'Ko‘pi bilan 20 ta mezon qo‘shing.')),
  ),
});

const verdict = z.object({
  reviewer: z.string(),
  scores: z.record(z.string(), z.number()),
  /** Percent, weighted; null while criteria are left. */
  total: z.nullable(z.number()),
  comment: words,
  updated_at: moment,
});
export const reviewSheet = z.object({
  criteria: z.array(criterion),
  own: z.nullable(verdict),
  /** Null until one's own verdict is whole. */
  others: z.nullable(z.array(verdict)),
  mean: z.nullable(z.number()),
  median: z.nullable(z.number()),
  /** How many whole verdicts there are, one's own included. */
  review_count: z.int(),
});
export type ReviewSheet = z.infer<typeof reviewSheet>;

export const applicationNote = z.object({
  id: z.int(),
  text: z.string(),
  author: z.string(),
  is_own: z.boolean(),
  created_at: moment,
});
export type ApplicationNote = z.infer<typeof applicationNote>;

/** A decision that can still be undone. */
export const recentDecision = z.object({
  id: z.int(),
  to_status: status,
  to_status_display: z.string(),
  count: z.int(),
  /** Who decided. */
  author: z.string(),
  created_at: moment,
  undo_until: moment,
});
export type RecentDecision = z.infer<typeof recentDecision>;

export const applicationCharts = z.object({
  /** The last 30 Tashkent days, today last; days without applications are there with 0. */
  by_day: z.array(z.object({ day: z.string(), count: z.int() })),
  by_status: z.array(z.object({ status, status_display: z.string(), count: z.int() })),
  /** The ten most frequent universities; `null` stands for all others and those who named none. */
  by_university: z.array(z.object({ university: words, count: z.int() })),
  funnel: z.object({ views: z.int(), started: z.int(), submitted: z.int(), accepted: z.int() }),
});
export type ApplicationCharts = z.infer<typeof applicationCharts>;

const filter = z.omit(applicationListQuery, { page: true, page_size: true });
/** Those meant: the named ones, or all that a filter finds. */
const audience = {
  application_ids: z.optional(z.array(reference()).check(z.minLength(1, 'Kamida bitta ariza tanlang.'), z.maxLength(100))),
  filter: z.optional(filter),
};

/** What is written to applicants; `messageFields` in it are filled for each. */
export const messageInput = z.object({ subject: text(200, 'Mavzuni kiriting.'), text: text(5000, 'Xabar matnini kiriting.') });

export const reviewCalls = {
  neighbours: get('/applications/:id/neighbours/', {
    summary:
      'Who stands before and after an application in a filtered list; `next_undecided` goes on from the start when nobody after it is undecided.',
    query: filter,
    reply: z.object({ previous: z.nullable(z.int()), next: z.nullable(z.int()), next_undecided: z.nullable(z.int()) }),
  }),
  charts: get('/applications/charts/', {
    summary: 'Pictures of the applications received, of one opportunity when asked so.',
    query: z.object({ opportunity: z.optional(reference()) }),
    reply: applicationCharts,
  }),
  reviewSettings: get('/opportunities/:id/judging/', {
    summary: 'How applications are judged: criteria, blind or not.',
    reply: reviewSettings,
  }),
  saveReviewSettings: put('/opportunities/:id/judging/', {
    summary: 'Change how applications are judged; the list of criteria replaces the list, items that keep their id keep their scores.',
    body: reviewSettingsInput,
    reply: reviewSettings,
  }),
  review: get('/applications/:application_id/review/', {
    summary: 'One’s own verdict, and those of others once one’s own is whole.',
    reply: reviewSheet,
  }),
  saveReview: put('/applications/:application_id/review/', {
    summary: 'Write one’s own verdict.',
    body: z.object({
      scores: z.record(z.string().check(z.maxLength(20)), z.nullable(z.number('Ballni to‘g‘ri kiriting.'))),
      comment: optionalText(5000),
    }),
    reply: reviewSheet,
  }),
  notes: get('/applications/:application_id/notes/', {
    summary: 'Notes of the organization; a student never sees them.',
    query: z.object(pageQuery()),
    reply: listOf(applicationNote),
  }),
  addNote: post('/applications/:application_id/notes/', {
    summary: 'Write a note.',
    body: z.object({ text: text(5000, 'Izoh matnini kiriting.') }),
    reply: applicationNote,
    status: 201,
    idempotent: true,
  }),
  removeNote: remove('/applications/:application_id/notes/:id/', { summary: 'Delete one’s own note.', reply: z.object({}), status: 204 }),
  recentDecisions: get('/applications/decisions/', {
    summary: 'Decisions of the organization that can still be undone, newest first.',
    reply: z.array(recentDecision),
  }),
  undo: post('/applications/decisions/:id/undo/', {
    summary: 'Undo a decision within ten minutes: every application returns to where it was; nobody is told.',
    reply: decisionReply,
  }),
  message: post('/applications/messages/', {
    summary: 'Write to applicants, named or filtered. With dry_run nothing is sent: the reply says how many would read what.',
    body: z.extend(messageInput, { ...audience, dry_run: optionalCarefulFlag }),
    reply: z.object({ recipients: z.int(), example: z.nullable(z.object({ to: z.string(), subject: z.string(), text: z.string() })) }),
    idempotent: true,
  }),
  export: post('/applications/exports/', {
    summary: 'Make a spreadsheet of what a filter finds; `url` is a short-lived link to it. Recorded in the audit log.',
    body: z.object({ format: choice(exportFormats), filter: z.optional(filter) }),
    reply: z.object({ id: z.int(), url: z.string(), count: z.int() }),
    status: 201,
  }),
  exportFile: get('/applications/exports/:id/', {
    summary: 'The spreadsheet; opened by its link.',
    query: signed,
    reply: z.unknown(),
    download: 'application/octet-stream',
  }),
  calendarFile: get('/applications/:id/calendar/', {
    summary: 'The interview as a calendar file; opened by the link `calendar_url` of the application.',
    query: signed,
    reply: z.unknown(),
    download: 'text/calendar',
  }),
};
export type DecisionInput = z.input<typeof decision>;
