import { queryOptions } from '@tanstack/react-query';
import { reviewCalls } from '#contract/review.ts';
import { ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';
import type { ReceivedFilter } from './received-applications.ts';

/** Who stands before and after an application in the list it was opened from. */
export const neighboursQuery = (id: number, filter: ReceivedFilter) =>
  queryOptions({
    queryKey: ['applications', 'neighbours', id, filter],
    queryFn: ({ signal }) => ask(reviewCalls.neighbours, { params: { id }, query: filter, signal }),
    staleTime: staleTimes.detail,
  });
