import { createHash } from 'node:crypto';
import { type Kysely as Database, Kysely, PostgresDialect, type RawBuilder } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

export type Db = Database<Tables>;
/** The hand-written SQL of a read, as kysely's `sql` tag makes it. */
export type Sql<Row> = RawBuilder<Row>;

// Moments leave as ISO 8601 UTC text, days as YYYY-MM-DD, bigint counts as numbers: no mapping layer above.
const toIso = (value: string) => `${value.replace(' ', 'T').replace(/\+00(:00)?$/, '')}Z`;
const parsers: Record<number, (value: string) => unknown> = { 1184: toIso, 1082: (value) => value, 20: Number };
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? (pg.types.getTypeParser as (oid: number, format?: string) => unknown)(oid, format),
} as pg.CustomTypesConfig;

const names = new Map<string, string>();
/** A statement has a name by the hash of its text, so that PostgreSQL plans it once a connection. */
const nameOf = (text: string): string | undefined => {
  let name = names.get(text);
  if (name === undefined && names.size < 1000) {
    name = createHash('sha1').update(text).digest('hex').slice(0, 20);
    names.set(text, name);
  }
  return name;
};

class NamedClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's own overloads
  override query(config: any, values?: any, callback?: any): any {
    if (typeof config === 'string' && Array.isArray(values) && typeof callback !== 'function') {
      const name = nameOf(config);
      if (name) return super.query({ name, text: config, values });
    }
    return super.query(config, values, callback);
  }
}

export interface Connection {
  db: Db;
  pool: pg.Pool;
  /** Statements sent since the process began; tests compare differences. */
  statements(): number;
  close(): Promise<void>;
}

/** @param target a connection string, or the settings of the embedded server */
export const connect = (target: string | pg.PoolConfig, { max = 10 }: { max?: number } = {}): Connection => {
  let statements = 0;
  const pool = new pg.Pool({
    ...(typeof target === 'string' ? { connectionString: target } : target),
    max,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 5000,
    Client: NamedClient,
    types,
    // Short reads of few rows: compiling a plan, or starting workers for it, takes longer than running it.
    options: '-c timezone=UTC -c statement_timeout=15000 -c lock_timeout=10000 -c jit=off -c max_parallel_workers_per_gather=0',
    application_name: 'imkon',
  } as pg.PoolConfig);
  // A connection that breaks while idle is replaced by the pool; unheard, the event would end the process.
  pool.on('error', () => {});
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      if (event.level === 'query' || event.level === 'error') statements += 1;
    },
  });
  return { db, pool, statements: () => statements, close: () => db.destroy() };
};
