import { verifyPassword } from '../accounts/passwords.ts';
import { removeStudentFromApplications } from '../applications/removal.ts';
import { detachFilesOfOwner, removeDetachedFiles } from '../files/removal.ts';
import type { Actor } from '../http/actor.ts';
import { deleteRepliesOfUser } from '../http/idempotency.ts';
import { deleteAttempts, enforceRateLimit } from '../http/rateLimits.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { closeOpportunitiesOf } from '../opportunities/removal.ts';
import { deleteInvitationsTo, leaveOrganization } from '../organizations/removal.ts';
import { deleteMailsTo } from '../outbox/notify.ts';

/**
 * Deletes an account with everything personal, in one transaction; files follow once it has happened. Whatever hangs on
 * the user by a foreign key (profile, lists, drafts, sessions, consents) goes with the row.
 * @throws Refusal wrong_password, last_owner; too_many_requests after many guesses
 */
export const deleteAccount = async (deps: Deps, { user_id }: Actor, { password }: { password: string }): Promise<Record<string, never>> => {
  const user = await deps.db.selectFrom('users').select(['email', 'password_hash']).where('id', '=', user_id).executeTakeFirst();
  if (!user) throw new Refusal('unauthorized');
  // A borrowed access token must not become a place to guess.
  await enforceRateLimit(deps, 'login_account', user.email);
  if (!(await verifyPassword(user.password_hash, password))) throw new Refusal('wrong_password');
  const at = deps.now();
  await deps.db.transaction().execute(async (trx) => {
    const left = await leaveOrganization(trx, user_id, at);
    if (left !== null) await closeOpportunitiesOf(trx, left, at);
    // Rows that other verbs hold while they wait for the user's come first: applications, opportunities, the profile.
    await removeStudentFromApplications(trx, user_id, at);
    await trx.selectFrom('students').select('user_id').where('user_id', '=', user_id).forUpdate().execute();
    const held = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', user_id)
      .where('password_hash', '=', user.password_hash)
      .forUpdate()
      .executeTakeFirst();
    if (!held) throw new Refusal('conflict');
    // One that was being sent meanwhile has landed now, and no other can.
    await removeStudentFromApplications(trx, user_id, at);
    await detachFilesOfOwner(trx, user_id);
    await deleteRepliesOfUser(trx, user_id, user.email);
    await deleteInvitationsTo(trx, user.email);
    await deleteMailsTo(trx, user.email);
    await deleteAttempts(trx, [user_id, user.email]);
    await trx.deleteFrom('users').where('id', '=', user_id).execute();
  });
  await removeDetachedFiles(deps);
  return {};
};
