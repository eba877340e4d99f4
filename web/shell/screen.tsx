import type { ComponentType } from 'react';
import { keep, kept } from '../lib/kept.ts';
import { late } from '../ui/late.tsx';

export interface Screen {
  (): React.ReactNode;
  /** The module below web/screens/, so that the server can name its code in the page. */
  module: string;
  /** Brings the code, so that the next render shows the screen at once. */
  preload(): Promise<unknown>;
}

/** A lazily loaded screen that renders in the same breath once its code is here (hydration needs that). */
export const screen = (module: string, load: () => Promise<{ default: ComponentType }>): Screen => {
  let Loaded: ComponentType | null = null;
  const preload = () =>
    load()
      .then((loaded) => {
        Loaded = loaded.default;
        return loaded;
      })
      .catch((error: unknown) => {
        // The chunk is gone after a deploy: the new page knows the new names. Once, or a broken server would loop.
        if (navigator.onLine && !kept('reloaded', 'sessionStorage') && keep('reloaded', '1', 'sessionStorage')) window.location.reload();
        throw error;
      });
  const Lazy = late(preload);
  const Shown = () => (Loaded ? <Loaded /> : <Lazy />);
  return Object.assign(Shown, { module, preload });
};
