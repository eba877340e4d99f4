import { queryOptions, useQuery } from '@tanstack/react-query';
import type { UserType } from '#contract/account-rules.ts';
import { staleTimes } from '../../data/client.ts';
import { ApiError, ask } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';

/** For tokens that do not say whose they are: whoever has no student profile is an organizer. */
const roleQuery = () =>
  queryOptions({
    queryKey: ['account', 'role'],
    queryFn: async ({ signal }): Promise<UserType> => {
      const { studentCalls } = await import('#contract/student.ts');
      try {
        await ask(studentCalls.profile, { signal });
        return 'student';
      } catch (error) {
        if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return 'organization';
        throw error;
      }
    },
    staleTime: staleTimes.profile,
  });

/** Whose session this is: null when signed out, 'unknown' until the server has said. */
export const useRole = (): UserType | 'unknown' | null => {
  const session = useSession();
  const asked = session !== null && session.user_type === null;
  const { data } = useQuery({ ...roleQuery(), enabled: asked });
  if (!session) return null;
  return session.user_type ?? data ?? 'unknown';
};
