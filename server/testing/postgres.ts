import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { startEmbedded } from '../db/embedded.ts';

const parseDatabaseUrl = (databaseUrl: string): pg.PoolConfig => {
  const { searchParams, hostname, port, username, password, pathname } = new URL(databaseUrl);
  return {
    host: searchParams.get('host') ?? hostname,
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1) || 'postgres',
  };
};

/**
 * The server at a database URL; without one an embedded server in a temporary folder, which `stop` deletes.
 * @param settings of the embedded server, `name=value`
 */
export const aPostgres = async (databaseUrl: string | undefined, settings: string[] = []) => {
  if (databaseUrl) return { server: parseDatabaseUrl(databaseUrl), stop: async () => {} };
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'imkon-postgres-'));
  fs.chmodSync(folder, 0o755);
  const embedded = await startEmbedded(folder, settings);
  const stop = async () => {
    await embedded.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  return { server: embedded.connection, stop };
};
