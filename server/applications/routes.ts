import type * as z from 'zod/mini';
import { applicationCalls, type decision } from '#contract/application.ts';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import { reviewCalls } from '#contract/review.ts';
import type { Db } from '../db/connect.ts';
import type { Actor } from '../http/actor.ts';
import { listReply } from '../http/paging.ts';
import { languageOf } from '../http/refusal.ts';
import { type Deps, type Route, serve } from '../http/serve.ts';
import { readCharts } from '../inbox/charts.ts';
import { makeExport, openExport } from '../inbox/exports.ts';
import { readReceived, readStats } from '../inbox/list.ts';
import { sendMessages } from '../inbox/messages.ts';
import { readNeighbours } from '../inbox/neighbours.ts';
import type { Reader } from '../inbox/sorting.ts';
import { membershipOf } from '../organizations/organizations.ts';
import { type Decision, decide, decideOne, readRecentDecisions, undo } from '../review/decisions.ts';
import { openCalendar } from '../review/interviews.ts';
import { addNote, listNotes, removeNote } from '../review/notes.ts';
import { readReview, saveReview } from '../review/reviews.ts';
import { apply, changeAnswers, checkStatus, listFor, readApplication, reinstate, withdraw } from './applications.ts';
import { openApplicationCv } from './cv.ts';
import { addDocument, listDocuments, removeDocument, uploadDocument } from './documents.ts';
import { listDrafts, readDraft, removeDraft, saveDraft } from './drafts.ts';

interface Change {
  answers?: Record<string, unknown> | undefined;
  status?: ApplicationStatus | undefined;
  reason?: string | null | undefined;
  interview_at?: string | null | undefined;
  interview_place?: string | null | undefined;
}
/**
 * A time or a place alone is the step to an interview; emptied ones only change one that is planned, for a form that sends
 * its empty fields invites nobody.
 */
const interviewStep = async (deps: Deps, actor: Actor, id: number, { interview_at, interview_place }: Change) => {
  if (interview_at || interview_place) return 'interview_scheduled';
  if (interview_at === undefined && interview_place === undefined) return undefined;
  const { status } = await readApplication(deps, actor, id);
  return status === 'interview_scheduled' ? status : undefined;
};

/** A student changes answers, an organization the status; what is not one's own to change is passed over. */
const change = async (deps: Deps, actor: Actor, id: number, { answers, status, reason = null, ...interview }: Change) => {
  if (actor.user_type === 'student' && answers) await changeAnswers(deps.db, actor, id, answers, deps.now());
  if (actor.user_type === 'organization') {
    const to = status ?? (await interviewStep(deps, actor, id, interview));
    if (to) await decideOne(deps, actor, id, { to, reason, ...interview });
  }
  return readApplication(deps, actor, id);
};

const readerOf = async (db: Db, { user_id }: Actor): Promise<Reader> => ({ ...(await membershipOf(db, user_id)), user_id });

const calls = applicationCalls;
const review = reviewCalls;

/** A decision on many, as its body says it. */
const many = (to: ApplicationStatus, { application_ids, reason = null, ...rest }: z.output<typeof decision> & Change): Decision => ({
  ...rest,
  ids: application_ids,
  to,
  reason,
});

