import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryInput } from '#contract/call.ts';
import { opportunityCalls } from '#contract/opportunity.ts';
import { ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';

export type ListFilters = QueryInput<typeof opportunityCalls.list>;

export const browsePageSize = 9;
/** Fewer than on browse, so that the landing page arrives within the first round trips. */
export const landingPageSize = 6;

/** One page of opportunities. */
export const opportunityListQuery = (filters: ListFilters) =>
  queryOptions({
    queryKey: ['opportunities', 'list', filters],
    queryFn: ({ meta, signal }) => ask(opportunityCalls.list, { query: filters, signal, transport: meta?.transport }),
    staleTime: staleTimes.list,
    placeholderData: keepPreviousData,
  });

/** One opportunity. @param id disabled for NaN, the id of a malformed address */
export const opportunityQuery = (id: number) =>
  queryOptions({
    queryKey: ['opportunities', 'detail', id],
    queryFn: ({ meta, signal }) => ask(opportunityCalls.detail, { params: { id }, signal, transport: meta?.transport }),
    staleTime: staleTimes.detail,
    enabled: Number.isSafeInteger(id),
    // A page the server rendered as missing stays missing after hydration.
    retryOnMount: false,
  });

/** The `page` parameter, 1 when it is absent or invalid. */
export const pageFromParams = (params: URLSearchParams): number => {
  const page = Number(params.get('page'));
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
};

/** Filters of the landing page: open opportunities, newest first, narrowed by the URL's `search` and `page`. */
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
