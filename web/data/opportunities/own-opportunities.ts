import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/call.ts';
import { opportunityCalls } from '#contract/opportunity.ts';
import { ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';
import type { ListFilters } from './opportunities.ts';

/** The organization's own items, drafts included; under 'organization', so that signing out drops them. */
export const ownOpportunitiesQuery = (filters: ListFilters) =>
  queryOptions({
    queryKey: ['organization', 'opportunities', filters],
    queryFn: ({ signal }) => ask(opportunityCalls.list, { query: { ...filters, scope: 'mine' }, signal }),
    staleTime: staleTimes.list,
    placeholderData: keepPreviousData,
  });

export const ownOpportunityFiguresQuery = () =>
  queryOptions({
    queryKey: ['organization', 'opportunities', 'figures'],
    queryFn: ({ signal }) => ask(opportunityCalls.stats, { signal }),
    staleTime: staleTimes.list,
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

const useOwnChange = <Input, Reply>(change: (input: Input) => Promise<Reply>) => {
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
/** A copy is a draft; the same key for every try of one copy. */
export const useDuplicate = () =>
  useOwnChange(({ id, idempotencyKey }: { id: number; idempotencyKey: string }) =>
    ask(opportunityCalls.duplicate, { params: { id }, idempotencyKey }),
  );
export const usePublish = () => useOwnChange((id: number) => ask(opportunityCalls.publish, { params: { id } }));
export const useClose = () => useOwnChange((id: number) => ask(opportunityCalls.close, { params: { id } }));
