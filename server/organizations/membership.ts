import { type RawBuilder, sql } from 'kysely';
import { type MemberRole, memberRoles, roleAllows } from '#contract/organization-rules.ts';
import type { Db } from '../db/connect.ts';
import { Refusal } from '../http/refusal.ts';

/** A user, the organization they belong to and their role in it. */
export interface Membership {
  user_id: number;
  organization_id: number;
  role: MemberRole;
}

/** The membership of a user, any role. @throws Refusal organization_not_found without a membership */
export const requireMembership = async (db: Db, user_id: number): Promise<Membership> => {
  const row = await db
    .selectFrom('members')
    .select(['user_id', 'organization_id', 'role'])
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  if (!row) throw new Refusal('organization_not_found');
  return row;
};

/** Refuses a role below the required one. @throws Refusal forbidden */
export const requireRole = (role: MemberRole, required: MemberRole): void => {
  if (!roleAllows(role, required)) throw new Refusal('forbidden');
};

const memberWithRole = async (db: Db, user_id: number, required: MemberRole): Promise<Membership> => {
  const membership = await requireMembership(db, user_id);
  requireRole(membership.role, required);
  return membership;
};

/** The membership of a user who may manage opportunities, applications and invitations. @throws Refusal organization_not_found, forbidden */
export const requireManager = (db: Db, user_id: number): Promise<Membership> => memberWithRole(db, user_id, 'manager');

/** The membership of an owner. @throws Refusal organization_not_found, forbidden */
export const requireOwner = (db: Db, user_id: number): Promise<Membership> => memberWithRole(db, user_id, 'owner');

const managerRoles = (Object.keys(memberRoles) as MemberRole[]).filter((role) => roleAllows(role, 'manager'));
/** The rule of `requireManager` as an SQL condition on an `organization_id` expression. */
export const isManager = (user_id: number, organization_id: RawBuilder<unknown>): RawBuilder<boolean> => sql`exists (
  select from members m where m.user_id = ${user_id} and m.organization_id = ${organization_id}
    and m.role in (${sql.join(managerRoles.map((role) => sql.lit(role)))}))`;
