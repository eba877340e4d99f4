import { Button } from '../../../ui/Button.tsx';

const showConsent = () => document.getElementById('apply-consent')?.focus();

interface FooterProps {
  label: string;
  /** A tap still answers, saying why. */
  isOff: boolean;
  isBusy: boolean;
  /** Why nothing can be sent yet, or what else comes first. */
  note: string | undefined;
  onSubmit(): void;
}

/** Stays below the form: the one thing to do next, and what it means. */
export const Footer = ({ label, isOff, isBusy, note, onSubmit }: FooterProps) => (
  <footer className="border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]">
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-2 px-4 py-3 sm:flex-row-reverse sm:items-center sm:justify-between">
      <Button
        id="apply-submit"
        className="w-full sm:w-auto"
        aria-disabled={isOff || undefined}
        aria-busy={isBusy || undefined}
        // The second tap of a double tap is not a second thought.
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
