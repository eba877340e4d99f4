import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from '../../../lib/router.tsx';

/**
 * The check before sending has its own history entry: Back returns to the answers, and a reload stays on the check.
 */
export const useCheckStep = (opportunity: number) => {
  const { state } = useLocation();
  const navigate = useNavigate();
  const isRequested = (state as { check?: boolean } | null)?.check === true;
  const isLeaving = useRef(false);
  useEffect(() => {
    if (!isRequested) isLeaving.current = false;
  }, [isRequested]);
  return {
    isRequested,
    open: () => navigate(`/event/${opportunity}?apply=1`, { state: { ...(state as object | null), check: true } }),
    /** Returns to the answers; `then` runs after the history has changed. */
    leave: (then?: () => void) => {
      if (isLeaving.current) return;
      isLeaving.current = true;
      if (then) window.addEventListener('popstate', then, { once: true });
      window.history.back();
    },
  };
};
