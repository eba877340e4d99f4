import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { memberCalls } from '#contract/member.ts';
import { ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';

/** The invitation behind a link's token. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => ask(memberCalls.invitation, { params: { token }, signal }),
    staleTime: staleTimes.detail,
  });

/** Accepts an invitation as a member or a student and refetches what it gives access to. */
export const useAcceptInvitation = (token: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask(memberCalls.acceptInvitation, { params: { token } }),
    onSuccess: () => {
      for (const key of ['account', 'organization', 'applications', 'opportunities']) client.invalidateQueries({ queryKey: [key] });
    },
  });
};
