import fs from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { deleteExpiredReplies } from '../http/idempotency.ts';
import type { Deps } from '../http/serve.ts';
import { isReferenced } from './references.ts';
import { filesFolder, removeFile } from './storeUpload.ts';

const day = 24 * 60 * 60 * 1000;
/** Days an uploaded file may wait for something to refer to it: a form may lie open that long. */
const patience = 7;
/** Rows in one transaction. */
const atOnce = 500;

type Sweeping = Pick<Deps, 'config' | 'db' | 'now'>;

/** Rows nothing refers to. Looked at again under their lock: an application sent meanwhile keeps its files. */
const removeOrphans = ({ db }: Sweeping, before: Date): Promise<string[]> =>
  db.transaction().execute(async (trx) => {
    const orphans = await sql<{ name: string }>`
      select f.name from files f where f.created_at < ${before} and not (${isReferenced})
      order by f.created_at limit ${sql.lit(atOnce)} for update skip locked`.execute(trx);
    const names = orphans.rows.map(({ name }) => name);
    if (names.length === 0) return [];
    const removed = await sql<{ name: string }>`
      delete from files f where f.name = any(${names}) and not (${isReferenced}) returning f.name`.execute(trx);
    return removed.rows.map(({ name }) => name);
  });

const listed = (folder: string) => fs.readdir(folder, { withFileTypes: true }).catch(() => []);

/** What a crash left on the disk: halves of files, and files whose row was never written. */
const removeLeftovers = async (deps: Sweeping, before: Date, halvesBefore: Date): Promise<void> => {
  const root = filesFolder(deps);
  for (const folder of await listed(root)) {
    if (!folder.isDirectory()) continue;
    const old: string[] = [];
    for (const file of await listed(path.join(root, folder.name))) {
      const name = `${folder.name}/${file.name}`;
      const about = await fs.stat(path.join(root, name)).catch(() => null);
      if (!about?.isFile()) continue;
      if (file.name.endsWith('.part') && about.mtime < halvesBefore) await removeFile(deps, name);
      else if (!file.name.endsWith('.part') && about.mtime < before) old.push(name);
    }
    for (let at = 0; at < old.length; at += atOnce) {
      const some = old.slice(at, at + atOnce);
      const known = await deps.db.selectFrom('files').select('name').where('name', 'in', some).execute();
      const rows = new Set(known.map(({ name }) => name));
      for (const name of some) if (!rows.has(name)) await removeFile(deps, name);
    }
  }
};

/** Removes files that nothing has referred to for a week, and what crashes left on the disk. */
export const sweepFiles = async (deps: Sweeping): Promise<void> => {
  const ago = (days: number) => new Date(deps.now().getTime() - days * day);
  for (;;) {
    const gone = await removeOrphans(deps, ago(patience));
    for (const name of gone) await removeFile(deps, name);
    if (gone.length === 0) break;
  }
  await removeLeftovers(deps, ago(patience), ago(1));
};

/** Sweeps files, and the answers kept for repeated requests, now and once a day. @returns what ends it */
export const keepSwept = (deps: Sweeping, onError: (error: unknown) => void): (() => void) => {
  const sweep = () => Promise.all([sweepFiles(deps), deleteExpiredReplies(deps)]).catch(onError);
  const timer = setInterval(sweep, day);
  timer.unref();
  void sweep();
  return () => clearInterval(timer);
};
