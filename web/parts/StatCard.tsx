import type { ReactNode } from 'react';
import { formatNumber } from '#contract/uzbek.ts';
import { Skeleton } from '../ui/Card.tsx';

/** One figure with its name; a placeholder while it is loading. */
export const StatCard = ({ label, value, note }: { label: string; value: number | string | undefined; note?: ReactNode }) => (
  <div className="rounded-2xl border border-line bg-surface p-4 shadow-card">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="mt-1 text-2xl font-bold tabular-nums">
      {value === undefined ? <Skeleton className="h-9 w-16" /> : formatNumber(value)}
    </dd>
    {note && <dd className="mt-1 text-sm text-muted">{note}</dd>}
  </div>
);

export const StatGrid = ({ children, label }: { children: ReactNode; label: string }) => (
  // Two columns where words fit into half the width, one column with a large font size.
  <dl aria-label={label} className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8.5rem,50%-0.375rem)),1fr))] gap-3 lg:grid-cols-4">
    {children}
  </dl>
);
