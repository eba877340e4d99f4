import { useCallback, useEffect, useState } from 'react';

type Module = typeof import('./EntrySheet.tsx');
export interface SheetLoader {
  /** Absent until it is here. */
  EntrySheet: Module['EntrySheet'] | null;
  load(): Promise<unknown>;
}

/** The form of an entry, with its pickers and rules: not part of the first load, but here before it is asked for. */
export const useEntrySheet = (): SheetLoader => {
  const [module, setModule] = useState<Module | null>(null);
  const load = useCallback(() => import('./EntrySheet.tsx').then(setModule), []);
  useEffect(() => {
    // Asked again, and spoken about, when a form is opened.
    load().catch(() => {});
  }, [load]);
  return { EntrySheet: module?.EntrySheet ?? null, load };
};
