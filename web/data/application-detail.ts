import { queryOptions } from '@tanstack/react-query';
import { applicationCalls } from '#contract/application.ts';
import { ask } from '../lib/api.ts';
import { fresh } from './client.ts';

/** One application with everything that was sent, for its student and for whoever received it. */
export const applicationQuery = (id: number) =>
  queryOptions({
    queryKey: ['applications', 'detail', id],
    queryFn: ({ signal }) => ask(applicationCalls.detail, { params: { id }, signal }),
    staleTime: fresh.detail,
  });
