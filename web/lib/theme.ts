import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';
const key = 'theme';

/**
 * Runs before the first paint, inlined in every page; `theme` is a choice, otherwise the system's setting rules.
 * It listens to the select of that name itself, before React does: a choice made before React is there counts too.
 */
export const themeScript = `(function(){var t;try{t=localStorage.getItem('theme')}catch(e){}var m=matchMedia('(prefers-color-scheme: dark)');function a(){var d=t==='dark'||(t!=='light'&&m.matches);document.documentElement.dataset.theme=d?'dark':'light';var c=document.querySelector('meta[name=theme-color]');if(c)c.content=d?'#0d1318':'#f5f9fa'}a();m.addEventListener('change',function(){try{t=localStorage.getItem('theme')}catch(e){}a()});document.addEventListener('input',function(e){if(e.target.name!=='theme')return;t=e.target.value;try{if(t==='system')localStorage.removeItem('theme');else localStorage.setItem('theme',t)}catch(e){}a()},true);document.addEventListener('DOMContentLoaded',function(){var s=document.querySelector('[name=theme]');if(s&&t)s.value=t})})()`;

const listeners = new Set<() => void>();
const read = (): Theme => {
  try {
    const chosen = localStorage.getItem(key);
    return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
  } catch {
    return 'system';
  }
};

/** After the page's own script has kept and shown a choice: those who show which it is are told. */
export const themeChanged = () => {
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
