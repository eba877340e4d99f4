import { ApiError } from '../../../lib/api.ts';

/** The `detail` message of a refused call; undefined when the reply has none. */
export const serverDetail = (error: unknown): string | undefined => {
  const detail = error instanceof ApiError && error.body !== null && typeof error.body === 'object' && 'detail' in error.body;
  return detail ? (error as ApiError).message : undefined;
};
