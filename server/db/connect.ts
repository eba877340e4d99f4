import { createHash } from 'node:crypto';
import { type Kysely as Database, Kysely, PostgresDialect, type RawBuilder } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

/** A database connection or a transaction. */
export type Db = Database<Tables>;
/** A query written with kysely's `sql` tag. */
export type Sql<Row> = RawBuilder<Row>;

// timestamptz is read as ISO 8601 UTC text, date as YYYY-MM-DD, bigint as a number: callers need no mapping layer.
const toIso = (value: string) => `${value.replace(' ', 'T').replace(/\+00(:00)?$/, '')}Z`;
const parsers: Record<number, (value: string) => unknown> = { 1184: toIso, 1082: (value) => value, 20: Number };
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? (pg.types.getTypeParser as (oid: number, format?: string) => unknown)(oid, format),
} as pg.CustomTypesConfig;

const statementNames = new Map<string, string>();
/** The name of a prepared statement, by the hash of its text, so that each connection parses it once. Undefined beyond 1000 texts. */
const statementName = (text: string): string | undefined => {
  let name = statementNames.get(text);
  if (name === undefined && statementNames.size < 1000) {
    name = createHash('sha1').update(text).digest('hex').slice(0, 20);
    statementNames.set(text, name);
  }
  return name;
};

class NamedClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's own overloads
  override query(config: any, values?: any, callback?: any): any {
    if (typeof config === 'string' && Array.isArray(values) && typeof callback !== 'function') {
      const name = statementName(config);
      if (name) return super.query({ name, text: config, values });
    }
    return super.query(config, values, callback);
  }
}

export interface Connection {
  db: Db;
  pool: pg.Pool;
  /** Statements sent since the connection was created; tests compare differences. */
  statements(): number;
  close(): Promise<void>;
}

/**
 * Opens a pool of connections. Statements time out after 15 s, lock waits after 10 s, connecting after 5 s.
 * @param target a connection string, or the settings of the embedded server
 * @param max connections of the pool
 */
export const connect = (target: string | pg.PoolConfig, { max = 10 }: { max?: number } = {}): Connection => {
  let statements = 0;
  const pool = new pg.Pool({
    ...(typeof target === 'string' ? { connectionString: target } : target),
    max,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 5000,
    Client: NamedClient,
    types,
    // Statements are short reads of few rows: JIT and parallel workers cost more time than they save.
    options: '-c timezone=UTC -c statement_timeout=15000 -c lock_timeout=10000 -c jit=off -c max_parallel_workers_per_gather=0',
    application_name: 'imkon',
  } as pg.PoolConfig);
  // The pool replaces a connection that breaks while idle. Without a listener the event would end the process.
  pool.on('error', () => {});
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      if (event.level === 'query' || event.level === 'error') statements += 1;
    },
  });
  return { db, pool, statements: () => statements, close: () => db.destroy() };
};
