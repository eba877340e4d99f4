/**
 * `npm run bench`: measures list, detail, search and apply over HTTP at 10,000 and 100,000 opportunities. Each is compared
 * with a minimal node:http server that runs the same statements, in alternating rounds. Compare the ratios; absolute figures
 * depend on the machine. DATABASE_URL selects another PostgreSQL, where one database per size is created and dropped.
 */
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import path from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import { connect } from '../server/db/connect.ts';
import { migrate } from '../server/db/migrate.ts';
import { loadReferenceData } from '../server/db/referenceData.ts';
import { aPostgres } from '../server/testing/postgres.ts';
import {
  buildMeasurements,
  insertApplicants,
  insertReceivedApplications,
  type Measurement,
  receivedCount,
  recordStatements,
} from './requests.ts';
import type { Recording, Statement } from './served.ts';
import { insertOpportunities } from './volume.ts';

/** Command line: numbers are sizes; other words select measurements by a part of their name. */
const args = process.argv.slice(2);
const requestedSizes = args.filter((arg) => /^\d+$/.test(arg)).map(Number);
const nameFilters = args.filter((arg) => !/^\d+$/.test(arg));
const sizes = requestedSizes.length > 0 ? requestedSizes : [10_000, 100_000];
/** Seconds of one round, rounds per server, concurrent requests. */
const seconds = 2;
const rounds = 2;
const concurrency = 8;

const print = (text: string) => process.stdout.write(`${text}\n`);
const secret = randomBytes(32).toString('hex');

