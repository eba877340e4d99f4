import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { TokenPair } from '#contract/account.ts';
import type { UserType } from '#contract/account-rules.ts';
import type { Db } from '../db/connect.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';

const day = 24 * 60 * 60 * 1000;
/** A session ends this long after its last refresh. */
const idleTimeout = 14 * day;
/** A session ends this long after sign-in, even when refreshed. */
const maxAge = 30 * day;
/** How long the previous token is still accepted, for two tabs that refresh with the same one. Milliseconds. */
const reuseGrace = 10_000;

type SessionDeps = Pick<Deps, 'config' | 'db' | 'tokens' | 'now'>;
interface SessionUser {
  user_id: number;
  user_type: UserType;
}

const signature = (secret: string, id: string, generation: number): string =>
  createHmac('sha256', secret).update(`refresh.${id}.${generation}`).digest('base64url');
const refreshToken = (secret: string, id: string, generation: number) => `${id}.${generation}.${signature(secret, id, generation)}`;

/** The session and generation in a refresh token; null when its signature is not ours. */
const parseToken = (secret: string, token: string): { id: string; generation: number } | null => {
  const parts = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([1-9]\d{0,8})\.([\w-]{43})$/.exec(token);
  if (!parts) return null;
  const [, id = '', generation = '', received = ''] = parts;
  const expected = signature(secret, id, Number(generation));
  return timingSafeEqual(Buffer.from(received), Buffer.from(expected)) ? { id, generation: Number(generation) } : null;
};

const tokenPair = ({ config, tokens, now }: SessionDeps, id: string, generation: number, user: SessionUser): TokenPair => ({
  access: tokens.sign({ ...user, session_id: id }, now()),
  refresh: refreshToken(config.jwtSecret, id, generation),
});

/** Starts a session, one per sign-in. @returns its first token pair */
export const beginSession = async (deps: SessionDeps, user: SessionUser): Promise<TokenPair> => {
  const id = randomUUID();
  const at = deps.now();
  await deps.db.insertInto('sessions').values({ id, user_id: user.user_id, created_at: at, rotated_at: at, ended_at: null }).execute();
  return tokenPair(deps, id, 1, user);
};

/**
 * Exchanges a refresh token for the next pair. Reuse of an older token ends the session, because it may be stolen.
 * @throws Refusal session_ended
 */
export const refreshSession = async (deps: SessionDeps, token: string): Promise<TokenPair> => {
  const { config, db } = deps;
  const parsed = parseToken(config.jwtSecret, token);
  if (!parsed) throw new Refusal('session_ended');
  const { id, generation } = parsed;
  const at = deps.now();
  const alive = sql<boolean>`s.ended_at is null and s.rotated_at > ${new Date(at.getTime() - idleTimeout)}
    and s.created_at > ${new Date(at.getTime() - maxAge)}`;
  const rotated = await sql<SessionUser & { generation: number }>`
    update sessions s set generation = s.generation + 1, rotated_at = ${at} from users u
    where s.id = ${id} and s.generation = ${generation} and ${alive} and u.id = s.user_id
    returning s.generation, s.user_id, u.user_type`.execute(db);
  const next = rotated.rows[0];
  if (next) return tokenPair(deps, id, next.generation, next);
  // Another tab refreshed first: both get the same token.
  const repeated = await sql<SessionUser & { generation: number }>`
    select s.generation, s.user_id, u.user_type from sessions s join users u on u.id = s.user_id
    where s.id = ${id} and s.generation = ${generation + 1} and ${alive} and s.rotated_at >= ${new Date(at.getTime() - reuseGrace)}`.execute(
    db,
  );
  const current = repeated.rows[0];
  if (current) return tokenPair(deps, id, current.generation, current);
  await endSession(db, id, at);
  throw new Refusal('session_ended');
};

const endSession = (db: Db, id: string, at: Date) =>
  db.updateTable('sessions').set({ ended_at: at }).where('id', '=', id).where('ended_at', 'is', null).execute();

/** Ends the session of a refresh token. An invalid token is ignored. */
export const logOut = async ({ config, db, now }: SessionDeps, token: string): Promise<void> => {
  const parsed = parseToken(config.jwtSecret, token);
  if (parsed) await endSession(db, parsed.id, now());
};

/**
 * Ends all other sessions of the user and returns a new token pair for this one.
 * @throws Refusal session_ended when this one has already ended
 */
export const endOtherSessions = async (deps: SessionDeps, session_id: string, user: SessionUser): Promise<TokenPair> => {
  const at = deps.now();
  const openSessions = () => deps.db.updateTable('sessions').where('user_id', '=', user.user_id).where('ended_at', 'is', null);
  const current = await openSessions()
    .set((eb) => ({ generation: eb('generation', '+', 1), rotated_at: at }))
    .where('id', '=', session_id)
    .returning('generation')
    .executeTakeFirst();
  if (!current) throw new Refusal('session_ended');
  await openSessions().set({ ended_at: at }).where('id', '!=', session_id).execute();
  return tokenPair(deps, session_id, current.generation, user);
};
