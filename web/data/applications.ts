import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { applicationCalls, type OwnApplication } from '#contract/application.ts';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import type { QueryInput } from '#contract/call.ts';
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

/** The student's own application to one opportunity; `id` null when there is none. */
export const checkStatusQuery = (opportunity_id: number) =>
  queryOptions({
    queryKey: ['applications', 'status', opportunity_id],
    queryFn: ({ signal }) => ask(applicationCalls.checkStatus, { params: { opportunity_id }, signal }),
    staleTime: fresh.detail,
  });

/** What an organization received. */
export const receivedQuery = (filters: QueryInput<typeof applicationCalls.received>) =>
  queryOptions({
    queryKey: ['applications', 'received', filters],
    queryFn: ({ signal }) => ask(applicationCalls.received, { query: filters, signal }),
    staleTime: fresh.detail,
    placeholderData: keepPreviousData,
  });

/** Figures over everything received, or over one opportunity. */
export const receivedFiguresQuery = (opportunity: number | undefined) =>
  queryOptions({
    queryKey: ['applications', 'figures', opportunity ?? 'all'],
    queryFn: ({ signal }) => ask(applicationCalls.stats, { query: { opportunity }, signal }),
    staleTime: fresh.detail,
    placeholderData: keepPreviousData,
  });

export const applicationQuery = (id: number) =>
  queryOptions({
    queryKey: ['applications', 'detail', id],
    queryFn: ({ signal }) => ask(applicationCalls.detail, { params: { id }, signal }),
    staleTime: fresh.detail,
  });

export interface Decision {
  id: number;
  to: ApplicationStatus;
  reason?: string;
}
const decide = ({ id, to, reason }: Decision): Promise<unknown> => {
  if (to === 'accepted') return ask(applicationCalls.accept, { params: { id }, body: { reason } });
  if (to === 'rejected') return ask(applicationCalls.reject, { params: { id }, body: { reason } });
  return ask(applicationCalls.update, { params: { id }, body: { status: to, reason } });
};

/** Moves one application; refused or not, lists and details are read again, since somebody else may have been first. */
export const useDecide = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: decide,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['applications'] }),
        client.invalidateQueries({ queryKey: ['organization', 'dashboard'] }),
        client.invalidateQueries({ queryKey: ['organization', 'opportunities'] }),
        client.invalidateQueries({ queryKey: ['opportunities', 'detail'] }),
      ]),
  });
};
