import * as z from 'zod/mini';
import { get, patch, post, put, remove } from './call.ts';
import { choice, email, moment, reference } from './fields.ts';
import { memberRoles } from './organization-rules.ts';
import { listOf, pageQuery } from './paging.ts';

const words = z.nullable(z.string());
const role = choice(memberRoles);

/** `id` is the user's. */
export const member = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role,
  role_display: z.string(),
  is_self: z.boolean(),
  created_at: moment,
});
export type Member = z.infer<typeof member>;

/** Waiting for an answer. `link` is there for whoever invited when no mail can be sent. */
export const memberInvitation = z.object({
  id: z.int(),
  email: z.string(),
  role,
  role_display: z.string(),
  created_at: moment,
  expires_at: moment,
});
export type MemberInvitation = z.infer<typeof memberInvitation>;

export const memberInvitationInput = z.object({ email, role: z._default(role, 'reviewer') });
const invited = z.object({
  email: z.string(),
  role,
  /** Goes by mail when mail can be sent, and is null then; otherwise for the inviter to hand on. */
  link: words,
  expires_at: moment,
});

/** What a link of an invitation says before it is accepted. */
export const invitation = z.object({
  kind: z.enum(['member', 'student']),
  organization_id: z.int(),
  organization_name: z.string(),
  email: z.string(),
  role: z.nullable(role),
  role_display: words,
  opportunity: z.nullable(z.object({ id: z.int(), title: z.string() })),
  expires_at: moment,
});
export type Invitation = z.infer<typeof invitation>;

/** A student who applied to the organization, or accepted its invitation. */
export const organizationStudent = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  university: words,
  major: words,
  avatar: words,
  application_count: z.int(),
  accepted_count: z.int(),
  is_invited: z.boolean(),
  last_at: moment,
});
export type OrganizationStudent = z.infer<typeof organizationStudent>;

export const auditEntry = z.object({
  id: z.int(),
  action: z.string(),
  action_display: z.string(),
  author: z.string(),
  details: z.string(),
  created_at: moment,
});
export type AuditEntry = z.infer<typeof auditEntry>;

const emailsNeeded = 'Kamida bitta elektron pochta kiriting.';
export const memberCalls = {
  members: get('/organizations/members/', {
    summary: 'Members of one’s organization.',
    query: z.object(pageQuery()),
    reply: listOf(member),
  }),
  invite: post('/organizations/invite-member/', {
    summary: 'Invite somebody by e-mail; answers alike for known and unknown addresses.',
    body: memberInvitationInput,
    reply: invited,
    status: 201,
    invalid: 'email_required',
  }),
  add: post('/organizations/members/', {
    summary: 'The same under the name of the list.',
    body: memberInvitationInput,
    reply: invited,
    status: 201,
    invalid: 'email_required',
  }),
  member: get('/organizations/members/:id/', { summary: 'One member.', reply: member }),
  changeMember: patch('/organizations/members/:id/', {
    summary: 'Change a role.',
    body: z.object({ role: z.optional(role) }),
    reply: member,
  }),
  replaceMember: put('/organizations/members/:id/', { summary: 'Change a role.', body: z.object({ role }), reply: member }),
  removeMember: remove('/organizations/members/:id/', {
    summary: 'Remove a member, or leave; the last owner cannot.',
    reply: z.object({}),
    status: 204,
  }),
  invitations: get('/organizations/invitations/', {
    summary: 'Invitations that wait for an answer.',
    query: z.object(pageQuery()),
    reply: listOf(memberInvitation),
  }),
  revokeInvitation: remove('/organizations/invitations/:id/', { summary: 'Take an invitation back.', reply: z.object({}), status: 204 }),
  invitation: get('/invitations/:token/', { summary: 'What an invitation says, by its link.', reply: invitation }),
  acceptInvitation: post('/invitations/:token/accept/', {
    summary: 'Accept an invitation, once: a member’s as an organizer without an organization, a student’s as a student.',
    reply: invitation,
  }),
  students: get('/organizations/students/', {
    summary: 'Students who applied to the organization or accepted its invitation; searched with the Uzbek fold.',
    query: z.object({ search: z.optional(z.string()), ...pageQuery() }),
    reply: listOf(organizationStudent),
  }),
  inviteStudents: post('/organizations/students/invite/', {
    summary: 'Invite students by a list of addresses, to one opportunity when named.',
    body: z.object({
      /** Absent or empty is refused as `emails_required`. */
      emails: z.optional(z.nullable(z.array(email, emailsNeeded).check(z.maxLength(100, 'Bir marta ko‘pi bilan 100 ta manzil kiriting.')))),
      opportunity: z.optional(z.nullable(reference())),
    }),
    reply: z.object({
      /** Addresses that were invited, known or not; one that was invited too often of late is left out. */
      invited: z.int(),
      /** Links to hand on when no mail can be sent. */
      links: z.array(z.object({ email: z.string(), link: z.string() })),
    }),
    status: 201,
    idempotent: true,
  }),
  studentStats: get('/organizations/students/stats/', {
    summary: 'Figures over these students.',
    reply: z.object({
      total: z.int(),
      applied: z.int(),
      accepted: z.int(),
      invited: z.int(),
      invitations_sent: z.int(),
      top_universities: z.array(z.object({ university: z.string(), count: z.int() })),
    }),
  }),
  audit: get('/organizations/audit/', {
    summary: 'What was done in the organization’s name and is worth remembering.',
    query: z.object(pageQuery()),
    reply: listOf(auditEntry),
  }),
};
