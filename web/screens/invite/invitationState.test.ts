import { expect, test } from 'vitest';
import type { UserDetails } from '#contract/account.ts';
import type { Invitation } from '#contract/member.ts';
import { invitationObstacle } from './invitationState.ts';

const invited = (kind: Invitation['kind']) => ({ kind, email: 'men@example.uz', organization_id: 7 }) as Invitation;
const person = (user_type: string, organization: { id: number } | null = null, email = 'men@example.uz') =>
  ({ email, user_type, organization }) as UserDetails;

test.each([
  ['member', person('organization'), null],
  ['member', person('organization', null, 'boshqa@example.uz'), 'other_person'],
  ['member', person('student'), 'organizers_only'],
  ['member', person('admin'), 'organizers_only'],
  ['member', person('organization', { id: 7 }), 'member_here'],
  ['member', person('organization', { id: 8 }), 'member_elsewhere'],
  ['student', person('student'), null],
  ['student', person('student', null, 'boshqa@example.uz'), 'other_person'],
  ['student', person('organization', { id: 7 }), 'students_only'],
] as const)('obstacle to a %s invitation for %j', (kind, viewer, obstacle) => {
  expect(invitationObstacle(invited(kind), viewer)).toBe(obstacle);
});
