import { useEffect } from 'react';
import { useLocation } from '../lib/router.tsx';

let shown: string | null = null;

/** Title and focus of a screen: on navigation the heading takes the focus, on the first page it does not. */
export const usePage = (title: string) => {
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = title === 'Imkon' ? title : `${title} — Imkon`;
  }, [title]);
  useEffect(() => {
    if (shown !== null && shown !== pathname) {
      window.scrollTo(0, 0);
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    }
    shown = pathname;
  }, [pathname]);
};

/** The one heading of a screen; it can take the focus. */
export const PageTitle = ({ children, className = '' }: { children: React.ReactNode; className?: string }) => (
  <h1 tabIndex={-1} className={`text-2xl font-bold sm:text-3xl ${className}`}>
    {children}
  </h1>
);
