import { QueryClient } from '@tanstack/react-query';
import { ApiError, type Transport } from '../lib/api.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { transport?: Transport };
  }
}

/** How long a reply counts as fresh (specification 7), in milliseconds. */
export const staleTimes = { detail: 30_000, list: 60_000, skills: 300_000, profile: 60_000 } as const;

/** Retries twice after a lost response or a 502 and above; other errors are final. */
const shouldRetry = (count: number, error: unknown) =>
  count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502);

/**
 * The cache of API replies. @param transport how queries that read `meta.transport` reach the API; the renderer passes one
 * for each page, the browser none
 */
export const makeQueryClient = (transport?: Transport) =>
  new QueryClient({
    defaultOptions: {
      // With the default mode a page opened offline would wait forever instead of showing an error.
      queries: {
        networkMode: 'offlineFirst',
        retry: shouldRetry,
        staleTime: staleTimes.list,
        refetchOnWindowFocus: true,
        meta: { transport },
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });

/** First parts of the query keys whose replies belong to one user. */
const personalKeys = ['applications', 'profile', 'organization', 'account', 'notifications'] as const;

// Opportunities are reset too: drafts and the state of the user's own application differ between users.
/** Drops the replies of the previous user, on sign-in and sign-out (specification 4). */
export const clearPersonalQueries = (client: QueryClient) => {
  for (const key of personalKeys) client.removeQueries({ queryKey: [key] });
  client.resetQueries({ queryKey: ['opportunities'] });
};

/** Drops and refetches them when the user changes in another tab, because screens are still mounted in this one. */
export const resetPersonalQueries = (client: QueryClient) => {
  for (const key of personalKeys) client.resetQueries({ queryKey: [key] });
  client.resetQueries({ queryKey: ['opportunities'] });
};
