import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from '../lib/router.tsx';
import { isTopHistoryEntry, useBackButton } from '../lib/useBackButton.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** Where a click leads inside this site, null when it opens elsewhere, downloads something or stays on the page. */
const targetOf = (event: MouseEvent): string | null => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = (event.target as Element | null)?.closest?.('a[href]') as HTMLAnchorElement | null;
  if (!link || link.target === '_blank' || link.hasAttribute('download') || link.origin !== window.location.origin) return null;
  return link.pathname === window.location.pathname || /^\/(api|files)\//.test(link.pathname) ? null : link.pathname + link.search;
};

const mark = 'guarded';
/** Whether the newest entry of the history is the guard's own; a navigation replaces it. */
export const isGuardEntry = (): boolean => isTopHistoryEntry(mark);

/**
 * Asks before what was typed is left behind: by a link, by Back, by closing the page. Render what it returns.
 * @param discard for a form that keeps what is typed: forgets it when the person says so. Closing the page loses nothing
 * then, and nothing is asked
 * @param closingLoses what such a form cannot keep, a chosen file, would go with the page: closing it asks all the same
 */
export const useLeaveGuard = (dirty: boolean, discard?: () => void, closingLoses = discard === undefined): ReactNode => {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState<{ go(): void } | null>(null);
  const letGo = useBackButton(dirty, mark, () => setLeaving({ go: () => window.history.go(-2) }));

  useEffect(() => {
    if (!dirty) return;
    const closing = (event: BeforeUnloadEvent) => event.preventDefault();
    const clicked = (event: MouseEvent) => {
      const to = targetOf(event);
      if (to === null) return;
      event.preventDefault();
      event.stopPropagation();
      setLeaving({ go: () => navigate(to, { replace: isGuardEntry() }) });
    };
    if (closingLoses) window.addEventListener('beforeunload', closing);
    document.addEventListener('click', clicked, true);
    return () => {
      window.removeEventListener('beforeunload', closing);
      document.removeEventListener('click', clicked, true);
    };
  }, [dirty, closingLoses, navigate]);

  return (
    <ConfirmDialog
      open={leaving !== null}
      title="O‘zgarishlar saqlanmagan"
      confirm="Saqlamasdan chiqish"
      onClose={() => setLeaving(null)}
      onConfirm={() => {
        letGo.current = true;
        discard?.();
        setLeaving(null);
        leaving?.go();
      }}
    >
      <p>Sahifadan chiqsangiz, kiritgan o‘zgarishlaringiz yo‘qoladi.</p>
    </ConfirmDialog>
  );
};
