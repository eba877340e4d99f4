import { type ComponentType, useState } from 'react';
import { keep, kept } from '../lib/browserStorage.ts';
import { late } from '../ui/lazyWithRetry.tsx';

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
  const preload = async () => {
    try {
      const loaded = await load();
      Loaded = loaded.default;
      return loaded;
    } catch (error) {
      // The chunk is gone after a deploy: the new page knows the new names. Once, or a broken server would loop.
      if (navigator.onLine && !kept('reloaded', 'sessionStorage') && keep('reloaded', '1', 'sessionStorage')) window.location.reload();
      throw error;
    }
  };
  const Lazy = late(preload);
  const Shown = () => {
    // What was begun stays: a screen that came at the second try would begin anew when its address changes.
    const [Now] = useState(() => Loaded ?? Lazy);
    return <Now />;
  };
  return Object.assign(Shown, { module, preload });
};
