import { goBack, useLocation, useSearchParams } from '../../../lib/router.tsx';
import { parseIdParam } from './parseIdParam.ts';

/** The id of an open dialog in the address parameter `name`: a link opens the dialog and Back closes it. */
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
      // Opened from this list: the previous history entry is the list.
      if ((state as { opened?: boolean } | null)?.opened) return goBack();
      const next = new URLSearchParams(params);
      next.delete(name);
      setParams(next, { replace: true });
    },
  };
};
