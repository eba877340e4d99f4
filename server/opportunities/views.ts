import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { tashkentDay } from '#contract/uzbek.ts';
import type { Actor } from '../http/actor.ts';
import { ipKey } from '../http/rateLimits.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { viewerOrganization, visibleTo } from './visibility.ts';

/** Milliseconds between two writes of the counts. */
const flushInterval = 5000;
/** Views remembered so that a person counts once a day; the oldest are dropped beyond this number. */
const maxRemembered = 50_000;
/** Views allowed per person or address in a minute. */
const limits = { strict: 120, loose: 3000 } as const;
const maxRateLimitEntries = 20_000;

interface ViewCount {
  opportunity_id: number;
  /** The calendar day in Tashkent, `YYYY-MM-DD`. */
  day: string;
  count: number;
}

export interface ViewCounter {
  /** Counts a request of `viewer` against the rate limit. @throws Refusal too_many_requests */
  limit(viewer: string): void;
  /** Whether this viewer's view of this opportunity was already recorded today. */
  isKnown(opportunity_id: number, viewer: string): boolean;
  remember(opportunity_id: number, viewer: string): void;
  count(opportunity_id: number): void;
  /** Writes the pending counts in one statement; after a failure they stay pending for the next call. */
  flush(): Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    viewCounter: ViewCounter;
  }
}

/** Puts an entry last in insertion order and drops the oldest entry beyond `max`. */
const setBounded = <Value>(map: Map<string, Value>, key: string, value: Value, max: number) => {
  map.delete(key);
  map.set(key, value);
  if (map.size > max) map.delete(map.keys().next().value as string);
};

/**
 * Counts views of opportunities in memory, so that a view costs no write. A crash loses the counts of a few seconds, and a
 * person may count once on each instance. Viewers are stored nowhere else: memory holds HMACs under a key of this process,
 * compared by day.
 */
const createViewCounter = ({ config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>): ViewCounter => {
  const secret = randomBytes(32);
  const seen = new Map<string, string>();
  const attempts = new Map<string, { count: number; until: number }>();
  let pending = new Map<string, ViewCount>();
  let writing: Promise<void> = Promise.resolve();
  const hashed = (text: string) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);
  const add = ({ opportunity_id, day, count }: ViewCount) => {
    const key = `${opportunity_id} ${day}`;
    const before = pending.get(key);
    if (before) before.count += count;
    else if (pending.size < maxRemembered) pending.set(key, { opportunity_id, day, count });
  };
  const write = async () => {
    const batch = [...pending.values()].sort((a, b) => a.opportunity_id - b.opportunity_id || (a.day < b.day ? -1 : 1));
    if (batch.length === 0) return;
    pending = new Map();
    try {
      // Adds to the stored count. Rows are written in one order, so that instances writing at the same time cannot deadlock.
      await sql`
        insert into opportunity_views (opportunity_id, day, count)
        select o.id, given.day, given.count
        from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as given (opportunity_id integer, day date, count integer)
        join opportunities o on o.id = given.opportunity_id
        order by o.id, given.day
        on conflict (opportunity_id, day) do update set count = opportunity_views.count + excluded.count`.execute(db);
    } catch (error) {
      for (const row of batch) add(row);
      throw error;
    }
  };
  return {
    limit: (viewer) => {
      const at = now().getTime();
      const key = hashed(viewer);
      const before = attempts.get(key);
      const entry = before && before.until > at ? before : { count: 0, until: at + 60_000 };
      entry.count += 1;
      setBounded(attempts, key, entry, maxRateLimitEntries);
      if (entry.count > limits[config.limits])
        throw new Refusal('too_many_requests', { retryAfter: Math.max(1, Math.ceil((entry.until - at) / 1000)) });
    },
    isKnown: (opportunity_id, viewer) => seen.get(hashed(`${opportunity_id} ${viewer}`)) === tashkentDay(now()),
    remember: (opportunity_id, viewer) => setBounded(seen, hashed(`${opportunity_id} ${viewer}`), tashkentDay(now()), maxRemembered),
    count: (opportunity_id) => add({ opportunity_id, day: tashkentDay(now()), count: 1 }),
    flush: () => {
      writing = writing.catch(() => {}).then(write);
      return writing;
    },
  };
};

/**
 * Adds `app.viewCounter`, flushed every few seconds and once more when the server closes. A timer of each instance, not a
 * job, because the counts are in this instance's memory.
 */
export const registerViewCounter = (app: FastifyInstance, deps: Deps): void => {
  const viewCounter = createViewCounter(deps);
  app.decorate('viewCounter', viewCounter);
  const flush = () => viewCounter.flush().catch((err: unknown) => app.log.warn({ err }, 'view counts could not be written yet'));
  const timer = setInterval(flush, flushInterval);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await flush();
  });
};

/**
 * Records that an opportunity was opened. A person (signed out: an address) counts once a day; members of its organization
 * and administrators are not counted.
 * @throws Refusal not_found when it is not visible to the actor, too_many_requests
 */
export const recordOpportunityView = async (
  { db, actor, now, request }: Pick<Deps, 'db' | 'now'> & { actor: Actor | null; request: FastifyRequest },
  id: number,
): Promise<Record<string, never>> => {
  const { viewCounter } = request.server;
  const viewer = actor ? `user ${actor.user_id}` : `address ${ipKey(request.ip)}`;
  viewCounter.limit(viewer);
  if (viewCounter.isKnown(id, viewer)) return {};
  const { rows } = await sql<{ is_own: boolean }>`
    select o.organization_id is not distinct from ${viewerOrganization(actor)} as is_own from opportunities o
    where o.id = ${id} and o.deleted_at is null and ${visibleTo(actor, now())}`.execute(db);
  const row = rows[0];
  if (!row) throw new Refusal('not_found');
  // Checked again after the await: another request of the same viewer may have recorded the view meanwhile.
  if (viewCounter.isKnown(id, viewer)) return {};
  viewCounter.remember(id, viewer);
  if (!row.is_own && actor?.user_type !== 'admin') viewCounter.count(id);
  return {};
};
