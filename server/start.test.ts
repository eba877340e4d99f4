import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import pg from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { databaseUrl } from './testing/database.ts';

const root = path.resolve(import.meta.dirname, '..');
let child: ChildProcess | undefined;
afterEach(() => child?.kill('SIGKILL'));

/** The exit code of the server, or what it said first when it did start. */
const run = (env: Record<string, string>) =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const started = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', ...env },
    });
    child = started;
    let said = '';
    const read = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Imkon is ready')) resolve({ code: null, said });
    };
    started.stdout?.on('data', read);
    started.stderr?.on('data', read);
    started.once('exit', (code) => resolve({ code, said }));
  });

test('production without its secret does not start and says what is missing', async () => {
  const { code, said } = await run({ NODE_ENV: 'production' });
  expect(code).toBe(1);
  expect(said).toContain('JWT_SECRET is missing');
});

test('every wrong setting is named at once', async () => {
  const { code, said } = await run({
    PORT: 'abc',
    LIMITS: 'none',
    DATABASE_URL: 'mysql://x',
    PASSWORD_MIN_LENGTH: '3',
    SMTP_URL: 'http://x',
    MAIL_FROM: 'x',
  });
  expect(code).toBe(1);
  for (const name of ['PORT', 'LIMITS', 'DATABASE_URL', 'PASSWORD_MIN_LENGTH', 'SMTP_URL', 'MAIL_FROM']) expect(said).toContain(name);
});

test('production starts with reference data alone: no programmes, no accounts', async () => {
  const server = inject('server');
  const admin = new pg.Client(server);
  await admin.connect();
  await admin.query('drop database if exists imkon_production');
  await admin.query('create database imkon_production');
  const DATABASE_URL = databaseUrl({ ...server, database: 'imkon_production' });
  const { said } = await run({ NODE_ENV: 'production', JWT_SECRET: 'x'.repeat(40), DATABASE_URL });
  expect(said).toContain('Imkon is ready');
  expect(said).not.toContain('Sample accounts');
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
