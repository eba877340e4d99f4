import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { MemberRole } from '#contract/organization-rules.ts';
import type { Db } from '../db/connect.ts';
import { Refusal } from '../http/refusal.ts';

/** A new token for an invitation link, 32 random bytes as base64url. Only its hash is stored. */
export const newInvitationToken = (): string => randomBytes(32).toString('base64url');
/** The stored form of a token: SHA-256, hex. */
export const invitationHash = (token: string): string => createHash('sha256').update(token).digest('hex');

export interface OpenInvitation {
  id: number;
  kind: 'member' | 'student';
  organization_id: number;
  email: string;
  role: MemberRole | null;
}

/** Reads an open invitation and locks its row, so that it is accepted once. @throws Refusal invitation_not_found when used, expired or revoked */
export const lockInvitation = async (trx: Db, token: string, at: Date): Promise<OpenInvitation> => {
  const { rows } = await sql<OpenInvitation>`
    select id, kind, organization_id, email, role from invitations
    where token_hash = ${invitationHash(token)} and accepted_at is null and revoked_at is null and expires_at > ${at}
    for update`.execute(trx);
  if (!rows[0]) throw new Refusal('invitation_not_found');
  return rows[0];
};

/** Makes the user a member and marks the invitation as accepted. The caller has verified the user and locked the invitation. */
export const joinOrganization = async (
  trx: Db,
  { id, organization_id, role }: OpenInvitation,
  user_id: number,
  at: Date,
): Promise<void> => {
  await sql`
    with joined as (
      insert into members (user_id, organization_id, role, created_at) values (${user_id}, ${organization_id}, ${role}, ${at})
    ), logged as (
      insert into audit_log (organization_id, actor_id, action, details, created_at)
      select organization_id, ${user_id}, 'member_joined', email, ${at} from invitations where id = ${id}
    )
    update invitations set accepted_at = ${at}, accepted_by = ${user_id} where id = ${id}`.execute(trx);
};
