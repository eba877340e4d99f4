import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../http/actor.ts';
import { organizationOf } from './card.ts';

/** The student was invited to this very item, accepted an invitation of its organization, or has applied by now. */
const invited = (student_id: number, now: Date): RawBuilder<boolean> => sql`(exists (
  select 1 from applications a where a.opportunity_id = o.id and a.student_id = ${student_id}
) or exists (
  select 1 from invitations i
  where i.organization_id = o.organization_id and i.kind = 'student' and i.revoked_at is null
    and (i.accepted_by = ${student_id}
      or (i.opportunity_id = o.id and i.accepted_at is null and i.expires_at > ${now}
        and i.email = (select u.email from users u where u.id = ${student_id})))))`;

/**
 * Whether `opportunities o` exists for a viewer: a draft does for members of its organization, for admins and for students
 * whom that organization invited. Everything that opens one item by its key asks this.
 */
export const visibleTo = (viewer: Actor | null, now: Date): RawBuilder<boolean> => {
  if (viewer?.user_type === 'admin') return sql`true`;
  if (viewer?.user_type === 'organization') return sql`(o.status <> 'draft' or o.organization_id = ${organizationOf(viewer)})`;
  if (viewer?.user_type === 'student') return sql`(o.status <> 'draft' or ${invited(viewer.user_id, now)})`;
  return sql`o.status <> 'draft'`;
};
