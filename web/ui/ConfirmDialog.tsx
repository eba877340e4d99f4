import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Sheet } from './Sheet.tsx';

interface ConfirmProps {
  open: boolean;
  title: string;
  /** What will happen. */
  children: ReactNode;
  confirm: string;
  /** Label of the other button, for actions whose name 'Bekor qilish' could be. */
  cancel?: string;
  busy?: boolean;
  danger?: boolean;
  backStep?: string | undefined;
  onConfirm(): void;
  onClose(): void;
}
export const ConfirmDialog = ({
  open,
  title,
  children,
  confirm,
  cancel = 'Bekor qilish',
  busy = false,
  danger = true,
  backStep,
  onConfirm,
  onClose,
}: ConfirmProps) => (
  <Sheet
    open={open}
    title={title}
    onClose={onClose}
    {...(backStep ? { backStep } : {})}
    footer={
      <>
        <Button variant="secondary" onClick={onClose}>
          {cancel}
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </>
    }
  >
    {children}
  </Sheet>
);
