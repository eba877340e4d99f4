import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { Refusal } from '../http/refusal.ts';

/** Replaces the address of a deleted account in audit logs. */
const deletedAccountLabel = 'O‘chirilgan hisob';

/**
 * Removes a user from their organization. An organization without members becomes inactive and loses its phone and e-mail.
 * @returns the id of the organization left without members; null when others remain or the user had none
 * @throws Refusal last_owner when the remaining members would have no owner
 */
export const leaveOrganization = async (trx: Db, user_id: number, at: Date): Promise<number | null> => {
  const membership = await trx.selectFrom('members').select('organization_id').where('user_id', '=', user_id).executeTakeFirst();
  if (!membership) return null;
  const { organization_id } = membership;
  // Two owners who leave concurrently run one after the other; roles are read after the lock because they may have changed.
  await trx.selectFrom('organizations').select('id').where('id', '=', organization_id).forUpdate().execute();
  const members = await trx.selectFrom('members').select(['user_id', 'role']).where('organization_id', '=', organization_id).execute();
  const owners = members.filter(({ role }) => role === 'owner');
  if (members.some((other) => other.user_id !== user_id)) {
    if (owners.length === 1 && owners[0]?.user_id === user_id) throw new Refusal('last_owner');
    await trx.deleteFrom('members').where('user_id', '=', user_id).execute();
    return null;
  }
  await trx.deleteFrom('members').where('user_id', '=', user_id).execute();
  await trx
    .updateTable('organizations')
    .set({ is_active: false, phone: null, email: null, updated_at: at })
    .where('id', '=', organization_id)
    .execute();
  // No member is left to answer for newcomers.
  await trx
    .updateTable('invitations')
    .set({ revoked_at: at })
    .where('organization_id', '=', organization_id)
    .where('revoked_at', 'is', null)
    .where('accepted_at', 'is', null)
    .execute();
  return organization_id;
};

/** Deletes the invitations sent to an address and replaces the address in audit log entries. */
export const deleteInvitationsTo = async (trx: Db, email: string): Promise<void> => {
  await trx.deleteFrom('invitations').where('email', '=', email).execute();
  await sql`
    update audit_log set details = ${deletedAccountLabel} || substr(details, char_length(${email}) + 1)
    where details = ${email} or starts_with(details, ${`${email} (`}) or starts_with(details, ${`${email}: `})`.execute(trx);
};
