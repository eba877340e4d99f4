import { sql } from 'kysely';
import type { Deps } from '../http/serve.ts';
import type { StoredFile } from '../storage/storage.ts';
import { isReferenced } from './references.ts';
import { removeFile } from './storeUpload.ts';

const day = 24 * 60 * 60 * 1000;
/** Days an upload may stay without a reference: a form may stay open that long. */
const unreferencedDays = 7;
/** Days after which a cut-off write is removed. */
const partialDays = 1;
/** Rows in one transaction, and names in one query. */
const batchSize = 500;

type SweepDeps = Pick<Deps, 'db' | 'now' | 'storage'>;

/** Deletes a batch of rows without references. They are checked again under their lock: an application may have been sent meanwhile. */
const deleteUnreferenced = ({ db }: SweepDeps, before: Date): Promise<string[]> =>
  db.transaction().execute(async (trx) => {
    const unreferenced = await sql<{ name: string }>`
      select f.name from files f where f.created_at < ${before} and not (${isReferenced})
      order by f.created_at limit ${sql.lit(batchSize)} for update skip locked`.execute(trx);
    const names = unreferenced.rows.map(({ name }) => name);
    if (names.length === 0) return [];
    const deleted = await sql<{ name: string }>`
      delete from files f where f.name = any(${names}) and not (${isReferenced}) returning f.name`.execute(trx);
    return deleted.rows.map(({ name }) => name);
  });

/** Removes those of the stored files that have no row. */
const removeWithoutRow = async (deps: SweepDeps, names: readonly string[]): Promise<void> => {
  const rows = await deps.db.selectFrom('files').select('name').where('name', 'in', names).execute();
  const known = new Set(rows.map(({ name }) => name));
  for (const name of names) if (!known.has(name)) await removeFile(deps, name);
};

/** Removes what crashes left in the storage: partial files, and files whose row was never written. */
const removeLeftovers = async (deps: SweepDeps, { partial, whole }: { partial: Date; whole: Date }): Promise<void> => {
  let batch: string[] = [];
  const isOld = (file: StoredFile) => file.modified_at < (file.partial ? partial : whole);
  for await (const file of deps.storage.list()) {
    if (!isOld(file)) continue;
    if (file.partial) await removeFile(deps, file.name);
    else batch.push(file.name);
    if (batch.length === batchSize) {
      await removeWithoutRow(deps, batch);
      batch = [];
    }
  }
  if (batch.length > 0) await removeWithoutRow(deps, batch);
};

/** Removes files without a reference for a week, and what crashes left in the storage. Instances may run it side by side. */
export const sweepFiles = async (deps: SweepDeps): Promise<void> => {
  const daysAgo = (days: number) => new Date(deps.now().getTime() - days * day);
  for (;;) {
    const deleted = await deleteUnreferenced(deps, daysAgo(unreferencedDays));
    for (const name of deleted) await removeFile(deps, name);
    if (deleted.length === 0) break;
  }
  await removeLeftovers(deps, { partial: daysAgo(partialDays), whole: daysAgo(unreferencedDays) });
};
