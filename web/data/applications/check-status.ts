import { queryOptions } from '@tanstack/react-query';
import { applicationCalls } from '#contract/application.ts';
import { ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';

// Apart from applications.ts: the public page of an opportunity needs this read, and none of the changes.
/** The student's own application to one opportunity; `id` null when there is none. */
export const checkStatusQuery = (opportunity_id: number) =>
  queryOptions({
    queryKey: ['applications', 'status', opportunity_id],
    queryFn: ({ signal }) => ask(applicationCalls.checkStatus, { params: { opportunity_id }, signal }),
    staleTime: staleTimes.detail,
  });
