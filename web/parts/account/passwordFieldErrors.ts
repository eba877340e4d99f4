import { ApiError } from '../../lib/api.ts';

/** Shows a wrong password as an error of its field. */
export const passwordFieldErrors =
  (field: string) =>
  (error: unknown): never => {
    if (error instanceof ApiError && error.code === 'wrong_password') throw new ApiError(400, { [field]: [error.message] });
    throw error;
  };
