import { spawnSync } from 'node:child_process';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { projectRoot } from '../config.ts';
import { connect } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { aPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server for the databases of tests. */
    server: pg.ClientConfig;
  }
}

/**
 * Vitest's global setup: builds the web part, because some tests start the whole server, and starts one PostgreSQL for the run
 * (TEST_DATABASE_URL, or an embedded server in a temporary folder) with a migrated template database.
 */
export default async (project: TestProject) => {
  const build = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: projectRoot, encoding: 'utf8' });
  if (build.status !== 0) throw new Error(`The web part could not be built: ${build.stderr}`);
  const { server, stop } = await aPostgres(process.env.TEST_DATABASE_URL, [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=200',
  ]);
  const admin = new pg.Client(server);
  await admin.connect();
  await admin.query('drop database if exists imkon_template');
  await admin.query('create database imkon_template');
  const template = connect({ ...server, database: 'imkon_template' } as pg.PoolConfig);
  await migrate(template.pool);
  await template.close();
  await admin.end();
  project.provide('server', server);
  return stop;
};
