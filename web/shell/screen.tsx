import { type ComponentType, useState } from 'react';
import { readStored, store } from '../lib/browserStorage.ts';
import { lazyWithRetry } from '../ui/lazyWithRetry.tsx';

export interface Screen {
  (): React.ReactNode;
  /** Loads the code, so that the next render is synchronous. */
  preload(): Promise<unknown>;
}

/** A lazily loaded screen that renders synchronously once it is preloaded, which hydration needs. */
export const screen = (load: () => Promise<{ default: ComponentType }>): Screen => {
  let Loaded: ComponentType | null = null;
  const preload = async () => {
    try {
      const loaded = await load();
      Loaded = loaded.default;
      return loaded;
    } catch (error) {
      // A deploy may have removed the chunk; a reload gets the new names. Only once, or a broken server would cause a loop.
      if (navigator.onLine && !readStored('reloaded', 'sessionStorage') && store('reloaded', '1', 'sessionStorage'))
        window.location.reload();
      throw error;
    }
  };
  const Lazy = lazyWithRetry(preload);
  const Screen = () => {
    // Fixed for the lifetime of the screen: switching from Lazy to Loaded would remount it.
    const [Component] = useState(() => Loaded ?? Lazy);
    return <Component />;
  };
  return Object.assign(Screen, { preload });
};
