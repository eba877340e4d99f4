import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { afterAll, beforeAll } from 'vitest';
import * as z from 'zod/mini';
import type { BodyInput, Call, ParamsOf, QueryInput, ReplyOf } from '#contract/call.ts';
import { normalizeForSearch } from '#contract/textNormalization.ts';
import { buildApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import type { Db } from '../db/connect.ts';
import { type Actor, makeTokens } from '../http/actor.ts';
import type { Deps } from '../http/serve.ts';
import { opportunitySearchText } from '../opportunities/search.ts';
import { createStorage } from '../storage/storage.ts';
import { aDatabase } from './database.ts';

type Values<T> = [T] extends [never] ? undefined : T;
/** What a test sends with a call. */
export interface RequestInput<C> {
  params?: ParamsOf<C>;
  query?: QueryInput<C>;
  body?: Values<BodyInput<C>> | unknown;
  headers?: Record<string, string>;
}
export interface TestReply<C> {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a refusal has another shape than a reply; tests compare either with toEqual
  body: any;
  headers: Record<string, unknown>;
  /** The reply, checked against the contract. @throws Error when the call was refused */
  reply: ReplyOf<C>;
}

/** The URL of a call below the origin, with its parameters and query. */
export const callUrl = (call: { path: string }, { params, query }: { params?: object; query?: object }): string => {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String((params as Record<string, unknown>)?.[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one));
  }
  const text = search.toString();
  return `/api${path}${text ? `?${text}` : ''}`;
};

