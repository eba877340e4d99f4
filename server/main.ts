import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { connect } from './db/connect.ts';
import { DataInUseError, startEmbedded } from './db/embedded.ts';
import { pendingMigrations } from './db/migrate.ts';
import { makeTokens } from './http/actor.ts';
import { createResponseCache } from './http/responseCache.ts';
import type { Deps } from './http/serve.ts';
import { startJobs } from './jobs/jobs.ts';
import { responseRateRefreshesDone } from './organizations/responseRates.ts';
import { smtpMailer } from './outbox/mailer.ts';
import { builtWeb } from './pages/pages.ts';
import { prepareDatabase } from './prepareDatabase.ts';
import { sampleSignIns } from './sample/sample.ts';
import { scheduleJobs } from './schedule.ts';
import { createStorage } from './storage/storage.ts';

/** The signing secret outside production: stored in DATA_DIR, so that sessions survive a restart. */
const storedSecret = (dataDir: string): string => {
  const file = path.join(dataDir, 'secret');
  fs.mkdirSync(dataDir, { recursive: true });
  if (!fs.existsSync(file)) fs.writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return createHash('sha256').update(fs.readFileSync(file, 'utf8')).digest('hex');
};

/** @throws ConfigError when migrations have not run: several instances start side by side, so none of them changes the schema */
const requireMigrated = async (pool: pg.Pool): Promise<void> => {
  const [first, ...others] = await pendingMigrations(pool);
  if (first === undefined) return;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  throw new ConfigError(`The database is not up to date (${first}${more} has not run). Run: npm run migrate`);
};

const start = async () => {
  const config = readConfig(process.env);
  if (!config.production && !process.env.JWT_SECRET) config.jwtSecret = storedSecret(config.dataDir);
  const development = process.argv.includes('--dev');
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir);
  const connection = connect(config.databaseUrl ?? embedded?.connection ?? '', { max: config.databasePool });
  if (process.argv.includes('--migrate')) await prepareDatabase(connection, config);
  else await requireMigrated(connection.pool);
  const caches = config.responseCacheSeconds > 0 && !development;
  const deps: Deps = {
    config,
    db: connection.db,
    storage: createStorage(config),
    tokens: makeTokens(config.jwtSecret),
    now: () => new Date(),
    ...(caches ? { responseCache: createResponseCache({ seconds: config.responseCacheSeconds }) } : {}),
  };
  const logger = config.production ? { level: 'info' } : { level: 'warn' };
  const devWeb = development ? await (await import('./pages/live.ts')).liveWeb({ current: null }) : null;
  const app = await buildApp(deps, { logger, web: devWeb ?? (await builtWeb()) });
  devWeb?.middleware(app);
  const jobs = await startJobs(connection.pool, { onError: (err, job) => app.log.error({ err, job }, 'background job failed') });
  const address = await app.listen({ host: config.host, port: config.port });
  process.stdout.write(`\nImkon is ready: ${address.replace('127.0.0.1', 'localhost')}\n\n`);
  if (!config.production) process.stdout.write(`${await sampleSignIns(connection.db)}\n`);
  const mailer = config.smtpUrl === null ? null : smtpMailer({ smtpUrl: config.smtpUrl, mailFrom: config.mailFrom });

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    // Requests in progress are answered and jobs in progress end first; then the database closes.
    await app.close();
    await jobs.stop();
    mailer?.close();
    await responseRateRefreshesDone(connection.db);
    await connection.close();
    await embedded?.stop();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  await scheduleJobs(jobs, deps, mailer).catch((error: unknown) => {
    // A signal may stop the queue while jobs are still being scheduled.
    if (!stopping) throw error;
  });
};

start().catch((error: unknown) => {
  const expected =
    error instanceof ConfigError || error instanceof DataInUseError || (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  process.stderr.write(`\n${expected ? (error as Error).message : (error as Error).stack}\n\n`);
  process.exit(1);
});
