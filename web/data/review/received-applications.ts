import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { applicationCalls, type ReceivedApplication } from '#contract/application.ts';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import type { BodyInput, QueryInput, ReplyOf } from '#contract/call.ts';
import { reviewCalls } from '#contract/review.ts';
import { ApiError, ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';
import { ownDecisionQuery, removeOwnDecision } from './recent-decision.ts';

type ReceivedQuery = QueryInput<typeof applicationCalls.received>;
/** Filter and order of received applications, without the page. */
export type ReceivedFilter = Omit<ReceivedQuery, 'page' | 'page_size'>;
type Received = ReplyOf<typeof applicationCalls.received>;

/** Applications an organization received. Refetched on every focus, because colleagues decide too. */
export const receivedQuery = (filters: ReceivedQuery) =>
  queryOptions({
    queryKey: ['applications', 'received', filters],
    queryFn: ({ signal }) => ask(applicationCalls.received, { query: filters, signal }),
    staleTime: staleTimes.detail,
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  });

/** Figures of received applications. @param opportunity only those of this opportunity */
export const receivedFiguresQuery = (opportunity: number | undefined) =>
  queryOptions({
    queryKey: ['applications', 'figures', opportunity ?? 'all'],
    queryFn: ({ signal }) => ask(applicationCalls.stats, { query: { opportunity }, signal }),
    staleTime: staleTimes.detail,
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  });

/** Applications by id, from the lists in the cache; the latest reply wins. */
export const cachedApplications = (client: QueryClient): Map<number, ReceivedApplication> => {
  const lists = client.getQueryCache().findAll({ queryKey: ['applications', 'received'] });
  const seen = new Map<number, ReceivedApplication>();
  for (const { state } of lists.sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt))
    for (const item of (state.data as Received | undefined)?.results ?? []) seen.set(item.id, item);
  return seen;
};

/** Refetches everything that counts or shows applications; after a 403 the user's role too. */
const refresh = (client: QueryClient, error: unknown) => {
  if (error instanceof ApiError && error.status === 403) client.invalidateQueries({ queryKey: ['account'] });
  client.invalidateQueries({ queryKey: ['applications'] });
  client.invalidateQueries({ queryKey: ['organization', 'dashboard'] });
  client.invalidateQueries({ queryKey: ['organization', 'opportunities'] });
  client.invalidateQueries({ queryKey: ['opportunities', 'detail'] });
};

export interface InterviewPlan {
  /** ISO 8601 with offset; null removes the interview. */
  interview_at?: string | null;
  interview_place?: string | null;
}
export interface SingleDecision extends InterviewPlan {
  id: number;
  to: ApplicationStatus;
  reason?: string;
  /** The same for every attempt: the server repeats a lost reply, with the way to undo. */
  idempotencyKey: string;
}
/**
 * Moves one application with the call for many, whose reply has the decision to undo.
 * @throws ApiError when the application was skipped
 */
const moveOne = async ({ id, to, idempotencyKey, ...rest }: SingleDecision) => {
  const reply = await ask(applicationCalls.bulkUpdate, { body: { application_ids: [id], status: to, ...rest }, idempotencyKey });
  const [skipped] = reply.skipped;
  if (!skipped) return reply;
  const detail = skipped.code === 'not_found' ? 'Ariza topilmadi.' : 'Ariza holati shu orada o‘zgargan, bu qadam endi mumkin emas.';
  throw new ApiError(400, { detail, code: skipped.code });
};
const decide = (decision: SingleDecision): Promise<ReplyOf<typeof applicationCalls.accept>> => {
  const { id, to, reason, idempotencyKey } = decision;
  const options = { params: { id }, body: { reason }, idempotencyKey };
  if (to === 'accepted') return ask(applicationCalls.accept, options);
  if (to === 'rejected') return ask(applicationCalls.reject, options);
  return moveOne(decision);
};

/** Moves one application to another status. Refetches after a refusal too: a colleague may have decided first. */
export const useDecide = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: decide,
    onSuccess: ({ decision }, { id, to }) =>
      client.setQueryData(ownDecisionQuery(id).queryKey, decision && { decision: decision.id, to, undo_until: decision.undo_until }),
    onSettled: (_, error) => refresh(client, error),
  });
};

