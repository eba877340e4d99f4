import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { accountCalls } from '#contract/account.ts';
import { ask } from '../../lib/api.ts';
import { forgetTyped } from '../../lib/browserStorage.ts';
import { dropTokens, refreshToken } from '../../lib/session.ts';
import { forgetApplying } from '../applications/resume-application.ts';
import { dropPersonal, fresh } from '../client.ts';

/** The signed-in person with what the role adds; feeds the navigation. */
export const accountQuery = () =>
  queryOptions({
    queryKey: ['account', 'details'],
    queryFn: ({ signal }) => ask(accountCalls.details, { signal }),
    staleTime: fresh.profile,
  });

/** Signs out here at once; the server is told, and an answer that never comes changes nothing here. */
export const useLogout = () => {
  const client = useQueryClient();
  return () => {
    const refresh = refreshToken();
    if (refresh) ask(accountCalls.logout, { body: { refresh } }).catch(() => {});
    dropTokens();
    // Only here: whose session has run out goes on where they were.
    forgetTyped();
    forgetApplying();
    dropPersonal(client);
  };
};
