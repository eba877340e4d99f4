import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { projectRoot } from '../config.ts';
import { connect } from '../db/connect.ts';
import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where tests make their databases. */
    server: pg.ClientConfig;
  }
}

/** The browser part is built first, since some tests start the whole server. One PostgreSQL for the whole run: TEST_DATABASE_URL, or an embedded one in a folder that goes away. */
export default async (project: TestProject) => {
  const built = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: projectRoot, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`The browser part could not be built: ${built.stderr}`);
  const given = process.env.TEST_DATABASE_URL;
  const folder = given ? null : fs.mkdtempSync(path.join(os.tmpdir(), 'imkon-test-'));
  if (folder) fs.chmodSync(folder, 0o755);
  const embedded = folder
    ? await startEmbedded(folder, ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'])
    : null;
  const address = given ? new URL(given) : null;
  const server: pg.ClientConfig = address
    ? {
        host: address.searchParams.get('host') ?? address.hostname,
        port: Number(address.port || 5432),
        user: decodeURIComponent(address.username),
        password: decodeURIComponent(address.password),
        database: address.pathname.slice(1) || 'postgres',
      }
    : (embedded?.connection as pg.ClientConfig);
  const admin = new pg.Client(server);
  await admin.connect();
  await admin.query('drop database if exists imkon_template');
  await admin.query('create database imkon_template');
  const template = connect({ ...server, database: 'imkon_template' } as pg.PoolConfig);
  await migrate(template.pool);
  await template.close();
  await admin.end();
  project.provide('server', server);
  return async () => {
    await embedded?.stop();
    if (folder) fs.rmSync(folder, { recursive: true, force: true });
  };
};
