import { messageFor } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';

/** An error message with a retry button. */
export const LoadError = ({ error, message, onRetry }: { error?: unknown; message?: string; onRetry?: () => void }) => (
  <div role="alert" className="flex flex-col items-start gap-4 rounded-2xl border border-danger bg-danger-soft p-5 text-danger">
    <p className="font-medium">{message ?? messageFor(error)}</p>
    {onRetry && (
      <Button variant="secondary" onClick={onRetry}>
        Qayta urinish
      </Button>
    )}
  </div>
);
