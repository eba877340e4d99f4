import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { Actor } from '../http/actor.ts';
import type { StoreReply } from '../http/idempotency.ts';
import { requestOrigin } from '../http/origin.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { mailText, notify, queueMail } from '../outbox/notify.ts';
import { recordAudit } from './auditLog.ts';
import { invitationPath, invitationValidDays, limitInvitations, withinInviteLimit, writeInvitations } from './invitations.ts';
import { requireManager } from './membership.ts';

interface InviteStudentsInput {
  emails?: readonly string[] | null | undefined;
  opportunity?: number | null | undefined;
}
interface InviteStudentsReply {
  /** Addresses invited; those above the limit per address are left out. */
  invited: number;
  /** Empty with a mail server: the links go by mail. */
  links: { email: string; link: string }[];
}

/** The organization's name and the title of its opportunity, if one is given. @throws Refusal not_found */
const readNames = async (
  db: Db,
  organization_id: number,
  opportunity_id: number | null,
): Promise<{ name: string; title: string | null }> => {
  const { rows } = await sql<{ name: string; title: string | null }>`
    select g.name, o.title from organizations g
    left join opportunities o on o.id = ${opportunity_id}::int and o.organization_id = g.id and o.deleted_at is null
    where g.id = ${organization_id}`.execute(db);
  const [names] = rows;
  if (!names || (opportunity_id !== null && names.title === null)) throw new Refusal('not_found');
  return names;
};

/**
 * Invites students by e-mail address. Those with a student account are also notified in the app; the reply does not reveal who
 * has an account.
 * @throws Refusal emails_required, forbidden, not_found for an opportunity of another organization, too_many_requests
 */
export const inviteStudents = async (
  deps: Deps,
  actor: Actor,
  { emails: given, opportunity = null }: InviteStudentsInput,
  { request, storeReply }: { request: FastifyRequest; storeReply: StoreReply },
): Promise<InviteStudentsReply> => {
  const emails = [...new Set(given ?? [])];
  if (emails.length === 0) throw new Refusal('emails_required');
  const { organization_id } = await requireManager(deps.db, actor.user_id);
  const { name, title } = await readNames(deps.db, organization_id, opportunity);
  await limitInvitations(deps, organization_id, { user_id: actor.user_id, ip: request.ip, count: emails.length });
  const allowed = await withinInviteLimit(deps, emails);
  const at = deps.now();
  return deps.db.transaction().execute(async (trx) => {
    const invitation = { kind: 'student', organization_id, opportunity_id: opportunity, role: null, invited_by: actor.user_id } as const;
    const tokens = await writeInvitations(trx, invitation, allowed, at);
    const { rows: students } = await sql<{ id: number; email: string }>`
      select id, email from users where email = any(${allowed}::text[]) and user_type = 'student'`.execute(trx);
    const target = title === null ? '' : ` “${title}” imkoniyatiga`;
    const subject = `${name} sizni${target} taklif qildi`;
    const inApp = `${name} tashkiloti sizni${target} taklif qildi. Taklif havolasi ${invitationValidDays} kun amal qiladi.`;
    const byMail = `${name} tashkiloti sizni${target} taklif qildi.\nTaklifni ${invitationValidDays} kun ichida quyidagi havola orqali qabul qilishingiz mumkin:`;
    const path = (email: string) => invitationPath(tokens.get(email) as string);
    const drafts = students.map((student) => ({
      user_id: student.id,
      kind: 'invitation' as const,
      title: subject,
      text: inApp,
      mail: byMail,
      organization_id,
      opportunity_id: opportunity,
      path: path(student.email),
    }));
    await notify(trx, deps, drafts);
    const withoutAccount = allowed.filter((email) => !students.some((student) => student.email === email));
    await queueMail(
      trx,
      deps,
      withoutAccount.map((email) => ({ email, subject, text: mailText(deps.config, byMail, path(email)) })),
    );
    const details = `${allowed.length} ta manzil${title === null ? '' : `: ${title}`}`;
    await recordAudit(trx, { organization_id, actor_id: actor.user_id, action: 'students_invited', details }, at);
    const links =
      deps.config.smtpUrl === null ? allowed.map((email) => ({ email, link: `${requestOrigin(deps, request)}${path(email)}` })) : [];
    const reply = { invited: allowed.length, links };
    await storeReply(trx, reply);
    return reply;
  });
};
