import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { applicationCalls } from '#contract/application.ts';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import type { QueryInput } from '#contract/call.ts';
import { ask } from '../lib/api.ts';
import { fresh } from './client.ts';

// The organizer's half of the noun stands apart, so that the student's screens do not carry it.

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
    onSettled: () => {
      client.invalidateQueries({ queryKey: ['applications'] });
      client.invalidateQueries({ queryKey: ['organization', 'dashboard'] });
      client.invalidateQueries({ queryKey: ['organization', 'opportunities'] });
      client.invalidateQueries({ queryKey: ['opportunities', 'detail'] });
    },
  });
};
