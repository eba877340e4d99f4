import { type RawBuilder, sql } from 'kysely';
import { openToStudent } from '../db/opportunityConditions.ts';
import type { Actor } from '../http/actor.ts';
import { viewerOrganization } from './card.ts';

/**
 * Whether `opportunities o` exists for a viewer: a draft does for members of its organization, for admins and for students
 * whom that organization invited. Everything that opens one item by its key asks this.
 */
export const visibleTo = (viewer: Actor | null, now: Date): RawBuilder<boolean> => {
  if (viewer?.user_type === 'admin') return sql`true`;
  if (viewer?.user_type === 'organization') return sql`(o.status <> 'draft' or o.organization_id = ${viewerOrganization(viewer)})`;
  if (viewer?.user_type === 'student') return openToStudent(viewer.user_id, now);
  return sql`o.status <> 'draft'`;
};
