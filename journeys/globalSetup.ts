import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { aPostgres } from '../server/testing/postgres.ts';
import { createDatabase, databaseUrl, dropDatabase } from './databases.ts';
import { startServer, stopServer } from './servers.ts';

/**
 * One PostgreSQL for the whole run: TEST_DATABASE_URL, or an embedded one without fsync in a folder that is removed
 * afterwards. The server starts once on a template database, so that every other start finds it migrated and filled.
 */
export default async (): Promise<() => Promise<void>> => {
  const { server, stop } = await aPostgres(process.env.TEST_DATABASE_URL, [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=150',
  ]);
  process.env.JOURNEY_POSTGRES = JSON.stringify(server);
  const template = await createDatabase();
  process.env.JOURNEY_TEMPLATE = template;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'imkon-journey-'));
  const { child } = await startServer(folder, { DATABASE_URL: databaseUrl(template) });
  await stopServer(child);
  fs.rmSync(folder, { recursive: true, force: true });
  return async () => {
    await dropDatabase(template);
    await stop();
  };
};
