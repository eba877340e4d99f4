/**
 * `npm run bench:organizer`: compares every list of an organizer with 100,000 applications with that of one with 1,000, in
 * alternating rounds, and measures the memory of an export of 50,000 rows. A list may be at most twice as slow.
 * DATABASE_URL selects another PostgreSQL, where one database per size is created and dropped.
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
import { insertOrganization, type OrganizationIds } from './organization.ts';

const sizes = [1000, 100_000] as const;
const rounds = 80;
const nameFilters = process.argv.slice(2);
/** Largest allowed ratio of the times. */
const maxRatio = 2;
const exportedRows = 50_000;
/** Megabytes an export may add. */
const maxExportMemory = 150;

const print = (text: string) => process.stdout.write(`${text}\n`);
const secret = randomBytes(32).toString('hex');
const agent = new http.Agent({ keepAlive: true });

interface Side extends OrganizationIds {
  port: number;
  pid: number;
  stop(): Promise<void>;
}
type MeasuredRequest = [name: string, path: (organization: OrganizationIds) => string, as?: 'reviewer'];
const list = '/api/applications/org/';
const withQuery = (query: string) => () => `${list}?${query}`;
const lists: MeasuredRequest[] = [
  ['the list', withQuery('')],
  ['page 2', withQuery('page=2')],
  ['page 30', withQuery('page=30')],
  ['the last page', ({ count }) => `${list}?page=${count / 20}`],
  ['the last page but five', ({ count }) => `${list}?page=${count / 20 - 5}`],
  ['status, common', withQuery('status=rejected')],
  ['status, rare', withQuery('status=accepted')],
  ['statuses', withQuery('status=pending,under_review,interview_scheduled')],
  ['opportunity', ({ opportunity }) => `${list}?opportunity=${opportunity}`],
  ['opportunity and status', ({ opportunity }) => `${list}?opportunity=${opportunity}&status=pending`],
  ['type', withQuery('opportunity_type=grant')],
  ['type and status', withQuery('opportunity_type=grant&status=accepted')],
  [
    'days',
    withQuery(
      `applied_after=${new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10)}&applied_before=${new Date(Date.now() - 19 * 86_400_000).toISOString().slice(0, 10)}`,
    ),
  ],
  ['university, common', withQuery('student_university=toshkent')],
  ['university, neither', withQuery('student_university=institut%2021')],
  ['university, rare', withQuery('student_university=noyob')],
  ...['applied_at', 'updated_at', '-updated_at', 'status', '-status', 'score', '-score'].map(
    (one): MeasuredRequest => [`by ${one}`, withQuery(`ordering=${one}`)],
  ),
  ...['-updated_at', 'status', '-score'].map(
    (one): MeasuredRequest => [`by ${one}, status rare`, withQuery(`status=accepted&ordering=${one}`)],
  ),
  ['by -score, last page', ({ count }) => `${list}?ordering=-score&page=${count / 20}`],
  ['by -score, a reviewer', withQuery('ordering=-score'), 'reviewer'],
  ['by score, a reviewer', withQuery('ordering=score'), 'reviewer'],
  ['search, a rare name', withQuery('search=zebuniso')],
  ['search, a name', withQuery('search=shaxnoza%20karimov')],
  ['search, a common word', withQuery('search=davlat')],
  ['search, mistyped', withQuery('search=zebunsio')],
  ['search, a title', withQuery('search=yozgi%20maktab')],
  ['search and status', withQuery('search=davlat&status=accepted')],
  ['search by -score', withQuery('search=davlat&ordering=-score')],
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
/** Aggregates over all applications: measured without a limit. */
const aggregates: MeasuredRequest[] = [
  ['dashboard', () => '/api/organizations/dashboard/'],
  ['charts', () => '/api/applications/charts/'],
  ['charts of one', ({ opportunity }) => `/api/applications/charts/?opportunity=${opportunity}`],
  ['figures of students', () => '/api/organizations/students/stats/'],
];

const tokens = makeTokens(secret);
const authorizationHeader = (organization: OrganizationIds, as: 'owner' | 'reviewer' = 'owner') =>
  `Bearer ${tokens.sign({ user_id: organization[as], user_type: 'organization', session_id: randomUUID() }, new Date())}`;

/** Milliseconds until the first byte or the end of the response. */
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
/** The lower quartile: other load on the machine can only slow a request down. */
const lowerQuartile = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 4)] as number;

