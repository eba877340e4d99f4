import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { applicationCalls, type OwnApplication } from '#contract/application.ts';
import { ask } from '../lib/api.ts';
import { fresh } from './client.ts';

interface Page {
  count: number;
  next: string | null;
  results: OwnApplication[];
}

/** A student's own applications, newest first, a page at a time. */
export const ownApplicationsQuery = () =>
  infiniteQueryOptions({
    queryKey: ['applications', 'own'],
    queryFn: ({ pageParam, signal }) =>
      // The same call answers organizations with theirs; this screen is for students alone.
      ask(applicationCalls.mine, { query: { page: pageParam, ordering: '-applied_at' }, signal }) as Promise<Page>,
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (last.next ? page + 1 : undefined),
    staleTime: fresh.detail,
  });

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
