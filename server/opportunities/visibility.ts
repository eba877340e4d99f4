import { type RawBuilder, sql } from 'kysely';
import { openToStudent } from '../db/opportunityConditions.ts';
import type { Actor } from '../http/actor.ts';

/** The viewer's organization as a SQL expression; null for viewers without a membership. */
export const viewerOrganization = (viewer: Actor | null): RawBuilder<number | null> =>
  viewer?.user_type === 'organization'
    ? sql`(select m.organization_id from members m where m.user_id = ${viewer.user_id})`
    : sql`null::integer`;

/**
 * Condition on `opportunities o`: a draft is visible only to members of its organization, administrators and students invited
 * to it. Every read of a single opportunity by id must include this condition.
 */
export const visibleTo = (viewer: Actor | null, now: Date): RawBuilder<boolean> => {
  if (viewer?.user_type === 'admin') return sql`true`;
  if (viewer?.user_type === 'organization') return sql`(o.status <> 'draft' or o.organization_id = ${viewerOrganization(viewer)})`;
  if (viewer?.user_type === 'student') return openToStudent(viewer.user_id, now);
  return sql`o.status <> 'draft'`;
};
