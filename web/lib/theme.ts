import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';
const key = 'theme';

/** Runs before the first paint, inlined in every page; `theme` is a choice, otherwise the system's setting rules. */
export const themeScript = `(function(){var t;try{t=localStorage.getItem('theme')}catch(e){}var m=matchMedia('(prefers-color-scheme: dark)');function a(){var d=t==='dark'||(t!=='light'&&m.matches);document.documentElement.dataset.theme=d?'dark':'light';var c=document.querySelector('meta[name=theme-color]');if(c)c.content=d?'#0d1318':'#f5f9fa'}a();m.addEventListener('change',function(){try{t=localStorage.getItem('theme')}catch(e){}a()});window.__theme=function(n){t=n;a()}})()`;

const listeners = new Set<() => void>();
const read = (): Theme => {
  try {
    const chosen = localStorage.getItem(key);
    return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
  } catch {
    return 'system';
  }
};

export const setTheme = (theme: Theme) => {
  try {
    if (theme === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Not kept, but shown.
  }
  (window as { __theme?: (theme: string) => void }).__theme?.(theme);
  for (const listener of listeners) listener();
};

export const useTheme = (): Theme =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read,
    () => 'system',
  );
