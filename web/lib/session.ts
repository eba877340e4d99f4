import { useSyncExternalStore } from 'react';
import type { TokenPair } from '#contract/account.ts';
import type { UserType } from '#contract/account-rules.ts';
import { readStored, removeStored, store } from './browserStorage.ts';

/** Who is signed in, as the access token says. `user_type` is null when the token carries no such claim. */
export interface Session {
  user_id: number;
  user_type: UserType | null;
}

const accessKey = 'access_token';
const refreshKey = 'refresh_token';

const decode = (token: string | null): Session | null => {
  try {
    const claims = JSON.parse(atob((token ?? '').split('.')[1]?.replace(/-/g, '+').replace(/_/g, '/') ?? ''));
    const id = Number(claims.sub);
    return Number.isInteger(id) ? { user_id: id, user_type: claims.user_type ?? null } : null;
  } catch {
    return null;
  }
};

/** For browsers that keep nothing (or are full): the session lasts until the page is closed. */
const memory = new Map<string, string>();
const stored = (key: string): string | null => memory.get(key) ?? readStored(key);
const storeToken = (key: string, token: string) => {
  memory.delete(key);
  if (store(key, token)) return;
  removeStored(key);
  memory.set(key, token);
};
const remove = (key: string) => {
  memory.delete(key);
  removeStored(key);
};
export const accessToken = (): string | null => stored(accessKey);
export const refreshToken = (): string | null => stored(refreshKey);

/** Whose token it is. */
export const userIdOf = (token: string | null): number | undefined => decode(token)?.user_id;

let current: Session | null = null;
let currentToken: string | null | undefined;
const listeners = new Set<() => void>();

/** The session now; the same object until the token changes. */
export const readSession = (): Session | null => {
  const token = accessToken();
  if (token !== currentToken) {
    currentToken = token;
    const next = decode(token);
    if (next?.user_id !== current?.user_id || next?.user_type !== current?.user_type) current = next;
  }
  return current;
};

const changed = () => {
  for (const listener of listeners) listener();
};

/** A hint for the server alone (it decides between landing and browse); it opens nothing. */
const markCookie = (session: Session | null) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and older WebViews
  document.cookie = session
    ? `s=${session.user_type ?? '1'}; path=/; max-age=2592000; samesite=lax`
    : 's=; path=/; max-age=0; samesite=lax';
};

/** Keeps a pair of tokens; the person is signed in from here on. */
export const storeTokens = ({ access, refresh }: TokenPair) => {
  storeToken(accessKey, access);
  storeToken(refreshKey, refresh);
  markCookie(decode(access));
  changed();
};

/** Forgets the tokens; the person is signed out from here on. */
export const clearTokens = () => {
  remove(accessKey);
  remove(refreshKey);
  markCookie(null);
  changed();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  // Signing in or out in another tab shows here at once.
  const heard = ({ key }: StorageEvent) => (key === accessKey || key === null) && listener();
  window.addEventListener('storage', heard);
  // A page that slept in the history heard nothing.
  window.addEventListener('pageshow', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', heard);
    window.removeEventListener('pageshow', listener);
  };
};

/** Tells when another tab signed out or let somebody else in. @returns stops telling */
export const onUserChange = (listener: () => void): (() => void) => {
  const heard = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key === null || (key === accessKey && decode(oldValue)?.user_id !== decode(newValue)?.user_id)) listener();
  };
  let left = readSession()?.user_id;
  const slept = () => {
    left = readSession()?.user_id;
  };
  const woke = ({ persisted }: PageTransitionEvent) => persisted && readSession()?.user_id !== left && listener();
  window.addEventListener('storage', heard);
  window.addEventListener('pagehide', slept);
  window.addEventListener('pageshow', woke);
  return () => {
    window.removeEventListener('storage', heard);
    window.removeEventListener('pagehide', slept);
    window.removeEventListener('pageshow', woke);
  };
};

/** The server renders for somebody who is not signed in; so does the first frame that takes over from it. */
export const useSession = (): Session | null => useSyncExternalStore(subscribe, readSession, () => null);
