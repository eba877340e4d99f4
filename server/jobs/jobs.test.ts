import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { ConfigError } from '../config.ts';
import { aWorld } from '../testing/world.ts';
import { type Jobs, readJobs, startJobs } from './jobs.ts';

const world = aWorld();
const errors: { message: string; job: string | undefined }[] = [];
let started: Jobs[] = [];
const start = async (): Promise<Jobs> => {
  const onError = (error: unknown, job?: string) => errors.push({ message: (error as Error).message, job });
  const jobs = await startJobs(world.pool, { onError, poll: 0.5 });
  started.push(jobs);
  return jobs;
};
beforeEach(() => {
  errors.length = 0;
});
afterEach(async () => {
  await Promise.all(started.map((jobs) => jobs.stop()));
  started = [];
  await world.pool.query('drop schema if exists pgboss cascade');
});
const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 15_000, interval: 50 });
const readState = async (name: string) => (await readJobs(world.db)).find((job) => job.name === name);
/** A promise and the function that resolves it. */
const deferred = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

test('a scheduled job runs immediately and its cron is stored', async () => {
  const jobs = await start();
  let runs = 0;
  await jobs.schedule('count', '20 22 * * *', async () => {
    runs += 1;
  });
  await eventually(() => expect(runs).toBe(1));
  const { rows } = await sql`select name, cron, timezone from pgboss.schedule`.execute(world.db);
  expect(rows).toEqual([{ name: 'count', cron: '20 22 * * *', timezone: 'UTC' }]);
  await eventually(async () => expect(await readState('count')).toMatchObject({ last_end: expect.any(String), pending: 0 }));
  expect(errors).toEqual([]);
});

test('runs that wait with the same data are one; other data is a separate run', async () => {
  const jobs = await start();
  const received: unknown[] = [];
  const { open, opened } = deferred();
  await jobs.schedule('look', '0 0 * * *', async ({ data }) => {
    received.push(data);
    await opened;
  });
  await eventually(() => expect(received).toEqual([null]));
  for (const data of [undefined, undefined, { id: 1 }, { id: 1 }, { id: 2 }]) await jobs.send('look', data);
  expect(await readState('look')).toMatchObject({ pending: 3 });
  open();
  await eventually(() => expect(received).toHaveLength(4));
  expect(received.slice(1)).toEqual(expect.arrayContaining([null, { id: 1 }, { id: 2 }]));
});

test('in a fleet each run happens on one instance, never two concurrently', async () => {
  const fleet = await Promise.all([start(), start()]);
  let [runs, active, most] = [0, 0, 0];
  const work = async () => {
    runs += 1;
    active += 1;
    most = Math.max(most, active);
    await new Promise((resolve) => setTimeout(resolve, 200));
    active -= 1;
  };
  for (const jobs of fleet) await jobs.schedule('once', '0 0 * * *', work);
  await eventually(() => expect(runs).toBeGreaterThan(0));
  await eventually(async () => expect(await readState('once')).toMatchObject({ pending: 0, last_end: expect.any(String) }));
  const before = runs;
  await Promise.all([...fleet, ...fleet].map((jobs) => jobs.send('once')));
  await eventually(() => expect(runs).toBeGreaterThan(before));
  await eventually(async () => expect(await readState('once')).toMatchObject({ pending: 0 }));
  await eventually(() => expect(active).toBe(0));
  // Four simultaneous requests share one waiting run, or make two when the first has started in between.
  expect(runs - before).toBeLessThanOrEqual(2);
  expect(most).toBe(1);
});

test('a failed run is logged, readable and repeated; its stored message quotes no row', async () => {
  const jobs = await start();
  await jobs.schedule('fail', '0 0 * * *', async () => {
    throw new Error('the folder is not writable');
  });
  await jobs.schedule('query', '0 0 * * *', () => sql`select ${'maxfiy'}::integer`.execute(world.db));
  await eventually(() => expect(errors).toHaveLength(2));
  expect(errors.find(({ job }) => job === 'fail')).toEqual({ message: 'the folder is not writable', job: 'fail' });
  await eventually(async () =>
    expect(await readJobs(world.db)).toEqual([
      { name: 'fail', last_start: expect.any(String), last_end: null, last_error: 'the folder is not writable', pending: 0 },
      { name: 'query', last_start: expect.any(String), last_end: null, last_error: 'database error 22P02', pending: 0 },
    ]),
  );
  const { rows } = await sql<{ state: string; output: unknown }>`select state, output from pgboss.job where output is not null`.execute(
    world.db,
  );
  expect(rows.map(({ state }) => state)).toEqual(['retry', 'retry']);
  expect(JSON.stringify(rows)).not.toContain('maxfiy');
});

test('a job with repeatSeconds runs again after that many seconds', async () => {
  const jobs = await start();
  let runs = 0;
  await jobs.schedule(
    'repeat',
    '0 0 * * *',
    async () => {
      runs += 1;
    },
    { repeatSeconds: 1 },
  );
  await eventually(() => expect(runs).toBeGreaterThan(2));
});

test('stopping aborts the signal of the run and waits until it ends', async () => {
  const jobs = await start();
  const begun = deferred();
  let ended = false;
  await jobs.schedule('slow', '0 0 * * *', async ({ signal }) => {
    begun.open();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    await new Promise((resolve) => setTimeout(resolve, 200));
    ended = true;
  });
  await begun.opened;
  await jobs.stop();
  expect(ended).toBe(true);
});

test('a removed job leaves neither its schedule nor its history; removing it again does nothing', async () => {
  const jobs = await start();
  await jobs.schedule('old', '0 0 * * *', async () => {});
  await eventually(async () => expect(await readState('old')).toMatchObject({ last_end: expect.any(String) }));
  const next = await start();
  for (const _ of [1, 2]) await next.remove('old');
  expect(await readJobs(world.db)).toEqual([]);
  expect((await sql`select from pgboss.schedule`.execute(world.db)).rows).toEqual([]);
});

test('a database user who may not create the schema gets a ConfigError with the cause and the fix', async () => {
  const role = 'imkon_rights_test';
  await world.pool.query(`drop role if exists ${role}; create role ${role} login password 'sinov'`);
  const { rows } = await world.pool.query<{ name: string }>('select current_database() as name');
  const pool = new pg.Pool({ ...inject('server'), database: rows[0]?.name as string, user: role, password: 'sinov' });
  try {
    const refused = await startJobs(pool, { onError: () => {} }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ConfigError);
    expect((refused as Error).message).toBe(
      `Background jobs cannot start because the database user may not create or use the schema "pgboss" (permission denied for database ${rows[0]?.name}): run "grant create on database … to …" as its owner, or create the schema and make the user its owner.`,
    );
  } finally {
    await pool.end();
    await world.pool.query(`drop role ${role}`);
  }
});