/** A server with its own database, folder of files, and a clock that changes only when a test sets it. */
export const aWorld = (settings: Partial<Config> = {}, options: Parameters<typeof buildApp>[1] = {}) => {
  const world = {} as {
    app: FastifyInstance;
    db: Db;
    /** The connections behind `db`. */
    pool: Pool;
    deps: Deps;
    /** The current time of the server. */
    clock: { now: Date };
    statements(): number;
  };
  let drop: () => Promise<void>;
  const ownFolder = settings.dataDir ? null : fs.mkdtempSync(path.join(os.tmpdir(), 'imkon-world-'));
  const clock = { now: new Date('2026-09-10T07:00:00Z') };
  beforeAll(async () => {
    const database = await aDatabase();
    drop = database.drop;
    const config = { ...readConfig({ NODE_ENV: 'test' }), ...(ownFolder ? { dataDir: ownFolder } : {}), ...settings };
    const tokens = makeTokens(config.jwtSecret);
    const deps: Deps = { config, db: database.db, storage: createStorage(config), tokens, now: () => new Date(clock.now) };
    const app = await buildApp(deps, options);
    Object.assign(world, { app, db: database.db, pool: database.pool, deps, clock, statements: database.statements });
  });
  afterAll(async () => {
    await world.app?.close();
    await drop?.();
    if (ownFolder) fs.rmSync(ownFolder, { recursive: true, force: true });
  });

  /** Sends a call, signed out with a null actor. Checks a successful reply against the contract, undeclared fields included. */
  const ask = async <C extends Call<string, z.core.$ZodType, z.core.$ZodType, z.core.$ZodType>>(
    actor: Actor | null,
    call: C,
    { params, query, body, headers }: RequestInput<C> = {},
  ): Promise<TestReply<C>> => {
    const response = await world.app.inject({
      method: call.method,
      url: callUrl(call, { params: params as object, query: query as object }),
      headers: {
        'accept-language': 'uz',
        ...(actor ? { authorization: `Bearer ${world.deps.tokens.sign(actor, clock.now)}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const isSuccess = response.statusCode === (call.status ?? 200);
    const isFile = isSuccess && call.download !== undefined;
    const parsed = isFile ? response.rawPayload : response.body === '' ? undefined : JSON.parse(response.body);
    if (isSuccess && call.status !== 204 && !isFile) {
      const result = z.safeParse(call.reply, parsed);
      if (!result.success) throw new Error(`${call.method} ${call.path} broke its contract: ${JSON.stringify(result.error.issues)}`);
      if (JSON.stringify(sortKeys(result.data)) !== JSON.stringify(sortKeys(parsed)))
        throw new Error(`${call.method} ${call.path} sent a field its contract does not name`);
    }
    return {
      status: response.statusCode,
      body: parsed,
      headers: response.headers,
      get reply() {
        if (!isSuccess) throw new Error(`${call.method} ${call.path} was refused: ${response.statusCode} ${response.body}`);
        return parsed as ReplyOf<C>;
      },
    };
  };

  return Object.assign(world, { ask });
};
export type World = ReturnType<typeof aWorld>;

const sortKeys = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sortKeys)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, one]) => [key, sortKeys(one)]),
        )
      : value;

let serial = 0;
const next = () => {
  serial += 1;
  return serial;
};

const aUser = async (
  { db, clock }: World,
  user_type: Actor['user_type'],
  values: { email?: string; first_name?: string; last_name?: string },
) => {
  const number = next();
  const { id } = await db
    .insertInto('users')
    .values({
      email: `kishi${number}@example.uz`,
      first_name: 'Sinov',
      last_name: `Kishi${number}`,
      password_hash: 'none',
      user_type,
      created_at: clock.now,
      updated_at: clock.now,
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { user_id: id, user_type, session_id: randomUUID() } satisfies Actor;
};

/** A student with an empty profile. */
export const aStudent = async (
  world: World,
  values: { email?: string; first_name?: string; last_name?: string } = {},
  profile: Record<string, unknown> = {},
): Promise<Actor> => {
  const actor = await aUser(world, 'student', values);
  await world.db
    .insertInto('students')
    .values({ user_id: actor.user_id, updated_at: world.clock.now, ...profile })
    .execute();
  return actor;
};

/** A member of an organization, a new one unless `organization_id` is given. Owner by default. */
export const anOrganizer = async (
  world: World,
  {
    organization_id,
    role = 'owner',
    name = `Tashkilot ${next()}`,
    ...organization
  }: { organization_id?: number; role?: 'owner' | 'manager' | 'reviewer'; name?: string; [column: string]: unknown } = {},
): Promise<Actor & { organization_id: number }> => {
  const actor = await aUser(world, 'organization', {});
  const at = world.clock.now;
  const id =
    organization_id ??
    (
      await world.db
        .insertInto('organizations')
        .values({ name, fold: normalizeForSearch(name), organization_type: 'university', created_at: at, updated_at: at, ...organization })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  await world.db.insertInto('members').values({ user_id: actor.user_id, organization_id: id, role, created_at: at }).execute();
  return { ...actor, organization_id: id };
};

/** A platform administrator. */
export const anAdmin = (world: World): Promise<Actor> => aUser(world, 'admin', {});

/** Creates an opportunity, by default published with an open deadline. @returns its id */
export const anOpportunity = async (world: World, organization_id: number, values: Record<string, unknown> = {}): Promise<number> => {
  const at = world.clock.now;
  const item = {
    title: `Imkoniyat ${next()}`,
    description: 'Tavsif',
    opportunity_type: 'grant',
    status: 'published' as const,
    location: 'Toshkent',
    start_date: '2026-11-01',
    application_deadline: '2026-10-01',
    created_at: at,
    updated_at: at,
    published_at: at,
    ...values,
  };
  const { id } = await world.db
    .insertInto('opportunities')
    .values({ organization_id, fold: opportunitySearchText(item), ...item })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Creates a question of an opportunity, by default an optional text. @returns its id */
export const aQuestion = async (world: World, opportunity_id: number, values: Record<string, unknown> = {}): Promise<number> => {
  const { id } = await world.db
    .insertInto('questions')
    .values({ opportunity_id, question: 'Nega aynan siz?', question_type: 'text', is_required: false, order: 1, ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Resolves when a transaction of the database waits for a lock. */
export const untilTransactionBlocked = async ({ db }: World): Promise<void> => {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await waiting.execute(db)).rows.length === 0);
};
