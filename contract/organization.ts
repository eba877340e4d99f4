import * as z from 'zod/mini';
import { get, patch, post, put } from './call.ts';
import { choice, choices, moment, optionalEmail, optionalLink, optionalText, text } from './fields.ts';
import { memberRoles, organizationTypes } from './organization-rules.ts';
import { pagedList, pageQuery } from './paging.ts';

const nullableString = z.nullable(z.string());
/** How fast and how often the organization answers applicants; null when there are too few applications. */
export const responsiveness = {
  /** Percent of applications received more than 14 days ago that were decided, without withdrawn ones. */
  response_rate: z.nullable(z.int()),
  /** Median days from application to first decision. */
  median_answer_days: z.nullable(z.int()),
};

/** The caller's own organization (specification 3). `role` is the caller's. */
export const organizationProfile = z.object({
  id: z.int(),
  name: z.string(),
  organization_type: choice(organizationTypes),
  organization_type_display: z.string(),
  description: nullableString,
  logo: nullableString,
  website: nullableString,
  phone: nullableString,
  email: nullableString,
  country: nullableString,
  city: nullableString,
  address: nullableString,
  linkedin_url: nullableString,
  twitter_url: nullableString,
  facebook_url: nullableString,
  is_verified: z.boolean(),
  is_active: z.boolean(),
  member_count: z.int(),
  opportunity_count: z.int(),
  ...responsiveness,
  role: choice(memberRoles),
  created_at: moment,
  updated_at: moment,
});
export type OrganizationProfile = z.infer<typeof organizationProfile>;

/** Change of the organization: absent fields stay, null clears. The logo has a separate call. */
export const organizationInput = z.object({
  name: z.optional(text(200, 'Tashkilot nomi maydoni to‘ldirilishi kerak')),
  organization_type: z.optional(choice(organizationTypes)),
  description: optionalText(5000),
  website: optionalLink,
  phone: optionalText(40),
  email: optionalEmail,
  country: optionalText(100),
  city: optionalText(100),
  address: optionalText(300),
  linkedin_url: optionalLink,
  twitter_url: optionalLink,
  facebook_url: optionalLink,
});

/** Figures of the organizer's dashboard (specification 2 and 9). */
export const dashboard = z.object({
  total_opportunities: z.int(),
  active_opportunities: z.int(),
  closed_opportunities: z.int(),
  draft_opportunities: z.int(),
  total_applications: z.int(),
  /** Applications received in the last 30 days, withdrawn ones included. */
  recent_applications: z.int(),
  accepted_applications: z.int(),
  pending_applications: z.int(),
  /** accepted / all, withdrawn included, rounded percent; 0 when there are none. */
  acceptance_rate: z.int(),
  /** The three with the most applications; `share` is the rounded percent of the first one's count. */
  top_opportunities: z.array(z.object({ id: z.int(), title: z.string(), status: z.string(), application_count: z.int(), share: z.int() })),
  /** The three nearest deadlines that are still open. */
  upcoming_deadlines: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      status: z.string(),
      status_display: z.string(),
      application_deadline: z.string(),
      days_until_deadline: z.int(),
      application_count: z.int(),
    }),
  ),
});
export type Dashboard = z.infer<typeof dashboard>;

/** An organization as everyone sees it. */
export const publicOrganization = z.object({
  id: z.int(),
  name: z.string(),
  organization_type: choice(organizationTypes),
  organization_type_display: z.string(),
  description: nullableString,
  logo: nullableString,
  website: nullableString,
  city: nullableString,
  country: nullableString,
  linkedin_url: nullableString,
  twitter_url: nullableString,
  facebook_url: nullableString,
  is_verified: z.boolean(),
  opportunity_count: z.int(),
  ...responsiveness,
});

export type PublicOrganization = z.infer<typeof publicOrganization>;
/** Query of the list of organizations (specification 7). */
const listQuery = z.object({
  search: z.optional(z.string()),
  organization_type: choices(organizationTypes),
  ...pageQuery(),
});
export type OrganizationQuery = z.infer<typeof listQuery>;

/** Organizations (specification 7). PUT and PATCH of the profile do the same: absent fields stay. */
export const organizationCalls = {
  list: get('/organizations/', {
    summary: 'Organizations, verified ones first; `search` matches any spelling.',
    query: listQuery,
    reply: pagedList(publicOrganization),
  }),
  detail: get('/organizations/:id/', { summary: 'One organization.', reply: publicOrganization }),
  profile: get('/organizations/profile/', { summary: 'The organization of the signed-in member.', reply: organizationProfile }),
  update: patch('/organizations/profile/', {
    summary: 'Change the organization profile; absent fields stay, null clears.',
    body: organizationInput,
    reply: organizationProfile,
  }),
  replace: put('/organizations/profile/', {
    summary: 'Change the organization profile; absent fields stay, null clears.',
    body: organizationInput,
    reply: organizationProfile,
  }),
  uploadLogo: post('/organizations/upload-logo/', {
    summary: 'A new logo (JPEG, PNG, WebP or SVG, at most 5 MB), by the owner; replaces the old one.',
    files: ['logo'],
    reply: z.object({ logo: z.string() }),
    idempotent: true,
  }),
  dashboard: get('/organizations/dashboard/', { summary: 'Figures of the dashboard.', reply: dashboard }),
};
