import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/call.ts';
import { reviewCalls } from '#contract/review.ts';
import { ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';
import { polling } from '../polling.ts';

/** What the form starts from: asked anew each time it opens, never while it is being filled. */
export const reviewSettingsQuery = (id: number) =>
  queryOptions({
    queryKey: ['organization', 'judging', id],
    queryFn: ({ signal }) => ask(reviewCalls.reviewSettings, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** A changed weight changes every ranking, and names may be hidden from now on. */
export const useSaveReviewSettings = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: number; body: BodyInput<typeof reviewCalls.saveReviewSettings> }) =>
      ask(reviewCalls.saveReviewSettings, { params: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['applications'] }),
  });
};

/** Pictures of what an organization received, of one opportunity when it is named. */
export const chartsQuery = (opportunity: number | undefined) =>
  queryOptions({
    queryKey: ['applications', 'charts', opportunity ?? 'all'],
    queryFn: ({ signal }) => ask(reviewCalls.charts, { query: { opportunity }, signal }),
    staleTime: staleTimes.detail,
    ...polling,
  });
