import { type User, userTypes } from '#contract/account.ts';
import type { Db } from '../db/connect.ts';
import { Refusal } from '../http/refusal.ts';

/** The signed-in user. @throws Refusal unauthorized when the account is gone */
export const readUser = async (db: Db, user_id: number): Promise<User> => {
  const row = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'user_type', 'created_at'])
    .where('id', '=', user_id)
    .executeTakeFirst();
  if (!row) throw new Refusal('unauthorized');
  return { ...row, created_at: String(row.created_at), user_type_display: userTypes[row.user_type] };
};
