import { sql } from 'kysely';
import type { Deps } from '../http/serve.ts';
import type { Mailer, OutgoingMail, SendResult } from './mailer.ts';

/** Minutes until the next attempt, after each; a mail that failed once more is given up. */
const backoff = [2, 10, 60, 240, 720] as const;
/** Mails under way at once, an instance. */
const atOnce = 4;

interface Claimed extends OutgoingMail {
  attempts: number;
}
type Sending = Pick<Deps, 'db' | 'now'>;

/**
 * Takes one due mail: counts the attempt and puts the next one off. Whoever dies now leaves it to be tried again then,
 * and until then no other instance takes it.
 */
const claim = async ({ db, now }: Sending): Promise<Claimed | null> => {
  const { rows } = await sql<Claimed>`
    update outbox set attempts = attempts + 1,
      due_at = ${now()}::timestamptz + make_interval(mins => (${[...backoff]}::int[])[least(attempts + 1, ${backoff.length})])
    where id = (
      select id from outbox where sent_at is null and cancelled_at is null and failed_at is null and due_at <= ${now()}
      order by due_at, id limit 1 for update skip locked
    )
    returning id, email, subject, text, created_at, attempts`.execute(db);
  return rows[0] ?? null;
};

/** Writes down how it ended. A mail server that is away uses attempts up too, or a wrong address of it would be tried for ever. */
const settle = async ({ db, now }: Sending, { id, attempts }: Claimed, sent: SendResult): Promise<void> => {
  const failed = sent.how === 'never' || attempts > backoff.length;
  // A link of an invitation is in the text: what need not be sent any more is forgotten.
  const outcome =
    sent.how === 'sent'
      ? { sent_at: now(), text: '', last_error: null }
      : { last_error: sent.error, ...(failed ? { failed_at: now(), text: '' } : {}) };
  await db.updateTable('outbox').set(outcome).where('id', '=', id).execute();
};

/**
 * Sends what is due, a few at once, until nothing is, the mail server is away or `stopped` says so. Several may run at once.
 * @returns how many mails left
 */
export const sendDue = async (deps: Sending, mailer: Mailer, stopped: () => boolean = () => false): Promise<number> => {
  let count = 0;
  let away = false;
  const one = async () => {
    while (!away && !stopped()) {
      const letter = await claim(deps);
      if (!letter) return;
      const sent = await mailer.send(letter);
      await settle(deps, letter, sent);
      if (sent.how === 'sent') count += 1;
      if (sent.how === 'away') away = true;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return count;
};
