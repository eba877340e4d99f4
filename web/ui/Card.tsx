import type { HTMLAttributes, ReactNode } from 'react';

export const Card = ({ className = '', ...rest }: HTMLAttributes<HTMLElement>) => (
  <section className={`rounded-2xl border border-line bg-surface p-5 shadow-card ${className}`} {...rest} />
);

type Tone = 'neutral' | 'brand' | 'success' | 'warning' | 'danger' | 'kind';
const tones: Record<Tone, string> = {
  neutral: 'bg-sunken text-ink',
  brand: 'bg-brand-soft text-brand-strong',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  kind: 'bg-hue-tint text-hue-text',
};
/** A short label. The tone `kind` takes its hue from `data-kind` on itself or an ancestor. */
export const Badge = ({ tone = 'neutral', children, className = '' }: { tone?: Tone; children: ReactNode; className?: string }) => (
  <span className={`inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-sm font-medium ${tones[tone]} ${className}`}>
    {children}
  </span>
);

export const Skeleton = ({ className = '' }: { className?: string }) => <div className={`skeleton ${className}`} aria-hidden="true" />;

/** Explains why a list is empty and offers one action. */
export const EmptyState = ({
  title,
  children,
  action,
  icon,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
}) => (
  <div className="flex flex-col items-center gap-3 rounded-2xl border border-dashed border-control px-6 py-12 text-center">
    {icon && <div className="text-muted">{icon}</div>}
    <p className="text-lg font-semibold">{title}</p>
    {children && <div className="max-w-prose text-muted">{children}</div>}
    {action}
  </div>
);

/** A picture, or up to two initials. */
export const Avatar = ({ src, initials, className = 'size-10 text-sm' }: { src?: string | null; initials: string; className?: string }) => (
  <span
    className={`inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-brand-soft font-semibold text-brand-strong ${className}`}
    aria-hidden="true"
  >
    {src ? <img src={src} alt="" width={96} height={96} className="size-full object-cover" /> : initials}
  </span>
);
