import { sql } from 'kysely';
import type { Notification } from '#contract/notification.ts';
import type { Db } from '../db/connect.ts';
import type { Deps } from '../http/serve.ts';

type NotifyDeps = Pick<Deps, 'config' | 'now'>;

/** A notification for one person, in the app and by mail. */
export interface NotificationDraft {
  user_id: number;
  kind: Notification['kind'];
  title: string;
  text: string;
  /** Text of the mail above its link; `text` by default. */
  mail?: string;
  organization_id?: number | null;
  application_id?: number | null;
  opportunity_id?: number | null;
  /** Path of the link in the mail, from `/`; the applications or the opportunity by default. */
  path?: string;
}
/** A mail to an address that need not belong to an account. */
export interface Mail {
  email: string;
  subject: string;
  text: string;
}
interface NotifyOptions {
  /** When it becomes visible and is sent; now by default. */
  due?: Date;
  /** The decision whose undoing cancels it until then. */
  decision_id?: number | null;
}

/** The origin of links in mails. Never taken from a request's Host header, which the client controls. */
export const mailOrigin = ({ publicUrl, port }: Deps['config']): string => publicUrl ?? `http://localhost:${port}`;

/** The text of a mail with its link and signature. @param path of the link, from `/` */
export const mailText = (config: Deps['config'], text: string, path: string): string =>
  `${text.trim()}\n\n${mailOrigin(config)}${path}\n\n--\nImkon — ${mailOrigin(config)}\n`;

const linkPath = ({ path, application_id, opportunity_id }: NotificationDraft): string =>
  path ?? (application_id ? '/applications' : opportunity_id ? `/event/${opportunity_id}` : '/');

/**
 * Creates notifications and their mails in one statement of the caller's transaction. Without SMTP_URL no mail is written.
 * People without an account are skipped.
 */
export const notify = async (
  trx: Db,
  { config, now }: NotifyDeps,
  drafts: readonly NotificationDraft[],
  { due, decision_id = null }: NotifyOptions = {},
): Promise<void> => {
  if (drafts.length === 0) return;
  const at = now();
  const rows = drafts.map((one) => ({ ...one, mail: mailText(config, one.mail ?? one.text, linkPath(one)) }));
  const records = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one(user_id int, kind text, title text, text text,
    organization_id int, application_id int, opportunity_id int, mail text)`;
  const mails = sql`, mailed as (
    insert into outbox (user_id, application_id, email, subject, text, decision_id, created_at, due_at)
    select one.user_id, one.application_id, one.email, one.title, one.mail, ${decision_id}::int, ${at}::timestamptz, ${due ?? at}::timestamptz from recipients one)`;
  await sql`
    with recipients as materialized (select one.*, u.email from ${records} join users u on u.id = one.user_id)
    ${config.smtpUrl === null ? sql`` : mails}
    insert into notifications (user_id, kind, title, text, organization_id, application_id, opportunity_id, decision_id, created_at, visible_at)
    select user_id, kind, title, text, organization_id, application_id, opportunity_id, ${decision_id}::int, ${at}::timestamptz,
      ${due ?? at}::timestamptz from recipients`.execute(trx);
};

/** Writes mails into the outbox in the caller's transaction; does nothing without SMTP_URL. */
export const queueMail = async (trx: Db, { config, now }: NotifyDeps, mails: readonly Mail[]): Promise<void> => {
  if (config.smtpUrl === null || mails.length === 0) return;
  const at = now();
  await sql`
    insert into outbox (email, subject, text, created_at, due_at)
    select email, subject, text, ${at}::timestamptz, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(mails)}::jsonb) as one(email text, subject text, text text)`.execute(trx);
};

/** Cancels the notifications of a decision that are not visible yet, and its unsent mails. */
export const cancelDecisionNotifications = async (trx: Db, { now }: Pick<Deps, 'now'>, decision_id: number): Promise<void> => {
  const at = now();
  await sql`
    with mails as (
      update outbox set cancelled_at = ${at} where decision_id = ${decision_id} and sent_at is null and cancelled_at is null
    )
    update notifications set cancelled_at = ${at}
    where decision_id = ${decision_id} and visible_at > ${at} and cancelled_at is null`.execute(trx);
};

/**
 * Cancels what earlier decisions on these applications have not announced yet, because a newer decision replaces them. An
 * unsent mail is cancelled even when its notification is visible: it would arrive after the newer mail.
 */
export const cancelPendingNotifications = async (
  trx: Db,
  { now }: Pick<Deps, 'now'>,
  application_ids: readonly number[],
): Promise<void> => {
  const at = now();
  await sql`
    with mails as (
      update outbox set cancelled_at = ${at}
      where application_id = any(${application_ids}) and decision_id is not null and sent_at is null and failed_at is null
        and cancelled_at is null
    )
    update notifications set cancelled_at = ${at}
    where application_id = any(${application_ids}) and decision_id is not null and visible_at > ${at} and cancelled_at is null`.execute(
    trx,
  );
};

/**
 * Restores what `cancelPendingNotifications` cancelled for a decision that was undone: due at its original time, or now.
 * @param decisions the decision that is in force again, by application
 */
export const restoreNotifications = async (
  trx: Db,
  { now }: Pick<Deps, 'now'>,
  decisions: readonly { application_id: number; decision_id: number }[],
): Promise<void> => {
  const at = now();
  const inForce = sql`jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb) as in_force(application_id int, decision_id int)`;
  await sql`
    with mails as (
      update outbox o set cancelled_at = null, due_at = greatest(o.due_at, ${at}) from ${inForce}
      where o.application_id = in_force.application_id and o.decision_id = in_force.decision_id and o.cancelled_at is not null
        and o.sent_at is null and o.failed_at is null
    )
    update notifications n set cancelled_at = null, visible_at = greatest(n.visible_at, ${at}) from ${inForce}
    where n.application_id = in_force.application_id and n.decision_id = in_force.decision_id and n.cancelled_at is not null`.execute(trx);
};

/** Deletes the mails to the address of a deleted account, sent or not. Rows with its user_id are deleted by the foreign key. */
export const deleteMailsTo = async (trx: Db, email: string): Promise<void> => {
  await trx.deleteFrom('outbox').where('email', '=', email).execute();
};
