import { createHmac } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Call } from '#contract/call.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/connect.ts';
import type { Actor } from './actor.ts';
import type { UploadedFile } from './multipart.ts';
import { Refusal } from './refusal.ts';

/** Hours a reply is stored for its key. */
const retentionHours = 24;

/** A request with an Idempotency-Key. */
interface Attempt {
  actor: Actor | null;
  key: string;
  call: Call;
  /** Parameters of the path. */
  params: Record<string, unknown>;
  body: unknown;
  files: Record<string, UploadedFile>;
}

/**
 * Stores the reply of the request in the transaction of its change. After a crash both exist or neither does, so a retry gets
 * the first reply or runs for the first time, never twice.
 */
export type StoreReply = (transaction: Db, reply: unknown) => Promise<void>;
/** For a request without a key. */
export const noStoredReply: StoreReply = async () => {};

const userScope = (user_id: number) => `user ${user_id}`;
const emailScope = (email: string) => `mail ${email}`;
/**
 * Deletes the text of stored replies, but not their keys: a repeated request still does not run twice.
 * @param where a condition on `idempotency_keys`
 */
export const clearStoredReplies = async (db: Db, where: RawBuilder<boolean>): Promise<void> => {
  await sql`update idempotency_keys set reply = null where reply is not null and (${where})`.execute(db);
};
/** Deletes the stored replies to a user's requests, signed in or out, and clears replies to others that contain their e-mail. */
export const deleteUserReplies = async (db: Db, user_id: number, email: string): Promise<void> => {
  for (const ending of [` ${userScope(user_id)}`, ` ${emailScope(email)}`])
    await sql`delete from idempotency_keys where right(scope, length(${ending}::text)) = ${ending}`.execute(db);
  await clearStoredReplies(db, sql`position(${JSON.stringify(email)} in reply) > 0`);
};
/** Deletes stored replies older than a day. */
export const deleteExpiredReplies = async ({ db, now }: { db: Db; now(): Date }): Promise<void> => {
  const oldest = new Date(now().getTime() - retentionHours * 3_600_000);
  await db.deleteFrom('idempotency_keys').where('created_at', '<', oldest).execute();
};

/** HMAC of body and files. Keyed, because a plain hash of a sign-up body would let an attacker guess the password. */
const requestHash = ({ body, files }: Attempt, secret: string): string => {
  const hash = createHmac('sha256', secret).update(JSON.stringify(body ?? null));
  for (const [name, file] of Object.entries(files)) hash.update(name).update(file.data);
  return hash.digest('hex');
};

/**
 * Runs a call once for each Idempotency-Key, method, path and user (signed out: and e-mail of the body). A retry with the same
 * body gets the first reply. A failed call leaves no row, so it can be retried.
 * @param attempt.key 1 to 200 visible ASCII characters
 * @param run the handler; it calls `storeReply` inside its transaction, or the reply is stored after it
 * @throws Refusal `invalid` for a malformed key, `idempotency_mismatch` for another body, `in_progress` while the first run lasts
 *   (at most a minute after a crash), `conflict` when the stored reply was cleared
 */
export const runIdempotently = async (
  { config, db, now }: { config: Config; db: Db; now(): Date },
  attempt: Attempt,
  reply: FastifyReply,
  run: (storeReply: StoreReply) => Promise<unknown>,
): Promise<unknown> => {
  const { actor, call, params } = attempt;
  if (!/^[\x21-\x7e]{1,200}$/.test(attempt.key)) throw new Refusal('invalid');
  const caller = actor ? userScope(actor.user_id) : emailScope((attempt.body as { email?: string } | undefined)?.email ?? '');
  // The scope has the path with its parameters: the same note on two applications is two requests.
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
  const scope = `${call.method} ${path} ${caller}`;
  const request_hash = requestHash(attempt, config.jwtSecret);
  const startedAt = now();
  const row = { scope, key: attempt.key, request_hash, created_at: startedAt };
  const claimed = await db
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'key'])
        .doUpdateSet({ ...row, status: null, reply: null })
        // A reply expires after a day. A run without a reply (a killed process) frees its key after a minute.
        .where((eb) =>
          eb.or([
            eb('idempotency_keys.created_at', '<', new Date(startedAt.getTime() - retentionHours * 3_600_000)),
            eb.and([
              eb('idempotency_keys.status', 'is', null),
              eb('idempotency_keys.created_at', '<', new Date(startedAt.getTime() - 60_000)),
            ]),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst();
  if (!claimed) {
    const stored = await db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('scope', '=', scope)
      .where('key', '=', attempt.key)
      .executeTakeFirst();
    if (!stored) throw new Refusal('in_progress', { retryAfter: 1 });
    if (stored.request_hash !== request_hash) throw new Refusal('idempotency_mismatch');
    if (stored.status === null) throw new Refusal('in_progress', { retryAfter: 1 });
    // Cleared, because it contained data of an account deleted since.
    if (stored.reply === null) throw new Refusal('conflict');
    reply.code(stored.status);
    return JSON.parse(stored.reply);
  }
  // `created_at` identifies this run: another run may have taken the key over after a minute.
  let isStored = false;
  const storeReply: StoreReply = async (transaction, body) => {
    const updated = await transaction
      .updateTable('idempotency_keys')
      .set({ status: call.status ?? 200, reply: JSON.stringify(body ?? null) })
      .where('scope', '=', scope)
      .where('key', '=', attempt.key)
      .where('created_at', '=', startedAt)
      .returning('key')
      .executeTakeFirst();
    if (!updated) throw new Refusal('in_progress', { retryAfter: 1 });
    isStored = true;
  };
  let result: unknown;
  try {
    result = await run(storeReply);
  } catch (error) {
    // Keeps a row with a reply: the transaction was committed although its confirmation was lost.
    await db
      .deleteFrom('idempotency_keys')
      .where('scope', '=', scope)
      .where('key', '=', attempt.key)
      .where('created_at', '=', startedAt)
      .where('status', 'is', null)
      .execute()
      .catch(() => {});
    throw error;
  }
  if (!isStored) await storeReply(db, result);
  return result;
};
