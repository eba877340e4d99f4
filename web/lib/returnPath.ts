import type { UserType } from '#contract/account-rules.ts';
import { screenForPath } from '#contract/screens.ts';

const organizersOnly = /^\/(organizer|create)(\/|$)/;
const studentsOnly = /^\/(profile|applications)(\/|$)/;

/** Whether a screen is for a person of this kind. */
const isFor = (pathname: string, role: UserType): boolean =>
  role === 'organization'
    ? !studentsOnly.test(pathname)
    : !organizersOnly.test(pathname) && (role === 'student' || !studentsOnly.test(pathname));

/** Where a person goes after signing in: where they were headed, if it is a screen of ours and for them, else home. */
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
  return isFor(url.pathname, role) ? `${url.pathname}${url.search}${url.hash}` : '/';
};

/** The same screen's counterpart for the other kind of person; an administrator has neither. */
export const counterpartPath = (pathname: string, role: UserType): string => {
  if (role === 'admin') return '/';
  const isList = pathname.endsWith('/applications');
  if (role === 'organization') return isList ? '/organizer/applications' : '/organizer/profile';
  return isList ? '/applications' : '/profile';
};
