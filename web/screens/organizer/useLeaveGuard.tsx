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

/** Whether the newest entry of the history is the guard's own; a navigation replaces it. */
export const onGuardedEntry = (): boolean => (window.history.state as { guarded?: boolean } | null)?.guarded === true;

/**
 * Asks before what was typed is left behind: by a link, by Back, by closing the page. Render what it returns.
 * While there is something to lose, the page stands in the history twice: Back leads to the same address, so that
 * nothing is taken down before the question is answered.
 */
export const useLeaveGuard = (dirty: boolean): ReactNode => {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState<{ go(): void } | null>(null);
  const letGo = useRef(false);

  useEffect(() => {
    if (!dirty) return;
    const stand = () => {
      if (!onGuardedEntry()) window.history.pushState({ ...window.history.state, guarded: true }, '');
    };
    const closing = (event: BeforeUnloadEvent) => event.preventDefault();
    const clicked = (event: MouseEvent) => {
      const to = targetOf(event);
      if (to === null) return;
      event.preventDefault();
      event.stopPropagation();
      setLeaving({ go: () => navigate(to, { replace: onGuardedEntry() }) });
    };
    const stepped = () => {
      if (letGo.current || onGuardedEntry()) return;
      stand();
      setLeaving({ go: () => window.history.go(-2) });
    };
    stand();
    window.addEventListener('beforeunload', closing);
    document.addEventListener('click', clicked, true);
    window.addEventListener('popstate', stepped);
    return () => {
      window.removeEventListener('beforeunload', closing);
      document.removeEventListener('click', clicked, true);
      window.removeEventListener('popstate', stepped);
      // Saved or taken back without leaving: the second entry goes.
      if (onGuardedEntry() && !letGo.current) window.history.back();
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
