import { Skeleton } from '../../../ui/Card.tsx';

/** Two entries that are on their way. */
export const ListSkeleton = () => (
  <div className="mt-4 space-y-3">
    <Skeleton className="h-16" />
    <Skeleton className="h-16" />
  </div>
);
