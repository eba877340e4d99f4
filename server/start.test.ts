import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import pg from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { connectionUrl } from './testing/database.ts';

const root = path.resolve(import.meta.dirname, '..');
let child: ChildProcess | undefined;
afterEach(() => child?.kill('SIGKILL'));

/** Starts the server. @returns its exit code, null once it is ready, and its output */
const run = (env: Record<string, string>, flags = ['--migrate']) =>
  new Promise<{ code: number | null; output: string }>((resolve) => {
    const started = spawn(process.execPath, ['server/main.ts', ...flags], {
      cwd: root,
      env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', ...env },
    });
    child = started;
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Imkon is ready')) resolve({ code: null, output });
    };
    started.stdout?.on('data', read);
    started.stderr?.on('data', read);
    started.once('exit', (code) => resolve({ code, output }));
  });

test('production without JWT_SECRET exits with a message', async () => {
  const { code, output } = await run({ NODE_ENV: 'production' });
  expect(code).toBe(1);
  expect(output).toContain('JWT_SECRET is missing');
});

test('the message names every invalid setting', async () => {
  const { code, output } = await run({
    PORT: 'abc',
    LIMITS: 'none',
    TRUST_PROXY: 'all',
    DATABASE_POOL: '0',
    RESPONSE_CACHE_SECONDS: '-1',
    DATABASE_URL: 'mysql://x',
    PASSWORD_MIN_LENGTH: '3',
    SMTP_URL: 'http://x',
    MAIL_FROM: 'x',
  });
  expect(code).toBe(1);
  for (const name of [
    'PORT',
    'LIMITS',
    'DATABASE_URL',
    'PASSWORD_MIN_LENGTH',
    'SMTP_URL',
    'MAIL_FROM',
    'TRUST_PROXY',
    'DATABASE_POOL',
    'RESPONSE_CACHE_SECONDS',
  ])
    expect(output).toContain(name);
});

test('production starts with reference data, without opportunities or accounts', async () => {
  const server = inject('server');
  const admin = new pg.Client(server);
  await admin.connect();
  await admin.query('drop database if exists imkon_production');
  await admin.query('create database imkon_production');
  const DATABASE_URL = connectionUrl({ ...server, database: 'imkon_production' });
  const { output } = await run({ NODE_ENV: 'production', JWT_SECRET: 'x'.repeat(40), DATABASE_URL });
  expect(output).toContain('Imkon is ready');
  expect(output).not.toContain('Sample accounts');
  const database = new pg.Client({ ...server, database: 'imkon_production' });
  await database.connect();
  const { rows } = await database.query(
    'select (select count(*)::int from opportunities) as programmes, (select count(*)::int from users) as people, (select count(*)::int > 300 from skills) as skills',
  );
  expect(rows).toEqual([{ programmes: 0, people: 0, skills: true }]);
  await database.end();
  child?.kill('SIGKILL');
  await admin.query('drop database imkon_production with (force)');
  await admin.end();
});

test('the start refuses a database user who may not create the schema of the job queue, with and without SMTP', async () => {
  const server = inject('server');
  const admin = new pg.Client(server);
  await admin.connect();
  const role = 'imkon_start_test';
  await admin.query(`drop database if exists ${role}`);
  await admin.query(`create database ${role} template imkon_template`);
  await admin.query(`drop role if exists ${role}`);
  await admin.query(`create role ${role} login password 'sinov'`);
  const database = new pg.Client({ ...server, database: role });
  await database.connect();
  await database.query(`grant all on schema public to ${role}`);
  await database.query(`grant all on all tables in schema public to ${role}`);
  await database.query(`grant all on all sequences in schema public to ${role}`);
  await database.end();
  const settings = {
    NODE_ENV: 'production',
    JWT_SECRET: 'x'.repeat(40),
    DATABASE_URL: connectionUrl({ ...server, database: role, user: role, password: 'sinov' }),
  };
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'https://imkon.example' };
  for (const env of [settings, { ...settings, ...mail }]) {
    const { code, output } = await run(env);
    expect([code, output.trim()]).toEqual([
      1,
      `Background jobs cannot start because the database user may not create or use the schema "pgboss" (permission denied for database ${role}): run "grant create on database … to …" as its owner, or create the schema and make the user its owner.`,
    ]);
  }
  await admin.query(`drop database ${role} with (force)`);
  await admin.query(`drop role ${role}`);
  await admin.end();
});

test('without --migrate the start refuses a database that is not up to date, and npm run migrate brings it up to date', async () => {
  const server = inject('server');
  const admin = new pg.Client(server);
  await admin.connect();
  const name = 'imkon_serve_test';
  await admin.query(`drop database if exists ${name}`);
  await admin.query(`create database ${name}`);
  const env = { NODE_ENV: 'production', JWT_SECRET: 'x'.repeat(40), DATABASE_URL: connectionUrl({ ...server, database: name }) };
  const refused = await run(env, []);
  expect([refused.code, refused.output.trim()]).toEqual([
    1,
    expect.stringMatching(/^The database is not up to date \(0001_house\.sql and \d+ more has not run\)\. Run: npm run migrate$/),
  ]);
  const migrate = () =>
    spawnSync(process.execPath, ['scripts/migrate.ts'], { cwd: root, env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' });
  expect(migrate().stdout).toContain('Applied 0001_house.sql, ');
  expect(migrate().stdout).toBe('The database is up to date.\n');
  expect((await run(env, [])).output).toContain('Imkon is ready');
  child?.kill('SIGKILL');
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});
