import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';
const storageKey = 'theme';

/**
 * Script inlined in every page, which runs before the first paint: applies the stored theme, or the system's. It handles
 * changes of the theme select itself, so that a choice made before React has loaded is applied and stored too.
 */
export const themeScript = `(function(){var t;try{t=localStorage.getItem('theme')}catch(e){}var m=matchMedia('(prefers-color-scheme: dark)');function a(){var d=t==='dark'||(t!=='light'&&m.matches);document.documentElement.dataset.theme=d?'dark':'light';var c=document.querySelector('meta[name=theme-color]');if(c)c.content=d?'#0d1318':'#f5f9fa'}a();m.addEventListener('change',function(){try{t=localStorage.getItem('theme')}catch(e){}a()});document.addEventListener('input',function(e){if(e.target.name!=='theme')return;t=e.target.value;try{if(t==='system')localStorage.removeItem('theme');else localStorage.setItem('theme',t)}catch(e){}a()},true);document.addEventListener('DOMContentLoaded',function(){var s=document.querySelector('[name=theme]');if(s&&t)s.value=t})})()`;

const listeners = new Set<() => void>();
const read = (): Theme => {
  try {
    const chosen = localStorage.getItem(storageKey);
    return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
  } catch {
    return 'system';
  }
};

/** Notifies `useTheme` after `themeScript` has stored and applied a choice. */
export const themeChanged = () => {
  for (const listener of listeners) listener();
};

/** The chosen theme; 'system' on the server. */
export const useTheme = (): Theme =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read,
    () => 'system',
  );
