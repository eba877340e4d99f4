import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { applicationCalls } from '#contract/application.ts';
import { ask } from '../../lib/api.ts';

/** Refetches applications and opportunities: a change of one affects what the other shows. */
export const refreshApplications = (client: QueryClient) =>
  Promise.all([client.invalidateQueries({ queryKey: ['applications'] }), client.invalidateQueries({ queryKey: ['opportunities'] })]);

/** Withdraws the student's application. */
export const useWithdraw = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => ask(applicationCalls.withdraw, { params: { id } }),
    // After a refusal too: the application may have been decided.
    onSettled: () => refreshApplications(client),
  });
};

/** Sends a withdrawn application again. */
export const useReinstate = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => ask(applicationCalls.reinstate, { params: { id } }),
    onSettled: () => refreshApplications(client),
  });
};
