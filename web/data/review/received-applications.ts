import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { applicationCalls, type ReceivedApplication } from '#contract/application.ts';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import type { BodyInput, QueryInput, ReplyOf } from '#contract/call.ts';
import { reviewCalls } from '#contract/review.ts';
import { ApiError, ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';
import { ownDecisionQuery, removeOwnDecision } from './recent-decision.ts';

// The organizer's half of the noun stands apart, so that the student's screens do not carry it.

type ReceivedQuery = QueryInput<typeof applicationCalls.received>;
/** What narrows and orders what was received; everything but the page. */
export type ReceivedFilter = Omit<ReceivedQuery, 'page' | 'page_size'>;
type Received = ReplyOf<typeof applicationCalls.received>;

/** What an organization received; colleagues decide too, so it is asked anew whenever somebody comes back to it. */
export const receivedQuery = (filters: ReceivedQuery) =>
  queryOptions({
    queryKey: ['applications', 'received', filters],
    queryFn: ({ signal }) => ask(applicationCalls.received, { query: filters, signal }),
    staleTime: staleTimes.detail,
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  });

/** Figures over everything received, or over one opportunity. */
export const receivedFiguresQuery = (opportunity: number | undefined) =>
  queryOptions({
    queryKey: ['applications', 'figures', opportunity ?? 'all'],
    queryFn: ({ signal }) => ask(applicationCalls.stats, { query: { opportunity }, signal }),
    staleTime: staleTimes.detail,
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  });

/** Applications as the lists showed them last. */
export const seenApplications = (client: QueryClient): Map<number, ReceivedApplication> => {
  const lists = client.getQueryCache().findAll({ queryKey: ['applications', 'received'] });
  const seen = new Map<number, ReceivedApplication>();
  for (const { state } of lists.sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt))
    for (const item of (state.data as Received | undefined)?.results ?? []) seen.set(item.id, item);
  return seen;
};

/** After a decision everything that counts or shows applications is read again; after a 403, what one may do. */
const refresh = (client: QueryClient, error: unknown) => {
  if (error instanceof ApiError && error.status === 403) client.invalidateQueries({ queryKey: ['account'] });
  client.invalidateQueries({ queryKey: ['applications'] });
  client.invalidateQueries({ queryKey: ['organization', 'dashboard'] });
  client.invalidateQueries({ queryKey: ['organization', 'opportunities'] });
  client.invalidateQueries({ queryKey: ['opportunities', 'detail'] });
};

export interface Interview {
  /** With its offset; null takes it away. */
  interview_at?: string | null;
  interview_place?: string | null;
}
export interface Decision extends Interview {
  id: number;
  to: ApplicationStatus;
  reason?: string;
  /** The same for every try: an answer that was lost is given again, with the way to undo. */
  idempotencyKey: string;
}
/** The call for one answers with the application; that for many says by what it can be undone, and skips what cannot move. */
const move = async ({ id, to, idempotencyKey, ...rest }: Decision) => {
  const reply = await ask(applicationCalls.bulkUpdate, { body: { application_ids: [id], status: to, ...rest }, idempotencyKey });
  const [skipped] = reply.skipped;
  if (!skipped) return reply;
  const detail = skipped.code === 'not_found' ? 'Ariza topilmadi.' : 'Ariza holati shu orada o‘zgargan, bu qadam endi mumkin emas.';
  throw new ApiError(400, { detail, code: skipped.code });
};
const decide = (decision: Decision): Promise<ReplyOf<typeof applicationCalls.accept>> => {
  const { id, to, reason, idempotencyKey } = decision;
  const asking = { params: { id }, body: { reason }, idempotencyKey };
  if (to === 'accepted') return ask(applicationCalls.accept, asking);
  if (to === 'rejected') return ask(applicationCalls.reject, asking);
  return move(decision);
};

/** Moves one application; refused or not, lists and details are read again, since somebody else may have been first. */
export const useDecide = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: decide,
    onSuccess: ({ decision }, { id, to }) =>
      client.setQueryData(ownDecisionQuery(id).queryKey, decision && { decision: decision.id, to, undo_until: decision.undo_until }),
    onSettled: (_, error) => refresh(client, error),
  });
};

