import { createRoot, type Root } from 'react-dom/client';
import { Toaster, toast } from 'sonner';
import type { ToastAction } from './toast.ts';

/** Pixels; a longer swipe dismisses a toast (specification 9). sonner needs 45 and has no option for it. */
const swipeThreshold = 20;
const sonnerSwipeThreshold = 45;
const swipeOffset = '--swipe-amount-y';

/** Reports a swipe of 20 to 45 px to sonner as one of 45. sonner reads the distance from the toast's style on pointerup. */
const extendSwipe = ({ target }: PointerEvent) => {
  const swiped = (target as Element).closest<HTMLElement>('[data-sonner-toast]');
  // Negative upwards, the only direction in which a toast at the top can be dismissed.
  if (swiped && Number.parseFloat(swiped.style.getPropertyValue(swipeOffset)) <= -swipeThreshold)
    swiped.style.setProperty(swipeOffset, `${-sonnerSwipeThreshold}px`);
};

let host: HTMLElement | null = null;
let root: Root | null = null;

/** Renders the toaster in the current theme. @returns when it is ready for toasts */
const mount = () => {
  const isFirst = host === null;
  if (!host || !root) {
    host = document.createElement('div');
    host.className = 'fixed inset-auto m-0 size-0 overflow-visible border-0 bg-transparent p-0';
    host.popover = 'manual';
    host.addEventListener('pointerup', extendSwipe, { capture: true });
    document.body.append(host);
    root = createRoot(host);
  }
  root.render(
    <Toaster
      theme={document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'}
      position="top-center"
      duration={4000}
      visibleToasts={3}
      gap={14}
      richColors
      closeButton
      containerAriaLabel="Xabarlar"
      toastOptions={{ closeButtonAriaLabel: 'Yopish' }}
    />,
  );
  // The toaster subscribes to new toasts after its first commit.
  return isFirst ? new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))) : Promise.resolve();
};

/** Moves the toasts above dialogs opened since. Browsers without popovers leave them below. */
const raise = () => {
  if (!host?.showPopover) return;
  if (host.matches(':popover-open')) host.hidePopover();
  host.showPopover();
};

/** Shows one toast. */
export const show = async (kind: 'success' | 'error', title: string, description?: string, action?: ToastAction) => {
  await mount();
  raise();
  toast[kind](title, {
    ...(description === undefined ? {} : { description }),
    ...(action ? { action: { label: action.label, onClick: action.act } } : {}),
  });
};
