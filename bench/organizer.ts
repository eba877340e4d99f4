/**
 * `npm run bench:organizer`: every list of an organizer who received 1,000 applications beside the same of one who received
 * 100,000, in turns within one run, and the memory a spreadsheet of 50,000 rows takes. Read the ratios: twice is the most.
 * DATABASE_URL names another PostgreSQL, on which a database per size is made and dropped again.
 */
import { fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import pg from 'pg';
import { connect } from '../server/db/connect.ts';
import { migrate } from '../server/db/migrate.ts';
import { makeTokens } from '../server/http/actor.ts';
import { aPostgres } from '../server/testing/postgres.ts';
import { anOrganization, type Scene } from './organization.ts';

const sizes = [1000, 100_000] as const;
const turns = 80;
const chosen = process.argv.slice(2);
const most = 2;
const exported = 50_000;
const memoryMost = 150;

const say = (text: string) => process.stdout.write(`${text}\n`);
const secret = randomBytes(32).toString('hex');
const agent = new http.Agent({ keepAlive: true });

interface Side extends Scene {
  port: number;
  pid: number;
  stop(): Promise<void>;
}
type Listed = [name: string, path: (scene: Scene) => string, as?: 'reviewer'];
const list = '/api/applications/org/';
const asked = (query: string) => () => `${list}?${query}`;
const lists: Listed[] = [
  ['the list', asked('')],
  ['page 2', asked('page=2')],
  ['page 30', asked('page=30')],
  ['the last page', ({ count }) => `${list}?page=${count / 20}`],
  ['the last page but five', ({ count }) => `${list}?page=${count / 20 - 5}`],
  ['status, common', asked('status=rejected')],
  ['status, rare', asked('status=accepted')],
  ['statuses', asked('status=pending,under_review,interview_scheduled')],
  ['opportunity', ({ opportunity }) => `${list}?opportunity=${opportunity}`],
  ['opportunity and status', ({ opportunity }) => `${list}?opportunity=${opportunity}&status=pending`],
  ['type', asked('opportunity_type=grant')],
  ['type and status', asked('opportunity_type=grant&status=accepted')],
  [
    'days',
    asked(
      `applied_after=${new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10)}&applied_before=${new Date(Date.now() - 19 * 86_400_000).toISOString().slice(0, 10)}`,
    ),
  ],
  ['university, common', asked('student_university=toshkent')],
  ['university, neither', asked('student_university=institut%2021')],
  ['university, rare', asked('student_university=noyob')],
  ...['applied_at', 'updated_at', '-updated_at', 'status', '-status', 'score', '-score'].map(
    (one): Listed => [`by ${one}`, asked(`ordering=${one}`)],
  ),
  ...['-updated_at', 'status', '-score'].map((one): Listed => [`by ${one}, status rare`, asked(`status=accepted&ordering=${one}`)]),
  ['by -score, last page', ({ count }) => `${list}?ordering=-score&page=${count / 20}`],
  ['by -score, a reviewer', asked('ordering=-score'), 'reviewer'],
  ['by score, a reviewer', asked('ordering=score'), 'reviewer'],
  ['search, a rare name', asked('search=zebuniso')],
  ['search, a name', asked('search=shaxnoza%20karimov')],
  ['search, a common word', asked('search=davlat')],
  ['search, mistyped', asked('search=zebunsio')],
  ['search, a title', asked('search=yozgi%20maktab')],
  ['search and status', asked('search=davlat&status=accepted')],
  ['search by -score', asked('search=davlat&ordering=-score')],
  ['figures', () => '/api/applications/stats/'],
  ['figures of one', ({ opportunity }) => `/api/applications/stats/?opportunity=${opportunity}`],
  ['neighbours', ({ application }) => `/api/applications/${application}/neighbours/`],
  ['neighbours, filtered', ({ application }) => `/api/applications/${application}/neighbours/?status=accepted&ordering=-score`],
  ['neighbours, searched', ({ application }) => `/api/applications/${application}/neighbours/?search=davlat`],
  ['one application', ({ application }) => `/api/applications/${application}/`],
  ['students', () => '/api/organizations/students/'],
  ['students, searched', () => '/api/organizations/students/?search=zebuniso'],
  ['opportunities of one’s own', () => '/api/opportunities/?scope=mine&ordering=-application_count'],
  ['recent decisions', () => '/api/applications/decisions/'],
];
/** Pictures of everything: not a list, told beside them. */
const pictures: Listed[] = [
  ['dashboard', () => '/api/organizations/dashboard/'],
  ['charts', () => '/api/applications/charts/'],
  ['charts of one', ({ opportunity }) => `/api/applications/charts/?opportunity=${opportunity}`],
  ['figures of students', () => '/api/organizations/students/stats/'],
];

const tokens = makeTokens(secret);
const authorizationOf = (scene: Scene, as: 'owner' | 'reviewer' = 'owner') =>
  `Bearer ${tokens.sign({ user_id: scene[as], user_type: 'organization', session_id: randomUUID() }, new Date())}`;

/** Milliseconds until the first byte, or the whole answer. */
const time = (port: number, address: string, authorization: string, until: 'first' | 'end' = 'end'): Promise<number> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    http
      .get({ host: '127.0.0.1', port, path: address, agent, headers: { authorization } }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${address}: ${response.statusCode}`));
        let seen = 0;
        response.on('data', () => {
          seen ||= performance.now() - began;
        });
        response.on('end', () => resolve(until === 'first' ? seen : performance.now() - began));
        response.on('error', reject);
      })
      .on('error', reject);
  });
/** What disturbs a machine only ever makes it slower: the faster quarter is compared. */
const quick = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 4)] as number;

const start = async (server: pg.PoolConfig, size: number): Promise<Side> => {
  const name = `imkon_bench_organizer_${size}`;
  const admin = new pg.Client(server as pg.ClientConfig);
  // Whatever ended the run is told; that the database ends with it is not worth a word.
  admin.on('error', () => {});
  await admin.connect();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.query(`create database ${name}`);
  const database = { ...server, database: name };
  const connection = connect(database, { max: 1 });
  await migrate(connection.pool);
  await connection.pool.query('set statement_timeout = 0');
  const began = Date.now();
  const scene = await anOrganization(connection.db, size, new Date()).finally(() => connection.close());
  say(`${size} applications made in ${((Date.now() - began) / 1000).toFixed(1)} s`);
  // As `npm start` does.
  const execArgv = ['--max-semi-space-size=16'];
  const child = fork(path.join(import.meta.dirname, 'served.ts'), { execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
    child.once('message', (message) => resolve((message as { port: number }).port));
    child.send({ kind: 'ours', database, secret, recording: {} });
  });
  const stop = async () => {
    child.disconnect();
    await gone;
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  };
  return { ...scene, port, pid: child.pid as number, stop };
};

const compare = async (sides: readonly Side[], [name, address, as]: Listed, limit: number | null): Promise<boolean> => {
  const times = sides.map((): number[] => []);
  const authorizations = sides.map((side) => authorizationOf(side, as));
  // In turns, one by one, so that both meet the same disturbances; at first they plan and fill caches.
  for (let turn = -10; turn < turns; turn += 1)
    for (const [at, side] of sides.entries()) {
      const taken = await time(side.port, address(side), authorizations[at] as string);
      if (turn >= 0) times[at]?.push(taken);
    }
  const [small, large] = times.map(quick) as [number, number];
  const fine = limit === null || large / small <= limit;
  say(
    `${fine ? ' ' : '✗'} ${name.padEnd(28)} ${small.toFixed(2).padStart(8)} ms ${large.toFixed(2).padStart(8)} ms   x${(large / small).toFixed(2)}`,
  );
  return fine;
};

const residentOf = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Megabytes a server takes on top while it sends a spreadsheet. */
const exportMemory = async (side: Side, format: 'xlsx' | 'csv'): Promise<boolean> => {
  const authorization = authorizationOf(side);
  const ask = () =>
    new Promise<{ url: string; count: number }>((resolve, reject) => {
      const request = http.request(
        {
          host: '127.0.0.1',
          port: side.port,
          path: '/api/applications/exports/',
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
        },
        (response) => {
          let text = '';
          response.on('data', (chunk) => {
            text += chunk;
          });
          response.on('end', () => (response.statusCode === 201 ? resolve(JSON.parse(text)) : reject(new Error(text))));
        },
      );
      request.on('error', reject);
      // Half of all: 50,000 of 100,000.
      request.end(JSON.stringify({ format, filter: { status: ['rejected', 'accepted', 'interview_scheduled'] } }));
    });
  const { url, count } = await ask();
  const before = residentOf(side.pid);
  let peak = before;
  const watching = setInterval(() => {
    peak = Math.max(peak, residentOf(side.pid));
  }, 20);
  const [firstByte, whole] = (await (async () => [
    await time(side.port, (await ask()).url, authorization, 'first'),
    await time(side.port, url, authorization),
  ])().finally(() => clearInterval(watching))) as [number, number];
  const extra = peak - before;
  const fine = extra < memoryMost;
  say(
    `${fine ? ' ' : '✗'} ${format} of ${count} rows: ${extra.toFixed(0)} MB on top of ${before.toFixed(0)} MB, first byte after ${firstByte.toFixed(0)} ms, whole after ${(whole / 1000).toFixed(1)} s`,
  );
  return fine && count >= exported * 0.9;
};

const run = async () => {
  const { server, stop } = await aPostgres(process.env.DATABASE_URL);
  const sides: Side[] = [];
  let broken = 0;
  try {
    for (const size of sizes) sides.push(await start(server, size));
    const wanted = ([name]: Listed) => chosen.length === 0 || chosen.some((word) => name.includes(word));
    say(`\n  ${'one request'.padEnd(28)} ${sizes.map((size) => String(size).padStart(11)).join('')}`);
    for (const one of lists.filter(wanted)) if (!(await compare(sides, one, most))) broken += 1;
    for (const one of pictures.filter(wanted)) await compare(sides, one, null);
    if (chosen.length === 0 || chosen.includes('export'))
      for (const format of ['xlsx', 'csv'] as const) if (!(await exportMemory(sides.at(-1) as Side, format))) broken += 1;
  } finally {
    for (const side of sides) await side.stop();
    agent.destroy();
    await stop();
  }
  say(broken === 0 ? '\nEvery list holds.' : `\n${broken} do not hold.`);
  process.exitCode = broken === 0 ? 0 : 1;
};

run().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exit(1);
});
