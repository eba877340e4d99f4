import { type ComponentType, lazy, useState } from 'react';
import { Button } from './Button.tsx';

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/** In the place of code that did not come. In sight wherever its place is: it may have been asked for from a bar far above. */
const lost = <P extends object>(load: Load<P>) => {
  let Came: ComponentType<P> | null = null;
  return (given: P) => {
    // Opened anew it is shown at once, once it has come.
    const [Part, setPart] = useState(() => Came);
    const again = async () => {
      try {
        Came = (await load()).default;
        setPart(() => Came);
      } catch {
        // Some browsers remember for as long as the page lives that it did not come.
        if (navigator.onLine) window.location.reload();
      }
    };
    return Part ? (
      <Part {...given} />
    ) : (
      <div role="alert" className="sticky bottom-24 z-20 rounded-2xl border border-danger bg-danger-soft p-5 text-danger">
        <p className="pb-3">Sahifaning bu qismi yuklanmadi.</p>
        <Button look="secondary" onClick={again}>
          Qayta urinish
        </Button>
      </div>
    );
  };
};

/** A part with code of its own. When that does not come, the rest of the page stands, and says so unless it is a trifle. */
export const lazyWithRetry = <P extends object>(load: Load<P>, isTrifle = false) =>
  lazy<ComponentType<P>>(() => load().catch(() => ({ default: isTrifle ? () => null : lost(load) })));
