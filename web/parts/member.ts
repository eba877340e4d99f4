import { useQuery } from '@tanstack/react-query';
import { type MemberRole, roleAllows } from '#contract/organization-rules.ts';
import { accountQuery } from '../data/accounts.ts';

/** Whether the signed-in member of an organization may do what needs this role; no until the server has said who it is. */
export const useMay = (needed: MemberRole): boolean => {
  const { data } = useQuery(accountQuery());
  const role = data?.organization?.role as MemberRole | undefined;
  return role !== undefined && roleAllows(role, needed);
};