const startServer = (kind: 'ours' | 'bare', database: pg.PoolConfig, recording: Recording) =>
  new Promise<{ port: number; stop(): Promise<void> }>((resolve, reject) => {
    const child = fork(path.join(import.meta.dirname, 'served.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const exited = new Promise<void>((done) => child.once('exit', () => done()));
    child.once('exit', (code) => reject(new Error(`The ${kind} server ended with ${code}.`)));
    child.once('message', (message) => {
      const stop = () => {
        child.disconnect();
        return exited;
      };
      resolve({ port: (message as { port: number }).port, stop });
    });
    child.send({ kind, database, secret, recording });
  });

interface Figures {
  perSecond: number;
  median: number;
  slow: number;
}

/** The fastest round: other load on the machine can only slow a round down. */
const fastest = (all: Figures[]): Figures => all.reduce((one, other) => (other.perSecond > one.perSecond ? other : one));

const requestCounts = new Map<string, number>();
const measure = async ({ name, request }: Measurement, port: number, side: 0 | 1, duration = seconds): Promise<Figures> => {
  const key = `${port} ${name}`;
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: concurrency,
    duration,
    requests: [
      {
        setupRequest: (given) => {
          const nth = requestCounts.get(key) ?? 0;
          requestCounts.set(key, nth + 1);
          return { ...given, ...request(nth, side) };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${name}: ${result.non2xx} refused, ${result.errors} failed of ${result.requests.total}`);
  return { perSecond: result.requests.total / result.duration, median: result.latency.p50, slow: result.latency.p99 };
};

/** Bytes of a page as sent, compressed; fetch would decompress them. */
const compressedSize = (port: number, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    http
      .get({ host: '127.0.0.1', port, path, headers: { 'accept-encoding': 'br' } }, (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.on('end', () => resolve(bytes));
      })
      .on('error', reject);
  });

interface Row {
  size: number;
  name: string;
  ours: Figures;
  bare: Figures | null;
}

/** A sequential scan of a table with more rows than this is an error. */
const maxScannedRows = 5000;
/** Names of the indexes that the plan of a recorded statement used. @throws when it scanned a large table */
const usedIndexes = async (client: pg.Client, { text, values }: Statement): Promise<string> => {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>({
    text: `explain (analyze, costs off, timing off, summary off) ${text}`,
    values,
  });
  const ran = rows.map((row) => row['QUERY PLAN']).filter((line) => !/never executed/.test(line));
  const scanned = ran.flatMap((line) => /Seq Scan on (\w+)/.exec(line)?.[1] ?? []);
  const tables = await client.query<{ relname: string }>('select relname from pg_class where relname = any($1) and reltuples > $2', [
    scanned,
    maxScannedRows,
  ]);
  if (tables.rows.length > 0) throw new Error(`${tables.rows.map((row) => row.relname)} scanned sequentially by\n${text}`);
  const used = ran.flatMap((line) => /(?:Index (?:Only )?Scan(?: Backward)? using|Bitmap Index Scan on) (\w+)/.exec(line)?.[1] ?? []);
  return [...new Set(used)].join(', ');
};

const explain = async (database: pg.PoolConfig, measurements: readonly Measurement[], recording: Recording) => {
  const client = new pg.Client(database as pg.ClientConfig);
  await client.connect();
  try {
    for (const { name, sample } of measurements.filter((one) => one.sample.length > 0)) {
      const { statements } = recording[sample[0] as string] as Recording[string];
      for (const [at, statement] of statements.entries())
        print(`  plan of ${name}${statements.length > 1 ? ` (${at + 1})` : ''}: ${await usedIndexes(client, statement)}`);
    }
  } finally {
    await client.end();
  }
};

const measureSize = async (server: pg.PoolConfig, size: number): Promise<Row[]> => {
  const name = `imkon_bench_${size}`;
  const admin = new pg.Client(server as pg.ClientConfig);
  await admin.connect();
  await admin.query(`drop database if exists ${name}`);
  await admin.query(`create database ${name}`);
  const database = { ...server, database: name };
  const rows: Row[] = [];
  try {
    const connection = connect(database, { max: 4 });
    await migrate(connection.pool);
    await loadReferenceData(connection.db);
    const began = Date.now();
    const now = new Date();
    await insertOpportunities(connection.db, size, now);
    await insertApplicants(connection.db, now);
    await insertReceivedApplications(connection.db, size, now);
    print(
      `\n${size} opportunities, ${receivedCount(size)} applications received by one organization, created in ${((Date.now() - began) / 1000).toFixed(1)} s`,
    );
    const all = await buildMeasurements(connection.db, secret, now);
    const measurements = all.filter(({ name }) => nameFilters.length === 0 || nameFilters.some((word) => name.includes(word)));
    await connection.close();
    const recording = await recordStatements(database, secret, measurements);
    await explain(database, measurements, recording);
    const ours = await startServer('ours', database, recording);
    const bare = await startServer('bare', database, recording);
    try {
      for (const one of measurements.filter(({ name }) => name.startsWith('page')))
        print(`  HTML of ${one.name}: ${((await compressedSize(ours.port, one.request(0, 0).path)) / 1000).toFixed(1)} kB brotli`);
      for (const one of measurements) {
        const figures: { ours: Figures[]; bare: Figures[] } = { ours: [], bare: [] };
        await measure(one, ours.port, 0, 1);
        if (one.bare) await measure(one, bare.port, 1, 1);
        for (let turn = 0; turn < rounds; turn += 1) {
          figures.ours.push(await measure(one, ours.port, 0));
          if (one.bare) figures.bare.push(await measure(one, bare.port, 1));
        }
        rows.push({ size, name: one.name, ours: fastest(figures.ours), bare: one.bare ? fastest(figures.bare) : null });
        const [requestsPerSecond, minimalPerSecond] = [fastest(figures.ours).perSecond, one.bare ? fastest(figures.bare).perSecond : null];
        print(`  ${one.name}: ${Math.round(requestsPerSecond)}/s${minimalPerSecond ? `, bare ${Math.round(minimalPerSecond)}/s` : ''}`);
      }
    } finally {
      await Promise.all([ours.stop(), bare.stop()]);
    }
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  }
  return rows;
};

const formatTable = (rows: Row[]): string => {
  const figure = (value: number) => (value < 10 ? value.toFixed(1) : String(Math.round(value)));
  const lines = rows.map(({ size, name, ours, bare }) => [
    String(size),
    name,
    figure(ours.perSecond),
    `${figure(ours.median)} / ${figure(ours.slow)}`,
    bare ? figure(bare.perSecond) : '-',
    bare ? (ours.perSecond / bare.perSecond).toFixed(2) : '-',
  ]);
  const table = [['rows', 'what', 'ours, requests/s', 'median / p99, ms', 'bare, requests/s', 'ours / bare'], ...lines];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((line) => (line[column] as string).length))) ?? [];
  return table
    .map((line) =>
      line
        .map((cell, column) => (column === 1 ? cell.padEnd(widths[column] as number) : cell.padStart(widths[column] as number)))
        .join('  '),
    )
    .join('\n');
};

/** For each request: how many times slower it is at the largest size than at the smallest. */
const growth = (rows: Row[]): string => {
  const [small, large] = [sizes[0], sizes.at(-1)];
  return rows
    .filter(({ size }) => size === large)
    .map(({ name, ours }) => {
      const before = rows.find((row) => row.size === small && row.name === name)?.ours.perSecond ?? Number.NaN;
      return `${name} x${(before / ours.perSecond).toFixed(1)}`;
    })
    .join(', ');
};

const run = async () => {
  const began = Date.now();
  const { server, stop } = await aPostgres(process.env.DATABASE_URL);
  try {
    const rows: Row[] = [];
    for (const size of sizes) rows.push(...(await measureSize(server, size)));
    print(`\n${formatTable(rows)}\n\nCost at ${sizes.at(-1)} against ${sizes[0]}: ${growth(rows)}`);
    print(
      `${concurrency} concurrent requests, best of ${rounds} rounds of ${seconds} s; the scanned took ${Math.round((Date.now() - began) / 1000)} s`,
    );
  } finally {
    await stop();
  }
};

run().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exit(1);
});
