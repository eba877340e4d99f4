import type { Config } from './config.ts';
import type { Connection } from './db/connect.ts';
import { migrate } from './db/migrate.ts';
import { loadReferenceData } from './db/referenceData.ts';
import { backfillSearchText } from './inbox/searchTextBackfill.ts';
import { loadSample } from './sample/sample.ts';

/**
 * Brings a database up to date: schema, reference lists, search texts of applications from before they were searched, and
 * outside production the sample on first use. A second call changes nothing.
 * @returns the names of the migrations that were applied
 */
export const prepareDatabase = async ({ pool, db }: Pick<Connection, 'pool' | 'db'>, { production }: Config): Promise<string[]> => {
  const applied = await migrate(pool);
  await loadReferenceData(db);
  await backfillSearchText(db);
  // Production starts empty: it contains only what people publish.
  if (!production) await loadSample(db, new Date());
  return applied;
};
