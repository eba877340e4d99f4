import { queryOptions } from '@tanstack/react-query';
import { organizationCalls } from '#contract/organization.ts';
import { ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';

/** As many as fit beside the list into the page's first packets. */
const shown = 8;

/** Verified organizations of this installation, of each what the strip shows. */
export const partnersQuery = () =>
  queryOptions({
    queryKey: ['opportunities', 'partners'],
    queryFn: async ({ signal }) =>
      (await ask(organizationCalls.list, { query: { page_size: shown }, signal })).results
        .filter(({ is_verified }) => is_verified)
        .map(({ id, name, logo }) => ({ id, name, logo })),
    staleTime: staleTimes.list,
  });
