import type * as z from 'zod/mini';
import { applicationCalls as calls, type decision } from '#contract/application.ts';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import { reviewCalls as review } from '#contract/review.ts';
import { listReply } from '../http/paging.ts';
import { type ApiRoute, serve } from '../http/serve.ts';
import { type DecisionInput, decide, decideOne, readRecentDecisions, undoDecision } from './decisions.ts';
import { openCalendar } from './interviews.ts';
import { addNote, listNotes, removeNote } from './notes.ts';
import { readReview, saveReview } from './reviews.ts';

/** The decision described by the body of a call for several applications. */
const bulkDecision = (
  to: ApplicationStatus,
  { application_ids, reason = null, ...rest }: z.output<typeof decision> & Pick<DecisionInput, 'interview_at' | 'interview_place'>,
): DecisionInput => ({
  ...rest,
  ids: application_ids,
  to,
  reason,
});

export const reviewRoutes: readonly ApiRoute[] = [
  serve(calls.acceptMany).to('organization', (context) => decide(context, context.actor, bulkDecision('accepted', context.body))),
  serve(calls.rejectMany).to('organization', (context) => decide(context, context.actor, bulkDecision('rejected', context.body))),
  serve(calls.bulkUpdate).to('organization', (context) => decide(context, context.actor, bulkDecision(context.body.status, context.body))),
  serve(calls.accept).to('organization', (context) =>
    decideOne(context, context.actor, context.params.id, { to: 'accepted', reason: context.body.reason ?? null }),
  ),
  serve(calls.reject).to('organization', (context) =>
    decideOne(context, context.actor, context.params.id, { to: 'rejected', reason: context.body.reason ?? null }),
  ),
  serve(review.recentDecisions).to('organization', (context) => readRecentDecisions(context, context.actor)),
  serve(review.undo).to('organization', (context) => undoDecision(context, context.actor, context.params.id)),
  serve(review.calendarFile).to('guest', (context) => openCalendar(context, context.params.id, context.query)),
  serve(review.review).to('organization', ({ db, actor, params }) => readReview(db, actor, params.application_id)),
  serve(review.saveReview).to('organization', ({ db, actor, params, body, now }) =>
    saveReview(db, actor, params.application_id, body, now()),
  ),
  serve(review.notes).to('organization', async ({ db, actor, params, query, request }) => {
    const { count, rows } = await listNotes(db, actor, params.application_id, query);
    return listReply(request, query, count, rows);
  }),
  serve(review.addNote).to('organization', ({ db, actor, params, body, now, storeReply }) =>
    addNote(db, actor, params.application_id, body.text, { now: now(), storeReply }),
  ),
  serve(review.removeNote).to('organization', async ({ db, actor, params }) => {
    await removeNote(db, actor, params.application_id, params.id);
    return {};
  }),
];
