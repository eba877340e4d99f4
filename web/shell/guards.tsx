import type { ReactNode } from 'react';
import { useLogout } from '../data/account/account.ts';
import { counterpartPath, returnPath } from '../lib/returnPath.ts';
import { Redirect, useLocation, useNavigate } from '../lib/router.tsx';
import { useRole } from '../parts/account/useRole.ts';
import { Loading } from '../parts/states/Loading.tsx';
import { toastSuccess } from '../ui/toast.ts';

/**
 * Screens for a signed-in person of one kind. Signed out (or refused with 401, which ends the session) they go to
 * /login and come back afterwards; a person of another kind goes to their own area, where nothing sends them back.
 */
export const RequireUser = ({ kind, children }: { kind: 'student' | 'organization'; children: ReactNode }) => {
  const { pathname, search, state } = useLocation();
  const role = useRole();
  // Sent here because nothing was found in their own area: this screen says so, sending them back would never end.
  const wasSent = (state as { sentFrom?: string } | null)?.sentFrom !== undefined;
  if (role === null) return <Redirect to="/login" replace state={{ from: `${pathname}${search}` }} />;
  if (role === 'unknown') return <Loading />;
  return role === kind || wasSent ? children : <Redirect to={counterpartPath(pathname, role)} replace />;
};

/** Where the person was headed before signing in, from the redirect that brought them or from the link's `?from=`. */
export const useHeadedFor = (): string | undefined => {
  const { search, state } = useLocation();
  const from = (state as { from?: unknown } | null)?.from ?? new URLSearchParams(search).get('from');
  return typeof from === 'string' ? from : undefined;
};

/** Sign-in and sign-up: whoever is signed in goes to where they were headed. */
export const GuestsOnly = ({ children }: { children: ReactNode }) => {
  const role = useRole();
  const from = useHeadedFor();
  if (role === null) return children;
  return role === 'unknown' ? <Loading /> : <Redirect to={returnPath(from, role)} replace />;
};

/** Signs out and says so. */
export const useSignOut = () => {
  const navigate = useNavigate();
  const logout = useLogout();
  return () => {
    // First the address: the guard of the screen we leave must not see a signed-out person.
    navigate('/');
    logout();
    toastSuccess('Hisobdan chiqildi');
  };
};
