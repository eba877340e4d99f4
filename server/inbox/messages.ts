import { sql } from 'kysely';
import { type ApplicationStatus, applicationStatuses } from '#contract/application-rules.ts';
import type { BodyOf, ReplyOf } from '#contract/call.ts';
import type { reviewCalls } from '#contract/review.ts';
import { fillMessage, messageRecipientsMax } from '#contract/review-rules.ts';
import { formatNumber } from '#contract/uzbek.ts';
import type { Db } from '../db/connect.ts';
import type { Actor } from '../http/actor.ts';
import type { StoreReply } from '../http/idempotency.ts';
import { enforceRateLimit } from '../http/rateLimits.ts';
import { Invalid } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { requireManager } from '../organizations/membership.ts';
import { type NotificationDraft, notify } from '../outbox/notify.ts';
import { inboxFilters } from './filter.ts';
import { displayNameSql } from './list.ts';
import { allIds, firstMatchingFilter } from './pagination.ts';
import { type InboxReader, sortOrder } from './sorting.ts';

type Message = BodyOf<typeof reviewCalls.message>;
type Reply = ReplyOf<typeof reviewCalls.message>;

interface Recipient {
  id: number;
  user_id: number;
  first_name: string;
  /** The name the organization sees: a number in a blind review. */
  shown_name: string;
  is_blind: boolean;
  opportunity_id: number;
  title: string;
  organization_name: string;
  status: ApplicationStatus;
}

/** Ids of the applications a message is for, in order, at most one above the limit. @throws Invalid without ids and filter */
const readApplicationIds = async (db: Db, reader: InboxReader, { application_ids, filter }: Message): Promise<number[]> => {
  if (application_ids) return [...new Set(application_ids)];
  if (!filter) throw new Invalid({ application_ids: ['Kamida bitta ariza tanlang.'] });
  const order = sortOrder(filter.ordering, reader);
  return allIds(
    db,
    await firstMatchingFilter(db, order, await inboxFilters(db, reader.organization_id, filter)),
    order,
    messageRecipientsMax + 1,
  );
};

/**
 * The recipients. Deleted accounts are left out; withdrawn applications too, unless the filter asks for them by status.
 */
const readRecipients = async (db: Db, { organization_id }: InboxReader, ids: readonly number[], { filter, application_ids }: Message) => {
  const includesWithdrawn = !application_ids && filter?.status?.includes('withdrawn');
  const { rows } = await sql<Recipient>`
    select a.id, a.student_id as user_id, u.first_name, ${displayNameSql} as shown_name, o.blind_review as is_blind, a.opportunity_id, o.title,
      g.name as organization_name, a.status
    from unnest(${ids}::integer[]) with ordinality as given(id, place) join applications a on a.id = given.id
    join opportunities o on o.id = a.opportunity_id join organizations g on g.id = a.organization_id join users u on u.id = a.student_id
    where a.organization_id = ${organization_id} ${includesWithdrawn ? sql`` : sql`and a.status <> 'withdrawn'`}
    order by given.place`.execute(db);
  return rows;
};

const fillFor = (text: string, { title, organization_name, status }: Recipient, ism: string): string =>
  fillMessage(text, { ism, imkoniyat: title, tashkilot: organization_name, holat: applicationStatuses[status] });

/**
 * The notifications of a message. A student who applied twice gets the same text once. In a blind review each application gets
 * its own: a lower count would reveal that two numbers, or a number and a name, are the same person.
 */
const buildNotifications = (recipients: readonly Recipient[], { subject, text }: Message, organization_id: number): NotificationDraft[] => {
  const byKey = new Map<string, NotificationDraft>();
  for (const one of recipients) {
    const letter = {
      user_id: one.user_id,
      kind: 'message' as const,
      title: fillFor(subject, one, one.first_name),
      text: fillFor(text, one, one.first_name),
    };
    const key = JSON.stringify([letter, one.is_blind ? one.id : null]);
    if (!byKey.has(key)) byKey.set(key, { ...letter, organization_id, application_id: one.id, opportunity_id: one.opportunity_id });
  }
  return [...byKey.values()];
};

/** Notifications per statement. */
const batchSize = 500;

/**
 * Sends a message to applicants, in the app and by mail, in one transaction. A dry run returns the number of recipients and an
 * example, and sends nothing.
 * @throws Refusal organization_not_found, forbidden to a reviewer, too_many_requests; Invalid above `messageRecipientsMax`
 */
export const sendMessages = async (deps: Deps, actor: Actor, message: Message, storeReply: StoreReply): Promise<Reply> => {
  const reader = await requireManager(deps.db, actor.user_id);
  if (!message.dry_run) await enforceRateLimit(deps, 'message', actor.user_id);
  return deps.db.transaction().execute(async (trx) => {
    const ids = await readApplicationIds(trx, reader, message);
    const recipients = ids.length > messageRecipientsMax ? [] : await readRecipients(trx, reader, ids, message);
    if (ids.length > messageRecipientsMax)
      throw new Invalid({
        filter: [`Bir marta ko‘pi bilan ${formatNumber(messageRecipientsMax)} kishiga yozish mumkin. Filtrni toraytiring.`],
      });
    const notifications = buildNotifications(recipients, message, reader.organization_id);
    const [first] = recipients;
    const example = first && {
      to: first.shown_name,
      subject: fillFor(message.subject, first, first.is_blind ? first.shown_name : first.first_name),
      text: fillFor(message.text, first, first.is_blind ? first.shown_name : first.first_name),
    };
    const reply: Reply = { recipients: notifications.length, example: example ?? null };
    if (!message.dry_run && notifications.length > 0) {
      for (let from = 0; from < notifications.length; from += batchSize)
        await notify(trx, deps, notifications.slice(from, from + batchSize));
      await trx
        .insertInto('audit_log')
        .values({
          organization_id: reader.organization_id,
          actor_id: actor.user_id,
          action: 'applicants_messaged',
          details: `${formatNumber(notifications.length)} ta xabar: ${message.subject}`,
          created_at: deps.now(),
        })
        .execute();
    }
    await storeReply(trx, reply);
    return reply;
  });
};
