import { useEffect, useRef } from 'react';
import { pageCount } from '#contract/paging.ts';
import { ApiError } from '../../../lib/api.ts';

/**
 * Goes to the last page when the requested one is past the end (404); the first page gives the count. The address is
 * replaced, so that Back does not return to the missing page.
 * @returns whether the requested page is past the end
 */
export const useLastPage = (
  error: unknown,
  {
    page,
    size,
    first,
    setPage,
  }: { page: number; size: number; first(): Promise<{ count: number }>; setPage(page: number, replace: boolean): void },
): boolean => {
  const isPastEnd = error instanceof ApiError && error.status === 404 && page > 1;
  const latest = useRef({ first, setPage });
  latest.current = { first, setPage };
  useEffect(() => {
    if (!isPastEnd) return;
    latest.current.first().then(
      ({ count }) => latest.current.setPage(pageCount(count, size), true),
      () => latest.current.setPage(1, true),
    );
  }, [isPastEnd, size]);
  return isPastEnd;
};
