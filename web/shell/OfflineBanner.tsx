import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** A banner while there is no network connection. */
export const OfflineBanner = () => {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status">
      {!online && (
        <p className="bg-warning-soft px-4 py-2 text-center font-medium text-warning">
          Internet aloqasi yo‘q. Ko‘rib turgan ma’lumotlar eskirgan bo‘lishi mumkin.
        </p>
      )}
    </div>
  );
};
