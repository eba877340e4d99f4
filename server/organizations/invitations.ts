import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Invitation, MemberInvitation } from '#contract/member.ts';
import { type MemberRole, memberRoles } from '#contract/organization-rules.ts';
import { normalizeForSearch } from '#contract/textNormalization.ts';
import { invitationHash, joinOrganization, lockInvitation, newInvitationToken } from '../accounts/invitationTokens.ts';
import type { Db } from '../db/connect.ts';
import { labelSql } from '../db/sqlLabels.ts';
import type { Actor } from '../http/actor.ts';
import { requestOrigin } from '../http/origin.ts';
import { type PageQuery, pageFromRows, pageWindow } from '../http/paging.ts';
import { allowedKeys, enforceRateLimit, ipKey } from '../http/rateLimits.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { mailText, queueMail } from '../outbox/notify.ts';
import { recordAudit } from './auditLog.ts';
import { requireManager, requireRole } from './membership.ts';

/** How long an invitation is valid, in days. */
export const invitationValidDays = 10;
/** When an invitation created at `now` expires. */
export const invitationExpiry = (now: Date): Date => new Date(now.getTime() + invitationValidDays * 24 * 60 * 60 * 1000);
/** Path of the page that shows an invitation. */
export const invitationPath = (token: string): string => `/invite/${token}`;

/** Counts `count` invitations against the limits of the inviter, their IP address and the organization. @throws Refusal too_many_requests */
export const limitInvitations = async (
  deps: Deps,
  organization_id: number,
  { user_id, ip, count }: { user_id: number; ip: string; count: number },
) => {
  await enforceRateLimit(deps, 'invite', user_id, count);
  await enforceRateLimit(deps, 'invite', ipKey(ip), count);
  await enforceRateLimit(deps, 'invite_organization', `o${organization_id}`, count);
};

export interface NewInvitation {
  kind: 'member' | 'student';
  organization_id: number;
  opportunity_id: number | null;
  role: MemberRole | null;
  invited_by: number;
}
/** Writes one invitation per address and revokes earlier open ones for the same purpose. @returns the link token per address */
export const writeInvitations = async (
  trx: Db,
  invitation: NewInvitation,
  emails: readonly string[],
  at: Date,
): Promise<Map<string, string>> => {
  const tokens = new Map(emails.map((email) => [email, newInvitationToken()]));
  const rows = [...tokens].map(([email, token]) => ({ email, token_hash: invitationHash(token) }));
  const { kind, organization_id, opportunity_id, role, invited_by } = invitation;
  await sql`
    with replaced as (
      update invitations set revoked_at = ${at}
      where organization_id = ${organization_id} and kind = ${kind} and opportunity_id is not distinct from ${opportunity_id}::int
        and email = any(${emails as string[]}::text[]) and accepted_at is null and revoked_at is null
    )
    insert into invitations (kind, organization_id, opportunity_id, email, role, token_hash, invited_by, created_at, expires_at)
    select ${kind}, ${organization_id}, ${opportunity_id}::int, email, ${role}::text, token_hash, ${invited_by}, ${at}, ${invitationExpiry(at)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one(email text, token_hash text)`.execute(trx);
  return tokens;
};

/**
 * Locks the inviter's role until the transaction ends: a concurrent removal either commits first or revokes this invitation.
 * @throws Refusal forbidden when the role has changed
 */
const lockRole = async (trx: Db, user_id: number, { organization_id, role }: { organization_id: number; role: MemberRole }) => {
  const { rows } = await sql`
    select from members where user_id = ${user_id} and organization_id = ${organization_id} and role = ${role} for share`.execute(trx);
  if (rows.length === 0) throw new Refusal('forbidden');
};

/**
 * Invites a colleague by e-mail. The reply is the same whether or not the address has an account.
 * @returns `link` only without a mail server, otherwise null
 * @throws Refusal forbidden, already_member, too_many_requests
 */
export const inviteMember = async (
  deps: Deps,
  actor: Actor,
  { email, role }: { email: string; role: MemberRole },
  request: FastifyRequest,
): Promise<{ email: string; role: MemberRole; link: string | null; expires_at: string }> => {
  const membership = await requireManager(deps.db, actor.user_id);
  requireRole(membership.role, role);
  const { organization_id } = membership;
  const colleague = await deps.db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('users.id')
    .where('members.organization_id', '=', organization_id)
    .where('users.email', '=', email)
    .executeTakeFirst();
  if (colleague) throw new Refusal('already_member');
  await limitInvitations(deps, organization_id, { user_id: actor.user_id, ip: request.ip, count: 1 });
  await enforceRateLimit(deps, 'invite_email', email);
  const at = deps.now();
  const token = await deps.db.transaction().execute(async (trx) => {
    // Lock order: the organization first, as in removing and leaving.
    const { name } = await trx
      .selectFrom('organizations')
      .select('name')
      .where('id', '=', organization_id)
      .forKeyShare()
      .executeTakeFirstOrThrow();
    await lockRole(trx, actor.user_id, membership);
    const invitation = { kind: 'member', organization_id, opportunity_id: null, role, invited_by: actor.user_id } as const;
    const newToken = (await writeInvitations(trx, invitation, [email], at)).get(email) as string;
    const text = `Sizni “${name}” tashkiloti Imkon’dagi jamoasiga taklif qildi. Rolingiz: ${memberRoles[role]}.\nTaklifni ${invitationValidDays} kun ichida quyidagi havola orqali qabul qilishingiz mumkin:`;
    await queueMail(trx, deps, [
      { email, subject: `${name}: jamoaga taklif`, text: mailText(deps.config, text, invitationPath(newToken)) },
    ]);
    await recordAudit(
      trx,
      { organization_id, actor_id: actor.user_id, action: 'member_invited', details: `${email} (${memberRoles[role]})` },
      at,
    );
    return newToken;
  });
  return {
    email,
    role,
    link: deps.config.smtpUrl === null ? `${requestOrigin(deps, request)}${invitationPath(token)}` : null,
    expires_at: invitationExpiry(at).toISOString(),
  };
};

