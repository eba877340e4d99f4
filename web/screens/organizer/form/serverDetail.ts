import { ApiError } from '../../../lib/api.ts';

/** The server's own sentence about a refusal, undefined when it gave none. */
export const serverDetail = (error: unknown): string | undefined => {
  const detail = error instanceof ApiError && error.body !== null && typeof error.body === 'object' && 'detail' in error.body;
  return detail ? (error as ApiError).message : undefined;
};
