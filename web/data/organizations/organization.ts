import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/call.ts';
import { organizationCalls } from '#contract/organization.ts';
import { ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';

/** The organization of the signed-in member; also the check whether there is one. */
export const organizationQuery = () =>
  queryOptions({
    queryKey: ['organization', 'profile'],
    queryFn: ({ signal }) => ask(organizationCalls.profile, { signal }),
    staleTime: staleTimes.profile,
    retry: false,
  });

export const dashboardQuery = () =>
  queryOptions({
    queryKey: ['organization', 'dashboard'],
    queryFn: ({ signal }) => ask(organizationCalls.dashboard, { signal }),
    staleTime: staleTimes.list,
  });

export const useSaveOrganization = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof organizationCalls.update>) => ask(organizationCalls.update, { body }),
    onSuccess: (saved) => {
      client.setQueryData(organizationQuery().queryKey, saved);
      client.invalidateQueries({ queryKey: ['account'] });
      // Its name and type stand on every card of its opportunities.
      client.invalidateQueries({ queryKey: ['opportunities'] });
      client.invalidateQueries({ queryKey: ['organization', 'opportunities'] });
    },
  });
};