export interface DecisionOnMany extends Interview {
  ids: readonly number[];
  to: ApplicationStatus;
  reason?: string;
}
const decideMany = ({ ids, to, ...rest }: DecisionOnMany, signal?: AbortSignal, dry_run = false) => {
  const body = { application_ids: [...ids], ...rest, ...(dry_run ? { dry_run } : {}) };
  const asking = { body, ...(signal ? { signal } : {}) };
  if (to === 'accepted') return ask(applicationCalls.acceptMany, asking);
  if (to === 'rejected') return ask(applicationCalls.rejectMany, asking);
  return ask(applicationCalls.bulkUpdate, { ...asking, body: { ...body, status: to } });
};

/** What a decision would do if it were made now; never remembered. */
export const decisionPreviewQuery = (decision: DecisionOnMany) =>
  queryOptions({
    queryKey: ['applications', 'preview', decision],
    queryFn: ({ signal }) => decideMany(decision, signal, true),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  });

export const useDecideMany = () => {
  const client = useQueryClient();
  return useMutation({ mutationFn: (decision: DecisionOnMany) => decideMany(decision), onSettled: (_, error) => refresh(client, error) });
};

/** Decisions that can still be undone, one's own and those of colleagues. */
export const recentDecisionsQuery = () =>
  queryOptions({
    queryKey: ['applications', 'decisions'],
    queryFn: ({ signal }) => ask(reviewCalls.recentDecisions, { signal }),
    staleTime: 0,
    refetchInterval: 30_000,
    refetchOnWindowFocus: 'always',
  });

/** How many skipped applications are asked for by name. */
const mostNamed = 5;
/** Whom ids stand for, as far as can be told: what no list showed is asked for. */
const namesOf = async (client: QueryClient, ids: readonly number[]): Promise<string[]> => {
  const seen = seenApplications(client);
  const named = ids.slice(0, mostNamed).map(async (id) => {
    const known = seen.get(id)?.student_name;
    if (known) return known;
    const { student } = await ask(applicationCalls.detail, { params: { id } });
    return `${student?.first_name ?? ''} ${student?.last_name ?? ''}`.trim();
  });
  const names = await Promise.allSettled(named);
  return names.map((name, at) => (name.status === 'fulfilled' && name.value) || `Ariza №${ids[at]}`);
};

/** Takes a decision back; the answer names those that stayed as they are. */
export const useUndo = ({
  onDone,
  onFail,
}: {
  onDone(updated: number, stayed: string[], more: number): void;
  onFail(error: unknown): void;
}) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) => {
      const { updated, skipped } = await ask(reviewCalls.undo, { params: { id } });
      return {
        updated,
        stayed: await namesOf(
          client,
          skipped.map((one) => one.id),
        ),
        more: Math.max(0, skipped.length - mostNamed),
      };
    },
    onSuccess: ({ updated, stayed, more }, id) => {
      removeOwnDecision(client, id);
      onDone(updated, stayed, more);
    },
    onError: onFail,
    onSettled: (_, error) => refresh(client, error),
  });
};

/** Makes a spreadsheet of what a filter finds. */
export const useSpreadsheetExport = () =>
  useMutation({ mutationFn: (body: BodyInput<typeof reviewCalls.export>) => ask(reviewCalls.export, { body }) });

/** The applicants meant by a message: named ones, or all a filter finds. */
export type MessageAudience = { application_ids: number[] } | { filter: ReceivedFilter };
export interface MessageText {
  subject: string;
  text: string;
}
/** Who would read what. */
export const previewMessage = (audience: MessageAudience, letter: MessageText) =>
  ask(reviewCalls.message, { body: { ...audience, ...letter, dry_run: true } });
export const sendMessage = (body: MessageAudience & MessageText, idempotencyKey: string) =>
  ask(reviewCalls.message, { body, idempotencyKey });
