import { useSyncExternalStore } from 'react';

const desktopQuery = '(min-width: 64rem)';
const subscribe = (listener: () => void) => {
  const list = window.matchMedia(desktopQuery);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
};
/** Whether the window is at least 64 rem wide. Not for screens the server renders. */
export const useIsDesktop = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(desktopQuery).matches);
