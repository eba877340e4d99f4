import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/call.ts';
import { memberCalls } from '#contract/member.ts';
import type { MemberRole } from '#contract/organization-rules.ts';
import { ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';

// All under 'organization', so that signing out drops it.

export const membersQuery = (page: number, page_size: number) =>
  queryOptions({
    queryKey: ['organization', 'members', page, page_size],
    queryFn: ({ signal }) => ask(memberCalls.members, { query: { page, page_size }, signal }),
    staleTime: staleTimes.list,
    placeholderData: keepPreviousData,
  });

/** Invitations of colleagues that wait for an answer; for those who may invite. */
export const invitationsQuery = (page: number, page_size: number) =>
  queryOptions({
    queryKey: ['organization', 'invitations', page, page_size],
    queryFn: ({ signal }) => ask(memberCalls.invitations, { query: { page, page_size }, signal }),
    staleTime: staleTimes.list,
    placeholderData: keepPreviousData,
  });

/** What was done in the organization's name; for its owners. */
export const auditQuery = (page: number, page_size: number) =>
  queryOptions({
    queryKey: ['organization', 'audit', page, page_size],
    queryFn: ({ signal }) => ask(memberCalls.audit, { query: { page, page_size }, signal }),
    // Whoever looks wants to know what happened just now.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** Whatever happened, the lists of people and the organization's own figures are read again. */
const usePeopleChange = <Input, Reply>(change: (input: Input) => Promise<Reply>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => {
      for (const part of ['members', 'invitations', 'profile']) client.invalidateQueries({ queryKey: ['organization', part] });
      client.invalidateQueries({ queryKey: ['account'] });
    },
  });
};
export const useInviteMember = () => usePeopleChange((body: BodyInput<typeof memberCalls.invite>) => ask(memberCalls.invite, { body }));
export const useRevokeInvitation = () => usePeopleChange((id: number) => ask(memberCalls.revokeInvitation, { params: { id } }));
export const useChangeRole = () =>
  usePeopleChange(({ id, role }: { id: number; role: MemberRole }) => ask(memberCalls.changeMember, { params: { id }, body: { role } }));
export const useRemoveMember = () => usePeopleChange((id: number) => ask(memberCalls.removeMember, { params: { id } }));

/** Leaves the organization: from here on nothing of it is to be seen. */
export const useLeave = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => ask(memberCalls.removeMember, { params: { id } }),
    onSuccess: () => {
      for (const key of ['organization', 'applications', 'account']) client.resetQueries({ queryKey: [key] });
      client.invalidateQueries({ queryKey: ['opportunities'] });
    },
  });
};
