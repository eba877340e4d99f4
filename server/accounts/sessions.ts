import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { TokenPair } from '#contract/account.ts';
import type { UserType } from '#contract/account-rules.ts';
import type { Db } from '../db/connect.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';

const day = 24 * 60 * 60 * 1000;
/** A session nobody refreshes ends after this. */
const idle = 14 * day;
/** However often it is refreshed, it ends after this. */
const absolute = 30 * day;
/** Two tabs wake up with the same token: its direct predecessor may come again for this long. */
const grace = 10_000;

type SessionDeps = Pick<Deps, 'config' | 'db' | 'tokens' | 'now'>;
interface Owner {
  user_id: number;
  user_type: UserType;
}

const seal = (secret: string, id: string, generation: number): string =>
  createHmac('sha256', secret).update(`refresh.${id}.${generation}`).digest('base64url');
const tokenOf = (secret: string, id: string, generation: number) => `${id}.${generation}.${seal(secret, id, generation)}`;

/** The session and generation a token names, null when we did not write it. */
const readToken = (secret: string, token: string): { id: string; generation: number } | null => {
  const parts = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([1-9]\d{0,8})\.([\w-]{43})$/.exec(token);
  if (!parts) return null;
  const [, id = '', generation = '', given = ''] = parts;
  const right = seal(secret, id, Number(generation));
  return timingSafeEqual(Buffer.from(given), Buffer.from(right)) ? { id, generation: Number(generation) } : null;
};

const pairOf = ({ config, tokens, now }: SessionDeps, id: string, generation: number, owner: Owner): TokenPair => ({
  access: tokens.sign({ ...owner, session_id: id }, now()),
  refresh: tokenOf(config.jwtSecret, id, generation),
});

/** Begins a session: one sign-in on one device. */
export const beginSession = async (deps: SessionDeps, owner: Owner): Promise<TokenPair> => {
  const id = randomUUID();
  const at = deps.now();
  await deps.db.insertInto('sessions').values({ id, user_id: owner.user_id, created_at: at, rotated_at: at, ended_at: null }).execute();
  return pairOf(deps, id, 1, owner);
};

/**
 * Trades a refresh token for the next pair. A token that was used before ends the session: somebody else has it.
 * @throws Refusal session_ended
 */
export const refreshSession = async (deps: SessionDeps, token: string): Promise<TokenPair> => {
  const { config, db } = deps;
  const named = readToken(config.jwtSecret, token);
  if (!named) throw new Refusal('session_ended');
  const { id, generation } = named;
  const at = deps.now();
  const alive = sql<boolean>`s.ended_at is null and s.rotated_at > ${new Date(at.getTime() - idle)}
    and s.created_at > ${new Date(at.getTime() - absolute)}`;
  const rotated = await sql<Owner & { generation: number }>`
    update sessions s set generation = s.generation + 1, rotated_at = ${at} from users u
    where s.id = ${id} and s.generation = ${generation} and ${alive} and u.id = s.user_id
    returning s.generation, s.user_id, u.user_type`.execute(db);
  const next = rotated.rows[0];
  if (next) return pairOf(deps, id, next.generation, next);
  // The other tab was first: both end up with the same token.
  const repeated = await sql<Owner & { generation: number }>`
    select s.generation, s.user_id, u.user_type from sessions s join users u on u.id = s.user_id
    where s.id = ${id} and s.generation = ${generation + 1} and ${alive} and s.rotated_at >= ${new Date(at.getTime() - grace)}`.execute(db);
  const current = repeated.rows[0];
  if (current) return pairOf(deps, id, current.generation, current);
  await endSession(db, id, at);
  throw new Refusal('session_ended');
};

const endSession = (db: Db, id: string, at: Date) =>
  db.updateTable('sessions').set({ ended_at: at }).where('id', '=', id).where('ended_at', 'is', null).execute();

/** Ends the session a refresh token belongs to; a token that names none has nothing to end. */
export const logOut = async ({ config, db, now }: SessionDeps, token: string): Promise<void> => {
  const named = readToken(config.jwtSecret, token);
  if (named) await endSession(db, named.id, now());
};

/**
 * A fresh pair for this session, after every other session of the account has ended.
 * @throws Refusal session_ended when this one has ended meanwhile
 */
export const endOtherSessions = async (deps: SessionDeps, session_id: string, owner: Owner): Promise<TokenPair> => {
  const at = deps.now();
  const mine = () => deps.db.updateTable('sessions').where('user_id', '=', owner.user_id).where('ended_at', 'is', null);
  const kept = await mine()
    .set((eb) => ({ generation: eb('generation', '+', 1), rotated_at: at }))
    .where('id', '=', session_id)
    .returning('generation')
    .executeTakeFirst();
  if (!kept) throw new Refusal('session_ended');
  await mine().set({ ended_at: at }).where('id', '!=', session_id).execute();
  return pairOf(deps, session_id, kept.generation, owner);
};
