import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { accountCalls } from '#contract/account.ts';
import { ask } from '../../lib/api.ts';
import { removeTypedText } from '../../lib/browserStorage.ts';
import { clearTokens, refreshToken } from '../../lib/session.ts';
import { clearApplicationInProgress } from '../applications/resume-application.ts';
import { clearPersonalQueries, staleTimes } from '../client.ts';

/** The signed-in user with the fields of their role; the navigation shows it. */
export const accountQuery = () =>
  queryOptions({
    queryKey: ['account', 'details'],
    queryFn: ({ signal }) => ask(accountCalls.details, { signal }),
    staleTime: staleTimes.profile,
  });

/** Signs out in this browser at once; the call that ends the session on the server is not awaited. */
export const useLogout = () => {
  const client = useQueryClient();
  return () => {
    const refresh = refreshToken();
    if (refresh) ask(accountCalls.logout, { body: { refresh } }).catch(() => {});
    clearTokens();
    // Not when a session expires: the same user goes on with what they typed.
    removeTypedText();
    clearApplicationInProgress();
    clearPersonalQueries(client);
  };
};
