import { type RawBuilder, sql } from 'kysely';
import type { OpportunityCard } from '#contract/opportunity.ts';
import { opportunityTypes, statusLabel } from '#contract/opportunity-rules.ts';
import { type OrganizationType, organizationTypes } from '#contract/organization-rules.ts';
import { acceptsApplications, hasOpenDeadline } from '../db/opportunityConditions.ts';
import type { Actor } from '../http/actor.ts';

/** A card as the database gives it; the labels are added by `withLabels`. */
export type CardRow = Omit<OpportunityCard, 'status_display' | 'opportunity_type_display' | 'organization_type_display'>;

/** The viewer's organization, null for everybody else. */
export const viewerOrganization = (viewer: Actor | null): RawBuilder<number | null> =>
  viewer?.user_type === 'organization'
    ? sql`(select m.organization_id from members m where m.user_id = ${viewer.user_id})`
    : sql`null::integer`;

/** `applyObstacle` of the contract as SQL: the same conditions in the same order. */
export const canApply = (viewer: Actor | null, today: string): RawBuilder<boolean> => {
  if (viewer && viewer.user_type !== 'student') return sql`false`;
  const open = acceptsApplications(today);
  if (!viewer) return open;
  return sql`(${open} and not exists (select 1 from applications a where a.student_id = ${viewer.user_id} and a.opportunity_id = o.id))`;
};

/** The columns of a card, from `opportunities o` joined with `organizations g`. */
export const cardColumns = (viewer: Actor | null, today: string) => sql`
  o.id, o.title, o.status, o.opportunity_type, o.organization_id, g.name as organization_name,
  g.organization_type as organization_type, g.logo as organization_logo, g.is_verified as organization_is_verified,
  o.location, o.is_remote, o.featured, o.cover_image, o.compensation, o.tags, o.application_count, o.max_applications, o.min_gpa,
  o.application_deadline, o.application_deadline - ${today}::date as days_until_deadline,
  not ${hasOpenDeadline(today)} as is_deadline_passed, ${canApply(viewer, today)} as can_apply,
  o.start_date, o.end_date, o.created_at, o.updated_at, o.published_at`;

export const addLabels = <Row extends Pick<CardRow, 'status' | 'opportunity_type' | 'organization_type'>>(row: Row) => ({
  ...row,
  status_display: statusLabel(row.status),
  opportunity_type_display: opportunityTypes[row.opportunity_type] as string,
  organization_type_display: organizationTypes[row.organization_type as OrganizationType] as string,
});
