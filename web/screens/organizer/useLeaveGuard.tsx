import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from '../../lib/router.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

/** Where a click leads inside this site, null when it opens elsewhere or stays on the page. */
const targetOf = (event: MouseEvent): string | null => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = (event.target as Element | null)?.closest?.('a[href]') as HTMLAnchorElement | null;
  if (!link || link.target === '_blank' || link.hasAttribute('download') || link.origin !== window.location.origin) return null;
  const to = link.pathname + link.search;
  return to === window.location.pathname + window.location.search ? null : to;
};

/**
 * Asks before what was typed is left behind: by a link, by Back, by closing the page. Render what it returns.
 * The listeners stand before the router's own, which hears nothing of a step that is not taken yet.
 */
export const useLeaveGuard = (dirty: boolean): ReactNode => {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState<{ go(): void } | null>(null);
  const letGo = useRef(false);

  useEffect(() => {
    if (!dirty) return;
    let returning = false;
    const closing = (event: BeforeUnloadEvent) => event.preventDefault();
    const clicked = (event: MouseEvent) => {
      const to = targetOf(event);
      if (to === null) return;
      event.preventDefault();
      event.stopPropagation();
      setLeaving({ go: () => navigate(to) });
    };
    const stepped = (event: PopStateEvent) => {
      if (letGo.current) return;
      event.stopImmediatePropagation();
      if (returning) {
        returning = false;
        setLeaving({ go: () => window.history.back() });
        return;
      }
      // The address has changed already; it is put back before anybody looks at it.
      returning = true;
      window.history.forward();
    };
    window.addEventListener('beforeunload', closing);
    document.addEventListener('click', clicked, true);
    window.addEventListener('popstate', stepped, true);
    return () => {
      window.removeEventListener('beforeunload', closing);
      document.removeEventListener('click', clicked, true);
      window.removeEventListener('popstate', stepped, true);
    };
  }, [dirty, navigate]);

  return (
    <ConfirmDialog
      open={leaving !== null}
      title="O‘zgarishlar saqlanmagan"
      confirm="Saqlamasdan chiqish"
      onClose={() => setLeaving(null)}
      onConfirm={() => {
        letGo.current = true;
        leaving?.go();
      }}
    >
      <p>Sahifadan chiqsangiz, kiritgan o‘zgarishlaringiz yo‘qoladi.</p>
    </ConfirmDialog>
  );
};
