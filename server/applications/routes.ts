import { applicationCalls } from '#contract/application.ts';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import type { Actor } from '../http/actor.ts';
import { listReply } from '../http/paging.ts';
import { languageOf } from '../http/refusal.ts';
import { type Deps, type Route, serve } from '../http/serve.ts';
import { membershipOf } from '../organizations/organizations.ts';
import { apply, changeAnswers, checkStatus, listFor, readApplication, reinstate, withdraw } from './applications.ts';
import { openApplicationCv } from './cv.ts';
import { decide, decideOne } from './decisions.ts';
import { addDocument, listDocuments, removeDocument, uploadDocument } from './documents.ts';
import { listDrafts, readDraft, removeDraft, saveDraft } from './drafts.ts';
import { readReceived, readStats } from './queries.ts';

interface Change {
  answers?: Record<string, unknown>;
  status?: ApplicationStatus;
  reason?: string | null;
}
/** A student changes answers, an organization the status; what is not one's own to change is passed over. */
const change = async (deps: Deps, actor: Actor, id: number, { answers, status, reason }: Change) => {
  const { db } = deps;
  const now = deps.now();
  if (actor.user_type === 'student' && answers) await changeAnswers(db, actor, id, answers, now);
  if (actor.user_type === 'organization' && status) await decideOne(db, actor, id, { to: status, reason: reason ?? null }, now);
  return readApplication(deps, actor, id);
};

const calls = applicationCalls;

export const applicationRoutes: readonly Route[] = [
  serve(calls.mine).to('user', async ({ db, actor, query, request, now }) => {
    const { count, rows } = await listFor(db, actor, query, now());
    return listReply<unknown>(request, query, count, rows) as never;
  }),
  serve(calls.received).to('organization', async ({ db, actor, query, request }) => {
    const { organization_id } = await membershipOf(db, actor.user_id);
    const { count, rows } = await readReceived(db, organization_id, query);
    return listReply(request, query, count, rows);
  }),
  serve(calls.stats).to('organization', async ({ db, actor, query }) => {
    const { organization_id } = await membershipOf(db, actor.user_id);
    return readStats(db, organization_id, query.opportunity);
  }),
  serve(calls.apply).to('student', (context) =>
    apply(context, context.actor, context.body, { language: languageOf(context.request), settle: context.settle }),
  ),
  serve(calls.drafts).to('student', async ({ db, actor, query, request, now }) => {
    const { count, rows } = await listDrafts(db, actor, query, now());
    return listReply(request, query, count, rows);
  }),
  serve(calls.draft).to('student', ({ db, actor, params }) => readDraft(db, actor, params.opportunity_id)),
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
  serve(calls.acceptMany).to('organization', ({ db, actor, body, now }) =>
    decide(db, actor, { ids: body.application_ids, to: 'accepted', reason: body.reason ?? null }, now()),
  ),
  serve(calls.rejectMany).to('organization', ({ db, actor, body, now }) =>
    decide(db, actor, { ids: body.application_ids, to: 'rejected', reason: body.reason ?? null }, now()),
  ),
  serve(calls.accept).to('organization', ({ db, actor, params, body, now }) =>
    decideOne(db, actor, params.id, { to: 'accepted', reason: body.reason ?? null }, now()),
  ),
  serve(calls.reject).to('organization', ({ db, actor, params, body, now }) =>
    decideOne(db, actor, params.id, { to: 'rejected', reason: body.reason ?? null }, now()),
  ),
  serve(calls.bulkUpdate).to('organization', ({ db, actor, body, now }) =>
    decide(db, actor, { ids: body.application_ids, to: body.status, reason: body.reason ?? null }, now()),
  ),
];