export const applicationRoutes: readonly Route[] = [
  serve(calls.mine).to('user', async ({ db, actor, query, request, now }) => {
    const { count, rows, ...rest } = await listFor(db, actor, query, now());
    return { ...listReply<unknown>(request, query, count, rows), ...rest } as never;
  }),
  serve(calls.received).to('organization', async ({ db, actor, query, request }) => {
    const { count, rows, is_exact } = await readReceived(db, await readerOf(db, actor), query);
    return { ...listReply(request, query, count, rows), is_exact };
  }),
  serve(calls.stats).to('organization', async ({ db, actor, query }) => {
    const { organization_id } = await membershipOf(db, actor.user_id);
    return readStats(db, organization_id, query.opportunity);
  }),
  serve(review.charts).to('organization', async ({ db, actor, query, now }) => {
    const { organization_id } = await membershipOf(db, actor.user_id);
    return readCharts(db, organization_id, query.opportunity, now());
  }),
  serve(review.export).to('organization', (context) => makeExport(context, context.actor, context.body)),
  serve(review.exportFile).to('guest', (context) => openExport(context, context.params.id, context.query)),
  serve(review.message).to('organization', (context) => sendMessages(context, context.actor, context.body, context.settle)),
  serve(review.neighbours).to('organization', async ({ db, actor, params, query }) =>
    readNeighbours(db, await readerOf(db, actor), params.id, query),
  ),
  serve(calls.apply).to('student', (context) =>
    apply(context, context.actor, context.body, { language: languageOf(context.request), settle: context.settle }),
  ),
  serve(calls.drafts).to('student', async ({ db, actor, query, request, now }) => {
    const { count, rows } = await listDrafts(db, actor, query, now());
    return listReply(request, query, count, rows);
  }),
  serve(calls.draft).to('student', ({ db, actor, params, now }) => readDraft(db, actor, params.opportunity_id, now())),
  serve(calls.saveDraft).to('student', (context) => saveDraft(context, context.actor, context.params.opportunity_id, context.body)),
  serve(calls.removeDraft).to('student', async ({ db, actor, params }) => {
    await removeDraft(db, actor, params.opportunity_id);
    return {};
  }),
  serve(calls.documents).to('user', async (context) => {
    const { count, rows } = await listDocuments(context);
    return listReply(context.request, context.query, count, rows);
  }),
  serve(calls.addDocument).to('student', addDocument),
  serve(calls.removeDocument).to('student', async (context) => {
    await removeDocument(context);
    return {};
  }),
  serve(calls.uploadDocument).to('student', uploadDocument),
  serve(calls.detail).to('user', (context) => readApplication(context, context.actor, context.params.id)),
  serve(calls.cvFile).to('guest', (context) => openApplicationCv(context, context.params.id, context.query)),
  serve(calls.update).to('user', (context) => change(context, context.actor, context.params.id, context.body)),
  serve(calls.replace).to('user', (context) => change(context, context.actor, context.params.id, context.body)),
  serve(calls.remove).to('student', async ({ db, actor, params, now }) => {
    await withdraw(db, actor, params.id, now());
    return {};
  }),
  serve(calls.withdraw).to('student', ({ db, actor, params, now }) => withdraw(db, actor, params.id, now())),
  serve(calls.reinstate).to('student', ({ db, actor, params, now }) => reinstate(db, actor, params.id, now())),
  serve(calls.checkStatus).to('student', ({ db, actor, params, now }) => checkStatus(db, actor, params.opportunity_id, now())),
  serve(calls.acceptMany).to('organization', (context) => decide(context, context.actor, many('accepted', context.body))),
  serve(calls.rejectMany).to('organization', (context) => decide(context, context.actor, many('rejected', context.body))),
  serve(calls.bulkUpdate).to('organization', (context) => decide(context, context.actor, many(context.body.status, context.body))),
  serve(calls.accept).to('organization', (context) =>
    decideOne(context, context.actor, context.params.id, { to: 'accepted', reason: context.body.reason ?? null }),
  ),
  serve(calls.reject).to('organization', (context) =>
    decideOne(context, context.actor, context.params.id, { to: 'rejected', reason: context.body.reason ?? null }),
  ),
  serve(review.recentDecisions).to('organization', (context) => readRecentDecisions(context, context.actor)),
  serve(review.undo).to('organization', (context) => undo(context, context.actor, context.params.id)),
  serve(review.calendarFile).to('guest', (context) => openCalendar(context, context.params.id, context.query)),
  serve(review.review).to('organization', ({ db, actor, params }) => readReview(db, actor, params.application_id)),
  serve(review.saveReview).to('organization', ({ db, actor, params, body, now }) =>
    saveReview(db, actor, params.application_id, body, now()),
  ),
  serve(review.notes).to('organization', async ({ db, actor, params, query, request }) => {
    const { count, rows } = await listNotes(db, actor, params.application_id, query);
    return listReply(request, query, count, rows);
  }),
  serve(review.addNote).to('organization', ({ db, actor, params, body, now, settle }) =>
    addNote(db, actor, params.application_id, body.text, { now: now(), settle }),
  ),
  serve(review.removeNote).to('organization', async ({ db, actor, params }) => {
    await removeNote(db, actor, params.application_id, params.id);
    return {};
  }),
];
