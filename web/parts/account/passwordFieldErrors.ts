import { ApiError } from '../../lib/api.ts';

/** Says that a password is wrong at the field it was typed into. */
export const passwordFieldErrors =
  (field: string) =>
  (error: unknown): never => {
    if (error instanceof ApiError && error.code === 'wrong_password') throw new ApiError(400, { [field]: [error.message] });
    throw error;
  };
