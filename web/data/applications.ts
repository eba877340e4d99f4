import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { applicationCalls } from '#contract/application.ts';
import { ask } from '../lib/api.ts';
import { dropIntention, intentionKey } from './applying.ts';
import { fresh } from './client.ts';
import { opportunityQuery } from './opportunities.ts';

/** The student's own application to one opportunity; `id` null when there is none. */
export const checkStatusQuery = (opportunity_id: number) =>
  queryOptions({
    queryKey: ['applications', 'status', opportunity_id],
    queryFn: ({ signal }) => ask(applicationCalls.checkStatus, { params: { opportunity_id }, signal }),
    staleTime: fresh.detail,
  });

/** Sends an application; every try of the same content carries the same key. */
export const useApply = (opportunity: number) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answers: Record<string, unknown>) => {
      const body = Object.keys(answers).length > 0 ? { opportunity, answers } : { opportunity };
      return ask(applicationCalls.apply, { body, idempotencyKey: intentionKey(opportunity, body) });
    },
    onSuccess: () => {
      dropIntention(opportunity);
      client.invalidateQueries({ queryKey: opportunityQuery(opportunity).queryKey });
      client.invalidateQueries({ queryKey: ['opportunities', 'list'] });
      client.invalidateQueries({ queryKey: ['applications'] });
    },
  });
};
