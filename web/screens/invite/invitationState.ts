import type { UserDetails } from '#contract/account.ts';
import type { Invitation } from '#contract/member.ts';

/** Reasons why a signed-in person cannot accept an invitation. */
export type InvitationObstacle = 'other_person' | 'students_only' | 'organizers_only' | 'member_here' | 'member_elsewhere';

/** The first obstacle, null when the person can accept. Same rules and order as on the server. */
export const invitationObstacle = (invitation: Invitation, person: UserDetails): InvitationObstacle | null => {
  if (person.email !== invitation.email) return 'other_person';
  if (invitation.kind === 'student') return person.user_type === 'student' ? null : 'students_only';
  if (person.user_type !== 'organization') return 'organizers_only';
  if (!person.organization) return null;
  return person.organization.id === invitation.organization_id ? 'member_here' : 'member_elsewhere';
};
