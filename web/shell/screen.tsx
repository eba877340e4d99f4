import { type ComponentType, useState } from 'react';
import { readStored, store } from '../lib/browserStorage.ts';
import { lazyWithRetry } from '../ui/lazyWithRetry.tsx';

export interface Screen {
  (): React.ReactNode;
  /** Brings the code, so that the next render shows the screen at once. */
  preload(): Promise<unknown>;
}

/** A lazily loaded screen that renders in the same breath once its code is here (hydration needs that). */
export const screen = (load: () => Promise<{ default: ComponentType }>): Screen => {
  let Loaded: ComponentType | null = null;
  const preload = async () => {
    try {
      const loaded = await load();
      Loaded = loaded.default;
      return loaded;
    } catch (error) {
      // The chunk is gone after a deploy: the new page knows the new names. Once, or a broken server would loop.
      if (navigator.onLine && !readStored('reloaded', 'sessionStorage') && store('reloaded', '1', 'sessionStorage'))
        window.location.reload();
      throw error;
    }
  };
  const Lazy = lazyWithRetry(preload);
  const Shown = () => {
    // What was begun stays: a screen that came at the second try would begin anew when its address changes.
    const [Now] = useState(() => Loaded ?? Lazy);
    return <Now />;
  };
  return Object.assign(Shown, { preload });
};
