import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { applicationCalls } from '#contract/application.ts';
import type { BodyInput } from '#contract/call.ts';
import { ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';
import { refreshApplications } from './refresh.ts';

/** One application with all its answers and documents, for its student and for the organization. */
export const applicationQuery = (id: number) =>
  queryOptions({
    queryKey: ['applications', 'detail', id],
    queryFn: ({ signal }) => ask(applicationCalls.detail, { params: { id }, signal }),
    staleTime: staleTimes.detail,
  });

/** Removes a document. Refetches after a refusal too: the application may have been decided. */
export const useRemoveDocument = (application_id: number) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => ask(applicationCalls.removeDocument, { params: { application_id, id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['applications', 'detail', application_id] }),
  });
};

/** Replaces the answers of a sent application. */
export const useChangeAnswers = (id: number) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answers: NonNullable<BodyInput<typeof applicationCalls.update>['answers']>) =>
      ask(applicationCalls.update, { params: { id }, body: { answers } }),
    onSuccess: (item) => client.setQueryData(applicationQuery(id).queryKey, item),
    onSettled: () => refreshApplications(client),
  });
};
