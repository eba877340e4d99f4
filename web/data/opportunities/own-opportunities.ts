import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/call.ts';
import { opportunityCalls } from '#contract/opportunity.ts';
import { ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';
import type { ListFilters } from './opportunities.ts';

/** The organization's own opportunities, drafts included. Keyed under 'organization', which sign-out clears. */
export const ownOpportunitiesQuery = (filters: ListFilters) =>
  queryOptions({
    queryKey: ['organization', 'opportunities', filters],
    queryFn: ({ signal }) => ask(opportunityCalls.list, { query: { ...filters, scope: 'mine' }, signal }),
    staleTime: staleTimes.list,
    placeholderData: keepPreviousData,
  });

/** Numbers of the organization's opportunities by status. */
export const ownOpportunityFiguresQuery = () =>
  queryOptions({
    queryKey: ['organization', 'opportunities', 'figures'],
    queryFn: ({ signal }) => ask(opportunityCalls.stats, { signal }),
    staleTime: staleTimes.list,
  });

/** Initial values of the edit form: fetched each time it opens, and not while it is being filled in. */
export const editedOpportunityQuery = (id: number) =>
  queryOptions({
    queryKey: ['organization', 'edited', id],
    queryFn: ({ signal }) => ask(opportunityCalls.detail, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** A change of the organization's opportunities; refetches everything that shows them, after a refusal too. */
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
/** Creates a draft; the body is FormData when it has a cover image. */
export const useCreateOpportunity = () =>
  useOwnChange(({ body, idempotencyKey }: { body: OpportunityBody<BodyInput<typeof opportunityCalls.create>>; idempotencyKey: string }) =>
    ask(opportunityCalls.create, { body, idempotencyKey }),
  );
/** Changes an opportunity; the body is FormData when it has a cover image. */
export const useUpdateOpportunity = (id: number) =>
  useOwnChange((body: OpportunityBody<BodyInput<typeof opportunityCalls.update>>) =>
    ask(opportunityCalls.update, { params: { id }, body }),
  );
/** Copies an opportunity as a draft; every attempt at one copy has the same key. */
export const useDuplicate = () =>
  useOwnChange(({ id, idempotencyKey }: { id: number; idempotencyKey: string }) =>
    ask(opportunityCalls.duplicate, { params: { id }, idempotencyKey }),
  );
/** Publishes a draft or opens a closed opportunity. */
export const usePublish = () => useOwnChange((id: number) => ask(opportunityCalls.publish, { params: { id } }));
/** Closes an opportunity to applications. */
export const useClose = () => useOwnChange((id: number) => ask(opportunityCalls.close, { params: { id } }));
