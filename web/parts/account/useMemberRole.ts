import { useQuery } from '@tanstack/react-query';
import { type MemberRole, roleAllows } from '#contract/organization-rules.ts';
import { accountQuery } from '../../data/account/account.ts';

const useMemberRole = (): MemberRole | undefined => useQuery(accountQuery()).data?.organization?.role as MemberRole | undefined;

/** Whether the signed-in member of an organization may do what needs this role; no until the server has said who it is. */
export const useHasRole = (needed: MemberRole): boolean => {
  const role = useMemberRole();
  return role !== undefined && roleAllows(role, needed);
};

/** Whether it is known that the signed-in member may only read, score and note; what everybody else sees does not wait for it. */
export const useIsReviewer = (): boolean => useMemberRole() === 'reviewer';
