import { sql } from 'kysely';
import { type ApplicationStatus, applicationStatuses } from '#contract/application-rules.ts';
import type { BodyOf, ReplyOf } from '#contract/call.ts';
import type { reviewCalls } from '#contract/review.ts';
import { fillMessage, messageRecipientsMax } from '#contract/review-rules.ts';
import { formatNumber } from '#contract/uzbek.ts';
import type { Db } from '../db/connect.ts';
import type { Actor } from '../http/actor.ts';
import type { Settle } from '../http/idempotency.ts';
import { enforceRateLimit } from '../http/rateLimits.ts';
import { Invalid } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { managerOf } from '../organizations/membership.ts';
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
  /** As the organization sees them: blind where it judges so. */
  shown_name: string;
  is_blind: boolean;
  opportunity_id: number;
  title: string;
  organization_name: string;
  status: ApplicationStatus;
}

/** The applications meant, in their order. @throws Invalid when neither they nor a filter are named, or they are too many */
const meantBy = async (db: Db, reader: InboxReader, { application_ids, filter }: Message): Promise<number[]> => {
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
 * Who is written to: whoever has deleted their account reads nothing, and whoever took the application back only what the
 * filter names them for.
 */
const readRecipients = async (db: Db, { organization_id }: InboxReader, ids: readonly number[], { filter, application_ids }: Message) => {
  const withdrawn = !application_ids && filter?.status?.includes('withdrawn');
  const { rows } = await sql<Recipient>`
    select a.id, a.student_id as user_id, u.first_name, ${displayNameSql} as shown_name, o.blind_review as is_blind, a.opportunity_id, o.title,
      g.name as organization_name, a.status
    from unnest(${ids}::integer[]) with ordinality as one(id, place) join applications a on a.id = one.id
    join opportunities o on o.id = a.opportunity_id join organizations g on g.id = a.organization_id join users u on u.id = a.student_id
    where a.organization_id = ${organization_id} ${withdrawn ? sql`` : sql`and a.status <> 'withdrawn'`}
    order by one.place`.execute(db);
  return rows;
};

const filled = (text: string, { title, organization_name, status }: Recipient, ism: string): string =>
  fillMessage(text, { ism, imkoniyat: title, tashkilot: organization_name, holat: applicationStatuses[status] });

/**
 * What each is told; somebody who applied twice is not told the same thing twice. But whoever is judged blind is told for each
 * application: one reader fewer would say that two numbers, or a number and a name, are the same person.
 */
const toldBy = (recipients: readonly Recipient[], { subject, text }: Message, organization_id: number): NotificationDraft[] => {
  const told = new Map<string, NotificationDraft>();
  for (const one of recipients) {
    const letter = {
      user_id: one.user_id,
      kind: 'message' as const,
      title: filled(subject, one, one.first_name),
      text: filled(text, one, one.first_name),
    };
    const key = JSON.stringify([letter, one.is_blind ? one.id : null]);
    if (!told.has(key)) told.set(key, { ...letter, organization_id, application_id: one.id, opportunity_id: one.opportunity_id });
  }
  return [...told.values()];
};

/** Messages written in one statement. */
const batch = 500;

/**
 * Writes to applicants, in the app and by mail, all or nothing. A dry run says how many would read what, and sends nothing.
 * @throws Refusal forbidden to a reviewer; Invalid
 */
export const sendMessages = async (deps: Deps, actor: Actor, message: Message, settle: Settle): Promise<Reply> => {
  const reader = await managerOf(deps.db, actor.user_id);
  if (!message.dry_run) await enforceRateLimit(deps, 'message', actor.user_id);
  return deps.db.transaction().execute(async (trx) => {
    const ids = await meantBy(trx, reader, message);
    const recipients = ids.length > messageRecipientsMax ? [] : await readRecipients(trx, reader, ids, message);
    if (ids.length > messageRecipientsMax)
      throw new Invalid({
        filter: [`Bir marta ko‘pi bilan ${formatNumber(messageRecipientsMax)} kishiga yozish mumkin. Filtrni toraytiring.`],
      });
    const told = toldBy(recipients, message, reader.organization_id);
    const [first] = recipients;
    const example = first && {
      to: first.shown_name,
      subject: filled(message.subject, first, first.is_blind ? first.shown_name : first.first_name),
      text: filled(message.text, first, first.is_blind ? first.shown_name : first.first_name),
    };
    const reply: Reply = { recipients: told.length, example: example ?? null };
    if (!message.dry_run && told.length > 0) {
      for (let from = 0; from < told.length; from += batch) await notify(trx, deps, told.slice(from, from + batch));
      await trx
        .insertInto('audit_log')
        .values({
          organization_id: reader.organization_id,
          actor_id: actor.user_id,
          action: 'applicants_messaged',
          details: `${formatNumber(told.length)} ta xabar: ${message.subject}`,
          created_at: deps.now(),
        })
        .execute();
    }
    await settle(trx, reply);
    return reply;
  });
};
