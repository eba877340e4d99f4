import * as z from 'zod/mini';
import { get, patch, post, put } from './call.ts';
import { choice, choices, moment, optionalEmail, optionalLink, optionalText, text } from './fields.ts';
import { memberRoles, organizationTypes } from './organization-rules.ts';
import { listOf, pageQuery } from './paging.ts';

const words = z.nullable(z.string());
/** How applicants are answered, as students see it; null while too little is known. */
export const responsiveness = {
  /** Percent of the applications received more than 14 days ago that were decided; withdrawn ones count nowhere. */
  response_rate: z.nullable(z.int()),
  /** Days from application to its first decision, the middle one. */
  median_answer_days: z.nullable(z.int()),
};

export const organizationProfile = z.object({
  id: z.int(),
  name: z.string(),
  organization_type: choice(organizationTypes),
  organization_type_display: z.string(),
  description: words,
  logo: words,
  website: words,
  phone: words,
  email: words,
  country: words,
  city: words,
  address: words,
  linkedin_url: words,
  twitter_url: words,
  facebook_url: words,
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

/** Figures of the organizer's dashboard (specification 2 and 9), all counted in SQL. */
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

/** An organization as anybody sees it. */
export const publicOrganization = z.object({
  id: z.int(),
  name: z.string(),
  organization_type: choice(organizationTypes),
  organization_type_display: z.string(),
  description: words,
  logo: words,
  website: words,
  city: words,
  country: words,
  linkedin_url: words,
  twitter_url: words,
  facebook_url: words,
  is_verified: z.boolean(),
  opportunity_count: z.int(),
  ...responsiveness,
});

export type PublicOrganization = z.infer<typeof publicOrganization>;
const listQuery = z.object({
  search: z.optional(z.string()),
  organization_type: choices(organizationTypes),
  ...pageQuery(),
});
export type OrganizationQuery = z.infer<typeof listQuery>;

export const organizationCalls = {
  list: get('/organizations/', {
    summary: 'Organizations, searched with the Uzbek fold; verified ones first.',
    query: listQuery,
    reply: listOf(publicOrganization),
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
    summary: 'A new logo (JPEG, PNG, WebP or SVG, at most 5 MB), from the owner; the old one goes when it is there.',
    files: ['logo'],
    reply: z.object({ logo: z.string() }),
    idempotent: true,
  }),
  dashboard: get('/organizations/dashboard/', { summary: 'Figures of the dashboard.', reply: dashboard }),
};
