import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from '../lib/router.tsx';
import { isTopHistoryEntry, useBackButton } from '../lib/useBackButton.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** Path a click navigates to inside this site; null for new windows, downloads and links within the page. */
const navigationTarget = (event: MouseEvent): string | null => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = (event.target as Element | null)?.closest?.('a[href]') as HTMLAnchorElement | null;
  if (!link || link.target === '_blank' || link.hasAttribute('download') || link.origin !== window.location.origin) return null;
  return link.pathname === window.location.pathname || /^\/(api|files)\//.test(link.pathname) ? null : link.pathname + link.search;
};

const mark = 'guarded';
/** Whether the current history entry is the guard's; a navigation should replace it. */
export const isGuardEntry = (): boolean => isTopHistoryEntry(mark);

/**
 * Asks for confirmation before unsaved changes are left by a link, Back or closing the page.
 * @param discard removes the stored values of a form with `draftName`; closing the page then needs no confirmation
 * @param closingLoses asks when the page is closed nevertheless, for a chosen file, which cannot be stored
 * @returns the dialog to render
 */
export const useLeaveGuard = (dirty: boolean, discard?: () => void, closingLoses = discard === undefined): ReactNode => {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState<{ go(): void } | null>(null);
  const isReleased = useBackButton(dirty, mark, () => setLeaving({ go: () => window.history.go(-2) }));

  useEffect(() => {
    if (!dirty) return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const to = navigationTarget(event);
      if (to === null) return;
      event.preventDefault();
      event.stopPropagation();
      setLeaving({ go: () => navigate(to, { replace: isGuardEntry() }) });
    };
    if (closingLoses) window.addEventListener('beforeunload', onBeforeUnload);
    document.addEventListener('click', onClick, true);
    return () => {
      window.removeEventListener('beforeunload', onBeforeUnload);
      document.removeEventListener('click', onClick, true);
    };
  }, [dirty, closingLoses, navigate]);

  return (
    <ConfirmDialog
      open={leaving !== null}
      title="O‘zgarishlar saqlanmagan"
      confirm="Saqlamasdan chiqish"
      onClose={() => setLeaving(null)}
      onConfirm={() => {
        isReleased.current = true;
        discard?.();
        setLeaving(null);
        leaving?.go();
      }}
    >
      <p>Sahifadan chiqsangiz, kiritgan o‘zgarishlaringiz yo‘qoladi.</p>
    </ConfirmDialog>
  );
};
