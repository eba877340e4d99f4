import { type ComponentType, lazy, useState } from 'react';
import { Button } from './Button.tsx';

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/** Fallback when a lazy chunk fails to load. Sticky, because the trigger may be off-screen. */
const failedPart = <P extends object>(load: Load<P>) => {
  let Loaded: ComponentType<P> | null = null;
  return (props: P) => {
    // Mounted again after a successful retry, it renders at once.
    const [Part, setPart] = useState(() => Loaded);
    const retry = async () => {
      try {
        Loaded = (await load()).default;
        setPart(() => Loaded);
      } catch {
        // Some browsers cache a failed import until the page is reloaded.
        if (navigator.onLine) window.location.reload();
      }
    };
    return Part ? (
      <Part {...props} />
    ) : (
      <div role="alert" className="sticky bottom-24 z-20 rounded-2xl border border-danger bg-danger-soft p-5 text-danger">
        <p className="pb-3">Sahifaning bu qismi yuklanmadi.</p>
        <Button variant="secondary" onClick={retry}>
          Qayta urinish
        </Button>
      </div>
    );
  };
};

/**
 * A lazily loaded component. When its chunk fails to load, the rest of the page stays and a retry button is shown.
 * @param isOptional shows nothing instead of the retry button
 */
export const lazyWithRetry = <P extends object>(load: Load<P>, isOptional = false) =>
  lazy<ComponentType<P>>(() => load().catch(() => ({ default: isOptional ? () => null : failedPart(load) })));
