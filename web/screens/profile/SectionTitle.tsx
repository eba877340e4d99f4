import type { ReactNode } from 'react';

/** Heading of a section; the target of /profile?section=…. */
export const SectionTitle = ({ section, children }: { section: string; children: ReactNode }) => (
  <h2 id={`section-${section}`} tabIndex={-1} className="min-w-0 scroll-mt-24 text-lg font-semibold">
    {children}
  </h2>
);
