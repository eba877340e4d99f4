import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';

const folder = path.join(import.meta.dirname, 'migrations');

const readMigrations = () =>
  fs
    .readdirSync(folder)
    .filter((name) => /^\d{4}_.*\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = fs.readFileSync(path.join(folder, name), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    });

/** Names of the migrations that have not run, in order. A database with migrations of a newer release has none missing. */
export const pendingMigrations = async (pool: pg.Pool): Promise<string[]> => {
  const { rows: tables } = await pool.query<{ exists: boolean }>("select to_regclass('migrations') is not null as exists");
  const { rows } = tables[0]?.exists ? await pool.query<{ name: string }>('select name from migrations') : { rows: [] };
  const applied = new Set(rows.map(({ name }) => name));
  return readMigrations()
    .map(({ name }) => name)
    .filter((name) => !applied.has(name));
};

/**
 * Applies the migrations that have not run: numbered files in order, one transaction each, under an advisory lock.
 * @returns the names of the applied files
 * @throws Error when a migration fails, or was edited after it ran
 */
export const migrate = async (pool: pg.Pool): Promise<string[]> => {
  const client = await pool.connect();
  const applied: string[] = [];
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await client.query('select pg_advisory_lock(4919001)');
    await client.query(
      'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations');
    const checksums = new Map(rows.map((row) => [row.name, row.checksum]));
    for (const { name, text, checksum } of readMigrations()) {
      const storedChecksum = checksums.get(name);
      if (storedChecksum === checksum) continue;
      if (storedChecksum !== undefined) throw new Error(`Migration ${name} was changed after it ran; add a new one instead.`);
      await client.query('begin');
      try {
        await client.query(text);
        await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
      applied.push(name);
    }
  } finally {
    await client.query('select pg_advisory_unlock(4919001)').catch(() => {});
    // The connection has other settings than the pool's, so it is closed instead of returned.
    client.release(true);
  }
  return applied;
};
