import { type ButtonHTMLAttributes, type ReactNode, useRef } from 'react';
import { Link } from '../lib/router.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

const base =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-xl px-5 py-2.5 text-center font-semibold transition-colors duration-150 select-none aria-disabled:opacity-60 disabled:opacity-60';
const variants: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-strong',
  secondary: 'border border-control bg-surface text-ink hover:bg-sunken',
  quiet: 'text-brand hover:bg-brand-soft',
  danger: 'border border-danger bg-surface text-danger hover:bg-danger-soft',
};
/** Classes of a button, for labels and links that look like one. */
export const buttonClass = (variant: ButtonVariant = 'primary', extra = ''): string => `${base} ${variants[variant]} ${extra}`;

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  /** While true, clicks are ignored and the button stays focusable. When given, the second click of a double click is ignored too. */
  busy?: boolean;
}
export const Button = ({ variant, busy, className, type = 'button', onClick, ...rest }: ButtonProps) => {
  const wasClicked = useRef(false);
  return (
    <button
      type={type}
      className={buttonClass(variant, className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      {...rest}
      onClick={(event) => {
        if (busy || (busy === false && (wasClicked.current || event.detail > 1))) return event.preventDefault();
        onClick?.(event);
        // Phones do not count taps in `detail`. On a slow one the second is delivered before `busy` renders, and before any timer.
        wasClicked.current = true;
        setTimeout(() => {
          wasClicked.current = false;
        });
      }}
    />
  );
};

interface LinkButtonProps {
  to: string;
  variant?: ButtonVariant;
  className?: string;
  children: ReactNode;
  state?: unknown;
  replace?: boolean;
}
export const LinkButton = ({ variant, className, ...rest }: LinkButtonProps) => (
  <Link className={buttonClass(variant, className)} {...rest} />
);

/** A square button with one icon. @param label for screen readers and as a tooltip */
export const IconButton = ({ label, className = '', children, ...rest }: Omit<ButtonProps, 'variant' | 'busy'> & { label: string }) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    className={`inline-flex size-12 shrink-0 items-center justify-center rounded-xl text-muted hover:bg-sunken hover:text-ink ${className}`}
    {...rest}
  >
    {children}
  </button>
);
