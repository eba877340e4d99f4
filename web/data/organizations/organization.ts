import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/call.ts';
import { organizationCalls } from '#contract/organization.ts';
import { ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';

/** The signed-in member's organization; a 404 means there is none. */
export const organizationQuery = () =>
  queryOptions({
    queryKey: ['organization', 'profile'],
    queryFn: ({ signal }) => ask(organizationCalls.profile, { signal }),
    staleTime: staleTimes.profile,
    retry: false,
  });

/** Figures of the organization's dashboard. */
export const dashboardQuery = () =>
  queryOptions({
    queryKey: ['organization', 'dashboard'],
    queryFn: ({ signal }) => ask(organizationCalls.dashboard, { signal }),
    staleTime: staleTimes.list,
  });

/** Changes the organization's profile. */
export const useSaveOrganization = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof organizationCalls.update>) => ask(organizationCalls.update, { body }),
    onSuccess: (saved) => {
      client.setQueryData(organizationQuery().queryKey, saved);
      client.invalidateQueries({ queryKey: ['account'] });
      // Opportunities show its name and type.
      client.invalidateQueries({ queryKey: ['opportunities'] });
      client.invalidateQueries({ queryKey: ['organization', 'opportunities'] });
    },
  });
};
