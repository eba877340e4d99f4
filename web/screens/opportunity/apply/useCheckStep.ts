import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from '../../../lib/router.tsx';

/**
 * Checking before sending is an entry of its own in the history: the phone's Back leads from it to the answers, and a
 * reload keeps it.
 */
export const useCheckStep = (opportunity: number) => {
  const { state } = useLocation();
  const navigate = useNavigate();
  const isAsked = (state as { check?: boolean } | null)?.check === true;
  const isLeaving = useRef(false);
  useEffect(() => {
    if (!isAsked) isLeaving.current = false;
  }, [isAsked]);
  return {
    isAsked,
    open: () => navigate(`/event/${opportunity}?apply=1`, { state: { ...(state as object | null), check: true } }),
    /** Back to the answers; `then` runs when the history is there. */
    leave: (then?: () => void) => {
      if (isLeaving.current) return;
      isLeaving.current = true;
      if (then) window.addEventListener('popstate', then, { once: true });
      window.history.back();
    },
  };
};
