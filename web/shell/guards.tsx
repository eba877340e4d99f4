import type { ReactNode } from 'react';
import { useLogout } from '../data/accounts.ts';
import { Redirect, useLocation, useNavigate } from '../lib/router.tsx';
import { isFor, otherArea, wayBack } from '../lib/wayBack.ts';
import { Loading } from '../parts/Loading.tsx';
import { useRole } from '../parts/role.ts';
import { toastSuccess } from '../ui/toast.ts';

/** What a redirect carries along. `sentFrom`: the guard that sent a person here; they are not sent back. */
interface Carried {
  from?: unknown;
  sentFrom?: string;
}

/**
 * Screens for a signed-in person of one kind. Signed out (or refused with 401, which ends the session) they go to
 * /login and come back afterwards; a person of another kind goes to their own area.
 */
export const RequireUser = ({ kind, children }: { kind: 'student' | 'organization'; children: ReactNode }) => {
  const { pathname, search, state } = useLocation();
  const role = useRole();
  if (role === null) return <Redirect to="/login" replace state={{ from: `${pathname}${search}` }} />;
  if (role === 'unknown') return <Loading />;
  if (role === kind || (state as Carried | null)?.sentFrom) return children;
  // An administrator has no profile of either kind: the organization's screen says so.
  if (role === 'admin' && pathname.startsWith('/profile'))
    return <Redirect to="/organizer/profile" replace state={{ sentFrom: pathname }} />;
  if (role === 'admin' && pathname.startsWith('/organizer/profile')) return children;
  return isFor(pathname, role) ? children : <Redirect to={otherArea(pathname, role)} replace state={{ sentFrom: pathname }} />;
};

/** Where the person was headed before signing in, from the redirect that brought them or from the link's `?from=`. */
export const useHeadedFor = (): string | undefined => {
  const { search, state } = useLocation();
  const from = (state as Carried | null)?.from ?? new URLSearchParams(search).get('from');
  return typeof from === 'string' ? from : undefined;
};

/** Sign-in and sign-up: whoever is signed in goes to where they were headed. */
export const GuestsOnly = ({ children }: { children: ReactNode }) => {
  const role = useRole();
  const from = useHeadedFor();
  if (role === null) return children;
  return role === 'unknown' ? <Loading /> : <Redirect to={wayBack(from, role)} replace />;
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
