import { queryOptions } from '@tanstack/react-query';
import { organizationCalls } from '#contract/organization.ts';
import { ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';

/** More would push the landing page beyond its first round trips. */
const maxPartners = 8;

/** Id, name and logo of verified organizations, for the landing page's strip. */
export const partnersQuery = () =>
  queryOptions({
    queryKey: ['opportunities', 'partners'],
    queryFn: async ({ meta, signal }) =>
      (await ask(organizationCalls.list, { query: { page_size: maxPartners }, signal, transport: meta?.transport })).results
        .filter(({ is_verified }) => is_verified)
        .map(({ id, name, logo }) => ({ id, name, logo })),
    staleTime: staleTimes.list,
  });
