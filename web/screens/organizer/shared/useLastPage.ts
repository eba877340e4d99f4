import { useEffect, useRef } from 'react';
import { pageCount } from '#contract/paging.ts';
import { ApiError } from '../../../lib/api.ts';

/**
 * A page past the end is 404: the first page says how many there are, and the screen steps back to the last one. It takes
 * the place of the address that led here: by Back one would come to it again and again.
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
  const past = error instanceof ApiError && error.status === 404 && page > 1;
  const step = useRef({ first, setPage });
  step.current = { first, setPage };
  useEffect(() => {
    if (!past) return;
    step.current.first().then(
      ({ count }) => step.current.setPage(pageCount(count, size), true),
      () => step.current.setPage(1, true),
    );
  }, [past, size]);
  return past;
};
