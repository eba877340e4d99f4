import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { connect } from '../db/connect.ts';
import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where tests make their databases. */
    server: pg.ClientConfig;
  }
}

/** One PostgreSQL for the whole run: TEST_DATABASE_URL, or an embedded one in a folder that goes away. */
export default async (project: TestProject) => {
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
