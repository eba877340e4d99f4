import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryInput } from '#contract/call.ts';
import { opportunityCalls } from '#contract/opportunity.ts';
import { ask } from '../lib/api.ts';
import { fresh } from './client.ts';

export type ListFilters = QueryInput<typeof opportunityCalls.list>;

export const opportunityListQuery = (filters: ListFilters) =>
  queryOptions({
    queryKey: ['opportunities', 'list', filters],
    queryFn: ({ signal }) => ask(opportunityCalls.list, { query: filters, signal }),
    staleTime: fresh.list,
    placeholderData: keepPreviousData,
  });

export const opportunityQuery = (id: number) =>
  queryOptions({
    queryKey: ['opportunities', 'detail', id],
    queryFn: ({ signal }) => ask(opportunityCalls.detail, { params: { id }, signal }),
    staleTime: fresh.detail,
  });

/** What the landing page lists: the newest that are open. */
export const landingFilters = {
  status: 'published',
  is_active: 'true',
  page_size: 9,
  ordering: '-created_at',
} as const satisfies ListFilters;
