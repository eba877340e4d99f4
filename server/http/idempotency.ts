import { createHmac } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Call } from '#contract/call.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/connect.ts';
import type { Actor } from './actor.ts';
import type { Upload } from './multipart.ts';
import { Refusal } from './refusal.ts';

/** Hours an answer is kept for its key. */
const keptHours = 24;

interface Attempt {
  actor: Actor | null;
  key: string;
  call: Call;
  /** What the path names. */
  params: Record<string, unknown>;
  body: unknown;
  files: Record<string, Upload>;
}

/**
 * Stores the answer in the transaction that makes the change: after a kill both are there or neither is, so a retry
 * gets the first answer or runs for the first time, never twice.
 */
export type Settle = (transaction: Db, answer: unknown) => Promise<void>;
/** For a request without a key. */
export const nothingToSettle: Settle = async () => {};

const ofUser = (user_id: number) => `user ${user_id}`;
const ofEmail = (email: string) => `mail ${email}`;
/** Forgets what was answered, but not that it was: a request that is repeated still does not run twice. */
export const clearStoredReplies = async (db: Db, speak: RawBuilder<boolean>): Promise<void> => {
  await sql`update idempotency_keys set reply = null where reply is not null and (${speak})`.execute(db);
};
/** Forgets the answers kept for a person's requests, signed in and signed out, and those to others that name their address. */
export const deleteRepliesOfUser = async (db: Db, user_id: number, email: string): Promise<void> => {
  for (const who of [` ${ofUser(user_id)}`, ` ${ofEmail(email)}`])
    await sql`delete from idempotency_keys where right(scope, length(${who}::text)) = ${who}`.execute(db);
  await clearStoredReplies(db, sql`position(${JSON.stringify(email)} in reply) > 0`);
};
/** Answers older than a day are no one's any more. */
export const deleteExpiredReplies = async ({ db, now }: { db: Db; now(): Date }): Promise<void> => {
  const old = new Date(now().getTime() - keptHours * 3_600_000);
  await db.deleteFrom('idempotency_keys').where('created_at', '<', old).execute();
};

/** Keyed: the body of a sign-up holds a password, which a bare hash would leave to guessing. */
const hashOf = ({ body, files }: Attempt, secret: string): string => {
  const hash = createHmac('sha256', secret).update(JSON.stringify(body ?? null));
  for (const [name, file] of Object.entries(files)) hash.update(name).update(file.data);
  return hash.digest('hex');
};

/**
 * Runs a call once per Idempotency-Key and address (per user; signed out per key and e-mail): the same key and body get the first
 * answer again, another body is refused. A call that failed leaves no trace and may be tried again.
 */
export const runOnce = async (
  { config, db, now }: { config: Config; db: Db; now(): Date },
  attempt: Attempt,
  reply: FastifyReply,
  run: (settle: Settle) => Promise<unknown>,
): Promise<unknown> => {
  const { actor, call, params } = attempt;
  if (!/^[\x21-\x7e]{1,200}$/.test(attempt.key)) throw new Refusal('invalid');
  const who = actor ? ofUser(actor.user_id) : ofEmail((attempt.body as { email?: string } | undefined)?.email ?? '');
  // A note on one application and the same words on another are two requests, as are two calls.
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
  const scope = `${call.method} ${path} ${who}`;
  const request_hash = hashOf(attempt, config.jwtSecret);
  const at = now();
  const row = { scope, key: attempt.key, request_hash, created_at: at };
  const claimed = await db
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'key'])
        .doUpdateSet({ ...row, status: null, reply: null })
        // An answer older than a day is forgotten; a run that never ended (a killed process) frees its key sooner.
        .where((eb) =>
          eb.or([
            eb('idempotency_keys.created_at', '<', new Date(at.getTime() - keptHours * 3_600_000)),
            eb.and([eb('idempotency_keys.status', 'is', null), eb('idempotency_keys.created_at', '<', new Date(at.getTime() - 60_000))]),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst();
  const mine = (table: 'idempotency_keys') => db.selectFrom(table).selectAll().where('scope', '=', scope).where('key', '=', attempt.key);
  if (!claimed) {
    const before = await mine('idempotency_keys').executeTakeFirst();
    if (!before) throw new Refusal('in_progress', { retryAfter: 1 });
    if (before.request_hash !== request_hash) throw new Refusal('idempotency_mismatch');
    if (before.status === null) throw new Refusal('in_progress', { retryAfter: 1 });
    // It spoke of somebody who has deleted their account since.
    if (before.reply === null) throw new Refusal('conflict');
    reply.code(before.status);
    return JSON.parse(before.reply);
  }
  // The claim by its moment too: one that was taken over after a minute is no longer ours to touch.
  let settled = false;
  const settle: Settle = async (transaction, answer) => {
    const kept = await transaction
      .updateTable('idempotency_keys')
      .set({ status: call.status ?? 200, reply: JSON.stringify(answer ?? null) })
      .where('scope', '=', scope)
      .where('key', '=', attempt.key)
      .where('created_at', '=', at)
      .returning('key')
      .executeTakeFirst();
    if (!kept) throw new Refusal('in_progress', { retryAfter: 1 });
    settled = true;
  };
  let answer: unknown;
  try {
    answer = await run(settle);
  } catch (error) {
    // Only while it has no answer: a commit whose confirmation was lost did happen.
    await db
      .deleteFrom('idempotency_keys')
      .where('scope', '=', scope)
      .where('key', '=', attempt.key)
      .where('created_at', '=', at)
      .where('status', 'is', null)
      .execute()
      .catch(() => {});
    throw error;
  }
  if (!settled) await settle(db, answer);
  return answer;
};