/** The addresses that are below the limit of invitations per address, counted over all organizations. */
export const withinInviteLimit = (deps: Deps, emails: readonly string[]): Promise<string[]> => allowedKeys(deps, 'invite_email', emails);

const openMemberInvitation = (organization_id: number, now: Date) =>
  sql`organization_id = ${organization_id} and kind = 'member' and accepted_at is null and revoked_at is null and expires_at > ${now}`;

/** Open invitations of colleagues, newest first. @throws Refusal organization_not_found, forbidden */
export const readInvitations = async ({ db, now }: Pick<Deps, 'db' | 'now'>, user_id: number, query: PageQuery) => {
  const { organization_id } = await requireManager(db, user_id);
  const { limit, offset } = pageWindow(query);
  const { rows } = await sql<MemberInvitation & { total: number }>`
    select counted.total, page.* from (select count(*) as total from invitations where ${openMemberInvitation(organization_id, now())}) counted
    left join (
      select id, email, role, ${labelSql(sql`role`, memberRoles)} as role_display, created_at, expires_at from invitations
      where ${openMemberInvitation(organization_id, now())} order by created_at desc, id desc limit ${sql.lit(limit)} offset ${sql.lit(offset)}
    ) page on true
    order by page.created_at desc, page.id desc`.execute(db);
  return pageFromRows(rows);
};

/** Revokes an invitation. Requires at least the role it offers. @throws Refusal not_found, forbidden */
export const revokeInvitation = ({ db, now }: Pick<Deps, 'db' | 'now'>, user_id: number, id: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { organization_id, role } = await requireManager(trx, user_id);
    const { rows } = await sql<{ email: string; role: MemberRole }>`
      select email, role from invitations where id = ${id} and ${openMemberInvitation(organization_id, now())} for update`.execute(trx);
    const [invitation] = rows;
    if (!invitation) throw new Refusal('not_found');
    requireRole(role, invitation.role);
    await trx.updateTable('invitations').set({ revoked_at: now() }).where('id', '=', id).execute();
    await recordAudit(trx, { organization_id, actor_id: user_id, action: 'invitation_revoked', details: invitation.email }, now());
  });

const readInvitationWhere = async (db: Db, condition: ReturnType<typeof sql<boolean>>): Promise<Invitation> => {
  const { rows } = await sql<Invitation>`
    select i.kind, i.organization_id, g.name as organization_name, i.email, i.role,
      case when i.role is not null then ${labelSql(sql`i.role`, memberRoles)} end as role_display,
      (select json_build_object('id', o.id, 'title', o.title) from opportunities o
        where o.id = i.opportunity_id and o.deleted_at is null) as opportunity, i.expires_at
    from invitations i join organizations g on g.id = i.organization_id where ${condition}`.execute(db);
  if (!rows[0]) throw new Refusal('invitation_not_found');
  return rows[0];
};

/** The open invitation of a link. @throws Refusal invitation_not_found when it was used, has expired, was revoked or never existed */
export const readInvitation = ({ db, now }: Pick<Deps, 'db' | 'now'>, token: string): Promise<Invitation> =>
  readInvitationWhere(
    db,
    sql`i.token_hash = ${invitationHash(token)} and i.accepted_at is null and i.revoked_at is null and i.expires_at > ${now()}`,
  );

/**
 * Accepts an invitation, once, as the user whose address was invited.
 * @throws Refusal invitation_not_found, invitation_other_person, organizers_only, students_only, already_in_organization
 */
export const acceptInvitation = async ({ db, now }: Pick<Deps, 'db' | 'now'>, actor: Actor, token: string): Promise<Invitation> => {
  const at = now();
  return db.transaction().execute(async (trx) => {
    const invitation = await lockInvitation(trx, token, at);
    const { rows } = await sql<{ email: string; name: string; university: string | null; is_member: boolean }>`
      select u.email, concat_ws(' ', u.first_name, u.last_name) as name, s.university,
        exists (select 1 from members where user_id = u.id) as is_member
      from users u left join students s on s.user_id = u.id where u.id = ${actor.user_id}`.execute(trx);
    const [person] = rows;
    if (!person) throw new Refusal('unauthorized');
    if (person.email !== invitation.email) throw new Refusal('invitation_other_person');
    if (invitation.kind === 'student') {
      if (actor.user_type !== 'student') throw new Refusal('students_only');
      const search_text = normalizeForSearch(person.name, person.university);
      await trx
        .updateTable('invitations')
        .set({ accepted_at: at, accepted_by: actor.user_id, search_text })
        .where('id', '=', invitation.id)
        .execute();
    } else {
      if (actor.user_type !== 'organization') throw new Refusal('organizers_only');
      if (person.is_member) throw new Refusal('already_in_organization');
      await joinOrganization(trx, invitation, actor.user_id, at);
    }
    return readInvitationWhere(trx, sql`i.id = ${invitation.id}`);
  });
};
