import fs from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '../db/connect.ts';
import type { Deps } from '../http/serve.ts';
import { filesFolder } from './storeUpload.ts';

/** Pictures that belong to an organization, whoever of it uploaded them. */
const ofOrganizations = ['cover', 'logo'];
/** A row whose file is still to be erased; whoever comes after a crash finds it by this. */
const gone = 'gone';

/**
 * Lets go of everything a person uploaded. Pictures of an organization stay without a name; the rest is erased by
 * `eraseGone` once the transaction has happened.
 */
export const detachFilesOfOwner = async (trx: Db, owner_id: number): Promise<void> => {
  const mine = () => trx.updateTable('files').where('owner_id', '=', owner_id);
  await mine().set({ owner_id: null, original_name: null }).where('kind', 'in', ofOrganizations).execute();
  await mine().set({ owner_id: null, original_name: null, kind: gone }).execute();
};

/** Erases files that were let go of, each with its row; what the disk refuses is tried again the next time. */
export const removeDetachedFiles = async (deps: Pick<Deps, 'config' | 'db'>): Promise<void> => {
  const rows = await deps.db.selectFrom('files').select('name').where('kind', '=', gone).execute();
  for (const { name } of rows) {
    try {
      await fs.rm(path.join(filesFolder(deps), ...name.split('/')), { force: true });
      await deps.db.deleteFrom('files').where('name', '=', name).where('kind', '=', gone).execute();
    } catch {
      // The row stays and names it.
    }
  }
};
