import { sql } from 'kysely';
import type { Notification } from '#contract/notification.ts';
import type { Db } from '../db/connect.ts';
import type { Deps } from '../http/serve.ts';

type Telling = Pick<Deps, 'config' | 'now'>;

/** Something to tell one person. */
export interface NotificationDraft {
  user_id: number;
  kind: Notification['kind'];
  title: string;
  text: string;
  /** What the mail says above its link; `text` unless told. */
  mail?: string;
  organization_id?: number | null;
  application_id?: number | null;
  opportunity_id?: number | null;
  /** Where the link of the mail leads, from `/`; to the application or the opportunity unless told. */
  path?: string;
}
/** A mail to an address that may belong to nobody here. */
export interface Mail {
  email: string;
  subject: string;
  text: string;
}
interface When {
  /** When it may be seen and sent; at once unless told. */
  due?: Date;
  /** What takes it back until then. */
  decision_id?: number | null;
}

/** Links in mails are never made of a request's Host header: whoever asks writes it. */
export const mailOrigin = ({ publicUrl, port }: Deps['config']): string => publicUrl ?? `http://localhost:${port}`;

/** The text of a mail: what is said, where to go, who says it. @param path from `/` */
export const mailText = (config: Deps['config'], text: string, path: string): string =>
  `${text.trim()}\n\n${mailOrigin(config)}${path}\n\n--\nImkon — ${mailOrigin(config)}\n`;

const pathOf = ({ path, application_id, opportunity_id }: NotificationDraft): string =>
  path ?? (application_id ? '/applications' : opportunity_id ? `/event/${opportunity_id}` : '/');

/**
 * Tells people something, in the app and by mail, in one statement of the caller's transaction: both or neither happen.
 * Without SMTP_URL no mail is written. Whoever has no account any more is left out.
 */
export const notify = async (
  trx: Db,
  { config, now }: Telling,
  told: readonly NotificationDraft[],
  { due, decision_id = null }: When = {},
): Promise<void> => {
  if (told.length === 0) return;
  const at = now();
  const rows = told.map((one) => ({ ...one, mail: mailText(config, one.mail ?? one.text, pathOf(one)) }));
  const told_rows = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one(user_id int, kind text, title text, text text,
    organization_id int, application_id int, opportunity_id int, mail text)`;
  const mails = sql`, mailed as (
    insert into outbox (user_id, application_id, email, subject, text, decision_id, created_at, due_at)
    select one.user_id, one.application_id, one.email, one.title, one.mail, ${decision_id}::int, ${at}::timestamptz, ${due ?? at}::timestamptz from told one)`;
  await sql`
    with told as materialized (select one.*, u.email from ${told_rows} join users u on u.id = one.user_id)
    ${config.smtpUrl === null ? sql`` : mails}
    insert into notifications (user_id, kind, title, text, organization_id, application_id, opportunity_id, decision_id, created_at, visible_at)
    select user_id, kind, title, text, organization_id, application_id, opportunity_id, ${decision_id}::int, ${at}::timestamptz,
      ${due ?? at}::timestamptz from told`.execute(trx);
};

/** Mails alone, in the caller's transaction. Nothing is written without SMTP_URL. */
export const queueMail = async (trx: Db, { config, now }: Telling, mails: readonly Mail[]): Promise<void> => {
  if (config.smtpUrl === null || mails.length === 0) return;
  const at = now();
  await sql`
    insert into outbox (email, subject, text, created_at, due_at)
    select email, subject, text, ${at}::timestamptz, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(mails)}::jsonb) as one(email text, subject text, text text)`.execute(trx);
};

/** Takes back what a decision would still have told: nothing of it was seen, and no mail of it leaves any more. */
export const cancelNotificationsOf = async (trx: Db, { now }: Pick<Deps, 'now'>, decision_id: number): Promise<void> => {
  const at = now();
  await sql`
    with mails as (
      update outbox set cancelled_at = ${at} where decision_id = ${decision_id} and sent_at is null and cancelled_at is null
    )
    update notifications set cancelled_at = ${at}
    where decision_id = ${decision_id} and visible_at > ${at} and cancelled_at is null`.execute(trx);
};

/**
 * The same for what any earlier decision would still have told about these applications: something newer was decided. A mail
 * that waits for its mail server goes too, though the app has told it: it would arrive after the newer one.
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
 * Gives back what a newer decision took away, because that one was undone: it is told when it would have been, or now.
 * @param standing the decision that holds again, by application
 */
export const restoreNotifications = async (
  trx: Db,
  { now }: Pick<Deps, 'now'>,
  standing: readonly { application_id: number; decision_id: number }[],
): Promise<void> => {
  const at = now();
  const held = sql`jsonb_to_recordset(${JSON.stringify(standing)}::jsonb) as held(application_id int, decision_id int)`;
  await sql`
    with mails as (
      update outbox o set cancelled_at = null, due_at = greatest(o.due_at, ${at}) from ${held}
      where o.application_id = held.application_id and o.decision_id = held.decision_id and o.cancelled_at is not null
        and o.sent_at is null and o.failed_at is null
    )
    update notifications n set cancelled_at = null, visible_at = greatest(n.visible_at, ${at}) from ${held}
    where n.application_id = held.application_id and n.decision_id = held.decision_id and n.cancelled_at is not null`.execute(trx);
};

/** Mails to an address, sent or not: whoever had it is gone. Those to an account go with the account. */
export const deleteMailsTo = async (trx: Db, email: string): Promise<void> => {
  await trx.deleteFrom('outbox').where('email', '=', email).execute();
};
