import type pg from 'pg';
import pgDefaults from 'pg';
import { PgBoss } from 'pg-boss';
import { type Config, ConfigError } from '../config.ts';
import type { Deps } from '../http/serve.ts';
import { sendDue } from './delivery.ts';
import { smtpMailer } from './mailer.ts';

const queue = 'outbox';
/** Seconds between two looks at the outbox. */
const pause = 5;

export interface Outbox {
  /** Ends after the mails under way. */
  stop(): Promise<void>;
}

/**
 * Starts sending mail: a job of the queue looks for due mails and asks for the next look. Instances share the jobs.
 * The database is the caller's pool; the schema of the queue is made at the first start.
 * @param problem hears of what the queue cannot do while it runs
 * @throws ConfigError when the schema cannot be made
 */
export const startOutbox = async (
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  pool: pg.Pool,
  { every = pause, problem = () => {} }: { every?: number; problem?: (error: Error) => void } = {},
): Promise<Outbox | null> => {
  if (config.smtpUrl === null) return null;
  // The queue's own statements: several in one text, and values as the driver usually reads them.
  const executeSql = (text: string, values?: unknown[]) =>
    pool.query({ text, types: pgDefaults.types, ...(values?.length ? { values } : {}) } as pg.QueryConfig);
  const boss = new PgBoss({ db: { executeSql }, cronMonitorIntervalSeconds: 30, cronWorkerIntervalSeconds: 5 });
  boss.on('error', problem);
  try {
    await boss.start();
  } catch (error) {
    const why = (error as Error).message;
    throw new ConfigError(
      `The mail queue could not be prepared in the database: ${why}\nSMTP_URL needs a database user that may create the schema "pgboss" (grant create on database …), or owns it already.`,
      { cause: error },
    );
  }
  const mailer = smtpMailer({ ...config, smtpUrl: config.smtpUrl } as Config & { smtpUrl: string });
  let stopping = false;
  // "short": one look waits at a time, whoever asked for it. A look that died with its process is asked for anew each minute.
  await boss.createQueue(queue, { policy: 'short', retryLimit: 0, expireInSeconds: 15 * 60, deleteAfterSeconds: 60 * 60 });
  await boss.work(queue, { pollingIntervalSeconds: Math.min(2, every) }, async () => {
    await sendDue({ db, now }, mailer, () => stopping);
    if (!stopping) await boss.send(queue, null, { startAfter: every });
  });
  await boss.schedule(queue, '* * * * *');
  await boss.send(queue);
  return {
    stop: async () => {
      stopping = true;
      await boss.stop({ graceful: true, timeout: 40_000 });
      mailer.close();
    },
  };
};
