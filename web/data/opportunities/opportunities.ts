import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryInput } from '#contract/call.ts';
import { opportunityCalls } from '#contract/opportunity.ts';
import { ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';

export type ListFilters = QueryInput<typeof opportunityCalls.list>;

export const browsePageSize = 9;
/** Fewer: the whole landing page has to come within the first round trips. */
export const landingPageSize = 6;

export const opportunityListQuery = (filters: ListFilters) =>
  queryOptions({
    queryKey: ['opportunities', 'list', filters],
    queryFn: ({ signal }) => ask(opportunityCalls.list, { query: filters, signal }),
    staleTime: staleTimes.list,
    placeholderData: keepPreviousData,
  });

export const opportunityQuery = (id: number) =>
  queryOptions({
    queryKey: ['opportunities', 'detail', id],
    queryFn: ({ signal }) => ask(opportunityCalls.detail, { params: { id }, signal }),
    staleTime: staleTimes.detail,
    enabled: Number.isSafeInteger(id),
    // What the server rendered as missing stays so when the browser takes over.
    retryOnMount: false,
  });

/** The page number of an address, 1 when it names none. */
export const pageFromParams = (params: URLSearchParams): number => {
  const page = Number(params.get('page'));
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
};

/** What the landing page lists: the newest that are open, narrowed by the address's `search` and `page`. */
export const landingFilters = (search: string): ListFilters => {
  const params = new URLSearchParams(search);
  return {
    status: 'published',
    is_active: 'true',
    search: params.get('search')?.trim() || undefined,
    page: pageFromParams(params),
    page_size: landingPageSize,
    ordering: '-created_at',
  };
};
