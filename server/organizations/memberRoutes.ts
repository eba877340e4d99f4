import { memberCalls } from '#contract/member.ts';
import { listReply } from '../http/paging.ts';
import { type ApiRoute, serve } from '../http/serve.ts';
import { readAudit } from './auditLog.ts';
import { acceptInvitation, inviteMember, readInvitation, readInvitations, revokeInvitation } from './invitations.ts';
import { inviteStudents } from './inviteStudents.ts';
import { changeRole, readMember, readMembers, removeMember } from './members.ts';
import { requireOwner } from './membership.ts';
import { readStudentStats, readStudents } from './organizationStudents.ts';

const calls = memberCalls;

/** Members, invitations and students of an organization. */
export const memberRoutes: readonly ApiRoute[] = [
  serve(calls.members).to('organization', async ({ db, actor, query, request }) => {
    const { count, results } = await readMembers(db, actor.user_id, query);
    return listReply(request, query, count, results);
  }),
  ...[calls.invite, calls.add].map((call) =>
    serve(call).to('organization', (context) => inviteMember(context, context.actor, context.body, context.request)),
  ),
  serve(calls.member).to('organization', ({ db, actor, params }) => readMember(db, actor.user_id, params.id)),
  serve(calls.changeMember).to('organization', (context) =>
    changeRole(context, context.actor.user_id, context.params.id, context.body.role),
  ),
  serve(calls.replaceMember).to('organization', (context) =>
    changeRole(context, context.actor.user_id, context.params.id, context.body.role),
  ),
  serve(calls.removeMember).to('organization', async (context) => {
    await removeMember(context, context.actor.user_id, context.params.id);
    return {};
  }),
  serve(calls.invitations).to('organization', async (context) => {
    const { count, results } = await readInvitations(context, context.actor.user_id, context.query);
    return listReply(context.request, context.query, count, results);
  }),
  serve(calls.revokeInvitation).to('organization', async (context) => {
    await revokeInvitation(context, context.actor.user_id, context.params.id);
    return {};
  }),
  serve(calls.invitation).to('anyone', (context) => readInvitation(context, context.params.token)),
  serve(calls.acceptInvitation).to('user', (context) => acceptInvitation(context, context.actor, context.params.token)),
  serve(calls.students).to('organization', async ({ db, actor, query, request }) => {
    const { count, results } = await readStudents(db, actor.user_id, query);
    return listReply(request, query, count, results);
  }),
  serve(calls.inviteStudents).to('organization', (context) => inviteStudents(context, context.actor, context.body, context)),
  serve(calls.studentStats).to('organization', ({ db, actor }) => readStudentStats(db, actor.user_id)),
  serve(calls.audit).to('organization', async ({ db, actor, query, request }) => {
    const { organization_id } = await requireOwner(db, actor.user_id);
    const { count, results } = await readAudit(db, organization_id, query);
    return listReply(request, query, count, results);
  }),
];