export interface BulkDecision extends InterviewPlan {
  ids: readonly number[];
  to: ApplicationStatus;
  reason?: string;
}
const decideMany = ({ ids, to, ...rest }: BulkDecision, signal?: AbortSignal, dry_run = false) => {
  const body = { application_ids: [...ids], ...rest, ...(dry_run ? { dry_run } : {}) };
  const options = { body, ...(signal ? { signal } : {}) };
  if (to === 'accepted') return ask(applicationCalls.acceptMany, options);
  if (to === 'rejected') return ask(applicationCalls.rejectMany, options);
  return ask(applicationCalls.bulkUpdate, { ...options, body: { ...body, status: to } });
};

/** What a decision on many applications would do now (dry run). Not cached. */
export const decisionPreviewQuery = (decision: BulkDecision) =>
  queryOptions({
    queryKey: ['applications', 'preview', decision],
    queryFn: ({ signal }) => decideMany(decision, signal, true),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  });

/** Moves many applications to another status. */
export const useDecideMany = () => {
  const client = useQueryClient();
  return useMutation({ mutationFn: (decision: BulkDecision) => decideMany(decision), onSettled: (_, error) => refresh(client, error) });
};

/** Decisions of the user and their colleagues that can still be undone; refetched every 30 s. */
export const recentDecisionsQuery = () =>
  queryOptions({
    queryKey: ['applications', 'decisions'],
    queryFn: ({ signal }) => ask(reviewCalls.recentDecisions, { signal }),
    staleTime: 0,
    refetchInterval: 30_000,
    refetchOnWindowFocus: 'always',
  });

/** More skipped applications are counted, not named. */
const maxNamed = 5;
/** Names of the first applicants, from the cache or the server; the application's number when neither has one. */
const applicantNames = async (client: QueryClient, ids: readonly number[]): Promise<string[]> => {
  const cached = cachedApplications(client);
  const named = ids.slice(0, maxNamed).map(async (id) => {
    const name = cached.get(id)?.student_name;
    if (name) return name;
    const { student } = await ask(applicationCalls.detail, { params: { id } });
    return `${student?.first_name ?? ''} ${student?.last_name ?? ''}`.trim();
  });
  const names = await Promise.allSettled(named);
  return names.map((name, index) => (name.status === 'fulfilled' && name.value) || `Ariza №${ids[index]}`);
};

/** Undoes a decision. @param onDone gets the number of undone applications, names of unchanged ones and the number of others */
export const useUndo = ({
  onDone,
  onFail,
}: {
  onDone(updated: number, unchanged: string[], more: number): void;
  onFail(error: unknown): void;
}) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) => {
      const { updated, skipped } = await ask(reviewCalls.undo, { params: { id } });
      return {
        updated,
        unchanged: await applicantNames(
          client,
          skipped.map((one) => one.id),
        ),
        more: Math.max(0, skipped.length - maxNamed),
      };
    },
    onSuccess: ({ updated, unchanged, more }, id) => {
      removeOwnDecision(client, id);
      onDone(updated, unchanged, more);
    },
    onError: onFail,
    onSettled: (_, error) => refresh(client, error),
  });
};

/** Exports the applications a filter finds as a spreadsheet. */
export const useSpreadsheetExport = () =>
  useMutation({ mutationFn: (body: BodyInput<typeof reviewCalls.export>) => ask(reviewCalls.export, { body }) });

/** Recipients of a message: applications by id, or all a filter finds. */
export type MessageAudience = { application_ids: number[] } | { filter: ReceivedFilter };
export interface MessageText {
  subject: string;
  text: string;
}
/** The message as its recipients would read it, without sending it (dry run). @throws ApiError */
export const previewMessage = (audience: MessageAudience, letter: MessageText) =>
  ask(reviewCalls.message, { body: { ...audience, ...letter, dry_run: true } });
/** Sends a message; every attempt has the same key. @throws ApiError */
export const sendMessage = (body: MessageAudience & MessageText, idempotencyKey: string) =>
  ask(reviewCalls.message, { body, idempotencyKey });
