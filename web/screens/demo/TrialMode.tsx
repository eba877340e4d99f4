import { FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';

/** Blurs its content, makes it inert and covers it with a notice. */
export const TrialMode = ({ notice, children }: { notice: string; children: ReactNode }) => (
  <div className="relative mt-5">
    <div className="pointer-events-none absolute inset-0 z-10">
      <div className="pointer-events-auto sticky top-24 mx-auto max-w-md rounded-2xl border border-line bg-surface p-6 text-center shadow-card">
        <FlaskConical aria-hidden="true" className="mx-auto size-10 text-brand" />
        <h2 className="mt-3 text-xl font-bold">Sinov rejimi</h2>
        <p className="mt-2 text-muted">{notice}</p>
      </div>
    </div>
    <div inert className="space-y-6 [filter:blur(5px)] select-none">
      {children}
    </div>
  </div>
);
