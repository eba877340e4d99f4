import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { accountCalls } from '#contract/account.ts';
import { ask } from '../../lib/api.ts';
import { removeTypedText } from '../../lib/browserStorage.ts';
import { clearTokens, refreshToken } from '../../lib/session.ts';
import { forgetApplication } from '../applications/resume-application.ts';
import { clearPersonalQueries, staleTimes } from '../client.ts';

/** The signed-in person with what the role adds; feeds the navigation. */
export const accountQuery = () =>
  queryOptions({
    queryKey: ['account', 'details'],
    queryFn: ({ signal }) => ask(accountCalls.details, { signal }),
    staleTime: staleTimes.profile,
  });

/** Signs out here at once; the server is told, and an answer that never comes changes nothing here. */
export const useLogout = () => {
  const client = useQueryClient();
  return () => {
    const refresh = refreshToken();
    if (refresh) ask(accountCalls.logout, { body: { refresh } }).catch(() => {});
    clearTokens();
    // Only here: whose session has run out goes on where they were.
    removeTypedText();
    forgetApplication();
    clearPersonalQueries(client);
  };
};
