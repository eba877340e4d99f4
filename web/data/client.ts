import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api.ts';

/** Freshness of the specification 7, in milliseconds. */
export const staleTimes = { detail: 30_000, list: 60_000, skills: 300_000, profile: 60_000 } as const;

/** Refusals are final; only a lost answer or a struggling server is asked again. */
const mayRetry = (count: number, error: unknown) => count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502);

export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // Otherwise a page opened off-line waits for ever instead of saying so.
      queries: { networkMode: 'offlineFirst', retry: mayRetry, staleTime: staleTimes.list, refetchOnWindowFocus: true },
      mutations: { networkMode: 'always', retry: false },
    },
  });

/** Who a cached answer was for: answers of one person are never shown to the next. */
export const personalKeys = ['applications', 'profile', 'organization', 'account', 'notifications'] as const;

// Those of the opportunities too: a draft, or what a card says about one's own application, is for one person alone.
/** On login and on logout everything of the person before is dropped (specification 4). */
export const clearPersonalQueries = (client: QueryClient) => {
  for (const key of personalKeys) client.removeQueries({ queryKey: [key] });
  client.resetQueries({ queryKey: ['opportunities'] });
};

/** The same when the person changes in another tab: screens are still mounted here, so their answers are asked anew. */
export const resetPersonalQueries = (client: QueryClient) => {
  for (const key of personalKeys) client.resetQueries({ queryKey: [key] });
  client.resetQueries({ queryKey: ['opportunities'] });
};
