import type { ReactNode } from 'react';
import { useLogout } from '../data/account/account.ts';
import { counterpartPath, returnPath } from '../lib/returnPath.ts';
import { Redirect, useLocation, useNavigate } from '../lib/router.tsx';
import { useRole } from '../parts/account/useRole.ts';
import { Loading } from '../parts/states/Loading.tsx';
import { toastSuccess } from '../ui/toast.ts';

/**
 * Admits users of one role. Signed-out users are redirected to /login and return afterwards; users of another role are
 * redirected to the corresponding screen of theirs.
 */
export const RequireUser = ({ kind, children }: { kind: 'student' | 'organization'; children: ReactNode }) => {
  const { pathname, search, state } = useLocation();
  const role = useRole();
  // Redirected here because the user's own area has no profile. Redirecting back would loop; the screen explains it.
  const wasRedirected = (state as { sentFrom?: string } | null)?.sentFrom !== undefined;
  if (role === null) return <Redirect to="/login" replace state={{ from: `${pathname}${search}` }} />;
  if (role === 'unknown') return <Loading />;
  return role === kind || wasRedirected ? children : <Redirect to={counterpartPath(pathname, role)} replace />;
};

/** The address to return to after signing in: from the redirect's state or the `from` parameter. */
export const useReturnAddress = (): string | undefined => {
  const { search, state } = useLocation();
  const from = (state as { from?: unknown } | null)?.from ?? new URLSearchParams(search).get('from');
  return typeof from === 'string' ? from : undefined;
};

/** Redirects signed-in users from sign-in and sign-up to their return address. */
export const GuestsOnly = ({ children }: { children: ReactNode }) => {
  const role = useRole();
  const from = useReturnAddress();
  if (role === null) return children;
  return role === 'unknown' ? <Loading /> : <Redirect to={returnPath(from, role)} replace />;
};

/** Returns a function that signs out, goes to `/` and shows a toast. */
export const useSignOut = () => {
  const navigate = useNavigate();
  const logout = useLogout();
  return () => {
    // Navigate first: the guard of this screen would redirect a signed-out user to /login.
    navigate('/');
    logout();
    toastSuccess('Hisobdan chiqildi');
  };
};