const start = async (server: pg.PoolConfig, size: number): Promise<Side> => {
  const name = `imkon_bench_organizer_${size}`;
  const admin = new pg.Client(server as pg.ClientConfig);
  // The connection may end with the server; the error that caused it is reported elsewhere.
  admin.on('error', () => {});
  await admin.connect();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.query(`create database ${name}`);
  const database = { ...server, database: name };
  const connection = connect(database, { max: 1 });
  await migrate(connection.pool);
  await connection.pool.query('set statement_timeout = 0');
  const began = Date.now();
  const organization = await insertOrganization(connection.db, size, new Date()).finally(() => connection.close());
  print(`${size} applications created in ${((Date.now() - began) / 1000).toFixed(1)} s`);
  // The flag that `npm start` uses.
  const execArgv = ['--max-semi-space-size=16'];
  const child = fork(path.join(import.meta.dirname, 'served.ts'), { execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
    child.once('message', (message) => resolve((message as { port: number }).port));
    child.send({ kind: 'ours', database, secret, recording: {} });
  });
  const stop = async () => {
    child.disconnect();
    await exited;
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  };
  return { ...organization, port, pid: child.pid as number, stop };
};

const compare = async (sides: readonly Side[], [name, address, as]: MeasuredRequest, limit: number | null): Promise<boolean> => {
  const times = sides.map((): number[] => []);
  const authorizations = sides.map((side) => authorizationHeader(side, as));
  // Alternate, so that other load affects both sides alike. The first ten rounds fill caches and are not counted.
  for (let turn = -10; turn < rounds; turn += 1)
    for (const [at, side] of sides.entries()) {
      const milliseconds = await time(side.port, address(side), authorizations[at] as string);
      if (turn >= 0) times[at]?.push(milliseconds);
    }
  const [small, large] = times.map(lowerQuartile) as [number, number];
  const withinLimit = limit === null || large / small <= limit;
  print(
    `${withinLimit ? ' ' : '✗'} ${name.padEnd(28)} ${small.toFixed(2).padStart(8)} ms ${large.toFixed(2).padStart(8)} ms   x${(large / small).toFixed(2)}`,
  );
  return withinLimit;
};

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Measures the megabytes a server adds while it sends an export. @returns whether it stays within the limit */
const exportMemory = async (side: Side, format: 'xlsx' | 'csv'): Promise<boolean> => {
  const authorization = authorizationHeader(side);
  const requestExport = () =>
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
  const { url, count } = await requestExport();
  const before = residentMegabytes(side.pid);
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(side.pid));
  }, 20);
  const [firstByte, whole] = (await (async () => [
    await time(side.port, (await requestExport()).url, authorization, 'first'),
    await time(side.port, url, authorization),
  ])().finally(() => clearInterval(sampling))) as [number, number];
  const extra = peak - before;
  const withinLimit = extra < maxExportMemory;
  print(
    `${withinLimit ? ' ' : '✗'} ${format} of ${count} rows: ${extra.toFixed(0)} MB on top of ${before.toFixed(0)} MB, first byte after ${firstByte.toFixed(0)} ms, whole after ${(whole / 1000).toFixed(1)} s`,
  );
  return withinLimit && count >= exportedRows * 0.9;
};

const run = async () => {
  const { server, stop } = await aPostgres(process.env.DATABASE_URL);
  const sides: Side[] = [];
  let exceeded = 0;
  try {
    for (const size of sizes) sides.push(await start(server, size));
    const isSelected = ([name]: MeasuredRequest) => nameFilters.length === 0 || nameFilters.some((word) => name.includes(word));
    print(`\n  ${'one request'.padEnd(28)} ${sizes.map((size) => String(size).padStart(11)).join('')}`);
    for (const one of lists.filter(isSelected)) if (!(await compare(sides, one, maxRatio))) exceeded += 1;
    for (const one of aggregates.filter(isSelected)) await compare(sides, one, null);
    if (nameFilters.length === 0 || nameFilters.includes('export'))
      for (const format of ['xlsx', 'csv'] as const) if (!(await exportMemory(sides.at(-1) as Side, format))) exceeded += 1;
  } finally {
    for (const side of sides) await side.stop();
    agent.destroy();
    await stop();
  }
  print(exceeded === 0 ? '\nEvery list is within the limit.' : `\n${exceeded} exceed the limit.`);
  process.exitCode = exceeded === 0 ? 0 : 1;
};

run().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exit(1);
});
