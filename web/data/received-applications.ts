import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { applicationCalls } from '#contract/application.ts';
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
