import type { UserType } from '#contract/account-rules.ts';
import { screenForPath } from '#contract/screens.ts';

const organizerPaths = /^\/(organizer|create)(\/|$)/;
const studentPaths = /^\/(profile|applications)(\/|$)/;

/** Whether a role may open a screen. */
const isAllowed = (pathname: string, role: UserType): boolean =>
  role === 'organization'
    ? !studentPaths.test(pathname)
    : !organizerPaths.test(pathname) && (role === 'student' || !studentPaths.test(pathname));

/** Address to open after signing in: `from` when it is a screen the role may open, otherwise `/`. */
export const returnPath = (from: unknown, role: UserType): string => {
  if (typeof from !== 'string' || !from.startsWith('/')) return '/';
  let url: URL;
  try {
    url = new URL(from, 'https://imkon.invalid');
  } catch {
    return '/';
  }
  const known = screenForPath(url.pathname)?.path;
  // `//other.example` and `/\other.example` are other origins.
  if (url.origin !== 'https://imkon.invalid' || !known || known === '/login' || known === '/signup') return '/';
  return isAllowed(url.pathname, role) ? `${url.pathname}${url.search}${url.hash}` : '/';
};

/** The corresponding screen of the other role; `/` for an administrator, who has neither. */
export const counterpartPath = (pathname: string, role: UserType): string => {
  if (role === 'admin') return '/';
  const isList = pathname.endsWith('/applications');
  if (role === 'organization') return isList ? '/organizer/applications' : '/organizer/profile';
  return isList ? '/applications' : '/profile';
};
