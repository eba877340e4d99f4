import { Button } from '../../../ui/Button.tsx';

const showConsent = () => document.getElementById('apply-consent')?.focus();

interface FooterProps {
  label: string;
  /** Looks disabled; a click still calls `onSubmit`, which explains why. */
  isOff: boolean;
  isBusy: boolean;
  /** Why the application cannot be sent, or what comes next. */
  note: string | undefined;
  onSubmit(): void;
}

/** The submit button below the form with a note or the consent. */
export const Footer = ({ label, isOff, isBusy, note, onSubmit }: FooterProps) => (
  <footer className="border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]">
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-2 px-4 py-3 sm:flex-row-reverse sm:items-center sm:justify-between">
      <Button
        id="apply-submit"
        className="w-full sm:w-auto"
        aria-disabled={isOff || undefined}
        aria-busy={isBusy || undefined}
        // Ignores the second click of a double click.
        onClick={(event) => event.detail <= 1 && onSubmit()}
      >
        {label}
      </Button>
      <p className="text-sm text-muted">
        {note ?? (
          <>
            Yuborish bilan{' '}
            <button type="button" className="text-brand underline underline-offset-2" onClick={showConsent}>
              ma’lumotlaringiz ulashilishiga
            </button>{' '}
            rozilik bildirasiz.
          </>
        )}
      </p>
    </div>
  </footer>
);
