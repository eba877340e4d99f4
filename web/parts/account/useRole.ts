import { queryOptions, useQuery } from '@tanstack/react-query';
import type { UserType } from '#contract/account-rules.ts';
import { staleTimes } from '../../data/client.ts';
import { ApiError } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';

/** The role for a token without the claim `user_type`: an account without a student profile is an organization's. */
const roleQuery = () =>
  queryOptions({
    queryKey: ['account', 'role'],
    queryFn: async ({ client }): Promise<UserType> => {
      // Loaded on demand: most tokens have the claim.
      const { profileQuery } = await import('../../data/students/profile.ts');
      try {
        await client.fetchQuery(profileQuery());
        return 'student';
      } catch (error) {
        if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return 'organization';
        throw error;
      }
    },
    staleTime: staleTimes.profile,
  });

/** Role of the signed-in user: null when signed out, 'unknown' until the server has replied. */
export const useRole = (): UserType | 'unknown' | null => {
  const session = useSession();
  const isMissing = session !== null && session.user_type === null;
  const { data } = useQuery({ ...roleQuery(), enabled: isMissing });
  if (!session) return null;
  return session.user_type ?? data ?? 'unknown';
};
