/**
 * Routing with wouter (2 kB; a larger router does not fit the budget of the first load). Screens import routing only from
 * this module and do not depend on the library.
 */
import { useMemo } from 'react';
import { Link, Redirect, Route, Router, Switch, useParams, useSearch, useSearchParams, useLocation as useWouterLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';

export { Link, Redirect, Route, Router, Switch, useParams, useSearchParams };

export interface Location {
  pathname: string;
  /** The query with `?`, empty when there is none. */
  search: string;
  /** State passed to `navigate`; survives a reload. */
  state: unknown;
}

/** The current address and its state. */
export const useLocation = (): Location => {
  const [pathname] = useWouterLocation();
  const search = useSearch();
  const state = useHistoryState<unknown>();
  return useMemo(() => ({ pathname, search: search ? `?${search}` : '', state }), [pathname, search, state]);
};

/** Returns `navigate`: `navigate('/login', { replace: true, state: { from: '/profile' } })`. */
export const useNavigate = () => useWouterLocation()[1];

/** Returns a function that goes back, or to `/` when the page was opened from outside the site. */
export const useBack = () => {
  const navigate = useNavigate();
  return () => {
    if (window.history.length > 1 && (window.history.state !== null || document.referrer.startsWith(window.location.origin)))
      window.history.back();
    else navigate('/');
  };
};

let isGoingBack = false;
/** Goes back one history entry. Ignores calls until it has happened, because a slow phone delivers a double tap before. */
export const goBack = () => {
  if (isGoingBack) return;
  isGoingBack = true;
  window.addEventListener(
    'popstate',
    () => {
      isGoingBack = false;
    },
    { once: true },
  );
  window.history.back();
};
