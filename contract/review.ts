import * as z from 'zod/mini';
import { applicationListQuery, decisionReply } from './application.ts';
import { applicationStatuses } from './application-rules.ts';
import { get, post, put, remove } from './call.ts';
import { choice, integer, moment, optionalStrictFlag, optionalText, reference, signed, text, toNumber } from './fields.ts';
import { pagedList, pageQuery } from './paging.ts';
import { exportFormats } from './review-rules.ts';
import { notNumber } from './values.ts';

const nullableString = z.nullable(z.string());
const status = choice(applicationStatuses);

/** A decimal number within a range. */
const decimalInRange = (min: number, max: number, message = notNumber) =>
  z.pipe(z.transform(toNumber), z.number(message).check(z.minimum(min, message), z.maximum(max, message)));

/** A criterion by which applications are scored. */
export const criterion = z.object({
  id: z.int(),
  name: z.string(),
  description: nullableString,
  /** Relative to the other criteria, any positive number. */
  weight: z.number(),
  max_score: z.int(),
});
export type Criterion = z.infer<typeof criterion>;
/** How applications to one opportunity are reviewed. */
export const reviewSettings = z.object({
  /** Anonymous review: names, photos and contacts of applicants are hidden from members. */
  blind_review: z.boolean(),
  criteria: z.array(criterion),
  /** Reviews with scores; changing the criteria changes their ranking. */
  review_count: z.int(),
});
export type ReviewSettings = z.infer<typeof reviewSettings>;
/** Change of review settings: absent fields stay, `criteria` replaces the list; items with an id keep their scores. */
export const reviewSettingsInput = z.object({
  blind_review: optionalStrictFlag,
  criteria: z.optional(
    z
      .array(
        z.object({
          id: z.optional(reference()),
          name: text(200, 'Mezon nomini kiriting.'),
          description: optionalText(1000),
          weight: decimalInRange(0.01, 1000, '0 dan katta vazn kiriting.'),
          max_score: integer(1, 1000),
        }),
      )
      .check(z.maxLength(20, 'Ko‘pi bilan 20 ta mezon qo‘shing.')),
  ),
});

/** One member's review. Scores are by criterion id. */
const review = z.object({
  reviewer: z.string(),
  scores: z.record(z.string(), z.number()),
  /** `weightedScore`; null until every criterion has a score. */
  total: z.nullable(z.number()),
  comment: nullableString,
  updated_at: moment,
});
/** The reviews of one application, as the caller may see them. */
export const reviewSheet = z.object({
  criteria: z.array(criterion),
  own: z.nullable(review),
  /** Null until the caller's own review is complete. */
  others: z.nullable(z.array(review)),
  /** Percent, over complete reviews; null when hidden as `others`. */
  mean: z.nullable(z.number()),
  median: z.nullable(z.number()),
  /** Number of complete reviews, the caller's included. */
  review_count: z.int(),
});
export type ReviewSheet = z.infer<typeof reviewSheet>;

/** An internal note; never visible to the student. */
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
  /** Name of the member who decided. */
  author: z.string(),
  created_at: moment,
  undo_until: moment,
});
export type RecentDecision = z.infer<typeof recentDecision>;

/** Data of the charts over received applications. */
export const applicationCharts = z.object({
  /** The last 30 Tashkent days, today last; days without applications have 0. */
  by_day: z.array(z.object({ day: z.string(), count: z.int() })),
  by_status: z.array(z.object({ status, status_display: z.string(), count: z.int() })),
  /** The ten most frequent universities; `null` counts all others and applicants without one. */
  by_university: z.array(z.object({ university: nullableString, count: z.int() })),
  funnel: z.object({ views: z.int(), started: z.int(), submitted: z.int(), accepted: z.int() }),
});
export type ApplicationCharts = z.infer<typeof applicationCharts>;

const filter = z.omit(applicationListQuery, { page: true, page_size: true });
/** The named applications, or all that match the filter. */
const recipients = {
  application_ids: z.optional(z.array(reference()).check(z.minLength(1, 'Kamida bitta ariza tanlang.'), z.maxLength(100))),
  filter: z.optional(filter),
};

/** A message to applicants. The placeholders `messageFields` are replaced for each recipient. */
export const messageInput = z.object({ subject: text(200, 'Mavzuni kiriting.'), text: text(5000, 'Xabar matnini kiriting.') });

/** Review of received applications: navigation, criteria, reviews, notes, decisions, messages, exports. */
export const reviewCalls = {
  neighbours: get('/applications/:id/neighbours/', {
    summary: 'Neighbours of an application in a filtered list; `next_undecided` continues from the start of the list.',
    query: filter,
    reply: z.object({ previous: z.nullable(z.int()), next: z.nullable(z.int()), next_undecided: z.nullable(z.int()) }),
  }),
  charts: get('/applications/charts/', {
    summary: 'Data of charts over received applications, optionally of one opportunity.',
    query: z.object({ opportunity: z.optional(reference()) }),
    reply: applicationCharts,
  }),
  reviewSettings: get('/opportunities/:id/judging/', {
    summary: 'Review settings: criteria and anonymous review.',
    reply: reviewSettings,
  }),
  saveReviewSettings: put('/opportunities/:id/judging/', {
    summary: 'Change review settings; `criteria` replaces the list, items with an id keep their scores.',
    body: reviewSettingsInput,
    reply: reviewSettings,
  }),
  review: get('/applications/:application_id/review/', {
    summary: 'The caller’s review, and those of others once the caller’s is complete.',
    reply: reviewSheet,
  }),
  saveReview: put('/applications/:application_id/review/', {
    summary: 'Save the caller’s review.',
    body: z.object({
      scores: z.record(z.string().check(z.maxLength(20)), z.nullable(z.number('Ballni to‘g‘ri kiriting.'))),
      comment: optionalText(5000),
    }),
    reply: reviewSheet,
  }),
  notes: get('/applications/:application_id/notes/', {
    summary: 'Internal notes of the organization, hidden from the student.',
    query: z.object(pageQuery()),
    reply: pagedList(applicationNote),
  }),
  addNote: post('/applications/:application_id/notes/', {
    summary: 'Add a note.',
    body: z.object({ text: text(5000, 'Izoh matnini kiriting.') }),
    reply: applicationNote,
    status: 201,
    idempotent: true,
  }),
  removeNote: remove('/applications/:application_id/notes/:id/', {
    summary: 'Delete the caller’s own note.',
    reply: z.object({}),
    status: 204,
  }),
  recentDecisions: get('/applications/decisions/', {
    summary: 'Decisions of the organization that can still be undone, newest first.',
    reply: z.array(recentDecision),
  }),
  undo: post('/applications/decisions/:id/undo/', {
    summary: 'Undo a decision within ten minutes: every application returns to its previous status; applicants are not notified.',
    reply: decisionReply,
  }),
  message: post('/applications/messages/', {
    summary:
      'Send a message to named or filtered applicants. With dry_run nothing is sent; the reply has the number of recipients and an example.',
    body: z.extend(messageInput, { ...recipients, dry_run: optionalStrictFlag }),
    reply: z.object({ recipients: z.int(), example: z.nullable(z.object({ to: z.string(), subject: z.string(), text: z.string() })) }),
    idempotent: true,
  }),
  export: post('/applications/exports/', {
    summary: 'Export filtered applications as a spreadsheet; `url` is a short-lived link to it. Recorded in the audit log.',
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
