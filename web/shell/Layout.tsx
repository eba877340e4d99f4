import type { ReactNode } from 'react';

export const Layout = ({ children }: { children: ReactNode }) => (
  <>
    <a href="#main" className="sr-only focus:not-sr-only">
      Asosiy qismga o‘tish
    </a>
    <main id="main" className="mx-auto w-full max-w-6xl px-4 py-6">
      {children}
    </main>
  </>
);
