import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { Refusal } from '../http/refusal.ts';

/** Stands in an audit log for whoever has deleted their account. */
const nameless = 'O‘chirilgan hisob';

/**
 * Takes a person out of their organization. With nobody left in it, it stands still: inactive, and without the phone and
 * e-mail nobody answers any more.
 * @returns the organization that was left empty, null when others remain or there is none
 * @throws Refusal last_owner when the others would be left without an owner
 */
export const leaveOrganization = async (trx: Db, user_id: number, at: Date): Promise<number | null> => {
  const mine = await trx.selectFrom('members').select('organization_id').where('user_id', '=', user_id).executeTakeFirst();
  if (!mine) return null;
  const { organization_id } = mine;
  // Two owners who leave at once do so one after the other; who is what may have changed while this one waited.
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
  // Nobody is left who could vouch for whoever would come in.
  await trx
    .updateTable('invitations')
    .set({ revoked_at: at })
    .where('organization_id', '=', organization_id)
    .where('revoked_at', 'is', null)
    .where('accepted_at', 'is', null)
    .execute();
  return organization_id;
};

/** Takes a person's address out of what organizations keep: invitations they never answered, and the lines of audit logs that name it. */
export const deleteInvitationsTo = async (trx: Db, email: string): Promise<void> => {
  await trx.deleteFrom('invitations').where('email', '=', email).execute();
  await sql`
    update audit_log set details = ${nameless} || substr(details, char_length(${email}) + 1)
    where details = ${email} or starts_with(details, ${`${email} (`}) or starts_with(details, ${`${email}: `})`.execute(trx);
};
