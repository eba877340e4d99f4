import * as z from 'zod/mini';
import { get, patch, post, put, remove } from './call.ts';
import { choice, email, moment, reference } from './fields.ts';
import { memberRoles } from './organization-rules.ts';
import { pagedList, pageQuery } from './paging.ts';

const nullableString = z.nullable(z.string());
const role = choice(memberRoles);

/** A member of the caller's organization. `id` is the user's. */
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

/** A pending invitation. */
export const memberInvitation = z.object({
  id: z.int(),
  email: z.string(),
  role,
  role_display: z.string(),
  created_at: moment,
  expires_at: moment,
});
export type MemberInvitation = z.infer<typeof memberInvitation>;

/** Invitation of a member; an invalid body is refused as `email_required`. */
export const memberInvitationInput = z.object({ email, role: z._default(role, 'reviewer') });
/** Result of an invitation. */
const invited = z.object({
  email: z.string(),
  role,
  /** Null when the link was mailed; otherwise the inviter passes it on. */
  link: nullableString,
  expires_at: moment,
});

/** A pending invitation, read by the token of its link. */
export const invitation = z.object({
  kind: z.enum(['member', 'student']),
  organization_id: z.int(),
  organization_name: z.string(),
  email: z.string(),
  role: z.nullable(role),
  role_display: nullableString,
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
  university: nullableString,
  major: nullableString,
  avatar: nullableString,
  application_count: z.int(),
  accepted_count: z.int(),
  is_invited: z.boolean(),
  last_at: moment,
});
export type OrganizationStudent = z.infer<typeof organizationStudent>;

/** One line of the audit log; `details` is Uzbek text. */
export const auditEntry = z.object({
  id: z.int(),
  action: z.string(),
  action_display: z.string(),
  author: z.string(),
  details: z.string(),
  created_at: moment,
});
export type AuditEntry = z.infer<typeof auditEntry>;

const emailsMissing = 'Kamida bitta elektron pochta kiriting.';
/** Members, invitations, students and the audit log of an organization (specification 7). */
export const memberCalls = {
  members: get('/organizations/members/', {
    summary: 'Members of the caller’s organization.',
    query: z.object(pageQuery()),
    reply: pagedList(member),
  }),
  invite: post('/organizations/invite-member/', {
    summary: 'Invite a member by e-mail; the reply does not reveal whether the address has an account.',
    body: memberInvitationInput,
    reply: invited,
    status: 201,
    invalid: 'email_required',
  }),
  add: post('/organizations/members/', {
    summary: 'Same as invite-member.',
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
    summary: 'Pending invitations.',
    query: z.object(pageQuery()),
    reply: pagedList(memberInvitation),
  }),
  revokeInvitation: remove('/organizations/invitations/:id/', { summary: 'Revoke an invitation.', reply: z.object({}), status: 204 }),
  invitation: get('/invitations/:token/', { summary: 'A pending invitation, by the token of its link.', reply: invitation }),
  acceptInvitation: post('/invitations/:token/accept/', {
    summary: 'Accept an invitation, once. A member invitation needs an organizer without an organization, a student invitation a student.',
    reply: invitation,
  }),
  students: get('/organizations/students/', {
    summary: 'Students who applied to the organization or accepted its invitation; `search` matches any spelling.',
    query: z.object({ search: z.optional(z.string()), ...pageQuery() }),
    reply: pagedList(organizationStudent),
  }),
  inviteStudents: post('/organizations/students/invite/', {
    summary: 'Invite students by e-mail, optionally to one opportunity.',
    body: z.object({
      /** Refused as `emails_required` when absent or empty. */
      emails: z.optional(
        z.nullable(z.array(email, emailsMissing).check(z.maxLength(100, 'Bir marta ko‘pi bilan 100 ta manzil kiriting.'))),
      ),
      opportunity: z.optional(z.nullable(reference())),
    }),
    reply: z.object({
      /** Number of invited addresses, with or without an account; addresses over the rate limit are left out. */
      invited: z.int(),
      /** Links to pass on when mail is not configured. */
      links: z.array(z.object({ email: z.string(), link: z.string() })),
    }),
    status: 201,
    idempotent: true,
  }),
  studentStats: get('/organizations/students/stats/', {
    summary: 'Counts over these students.',
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
    summary: 'The audit log of the organization, newest first.',
    query: z.object(pageQuery()),
    reply: pagedList(auditEntry),
  }),
};
