import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountCalls } from '#contract/account.ts';
import { ask } from '../../lib/api.ts';
import { removeTypedText } from '../../lib/browserStorage.ts';
import { clearTokens } from '../../lib/session.ts';
import { forgetApplication } from '../applications/resume-application.ts';
import { clearPersonalQueries } from '../client.ts';

// Apart from accounts.ts: the navigation needs that one on every first load, and this only the account's own part.

/** Has the browser download everything that is this person's: a plain link, which opens wherever a page does. */
export const usePersonalDataExport = () =>
  useMutation({
    mutationFn: () => ask(accountCalls.exportLink),
    onSuccess: ({ url }) => window.location.assign(url),
  });

/** Deletes the account. @returns what forgets the person here as well, for when the screen of theirs is left */
export const useDeleteAccount = () => {
  const client = useQueryClient();
  return async (password: string): Promise<() => void> => {
    await ask(accountCalls.deleteAccount, { body: { password } });
    return () => {
      clearTokens();
      removeTypedText();
      forgetApplication();
      clearPersonalQueries(client);
    };
  };
};
