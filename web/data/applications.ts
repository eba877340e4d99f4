import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { applicationCalls } from '#contract/application.ts';
import { ask } from '../lib/api.ts';
import { fresh } from './client.ts';

/** The student's own application to an opportunity; `id` is null when there is none. */
export const checkStatusQuery = (opportunityId: number) =>
  queryOptions({
    queryKey: ['applications', 'status', opportunityId],
    queryFn: ({ signal }) => ask(applicationCalls.checkStatus, { params: { opportunity_id: opportunityId }, signal }),
    staleTime: fresh.detail,
  });

/** Lists, checks and the counts on opportunities all know of an application. */
const useApplicationsChanged = () => {
  const client = useQueryClient();
  return () =>
    Promise.all([client.invalidateQueries({ queryKey: ['applications'] }), client.invalidateQueries({ queryKey: ['opportunities'] })]);
};

export const useWithdraw = () => {
  const changed = useApplicationsChanged();
  return useMutation({ mutationFn: (id: number) => ask(applicationCalls.withdraw, { params: { id } }), onSettled: changed });
};

export const useReinstate = () => {
  const changed = useApplicationsChanged();
  return useMutation({ mutationFn: (id: number) => ask(applicationCalls.reinstate, { params: { id } }), onSettled: changed });
};
