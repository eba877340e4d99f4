import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** Says plainly that there is no connection; what is on the screen stays. */
export const OfflineBanner = () => {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-2 text-center font-medium text-warning">
          <WifiOff aria-hidden="true" className="size-5 shrink-0" />
          Internet aloqasi yo‘q. Ko‘rib turgan ma’lumotlar eskirgan bo‘lishi mumkin.
        </p>
      )}
    </div>
  );
};
