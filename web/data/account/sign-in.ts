import { useQueryClient } from '@tanstack/react-query';
import { accountCalls } from '#contract/account.ts';
import type { BodyInput } from '#contract/call.ts';
import { ask } from '../../lib/api.ts';
import { storeTokens } from '../../lib/session.ts';
import { clearPersonalQueries } from '../client.ts';

// Apart from accounts.ts: the navigation needs that one on every first load, and this only where a password is typed.
/** Signs in: what was remembered of the person before is dropped, the tokens are kept. */
export const useLogin = () => {
  const client = useQueryClient();
  return async (body: { email: string; password: string }) => {
    const tokens = await ask(accountCalls.login, { body });
    clearPersonalQueries(client);
    storeTokens(tokens);
  };
};

/** Makes an account; it is signed in to afterwards. */
export const register = (body: BodyInput<typeof accountCalls.register>, idempotencyKey: string) =>
  ask(accountCalls.register, { body, idempotencyKey });

/** Ends every other session; this one goes on with the tokens of the answer. */
export const changePassword = async (body: BodyInput<typeof accountCalls.changePassword>) =>
  storeTokens(await ask(accountCalls.changePassword, { body }));
