import { useCallback, useEffect, useState } from 'react';

type Module = typeof import('./EntrySheet.tsx');
export interface SheetLoader {
  /** Null until loaded. */
  EntrySheet: Module['EntrySheet'] | null;
  load(): Promise<unknown>;
}

/** Loads the entry sheet with its pickers and schemas after the first render. */
export const useEntrySheet = (): SheetLoader => {
  const [module, setModule] = useState<Module | null>(null);
  const load = useCallback(() => import('./EntrySheet.tsx').then(setModule), []);
  useEffect(() => {
    // Opening a form retries and reports a failure.
    load().catch(() => {});
  }, [load]);
  return { EntrySheet: module?.EntrySheet ?? null, load };
};
