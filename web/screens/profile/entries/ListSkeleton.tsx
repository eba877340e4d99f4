import { Skeleton } from '../../../ui/Card.tsx';

/** Placeholder of a list that is loading. */
export const ListSkeleton = () => (
  <div className="mt-4 space-y-3">
    <Skeleton className="h-16" />
    <Skeleton className="h-16" />
  </div>
);
