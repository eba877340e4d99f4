import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { connect } from './db/connect.ts';
import { DataInUseError, startEmbedded } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { loadReferenceData } from './db/referenceData.ts';
import { removeDetachedFiles } from './files/removal.ts';
import { keepSwept } from './files/sweep.ts';
import { makeTokens } from './http/actor.ts';
import { createResponseCache } from './http/responseCache.ts';
import type { Deps } from './http/serve.ts';
import { backfillSearchText } from './inbox/searchTextBackfill.ts';
import { keepResponseRatesFresh, refreshesDone } from './organizations/responseRates.ts';
import { startOutbox } from './outbox/outbox.ts';
import { builtWeb } from './pages/pages.ts';
import { loadSample, sampleSignIns } from './sample/sample.ts';

/** Outside production sessions outlive a restart by a secret kept beside the data. */
const keptSecret = (dataDir: string): string => {
  const file = path.join(dataDir, 'secret');
  fs.mkdirSync(dataDir, { recursive: true });
  if (!fs.existsSync(file)) fs.writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return createHash('sha256').update(fs.readFileSync(file, 'utf8')).digest('hex');
};

const start = async () => {
  const config = readConfig(process.env);
  if (!config.production && !process.env.JWT_SECRET) config.jwtSecret = keptSecret(config.dataDir);
  const live = process.argv.includes('--dev');
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir);
  const connection = connect(config.databaseUrl ?? embedded?.connection ?? '', { max: 10 });
  await migrate(connection.pool);
  await loadReferenceData(connection.db);
  await backfillSearchText(connection.db);
  // Production starts empty: what stands there is what people publish.
  if (!config.production) await loadSample(connection.db, new Date());
  const deps: Deps = {
    config,
    db: connection.db,
    tokens: makeTokens(config.jwtSecret),
    now: () => new Date(),
    ...(live ? {} : { responseCache: createResponseCache() }),
  };
  // Files of accounts that were deleted just before a crash.
  await removeDetachedFiles(deps);
  const logger = config.production ? { level: 'info' } : { level: 'warn' };
  const developing = live ? await (await import('./pages/live.ts')).liveWeb({ current: null }) : null;
  const app = await buildApp(deps, { logger, web: developing ?? (await builtWeb()) });
  developing?.middleware(app);
  const outbox = await startOutbox(deps, connection.pool, { problem: (err) => app.log.error({ err }, 'mail queue') });
  const address = await app.listen({ host: config.host, port: config.port });
  process.stdout.write(`\nImkon is ready: ${address.replace('127.0.0.1', 'localhost')}\n\n`);
  if (!config.production) process.stdout.write(`${await sampleSignIns(connection.db)}\n`);

  const endSweeping = keepSwept(deps, (error) => app.log.error({ err: error }, 'files were not swept'));

  const endCounting = keepResponseRatesFresh(deps, (err) => app.log.error({ err }, 'response rates were not counted'));

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    endSweeping();
    endCounting();
    // Requests under way are answered and mails under way sent first; then the database closes.
    await app.close();
    await outbox?.stop();
    await refreshesDone(connection.db);
    await connection.close();
    await embedded?.stop();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
};

start().catch((error: unknown) => {
  const expected =
    error instanceof ConfigError || error instanceof DataInUseError || (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  process.stderr.write(`\n${expected ? (error as Error).message : (error as Error).stack}\n\n`);
  process.exit(1);
});
