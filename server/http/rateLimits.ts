import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { Refusal } from './refusal.ts';
import type { Deps } from './serve.ts';

const minutes = (count: number) => count * 60;

/** Attempts allowed in a window of seconds. The loose limits let a script register a hundred accounts in a minute. */
const rules = {
  login_account: { strict: [10, minutes(15)], loose: [10, minutes(1)] },
  login_address: { strict: [50, minutes(15)], loose: [2000, minutes(1)] },
  register: { strict: [20, minutes(60)], loose: [2000, minutes(1)] },
  apply: { strict: [60, minutes(60)], loose: [2000, minutes(1)] },
  // Autosave every two seconds on two devices.
  draft: { strict: [120, minutes(1)], loose: [2000, minutes(1)] },
  seed: { strict: [10, minutes(60)], loose: [2000, minutes(1)] },
  cv: { strict: [60, minutes(15)], loose: [2000, minutes(1)] },
  export: { strict: [10, minutes(60)], loose: [100, minutes(1)] },
  // Creating a spreadsheet and opening it both count.
  sheet: { strict: [40, minutes(60)], loose: [2000, minutes(1)] },
  message: { strict: [20, minutes(60)], loose: [2000, minutes(1)] },
  upload: { strict: [40, minutes(60)], loose: [2000, minutes(1)] },
  invite: { strict: [300, minutes(24 * 60)], loose: [20_000, minutes(1)] },
  invite_organization: { strict: [1000, minutes(24 * 60)], loose: [20_000, minutes(1)] },
  invite_email: { strict: [5, minutes(24 * 60)], loose: [200, minutes(1)] },
} as const satisfies Record<string, Record<'strict' | 'loose', readonly [attempts: number, seconds: number]>>;
export type LimitRule = keyof typeof rules;

type Limited = Pick<Deps, 'config' | 'db' | 'now'>;
const limitKey = (rule: LimitRule, key: string | number) => `${rule} ${key}`;

let newWindows = 0;
/** Every 500 new windows, deletes the windows that have ended. */
const deleteEndedWindows = async ({ db, now }: Limited) => {
  newWindows += 1;
  if (newWindows % 500 === 0) await db.deleteFrom('limits').where('resets_at', '<', now()).execute();
};

/** Counts one attempt of each key. @returns the keys that are within the limit */
export const allowedKeys = async (deps: Limited, rule: LimitRule, keys: readonly string[]): Promise<string[]> => {
  const [attempts, seconds] = rules[rule][deps.config.limits];
  const at = deps.now();
  const ends = new Date(at.getTime() + seconds * 1000);
  // Sorted, so that two transactions lock the same keys in the same order and cannot deadlock.
  const named = new Map([...keys].sort().map((key) => [limitKey(rule, key), key]));
  const { rows } = await sql<{ key: string; count: number }>`
    insert into limits (key, count, resets_at) select key, 1, ${ends}::timestamptz from unnest(${[...named.keys()]}::text[]) as one(key)
    on conflict (key) do update set
      count = case when limits.resets_at <= ${at} then 1 else least(limits.count + 1, 1000000) end,
      resets_at = case when limits.resets_at <= ${at} then excluded.resets_at else limits.resets_at end
    returning key, count`.execute(deps.db);
  const allowed = new Set(rows.filter(({ count }) => count <= attempts).map(({ key }) => named.get(key)));
  return keys.filter((key) => allowed.has(key));
};

/**
 * Counts one attempt in one statement; all server instances share the counters. Attempts over the limit do not extend the window.
 * @param key a user id, an e-mail, or `ipKey(request.ip)`
 * @param cost how many attempts to count
 * @throws Refusal `too_many_requests` with the seconds until the window ends
 */
export const enforceRateLimit = async (deps: Limited, rule: LimitRule, key: string | number, cost = 1): Promise<void> => {
  const [attempts, seconds] = rules[rule][deps.config.limits];
  const at = deps.now();
  const ends = new Date(at.getTime() + seconds * 1000);
  const { rows } = await sql<{ count: number; resets_at: string }>`
    insert into limits (key, count, resets_at) values (${limitKey(rule, key)}, ${cost}, ${ends})
    on conflict (key) do update set
      count = case when limits.resets_at <= ${at} then excluded.count else least(limits.count + excluded.count, 1000000) end,
      resets_at = case when limits.resets_at <= ${at} then excluded.resets_at else limits.resets_at end
    returning count, resets_at`.execute(deps.db);
  const row = rows[0];
  if (!row) return;
  if (row.count === cost) await deleteEndedWindows(deps);
  if (row.count <= attempts) return;
  const secondsLeft = Math.ceil((Date.parse(row.resets_at) - at.getTime()) / 1000);
  throw new Refusal('too_many_requests', { retryAfter: Math.max(1, secondsLeft) });
};

/** Subtracts one attempt, for limits that count failures only. */
export const refundAttempt = async ({ db }: Limited, rule: LimitRule, key: string | number): Promise<void> => {
  await sql`update limits set count = count - 1 where key = ${limitKey(rule, key)} and count > 0`.execute(db);
};

/** Deletes the counter of a key. */
export const resetAttempts = async ({ db }: Limited, rule: LimitRule, key: string | number): Promise<void> => {
  await db.deleteFrom('limits').where('key', '=', limitKey(rule, key)).execute();
};

/** Deletes all counters of a user. @param keys the user's id and e-mail */
export const deleteAttempts = async (db: Db, keys: readonly (string | number)[]): Promise<void> => {
  const all = (Object.keys(rules) as LimitRule[]).flatMap((rule) => keys.map((key) => limitKey(rule, key)));
  await db.deleteFrom('limits').where('key', 'in', all).execute();
};

/** The key of an IP address. An IPv6 address counts by its /64 network, because one household has all of it. */
export const ipKey = (ip: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(ip)) return ip;
  const [head = '', tail = ''] = ip.toLowerCase().split('%')[0]?.split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const groups = ip.includes('::') ? [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right] : left;
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
};
