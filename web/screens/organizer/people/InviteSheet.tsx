import type { ReactNode } from 'react';
import type { Form } from '../../../lib/form.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';

interface InviteSheetProps {
  title: string;
  // biome-ignore lint/suspicious/noExplicitAny: a sheet takes a form of any values
  form: Form<any>;
  submitLabel: string;
  /** The result of the sent invitation; null while the form is shown. */
  result: ReactNode;
  onClose(): void;
  /** The fields. */
  children: ReactNode;
}

/** A sheet with an invitation form, and with its result once it is sent. */
export const InviteSheet = ({ title, form, submitLabel, result, onClose, children }: InviteSheetProps) => (
  <Sheet
    open
    title={title}
    onClose={onClose}
    // The reply may hold links that are shown only once.
    mayClose={() => !form.busy}
    backStep="sheet"
    footer={
      result ? (
        <Button onClick={onClose}>Tayyor</Button>
      ) : (
        <>
          <Button variant="secondary" disabled={form.busy} onClick={onClose}>
            Bekor qilish
          </Button>
          <Button busy={form.busy} onClick={() => form.onSubmit()}>
            {form.busy ? 'Yuborilmoqda...' : submitLabel}
          </Button>
        </>
      )
    }
  >
    {result ?? (
      <form noValidate onSubmit={form.onSubmit} className="space-y-5">
        <ErrorSummary form={form} />
        {children}
      </form>
    )}
  </Sheet>
);
