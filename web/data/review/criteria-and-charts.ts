import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/call.ts';
import { reviewCalls } from '#contract/review.ts';
import { ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';
import { polling } from '../polling.ts';

/** Review criteria of an opportunity: fetched each time the form opens, and not while it is being filled in. */
export const reviewSettingsQuery = (id: number) =>
  queryOptions({
    queryKey: ['organization', 'review-settings', id],
    queryFn: ({ signal }) => ask(reviewCalls.reviewSettings, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** Saves the review criteria and refetches applications: weights change rankings, and names may become hidden. */
export const useSaveReviewSettings = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: number; body: BodyInput<typeof reviewCalls.saveReviewSettings> }) =>
      ask(reviewCalls.saveReviewSettings, { params: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['applications'] }),
  });
};

/** Charts of received applications. @param opportunity only those of this opportunity */
export const chartsQuery = (opportunity: number | undefined) =>
  queryOptions({
    queryKey: ['applications', 'charts', opportunity ?? 'all'],
    queryFn: ({ signal }) => ask(reviewCalls.charts, { query: { opportunity }, signal }),
    staleTime: staleTimes.detail,
    ...polling,
  });
