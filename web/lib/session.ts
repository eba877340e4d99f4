import { useSyncExternalStore } from 'react';
import type { TokenPair } from '#contract/account.ts';
import type { UserType } from '#contract/account-rules.ts';
import { readStored, removeStored, store } from './browserStorage.ts';

/** The signed-in user from the access token's claims; `user_type` is null when the token has no such claim. */
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

/** Used when the browser forbids storage or is full: the session then lasts until the page is closed. */
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
/** The stored access token, null when signed out. */
export const accessToken = (): string | null => stored(accessKey);
/** The stored refresh token, null when signed out. */
export const refreshToken = (): string | null => stored(refreshKey);

/** User id of a token's claims, undefined when it has none. */
export const tokenUserId = (token: string | null): number | undefined => decode(token)?.user_id;

let current: Session | null = null;
let currentToken: string | null | undefined;
const listeners = new Set<() => void>();

/** The current session, null when signed out; the same object until the user changes. */
export const readSession = (): Session | null => {
  const token = accessToken();
  if (token !== currentToken) {
    currentToken = token;
    const next = decode(token);
    if (next?.user_id !== current?.user_id || next?.user_type !== current?.user_type) current = next;
  }
  return current;
};

const notify = () => {
  for (const listener of listeners) listener();
};

/** Hint for the server, which decides between landing and browse with it; it gives no access. */
const markCookie = (session: Session | null) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and older WebViews
  document.cookie = session
    ? `s=${session.user_type ?? '1'}; path=/; max-age=2592000; samesite=lax`
    : 's=; path=/; max-age=0; samesite=lax';
};

/** Stores a pair of tokens: signs the user in. */
export const storeTokens = ({ access, refresh }: TokenPair) => {
  storeToken(accessKey, access);
  storeToken(refreshKey, refresh);
  markCookie(decode(access));
  notify();
};

/** Removes the tokens: signs the user out. */
export const clearTokens = () => {
  remove(accessKey);
  remove(refreshKey);
  markCookie(null);
  notify();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  // Another tab signed in or out.
  const onStorage = ({ key }: StorageEvent) => (key === accessKey || key === null) && listener();
  window.addEventListener('storage', onStorage);
  // A page restored from the back/forward cache has missed events.
  window.addEventListener('pageshow', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', listener);
  };
};

/** Calls the listener when another tab signed out or changed the user. @returns unsubscribe */
export const onUserChange = (listener: () => void): (() => void) => {
  const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key === null || (key === accessKey && decode(oldValue)?.user_id !== decode(newValue)?.user_id)) listener();
  };
  let userOnHide = readSession()?.user_id;
  const onPageHide = () => {
    userOnHide = readSession()?.user_id;
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && readSession()?.user_id !== userOnHide && listener();
  window.addEventListener('storage', onStorage);
  window.addEventListener('pagehide', onPageHide);
  window.addEventListener('pageshow', onPageShow);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pagehide', onPageHide);
    window.removeEventListener('pageshow', onPageShow);
  };
};

/** The current session; null on the server and in the first render after it. */
export const useSession = (): Session | null => useSyncExternalStore(subscribe, readSession, () => null);
