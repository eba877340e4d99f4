import { verifyPassword } from '../accounts/passwords.ts';
import { removeStudentFromApplications } from '../applications/removal.ts';
import { detachUploads, removeDetachedFiles } from '../files/removal.ts';
import type { Actor } from '../http/actor.ts';
import { deleteUserReplies } from '../http/idempotency.ts';
import { deleteAttempts, enforceRateLimit } from '../http/rateLimits.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { closeAllOpportunities } from '../opportunities/removal.ts';
import { deleteInvitationsTo, leaveOrganization } from '../organizations/removal.ts';
import { deleteMailsTo } from '../outbox/notify.ts';

/**
 * Deletes an account with all personal data, in one transaction; its files are removed after the commit. Rows that cascade from
 * the user (profile, lists, drafts, sessions, consents) are deleted with it.
 * @throws Refusal unauthorized, wrong_password, last_owner, conflict after a concurrent password change, too_many_requests after many guesses
 */
export const deleteAccount = async (deps: Deps, { user_id }: Actor, { password }: { password: string }): Promise<Record<string, never>> => {
  const user = await deps.db.selectFrom('users').select(['email', 'password_hash']).where('id', '=', user_id).executeTakeFirst();
  if (!user) throw new Refusal('unauthorized');
  // With a stolen access token this call must not allow unlimited guesses.
  await enforceRateLimit(deps, 'login_account', user.email);
  if (!(await verifyPassword(user.password_hash, password))) throw new Refusal('wrong_password');
  const at = deps.now();
  await deps.db.transaction().execute(async (trx) => {
    const emptyOrganization = await leaveOrganization(trx, user_id, at);
    if (emptyOrganization !== null) await closeAllOpportunities(trx, emptyOrganization, at);
    // Lock order: applications, opportunities and the profile before the user, as in other transactions.
    await removeStudentFromApplications(trx, user_id, at);
    await trx.selectFrom('students').select('user_id').where('user_id', '=', user_id).forUpdate().execute();
    const locked = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', user_id)
      .where('password_hash', '=', user.password_hash)
      .forUpdate()
      .executeTakeFirst();
    if (!locked) throw new Refusal('conflict');
    // Again: an application that was being sent has committed by now, and the lock prevents new ones.
    await removeStudentFromApplications(trx, user_id, at);
    await detachUploads(trx, user_id);
    await deleteUserReplies(trx, user_id, user.email);
    await deleteInvitationsTo(trx, user.email);
    await deleteMailsTo(trx, user.email);
    await deleteAttempts(trx, [user_id, user.email]);
    await trx.deleteFrom('users').where('id', '=', user_id).execute();
  });
  // A file that cannot be removed now is removed later by the job `remove-detached-files`.
  await removeDetachedFiles(deps).catch(() => {});
  return {};
};
