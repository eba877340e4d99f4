import { goBack, useLocation, useSearchParams } from '../../../lib/router.tsx';
import { parseIdParam } from '../inbox/listFilter.ts';

/** What is looked at stands in the address under `name`, so that Back closes it first and a link opens it. */
export const useOpened = (name: string) => {
  const { state } = useLocation();
  const [params, setParams] = useSearchParams();
  return {
    opened: parseIdParam(params.get(name)),
    open: (id: number) => {
      const next = new URLSearchParams(params);
      next.set(name, String(id));
      setParams(next, { state: { opened: true } });
    },
    close: () => {
      // Opened from this list: the entry before is the list itself.
      if ((state as { opened?: boolean } | null)?.opened) return goBack();
      const next = new URLSearchParams(params);
      next.delete(name);
      setParams(next, { replace: true });
    },
  };
};
