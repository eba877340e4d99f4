import { type RefObject, useEffect, useRef } from 'react';

/** Pending `history.back()`, which is asynchronous; new entries wait for it. */
let pendingBack: Promise<void> | null = null;
const stepBack = () => {
  pendingBack = new Promise((resolve) => {
    window.addEventListener(
      'popstate',
      () => {
        pendingBack = null;
        resolve();
      },
      { once: true },
    );
  });
  window.history.back();
};

/** Whether the current history entry has this mark in its state. */
export const isTopHistoryEntry = (mark: string): boolean => (window.history.state as Record<string, unknown> | null)?.[mark] === true;

/**
 * While `active`, a second history entry has the same address, so that Back calls `onBack` instead of leaving the page.
 * @param mark key of the entry in `history.state`; entries with different marks may be nested
 * @returns ref to set to true before navigating away: the second entry is then not removed
 */
export const useBackButton = (active: boolean, mark: string, onBack: () => void): RefObject<boolean> => {
  const isReleased = useRef(false);
  const latestOnBack = useRef(onBack);
  latestOnBack.current = onBack;
  useEffect(() => {
    if (!active) return;
    isReleased.current = false;
    let hasEntry = false;
    const addEntry = () => {
      if (!isTopHistoryEntry(mark)) window.history.pushState({ ...window.history.state, [mark]: true }, '');
      hasEntry = true;
    };
    const onPopState = () => {
      if (isReleased.current || isTopHistoryEntry(mark)) return;
      addEntry();
      latestOnBack.current();
    };
    let isMounted = true;
    const begin = () => {
      if (!isMounted) return;
      addEntry();
      window.addEventListener('popstate', onPopState);
    };
    if (pendingBack) pendingBack.then(begin);
    else begin();
    return () => {
      isMounted = false;
      window.removeEventListener('popstate', onPopState);
      if (hasEntry && isTopHistoryEntry(mark) && !isReleased.current) stepBack();
    };
  }, [active, mark]);
  return isReleased;
};
