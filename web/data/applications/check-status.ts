import { queryOptions } from '@tanstack/react-query';
import { applicationCalls } from '#contract/application.ts';
import { ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';

// A separate file, because the public page of an opportunity loads nothing else of applications.

/** The student's own application to one opportunity; its `id` is null when there is none. */
export const checkStatusQuery = (opportunity_id: number) =>
  queryOptions({
    queryKey: ['applications', 'status', opportunity_id],
    queryFn: ({ signal }) => ask(applicationCalls.checkStatus, { params: { opportunity_id }, signal }),
    staleTime: staleTimes.detail,
  });
