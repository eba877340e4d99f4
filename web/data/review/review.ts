import { queryOptions } from '@tanstack/react-query';
import { reviewCalls } from '#contract/review.ts';
import { ask } from '../../lib/api.ts';

/** One's own verdict about an application, and those of others once one's own is whole; asked anew at every look. */
export const reviewQuery = (application_id: number) =>
  queryOptions({
    queryKey: ['applications', 'review', application_id],
    queryFn: ({ signal }) => ask(reviewCalls.review, { params: { application_id }, signal }),
    staleTime: 0,
  });
