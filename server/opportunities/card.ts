import { type RawBuilder, sql } from 'kysely';
import type { OpportunitySummary } from '#contract/opportunity.ts';
import { opportunityTypes, statusLabel } from '#contract/opportunity-rules.ts';
import { type OrganizationType, organizationTypes } from '#contract/organization-rules.ts';
import { canApply, hasOpenDeadline } from '../db/opportunityConditions.ts';
import type { Actor } from '../http/actor.ts';

/** A card as the database returns it; `addLabels` adds the labels. */
export type CardRow = Omit<OpportunitySummary, 'status_display' | 'opportunity_type_display' | 'organization_type_display'>;

/**
 * The select list of a card, from `opportunities o` joined with `organizations g`.
 * @param today the calendar day in Tashkent, `YYYY-MM-DD`
 */
export const cardColumns = (viewer: Actor | null, today: string): RawBuilder<unknown> => sql`
  o.id, o.title, o.status, o.opportunity_type, o.organization_id, g.name as organization_name,
  g.organization_type as organization_type, g.logo as organization_logo, g.is_verified as organization_is_verified,
  o.location, o.is_remote, o.featured, o.cover_image, o.compensation, o.tags, o.application_count, o.max_applications, o.min_gpa,
  o.application_deadline, o.application_deadline - ${today}::date as days_until_deadline,
  not ${hasOpenDeadline(today)} as is_deadline_passed, ${canApply(viewer, today)} as can_apply,
  o.start_date, o.end_date, o.created_at, o.updated_at, o.published_at`;

/** Adds the Uzbek labels of status, opportunity type and organization type. */
export const addLabels = <Row extends Pick<CardRow, 'status' | 'opportunity_type' | 'organization_type'>>(row: Row) => ({
  ...row,
  status_display: statusLabel(row.status),
  opportunity_type_display: opportunityTypes[row.opportunity_type] as string,
  organization_type_display: organizationTypes[row.organization_type as OrganizationType] as string,
});
