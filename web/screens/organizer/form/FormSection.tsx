import type { ReactNode } from 'react';

/** A titled card of the form. */
export const FormSection = ({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) => (
  <section className="rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-6">
    <h2 className="text-xl font-semibold">{title}</h2>
    {hint && <p className="mt-1 text-muted">{hint}</p>}
    <div className="mt-4 space-y-5">{children}</div>
  </section>
);

/** Fields in two columns; one column on phones. */
export const Pair = ({ children }: { children: ReactNode }) => <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">{children}</div>;
