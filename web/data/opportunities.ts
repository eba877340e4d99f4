import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput, QueryInput } from '#contract/call.ts';
import { opportunityCalls } from '#contract/opportunity.ts';
import { ask } from '../lib/api.ts';
import { fresh } from './client.ts';

export type ListFilters = QueryInput<typeof opportunityCalls.list>;

/** Cards a page, here and on the landing page. */
export const browsePageSize = 9;

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
    enabled: Number.isSafeInteger(id),
    // What the server rendered as missing stays so when the browser takes over.
    retryOnMount: false,
  });

/** The page number of an address, 1 when it names none. */
export const pageOf = (params: URLSearchParams): number => {
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
    page: pageOf(params),
    page_size: browsePageSize,
    ordering: '-created_at',
  };
};

/** The organization's own items, drafts included; under 'organization', so that signing out drops them. */
export const ownOpportunitiesQuery = (filters: ListFilters) =>
  queryOptions({
    queryKey: ['organization', 'opportunities', filters],
    queryFn: ({ signal }) => ask(opportunityCalls.list, { query: { ...filters, scope: 'mine' }, signal }),
    staleTime: fresh.list,
    placeholderData: keepPreviousData,
  });

export const ownFiguresQuery = () =>
  queryOptions({
    queryKey: ['organization', 'opportunities', 'figures'],
    queryFn: ({ signal }) => ask(opportunityCalls.stats, { signal }),
    staleTime: fresh.list,
  });

/** What the edit form starts from: asked anew each time it opens, never while it is being filled. */
export const editedOpportunityQuery = (id: number) =>
  queryOptions({
    queryKey: ['organization', 'edited', id],
    queryFn: ({ signal }) => ask(opportunityCalls.detail, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

const useOwnChange = <Input>(change: (input: Input) => Promise<unknown>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => {
      client.invalidateQueries({ queryKey: ['opportunities'] });
      client.invalidateQueries({ queryKey: ['organization', 'opportunities'] });
      client.invalidateQueries({ queryKey: ['organization', 'dashboard'] });
      client.invalidateQueries({ queryKey: ['organization', 'profile'] });
      client.invalidateQueries({ queryKey: ['applications'] });
    },
  });
};

type OpportunityBody<Body> = Body | FormData;
export const useCreateOpportunity = () =>
  useOwnChange(({ body, idempotencyKey }: { body: OpportunityBody<BodyInput<typeof opportunityCalls.create>>; idempotencyKey: string }) =>
    ask(opportunityCalls.create, { body, idempotencyKey }),
  );
export const useUpdateOpportunity = (id: number) =>
  useOwnChange((body: OpportunityBody<BodyInput<typeof opportunityCalls.update>>) =>
    ask(opportunityCalls.update, { params: { id }, body }),
  );
export const usePublish = () => useOwnChange((id: number) => ask(opportunityCalls.publish, { params: { id } }));
export const useClose = () => useOwnChange((id: number) => ask(opportunityCalls.close, { params: { id } }));
