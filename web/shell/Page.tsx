import { useEffect } from 'react';
import { useLocation } from '../lib/router.tsx';

let lastPathname: string | null = null;

/** Sets the document title; after a navigation scrolls to the top and focuses the heading. */
export const usePage = (title: string) => {
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = title === 'Imkon' ? title : `${title} — Imkon`;
  }, [title]);
  useEffect(() => {
    if (lastPathname !== null && lastPathname !== pathname) {
      window.scrollTo(0, 0);
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    }
    lastPathname = pathname;
  }, [pathname]);
};

/** The level-one heading of a screen. */
export const PageTitle = ({ children, className = '' }: { children: React.ReactNode; className?: string }) => (
  <h1 tabIndex={-1} className={`text-2xl font-bold sm:text-3xl ${className}`}>
    {children}
  </h1>
);
