import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountCalls } from '#contract/account.ts';
import type { BodyInput } from '#contract/call.ts';
import { ask } from '../lib/api.ts';
import { keepTokens } from '../lib/session.ts';
import { dropPersonal } from './client.ts';

// Apart from accounts.ts: the navigation needs that one on every first load, and this only its two screens.
export const useLogin = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; password: string }) => ask(accountCalls.login, { body }),
    onSuccess: (tokens) => {
      dropPersonal(client);
      keepTokens(tokens);
    },
  });
};

/** Makes an account; it is signed in to afterwards. */
export const useRegister = () =>
  useMutation({
    mutationFn: (asked: { body: BodyInput<typeof accountCalls.register>; idempotencyKey: string }) => ask(accountCalls.register, asked),
  });
