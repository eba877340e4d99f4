/**
 * `npm run bench`: list, detail, search and apply over HTTP at 10,000 and 100,000 opportunities, each beside a bare driver
 * behind a bare HTTP server that runs the same statements, in turns within one run. Read the ratios: absolute figures are
 * the machine's. DATABASE_URL names another PostgreSQL, on which a database per size is made and dropped again.
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
import { addApplicants, addReceived, type Measured, receivedAt, record, requestsOf } from './requests.ts';
import type { Recording, Statement } from './served.ts';
import { fill } from './volume.ts';

/** Numbers given are sizes, other words choose what is measured by a part of its name. */
const given = process.argv.slice(2);
const asked = given.filter((one) => /^\d+$/.test(one)).map(Number);
const chosen = given.filter((one) => !/^\d+$/.test(one));
const sizes = asked.length > 0 ? asked : [10_000, 100_000];
/** Seconds of one turn, turns of each server, requests at once. */
const seconds = 2;
const turns = 2;
const atOnce = 8;

const say = (text: string) => process.stdout.write(`${text}\n`);
const secret = randomBytes(32).toString('hex');

const startServer = (kind: 'ours' | 'bare', database: pg.PoolConfig, recording: Recording) =>
  new Promise<{ port: number; stop(): Promise<void> }>((resolve, reject) => {
    const child = fork(path.join(import.meta.dirname, 'served.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const gone = new Promise<void>((done) => child.once('exit', () => done()));
    child.once('exit', (code) => reject(new Error(`The ${kind} server ended with ${code}.`)));
    child.once('message', (message) => {
      const stop = () => {
        child.disconnect();
        return gone;
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

/** Best of the turns: what disturbs a machine only ever makes it slower. */
const best = (all: Figures[]): Figures => all.reduce((one, other) => (other.perSecond > one.perSecond ? other : one));

const turnsTaken = new Map<string, number>();
const measure = async ({ name, request }: Measured, port: number, side: 0 | 1, duration = seconds): Promise<Figures> => {
  const key = `${port} ${name}`;
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: atOnce,
    duration,
    requests: [
      {
        setupRequest: (given) => {
          const turn = turnsTaken.get(key) ?? 0;
          turnsTaken.set(key, turn + 1);
          return { ...given, ...request(turn, side) };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${name}: ${result.non2xx} refused, ${result.errors} failed of ${result.requests.total}`);
  return { perSecond: result.requests.total / result.duration, median: result.latency.p50, slow: result.latency.p99 };
};

/** Bytes of a page as they go over the wire; fetch would unpack them. */
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

/** Rows from which on reading a whole table is a fault. */
const large = 5000;
/** The indexes the plan of a recorded statement ran on. @throws when it read a large table from end to end */
const indexesOf = async (client: pg.Client, { text, values }: Statement): Promise<string> => {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>({
    text: `explain (analyze, costs off, timing off, summary off) ${text}`,
    values,
  });
  const ran = rows.map((row) => row['QUERY PLAN']).filter((line) => !/never executed/.test(line));
  const whole = ran.flatMap((line) => /Seq Scan on (\w+)/.exec(line)?.[1] ?? []);
  const tables = await client.query<{ relname: string }>('select relname from pg_class where relname = any($1) and reltuples > $2', [
    whole,
    large,
  ]);
  if (tables.rows.length > 0) throw new Error(`${tables.rows.map((row) => row.relname)} read from end to end by\n${text}`);
  const used = ran.flatMap((line) => /(?:Index (?:Only )?Scan(?: Backward)? using|Bitmap Index Scan on) (\w+)/.exec(line)?.[1] ?? []);
  return [...new Set(used)].join(', ');
};

const explain = async (database: pg.PoolConfig, measured: readonly Measured[], recording: Recording) => {
  const client = new pg.Client(database as pg.ClientConfig);
  await client.connect();
  try {
    for (const { name, sample } of measured.filter((one) => one.sample.length > 0)) {
      const { statements } = recording[sample[0] as string] as Recording[string];
      for (const [at, statement] of statements.entries())
        say(`  plan of ${name}${statements.length > 1 ? ` (${at + 1})` : ''}: ${await indexesOf(client, statement)}`);
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
    await fill(connection.db, size, now);
    await addApplicants(connection.db, now);
    await addReceived(connection.db, size, now);
    say(
      `\n${size} opportunities, ${receivedAt(size)} applications received by one organization, made in ${((Date.now() - began) / 1000).toFixed(1)} s`,
    );
    const all = await requestsOf(connection.db, secret, now);
    const measured = all.filter(({ name }) => chosen.length === 0 || chosen.some((word) => name.includes(word)));
    await connection.close();
    const recording = await record(database, secret, measured);
    await explain(database, measured, recording);
    const ours = await startServer('ours', database, recording);
    const bare = await startServer('bare', database, recording);
    try {
      for (const one of measured.filter(({ name }) => name.startsWith('page')))
        say(`  HTML of ${one.name}: ${((await compressedSize(ours.port, one.request(0, 0).path)) / 1000).toFixed(1)} kB brotli`);
      for (const one of measured) {
        const figures: { ours: Figures[]; bare: Figures[] } = { ours: [], bare: [] };
        await measure(one, ours.port, 0, 1);
        if (one.bare) await measure(one, bare.port, 1, 1);
        for (let turn = 0; turn < turns; turn += 1) {
          figures.ours.push(await measure(one, ours.port, 0));
          if (one.bare) figures.bare.push(await measure(one, bare.port, 1));
        }
        rows.push({ size, name: one.name, ours: best(figures.ours), bare: one.bare ? best(figures.bare) : null });
        const [mine, yardstick] = [best(figures.ours).perSecond, one.bare ? best(figures.bare).perSecond : null];
        say(`  ${one.name}: ${Math.round(mine)}/s${yardstick ? `, bare ${Math.round(yardstick)}/s` : ''}`);
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

const tableOf = (rows: Row[]): string => {
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

/** How many times dearer a request is at the largest size than at the smallest. */
const growthOf = (rows: Row[]): string => {
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
    say(`\n${tableOf(rows)}\n\nCost at ${sizes.at(-1)} against ${sizes[0]}: ${growthOf(rows)}`);
    say(`${atOnce} requests at once, best of ${turns} turns of ${seconds} s; the whole took ${Math.round((Date.now() - began) / 1000)} s`);
  } finally {
    await stop();
  }
};

run().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exit(1);
});
