import { queryOptions } from '@tanstack/react-query';
import { reviewCalls } from '#contract/review.ts';
import { ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';
import type { ReceivedFilter } from './received-applications.ts';

/** Ids of the previous and next application in the list with this filter. */
export const neighboursQuery = (id: number, filter: ReceivedFilter) =>
  queryOptions({
    queryKey: ['applications', 'neighbours', id, filter],
    queryFn: ({ signal }) => ask(reviewCalls.neighbours, { params: { id }, query: filter, signal }),
    staleTime: staleTimes.detail,
  });
