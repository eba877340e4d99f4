import { queryOptions } from '@tanstack/react-query';
import { reviewCalls } from '#contract/review.ts';
import { ask } from '../../lib/api.ts';

/** The user's own review of an application, and the others' once it is complete. Fetched each time it is shown. */
export const reviewQuery = (application_id: number) =>
  queryOptions({
    queryKey: ['applications', 'review', application_id],
    queryFn: ({ signal }) => ask(reviewCalls.review, { params: { application_id }, signal }),
    staleTime: 0,
  });
