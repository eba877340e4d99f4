import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import pgDefaults from 'pg';
import { PgBoss } from 'pg-boss';
import { ConfigError } from '../config.ts';
import type { Db } from '../db/connect.ts';
import { serializers } from '../http/log.ts';

/** One run of a job. */
export interface JobRun {
  /** The data of `send`; null for a scheduled run. */
  data: object | null;
  /** Aborted when the server stops: the work finishes its current step and returns. */
  signal: AbortSignal;
}

export interface JobOptions {
  /** Seconds between the end of a run and the next one, for work that cannot wait for the next minute of cron. */
  repeatSeconds?: number;
}

/**
 * Background jobs that run once in the fleet. A run carries no work: what is due is stored in tables of the domain, so a
 * lost or repeated run does no harm.
 */
export interface Jobs {
  /** Runs `work` now and at each time of `cron` (five fields, UTC), on one instance of the fleet. */
  schedule(name: string, cron: string, work: (run: JobRun) => Promise<unknown>, options?: JobOptions): Promise<void>;
  /** Removes the schedule and the history of a job of an earlier start or release; does nothing when there is none. */
  remove(name: string): Promise<void>;
  /** Requests a run of a scheduled job as soon as possible. Requests with the same data share one waiting run. */
  send(name: string, data?: object): Promise<void>;
  /** Resolves when the runs in progress have ended, after 40 seconds at most. */
  stop(): Promise<void>;
}

/** Seconds between two polls of a queue for jobs that other instances or cron created. */
const pollSeconds = 2;
const stopTimeout = 40_000;

/** Two instances never run it side by side. A run whose process died is repeated within three minutes. */
const exclusive = { retryLimit: 2, retryDelay: 60, heartbeatSeconds: 30, expireInSeconds: 60 * 60 };
/** Only its waiting run is unique: after a process died the next run starts within a minute. Its history is kept for an hour. */
const repeated = { retryLimit: 0, expireInSeconds: 15 * 60, deleteAfterSeconds: 60 * 60 };

const hashData = (data: object) => createHash('sha1').update(JSON.stringify(data)).digest('base64url');

/** Runs `work` under a lock of the database. Two instances that install pg-boss at the same moment both fail otherwise. */
const oneAtATime = async (pool: pg.Pool, work: () => Promise<unknown>): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(4919002)');
    await work();
  } finally {
    await client.query('rollback').catch(() => {});
    client.release();
  }
};

/**
 * Starts the job queue on the caller's pool; its tables are in the schema `pgboss`, created by the first start.
 * @param onError receives failed runs with the job's name, and errors of the queue itself without one
 * @throws ConfigError when the database user may neither create nor use the schema
 */
export const startJobs = async (
  pool: pg.Pool,
  { onError, poll = pollSeconds }: { onError: (error: unknown, job?: string) => void; poll?: number },
): Promise<Jobs> => {
  const executeSql = async (text: string, values?: unknown[]) => {
    const client = await pool.connect();
    let failed = true;
    try {
      // pg-boss sends several statements in one text and expects the driver's default types.
      const result = await client.query({ text, types: pgDefaults.types, ...(values?.length ? { values } : {}) } as pg.QueryConfig);
      failed = false;
      return result;
    } finally {
      // A text that begins a transaction and fails leaves it open, so the connection is not used again.
      client.release(failed);
    }
  };
  const boss = new PgBoss({ db: { executeSql }, cronMonitorIntervalSeconds: 30, cronWorkerIntervalSeconds: 5 });
  boss.on('error', (error) => onError(error));
  try {
    await oneAtATime(pool, () => boss.start());
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code !== '42501') throw error;
    throw new ConfigError(
      `Background jobs cannot start because the database user may not create or use the schema "pgboss" (${message}): run "grant create on database … to …" as its owner, or create the schema and make the user its owner.`,
      { cause: error },
    );
  }
  const stopping = new AbortController();
  const workers = new Map<string, string>();

  const run = async (name: string, work: (run: JobRun) => Promise<unknown>, data: object | null, signal: AbortSignal) => {
    try {
      await work({ data, signal });
    } catch (error) {
      onError(error, name);
      // Stored as the log shows it: errors of the database quote values of rows.
      throw new Error(serializers.err(error as Error).message);
    }
  };

  const send = async (name: string, data?: object) => {
    await boss.send(name, data ?? null, data ? { singletonKey: hashData(data) } : {});
    const worker = workers.get(name);
    if (worker) boss.notifyWorker(worker);
  };

  return {
    schedule: async (name, cron, work, { repeatSeconds } = {}) => {
      const options = repeatSeconds === undefined ? exclusive : repeated;
      await boss.createQueue(name, { policy: repeatSeconds === undefined ? 'stately' : 'short', ...options });
      await boss.updateQueue(name, options);
      await boss.schedule(name, cron);
      await send(name);
      const worker = await boss.work<object | null>(name, { pollingIntervalSeconds: poll }, async ([job]) => {
        const signal = job ? AbortSignal.any([stopping.signal, job.signal]) : stopping.signal;
        try {
          await run(name, work, job?.data ?? null, signal);
        } finally {
          if (repeatSeconds !== undefined && !stopping.signal.aborted) await boss.send(name, null, { startAfter: repeatSeconds });
        }
      });
      workers.set(name, worker);
    },
    remove: async (name) => {
      await boss.unschedule(name);
      await boss.deleteQueue(name);
    },
    send,
    stop: async () => {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: stopTimeout });
    },
  };
};

/** The state of one job, over the runs that are still recorded: a week's, or an hour's of a repeated job. */
export interface JobState {
  name: string;
  /** When the last run started and when a run last ended. */
  last_start: string | null;
  last_end: string | null;
  /** The message of the last run that failed. */
  last_error: string | null;
  /** Runs that are due and wait for an instance. */
  pending: number;
}

/** The state of every job of the fleet, by name. */
export const readJobs = async (db: Db): Promise<JobState[]> => {
  const { rows } = await sql<JobState>`
    select q.name, max(j.started_on) as last_start, max(j.completed_on) as last_end,
      (array_agg(j.output->>'message' order by j.started_on desc) filter (where j.state in ('failed', 'retry') and j.output is not null))[1]
        as last_error,
      count(*) filter (where j.state in ('created', 'retry') and j.start_after <= now()) as pending
    from pgboss.queue q left join pgboss.job j on j.name = q.name
    where not starts_with(q.name, '__pgboss__') group by q.name order by q.name`.execute(db);
  return rows;
};
