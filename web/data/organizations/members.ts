import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/call.ts';
import { memberCalls } from '#contract/member.ts';
import type { MemberRole } from '#contract/organization-rules.ts';
import { ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';

// Keys begin with 'organization', which sign-out clears.

/** Members of the organization. */
export const membersQuery = (page: number, page_size: number) =>
  queryOptions({
    queryKey: ['organization', 'members', page, page_size],
    queryFn: ({ signal }) => ask(memberCalls.members, { query: { page, page_size }, signal }),
    staleTime: staleTimes.list,
    placeholderData: keepPreviousData,
  });

/** Open invitations of members; only for roles that may invite. */
export const invitationsQuery = (page: number, page_size: number) =>
  queryOptions({
    queryKey: ['organization', 'invitations', page, page_size],
    queryFn: ({ signal }) => ask(memberCalls.invitations, { query: { page, page_size }, signal }),
    staleTime: staleTimes.list,
    placeholderData: keepPreviousData,
  });

/** Audit log of the organization; only for owners. */
export const auditQuery = (page: number, page_size: number) =>
  queryOptions({
    queryKey: ['organization', 'audit', page, page_size],
    queryFn: ({ signal }) => ask(memberCalls.audit, { query: { page, page_size }, signal }),
    // The log is opened to see the latest actions.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** A change of members; refetches the lists of people and the profile, after a refusal too. */
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
/** Invites a member by e-mail. */
export const useInviteMember = () => usePeopleChange((body: BodyInput<typeof memberCalls.invite>) => ask(memberCalls.invite, { body }));
/** Revokes an open invitation. */
export const useRevokeInvitation = () => usePeopleChange((id: number) => ask(memberCalls.revokeInvitation, { params: { id } }));
/** Changes a member's role. */
export const useChangeRole = () =>
  usePeopleChange(({ id, role }: { id: number; role: MemberRole }) => ask(memberCalls.changeMember, { params: { id }, body: { role } }));
/** Removes another member. */
export const useRemoveMember = () => usePeopleChange((id: number) => ask(memberCalls.removeMember, { params: { id } }));

/** Leaves the organization and drops everything of it from the cache. @param id of the user's own membership */
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
