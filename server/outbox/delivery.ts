import { sql } from 'kysely';
import type { Deps } from '../http/serve.ts';
import type { Mailer, OutgoingMail, SendResult } from './mailer.ts';

/** Minutes from each attempt to the next; a mail that fails once more is given up. */
const backoffMinutes = [2, 10, 60, 240, 720] as const;
/** Mails one run sends concurrently. */
const concurrency = 4;

interface ClaimedMail extends OutgoingMail {
  attempts: number;
}
type DeliveryDeps = Pick<Deps, 'db' | 'now'>;

/**
 * Claims one due mail: counts the attempt and postpones the next one. No other instance takes the mail until then, and a
 * process that dies meanwhile leaves it to the next attempt.
 */
const claimDueMail = async ({ db, now }: DeliveryDeps): Promise<ClaimedMail | null> => {
  const { rows } = await sql<ClaimedMail>`
    update outbox set attempts = attempts + 1,
      due_at = ${now()}::timestamptz + make_interval(mins => (${[...backoffMinutes]}::int[])[least(attempts + 1, ${backoffMinutes.length})])
    where id = (
      select id from outbox where sent_at is null and cancelled_at is null and failed_at is null and due_at <= ${now()}
      order by due_at, id limit 1 for update skip locked
    )
    returning id, email, subject, text, created_at, attempts`.execute(db);
  return rows[0] ?? null;
};

/** Records the result of an attempt. An unreachable mail server uses up attempts too: its address may be wrong for ever. */
const recordResult = async ({ db, now }: DeliveryDeps, { id, attempts }: ClaimedMail, result: SendResult): Promise<void> => {
  const failed = result.outcome === 'rejected' || attempts > backoffMinutes.length;
  // The text may hold the link of an invitation, so it is cleared once it is not needed.
  const changes =
    result.outcome === 'sent'
      ? { sent_at: now(), text: '', last_error: null }
      : { last_error: result.error, ...(failed ? { failed_at: now(), text: '' } : {}) };
  await db.updateTable('outbox').set(changes).where('id', '=', id).execute();
};

/**
 * Sends due mails, four at a time, until none is left, the mail server is unreachable or `signal` is aborted. Several
 * instances may run it concurrently. @returns the number of mails sent
 */
export const sendDueMails = async (deps: DeliveryDeps, mailer: Mailer, signal?: AbortSignal): Promise<number> => {
  let count = 0;
  let unreachable = false;
  const sendNext = async () => {
    while (!unreachable && !signal?.aborted) {
      const mail = await claimDueMail(deps);
      if (!mail) return;
      const result = await mailer.send(mail);
      await recordResult(deps, mail, result);
      if (result.outcome === 'sent') count += 1;
      if (result.outcome === 'unreachable') unreachable = true;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, sendNext));
  return count;
};
