import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountCalls } from '#contract/account.ts';
import { ask } from '../../lib/api.ts';
import { removeTypedText } from '../../lib/browserStorage.ts';
import { clearTokens } from '../../lib/session.ts';
import { clearApplicationInProgress } from '../applications/resume-application.ts';
import { clearPersonalQueries } from '../client.ts';

// Not in account.ts, which is part of every first load.

/** Downloads the user's personal data through a plain link, which works in every browser and web view. */
export const usePersonalDataExport = () =>
  useMutation({
    mutationFn: () => ask(accountCalls.exportLink),
    onSuccess: ({ url }) => window.location.assign(url),
  });

/**
 * Deletes the account. @returns a function that signs out in this browser; call it after leaving the account's screen.
 * @throws ApiError for a wrong password
 */
export const useDeleteAccount = () => {
  const client = useQueryClient();
  return async (password: string): Promise<() => void> => {
    await ask(accountCalls.deleteAccount, { body: { password } });
    return () => {
      clearTokens();
      removeTypedText();
      clearApplicationInProgress();
      clearPersonalQueries(client);
    };
  };
};
