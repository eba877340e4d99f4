import { Skeleton } from '../../ui/Card.tsx';

/** Placeholder while the code of a screen is loading. */
export const Loading = () => (
  <div role="status" className="space-y-4 py-4">
    <span className="sr-only">Yuklanmoqda...</span>
    <Skeleton className="h-9 w-2/3" />
    <Skeleton className="h-40" />
    <Skeleton className="h-40" />
  </div>
);
