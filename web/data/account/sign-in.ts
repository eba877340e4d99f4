import { useQueryClient } from '@tanstack/react-query';
import { accountCalls } from '#contract/account.ts';
import type { BodyInput } from '#contract/call.ts';
import { ask } from '../../lib/api.ts';
import { storeTokens } from '../../lib/session.ts';
import { clearPersonalQueries } from '../client.ts';

// Not in account.ts, which is part of every first load.

/** Signs in: drops the previous user's replies and stores the tokens. @throws ApiError */
export const useLogin = () => {
  const client = useQueryClient();
  return async (body: { email: string; password: string }) => {
    const tokens = await ask(accountCalls.login, { body });
    clearPersonalQueries(client);
    storeTokens(tokens);
  };
};

/** Creates an account without signing in. @throws ApiError */
export const register = (body: BodyInput<typeof accountCalls.register>, idempotencyKey: string) =>
  ask(accountCalls.register, { body, idempotencyKey });

/** Changes the password and ends every other session; this one continues with the tokens of the reply. @throws ApiError */
export const changePassword = async (body: BodyInput<typeof accountCalls.changePassword>) =>
  storeTokens(await ask(accountCalls.changePassword, { body }));
