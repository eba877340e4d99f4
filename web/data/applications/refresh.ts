import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { applicationCalls } from '#contract/application.ts';
import { ask } from '../../lib/api.ts';

/** An application changes what its opportunity says about applying, and the other way round. */
export const refreshApplications = (client: QueryClient) =>
  Promise.all([client.invalidateQueries({ queryKey: ['applications'] }), client.invalidateQueries({ queryKey: ['opportunities'] })]);

export const useWithdraw = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => ask(applicationCalls.withdraw, { params: { id } }),
    // After a refusal too: somebody decided meanwhile, and the screen should show it.
    onSettled: () => refreshApplications(client),
  });
};

export const useReinstate = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => ask(applicationCalls.reinstate, { params: { id } }),
    onSettled: () => refreshApplications(client),
  });
};
