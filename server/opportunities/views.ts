import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { tashkentDay } from '#contract/uzbek.ts';
import type { Actor } from '../http/actor.ts';
import { ipKey } from '../http/rateLimits.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { viewerOrganization } from './card.ts';
import { visibleTo } from './visibility.ts';

/** Milliseconds between two writes of what was counted meanwhile. */
const writtenEvery = 5000;
/** Looks that are remembered, so that one person counts once a day; beyond them the oldest are forgotten. */
const rememberedMost = 50_000;
/** Looks of one person or address in a minute. */
const limits = { strict: 120, loose: 3000 } as const;
const countedMost = 20_000;

interface Look {
  opportunity_id: number;
  day: string;
  count: number;
}

export interface ViewCounter {
  /** @throws Refusal too_many_requests */
  limit(who: string): void;
  /** Whether this person's look at this item was met before today. */
  isKnown(opportunity_id: number, who: string): boolean;
  remember(opportunity_id: number, who: string): void;
  count(opportunity_id: number): void;
  /** Writes what was counted, in one statement; what the database refuses is tried again the next time. */
  flush(): Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    looks: ViewCounter;
  }
}

/** Puts an entry at the end of what is remembered, and forgets the oldest beyond `most`. */
const push = <Value>(memory: Map<string, Value>, key: string, value: Value, most: number) => {
  memory.delete(key);
  memory.set(key, value);
  if (memory.size > most) memory.delete(memory.keys().next().value as string);
};

/**
 * Looks at opportunities, counted in memory: a look costs no write. A crash loses the counts of a few seconds, and with two
 * instances a person may count once on each. Who looked is kept nowhere: memory holds hashes under a key that dies with the
 * process, for a day at most.
 */
const looksOf = ({ config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>): ViewCounter => {
  const secret = randomBytes(32);
  const seen = new Map<string, string>();
  const attempts = new Map<string, { count: number; until: number }>();
  let waiting = new Map<string, Look>();
  let writing: Promise<void> = Promise.resolve();
  const hashed = (text: string) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);
  const add = ({ opportunity_id, day, count }: Look) => {
    const key = `${opportunity_id} ${day}`;
    const before = waiting.get(key);
    if (before) before.count += count;
    else if (waiting.size < rememberedMost) waiting.set(key, { opportunity_id, day, count });
  };
  const write = async () => {
    const batch = [...waiting.values()].sort((a, b) => a.opportunity_id - b.opportunity_id || (a.day < b.day ? -1 : 1));
    if (batch.length === 0) return;
    waiting = new Map();
    try {
      // Added to what stands there, in one order everywhere: several instances write side by side.
      await sql`
        insert into opportunity_views (opportunity_id, day, count)
        select o.id, given.day, given.count
        from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as given (opportunity_id integer, day date, count integer)
        join opportunities o on o.id = given.opportunity_id
        order by o.id, given.day
        on conflict (opportunity_id, day) do update set count = opportunity_views.count + excluded.count`.execute(db);
    } catch (error) {
      for (const look of batch) add(look);
      throw error;
    }
  };
  return {
    limit: (who) => {
      const at = now().getTime();
      const key = hashed(who);
      const before = attempts.get(key);
      const entry = before && before.until > at ? before : { count: 0, until: at + 60_000 };
      entry.count += 1;
      push(attempts, key, entry, countedMost);
      if (entry.count > limits[config.limits])
        throw new Refusal('too_many_requests', { retryAfter: Math.max(1, Math.ceil((entry.until - at) / 1000)) });
    },
    isKnown: (opportunity_id, who) => seen.get(hashed(`${opportunity_id} ${who}`)) === tashkentDay(now()),
    remember: (opportunity_id, who) => push(seen, hashed(`${opportunity_id} ${who}`), tashkentDay(now()), rememberedMost),
    count: (opportunity_id) => add({ opportunity_id, day: tashkentDay(now()), count: 1 }),
    flush: () => {
      writing = writing.catch(() => {}).then(write);
      return writing;
    },
  };
};

/** Gives the server its counter, written every few seconds and once more when the server closes. */
export const registerViewCounter = (app: FastifyInstance, deps: Deps): void => {
  const looks = looksOf(deps);
  app.decorate('looks', looks);
  const written = () => looks.flush().catch((err: unknown) => app.log.warn({ err }, 'looks are not written yet'));
  const timer = setInterval(written, writtenEvery);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await written();
  });
};

/**
 * Somebody opened an opportunity. One person (signed out: one address) counts once a day; members of its organization and
 * administrators look at it for other reasons and do not count.
 * @throws Refusal not_found when it does not exist for them, too_many_requests
 */
export const recordView = async (
  { db, actor, now, request }: Pick<Deps, 'db' | 'now'> & { actor: Actor | null; request: FastifyRequest },
  id: number,
): Promise<Record<string, never>> => {
  const { looks } = request.server;
  const who = actor ? `user ${actor.user_id}` : `address ${ipKey(request.ip)}`;
  looks.limit(who);
  if (looks.isKnown(id, who)) return {};
  const { rows } = await sql<{ is_own: boolean }>`
    select o.organization_id is not distinct from ${viewerOrganization(actor)} as is_own from opportunities o
    where o.id = ${id} and o.deleted_at is null and ${visibleTo(actor, now())}`.execute(db);
  const row = rows[0];
  if (!row) throw new Refusal('not_found');
  // Asked again: two at once are one.
  if (looks.isKnown(id, who)) return {};
  looks.remember(id, who);
  if (!row.is_own && actor?.user_type !== 'admin') looks.count(id);
  return {};
};
