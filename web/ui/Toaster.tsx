import { createRoot, type Root } from 'react-dom/client';
import { Toaster, toast } from 'sonner';
import type { ToastAction } from './toast.ts';

let host: HTMLElement | null = null;
let root: Root | null = null;

const mount = () => {
  const first = host === null;
  if (!host || !root) {
    host = document.createElement('div');
    host.className = 'fixed inset-auto m-0 size-0 overflow-visible border-0 bg-transparent p-0';
    host.popover = 'manual';
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
  // The toaster listens from its first commit on.
  return first ? new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))) : Promise.resolve();
};

/** Above a dialog that was opened since: the last one shown lies on top. Browsers without popovers keep it below. */
const raise = () => {
  if (!host?.showPopover) return;
  if (host.matches(':popover-open')) host.hidePopover();
  host.showPopover();
};

export const show = async (kind: 'success' | 'error', title: string, description?: string, action?: ToastAction) => {
  await mount();
  raise();
  toast[kind](title, {
    ...(description === undefined ? {} : { description }),
    ...(action ? { action: { label: action.label, onClick: action.act } } : {}),
  });
};
