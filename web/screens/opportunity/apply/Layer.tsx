import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';

/** A full-screen dialog titled by its `#apply-title`; the page behind it is inert. */
export const Layer = ({ children }: { children: ReactNode }) => {
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = document.getElementById('root');
    const before = document.activeElement as HTMLElement | null;
    root?.setAttribute('inert', '');
    layer.current?.querySelector('h2')?.focus();
    return () => {
      root?.removeAttribute('inert');
      before?.focus?.({ preventScroll: true });
    };
  }, []);

  return createPortal(
    <div
      ref={layer}
      role="dialog"
      aria-modal="true"
      aria-labelledby="apply-title"
      data-layer=""
      className="fixed inset-0 z-50 flex flex-col bg-page"
    >
      {children}
    </div>,
    document.body,
  );
};
