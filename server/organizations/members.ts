import { sql } from 'kysely';
import type { Member } from '#contract/member.ts';
import { type MemberRole, memberRoles, roleAllows } from '#contract/organization-rules.ts';
import type { Db } from '../db/connect.ts';
import { labelSql } from '../db/sqlLabels.ts';
import { type PageQuery, pageFromRows, pageWindow } from '../http/paging.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { recordAudit } from './auditLog.ts';
import { requireMembership, requireRole } from './membership.ts';

const columns = (viewer: number) => sql`m.user_id as id, u.first_name, u.last_name, u.email, m.role,
  ${labelSql(sql`m.role`, memberRoles)} as role_display, m.user_id = ${viewer} as is_self, m.created_at`;
const order = sql`array_position(array['owner', 'manager', 'reviewer'], role), created_at, id`;

/** Members of the user's organization: owners, managers, reviewers. @throws Refusal organization_not_found */
export const readMembers = async (db: Db, user_id: number, query: PageQuery) => {
  const { organization_id } = await requireMembership(db, user_id);
  const { limit, offset } = pageWindow(query);
  const { rows } = await sql<Member & { total: number }>`
    with team as (
      select ${columns(user_id)} from members m join users u on u.id = m.user_id where m.organization_id = ${organization_id}
    )
    select counted.total, page.* from (select count(*) as total from team) counted
    left join (select * from team order by ${order} limit ${sql.lit(limit)} offset ${sql.lit(offset)}) page on true
    order by ${order}`.execute(db);
  return pageFromRows(rows);
};

/** One member of the viewer's organization. @throws Refusal organization_not_found, not_found */
export const readMember = async (db: Db, viewer: number, id: number): Promise<Member> => {
  const { organization_id } = await requireMembership(db, viewer);
  const { rows } = await sql<Member>`
    select ${columns(viewer)} from members m join users u on u.id = m.user_id
    where m.user_id = ${id} and m.organization_id = ${organization_id}`.execute(db);
  if (!rows[0]) throw new Refusal('not_found');
  return rows[0];
};

interface Colleague {
  id: number;
  role: MemberRole;
  email: string;
}
/** Reads all members under a lock on the organization, so that two owners who demote each other run one after the other. */
const lockColleagues = async (trx: Db, viewer: number) => {
  const { organization_id } = await requireMembership(trx, viewer);
  await trx.selectFrom('organizations').select('id').where('id', '=', organization_id).forNoKeyUpdate().execute();
  const { rows } = await sql<Colleague>`
    select m.user_id as id, m.role, u.email from members m join users u on u.id = m.user_id where m.organization_id = ${organization_id}`.execute(
    trx,
  );
  const role = rows.find(({ id }) => id === viewer)?.role;
  if (!role) throw new Refusal('organization_not_found');
  return { organization_id, colleagues: rows, role };
};
const leavesNoOwner = (colleagues: readonly Colleague[], { id, role }: Colleague) =>
  role === 'owner' && !colleagues.some((other) => other.role === 'owner' && other.id !== id);

/** Revokes open invitations a member sent for roles that their new role (null = removed) does not allow. */
const revokeInvitationsBeyondRole = async (
  trx: Db,
  { organization_id, id, role }: { organization_id: number; id: number; role: MemberRole | null },
  by: number,
  at: Date,
) => {
  const grantable =
    role !== null && roleAllows(role, 'manager') ? (Object.keys(memberRoles) as MemberRole[]).filter((one) => roleAllows(role, one)) : [];
  await sql`
    with revoked as (
      update invitations set revoked_at = ${at}
      where organization_id = ${organization_id} and kind = 'member' and invited_by = ${id} and role <> all(${grantable}::text[])
        and accepted_at is null and revoked_at is null and expires_at > ${at}
      returning id, email
    )
    insert into audit_log (organization_id, actor_id, action, details, created_at)
    select ${organization_id}, ${by}, 'invitation_revoked', email, ${at} from revoked order by id`.execute(trx);
};

/** Changes the role of a member; owners only. Undefined changes nothing. @throws Refusal forbidden, not_found, last_owner */
export const changeRole = async (
  deps: Pick<Deps, 'db' | 'now'>,
  viewer: number,
  id: number,
  to: MemberRole | undefined,
): Promise<Member> => {
  await deps.db.transaction().execute(async (trx) => {
    const { organization_id, colleagues, role } = await lockColleagues(trx, viewer);
    requireRole(role, 'owner');
    const member = colleagues.find((one) => one.id === id);
    if (!member) throw new Refusal('not_found');
    if (to === undefined || to === member.role) return;
    if (leavesNoOwner(colleagues, member)) throw new Refusal('last_owner');
    await trx.updateTable('members').set({ role: to }).where('user_id', '=', id).execute();
    const details = `${member.email}: ${memberRoles[member.role]} → ${memberRoles[to]}`;
    await recordAudit(trx, { organization_id, actor_id: viewer, action: 'role_changed', details }, deps.now());
    await revokeInvitationsBeyondRole(trx, { organization_id, id, role: to }, viewer, deps.now());
  });
  return readMember(deps.db, viewer, id);
};

/** An owner removes a member, or a member leaves. @throws Refusal forbidden, not_found, last_owner */
export const removeMember = ({ db, now }: Pick<Deps, 'db' | 'now'>, viewer: number, id: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { organization_id, colleagues, role } = await lockColleagues(trx, viewer);
    const member = colleagues.find((one) => one.id === id);
    if (!member) throw new Refusal('not_found');
    if (id !== viewer) requireRole(role, 'owner');
    if (leavesNoOwner(colleagues, member)) throw new Refusal('last_owner');
    await trx.deleteFrom('members').where('user_id', '=', id).execute();
    const action = id === viewer ? 'member_left' : 'member_removed';
    await recordAudit(trx, { organization_id, actor_id: viewer, action, details: `${member.email} (${memberRoles[member.role]})` }, now());
    // A removed member must not return by a link they created; the invitations of a member who leaves stay valid.
    if (id !== viewer) await revokeInvitationsBeyondRole(trx, { organization_id, id, role: null }, viewer, now());
  });
