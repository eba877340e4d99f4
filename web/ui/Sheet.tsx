import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useBackButton } from '../lib/useBackButton.ts';
import { IconButton } from './Button.tsx';

interface SheetProps {
  open: boolean;
  title: string;
  onClose(): void;
  /** Called before Esc, the backdrop or the cross closes the sheet; false keeps it open. */
  mayClose?: () => boolean;
  children: ReactNode;
  /** Fixed at the bottom, above the keyboard. */
  footer?: ReactNode;
  /** Fixed under the title. */
  tools?: ReactNode;
  wide?: boolean | 'widest';
  /** Makes the browser's Back button close the sheet. Mark of its history entry (`useBackButton`), unlike that of a sheet below. */
  backStep?: string;
}

/** A native dialog: a bottom sheet on phones, a centred modal on wide screens. */
export const Sheet = ({ open, title, onClose, mayClose = () => true, children, footer, tools, wide = false, backStep }: SheetProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    if (!open) return;
    const before = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    // Returns the focus to what opened the dialog.
    return () => {
      if (document.activeElement === document.body && before?.isConnected) before.focus({ preventScroll: true });
    };
  }, [open]);
  const leave = () => mayClose() && onClose();
  useBackButton(open && backStep !== undefined, backStep ?? '', leave);
  if (!open) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a dialog by itself; the click is on its backdrop
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      className={`sheet m-0 mt-auto flex max-h-[92dvh] w-full max-w-none flex-col rounded-t-2xl bg-surface p-0 shadow-card sm:m-auto sm:rounded-2xl ${wide === 'widest' ? 'sm:max-w-6xl' : wide ? 'sm:max-w-3xl' : 'sm:max-w-lg'}`}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      // Browsers close a dialog on a second Esc without asking `onCancel`.
      onClose={() => (mayClose() ? onClose() : dialog.current?.showModal())}
      onClick={(event) => event.target === dialog.current && leave()}
    >
      <div className="flex items-center justify-between gap-2 border-b border-line py-2 pr-2 pl-5">
        <h2 id={heading} className="text-lg font-semibold">
          {title}
        </h2>
        <IconButton label="Yopish" onClick={leave}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      {tools}
      <div className="overflow-y-auto overscroll-contain p-5">{children}</div>
      {footer && (
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow border-t border-line px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
          {footer}
        </div>
      )}
    </dialog>
  );
};
