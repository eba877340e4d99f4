import { type ApplicationQuery, applicationCalls } from '#contract/application.ts';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import type { Db } from '../db/connect.ts';
import type { Actor } from '../http/actor.ts';
import { listReply } from '../http/paging.ts';
import { Refusal, requestLanguage } from '../http/refusal.ts';
import { type ApiRoute, type Deps, serve } from '../http/serve.ts';
import { readReceived } from '../inbox/list.ts';
import { requireMembership } from '../organizations/membership.ts';
import { decideOne } from '../review/decisions.ts';
import { changeAnswers } from './answers.ts';
import { apply } from './apply.ts';
import { openApplicationCv } from './cv.ts';
import { readApplication } from './detail.ts';
import { addDocument, listDocuments, removeDocument, uploadDocument } from './documents.ts';
import { listDrafts, readDraft, removeDraft, saveDraft } from './drafts.ts';
import { checkStatus, readOwnApplications } from './ownApplications.ts';
import { reinstate, withdraw } from './withdrawal.ts';

interface Change {
  answers?: Record<string, unknown> | undefined;
  status?: ApplicationStatus | undefined;
  reason?: string | null | undefined;
  interview_at?: string | null | undefined;
  interview_place?: string | null | undefined;
}
/**
 * The status implied by interview fields without a status: a time or place plans an interview. Empty ones change only a planned
 * interview, because a form that sends its empty fields must not invite anyone.
 */
const interviewStep = async (deps: Deps, actor: Actor, id: number, { interview_at, interview_place }: Change) => {
  if (interview_at || interview_place) return 'interview_scheduled';
  if (interview_at === undefined && interview_place === undefined) return undefined;
  const { status } = await readApplication(deps, actor, id);
  return status === 'interview_scheduled' ? status : undefined;
};

/** A student changes the answers, an organization the status; fields the actor may not change are ignored. */
const change = async (deps: Deps, actor: Actor, id: number, { answers, status, reason = null, ...interview }: Change) => {
  if (actor.user_type === 'student' && answers) await changeAnswers(deps.db, actor, id, answers, deps.now());
  if (actor.user_type === 'organization') {
    const to = status ?? (await interviewStep(deps, actor, id, interview));
    if (to) await decideOne(deps, actor, id, { to, reason, ...interview });
  }
  return readApplication(deps, actor, id);
};

/** A student's own applications, or those the member's organization received. @throws Refusal forbidden to administrators */
const listApplications = async (db: Db, actor: Actor, query: ApplicationQuery, now: Date) => {
  if (actor.user_type === 'student') return readOwnApplications(db, actor.user_id, query, now);
  if (actor.user_type !== 'organization') throw new Refusal('forbidden');
  return readReceived(db, await requireMembership(db, actor.user_id), query);
};

const calls = applicationCalls;

export const applicationRoutes: readonly ApiRoute[] = [
  serve(calls.list).to('user', async ({ db, actor, query, request, now }) => {
    const { count, rows, ...rest } = await listApplications(db, actor, query, now());
    return { ...listReply<unknown>(request, query, count, rows), ...rest } as never;
  }),
  serve(calls.apply).to('student', (context) =>
    apply(context, context.actor, context.body, { language: requestLanguage(context.request), storeReply: context.storeReply }),
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
];
