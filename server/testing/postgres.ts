import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { startEmbedded } from '../db/embedded.ts';

const connectionOf = (address: string): pg.PoolConfig => {
  const { searchParams, hostname, port, username, password, pathname } = new URL(address);
  return {
    host: searchParams.get('host') ?? hostname,
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1) || 'postgres',
  };
};

/** The server at an address, or an embedded one with these settings in a folder that goes with `stop`. */
export const aPostgres = async (address: string | undefined, settings: string[] = []) => {
  if (address) return { server: connectionOf(address), stop: async () => {} };
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'imkon-postgres-'));
  fs.chmodSync(folder, 0o755);
  const embedded = await startEmbedded(folder, settings);
  const stop = async () => {
    await embedded.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  return { server: embedded.connection, stop };
};
