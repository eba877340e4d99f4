/**
 * Addresses, on top of wouter (2 kB; a larger router would not fit the first load). One place, so that screens say
 * `navigate`, `pathname` and `state` and do not depend on the library.
 */
import { useMemo } from 'react';
import { Link, Redirect, Route, Router, Switch, useParams, useSearch, useSearchParams, useLocation as useWouterLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';

export { Link, Redirect, Route, Router, Switch, useParams, useSearchParams };

export interface Location {
  pathname: string;
  /** With its question mark, empty when there is none. */
  search: string;
  /** What the navigation carried along; survives a reload. */
  state: unknown;
}

export const useLocation = (): Location => {
  const [pathname] = useWouterLocation();
  const search = useSearch();
  const state = useHistoryState<unknown>();
  return useMemo(() => ({ pathname, search: search ? `?${search}` : '', state }), [pathname, search, state]);
};

/** `navigate('/login', { replace: true, state: { from: '/profile' } })`. */
export const useNavigate = () => useWouterLocation()[1];

/** Back to the page before; opened from a message there is none, and `/` is where to go. */
export const useBack = () => {
  const navigate = useNavigate();
  return () => {
    if (window.history.length > 1 && (window.history.state !== null || document.referrer.startsWith(window.location.origin)))
      window.history.back();
    else navigate('/');
  };
};

let going = false;
/** To the entry before, once: on a busy phone the second tap of a double tap comes before the browser has gone. */
export const goBack = () => {
  if (going) return;
  going = true;
  window.addEventListener(
    'popstate',
    () => {
      going = false;
    },
    { once: true },
  );
  window.history.back();
};
