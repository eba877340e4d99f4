import { useSyncExternalStore } from 'react';

const wide = '(min-width: 64rem)';
const subscribe = (listener: () => void) => {
  const list = window.matchMedia(wide);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
};
/** There is room for a table; not for screens the server renders. */
export const useIsDesktop = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(wide).matches);
