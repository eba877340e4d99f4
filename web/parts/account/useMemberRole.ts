import { useQuery } from '@tanstack/react-query';
import { type MemberRole, roleAllows } from '#contract/organization-rules.ts';
import { accountQuery } from '../../data/account/account.ts';

const useMemberRole = (): MemberRole | undefined => useQuery(accountQuery()).data?.organization?.role as MemberRole | undefined;

/** Whether the signed-in member has at least this role; false until the server has replied. */
export const useHasRole = (needed: MemberRole): boolean => {
  const role = useMemberRole();
  return role !== undefined && roleAllows(role, needed);
};

/** Whether the signed-in member is known to be a reviewer; false until the server has replied. */
export const useIsReviewer = (): boolean => useMemberRole() === 'reviewer';
