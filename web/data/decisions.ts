import { queryOptions, skipToken, useMutation, useQueryClient } from '@tanstack/react-query';
import { applicationCalls } from '#contract/application.ts';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import type { ReplyOf } from '#contract/call.ts';
import { reviewCalls } from '#contract/review.ts';
import { ApiError, ask } from '../lib/api.ts';

export interface Decision {
  id: number;
  to: ApplicationStatus;
  reason?: string;
  /** When an interview is, with its offset; null when that is told apart. */
  interview_at?: string | null;
  interview_place?: string | null;
}
type Reply = ReplyOf<typeof applicationCalls.bulkUpdate>;

const send = ({ id, to, ...rest }: Decision): Promise<Reply> => {
  const { reason } = rest;
  if (to === 'accepted') return ask(applicationCalls.accept, { params: { id }, body: { reason } });
  if (to === 'rejected') return ask(applicationCalls.reject, { params: { id }, body: { reason } });
  return ask(applicationCalls.bulkUpdate, { body: { application_ids: [id], status: to, ...rest } });
};
/** A list skips what cannot move; of one, that is a refusal. */
const decide = async (decision: Decision): Promise<Reply> => {
  const reply = await send(decision);
  const [skipped] = reply.skipped;
  if (skipped && reply.updated === 0) {
    const detail =
      skipped.code === 'application_not_found' ? 'Ariza topilmadi.' : 'Ariza holati shu orada o‘zgargan, bu qadam endi mumkin emas.';
    throw new ApiError(400, { detail, code: skipped.code });
  }
  return reply;
};

/** A decision made here a moment ago, until it is undone or its time is over. */
export interface Made {
  decision: number;
  to: ApplicationStatus;
  /** ISO 8601: until then nobody is told, and it can be undone. */
  undo_until: string;
}
/** What was decided last about an application in this window. Signing out forgets it with all that is one person's. */
export const madeQuery = (id: number) =>
  queryOptions<Made | null>({ queryKey: ['applications', 'made', id], queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY });

const useRefresh = () => {
  const client = useQueryClient();
  return () => {
    client.invalidateQueries({ queryKey: ['applications'] });
    client.invalidateQueries({ queryKey: ['organization', 'dashboard'] });
    client.invalidateQueries({ queryKey: ['organization', 'opportunities'] });
    client.invalidateQueries({ queryKey: ['opportunities', 'detail'] });
  };
};

/** Moves one application; refused or not, lists and details are read again, since somebody else may have been first. */
export const useDecideOne = () => {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: decide,
    onSuccess: ({ decision }, { id, to }) =>
      client.setQueryData(madeQuery(id).queryKey, decision && { decision: decision.id, to, undo_until: decision.undo_until }),
    onSettled: refresh,
  });
};

/** Takes a decision back before anybody was told. */
export const useUndo = () => {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (decision: number) => ask(reviewCalls.undo, { params: { id: decision } }),
    onSuccess: ({ updated_ids }) => {
      for (const id of updated_ids) client.setQueryData(madeQuery(id).queryKey, null);
    },
    onSettled: refresh,
  });
};
