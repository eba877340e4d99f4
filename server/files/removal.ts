import type { Db } from '../db/connect.ts';
import type { Deps } from '../http/serve.ts';

/** Pictures that belong to an organization, not to the member who uploaded them. */
const organizationKinds = ['cover', 'logo'];
/** Kind of a row whose file is still to be removed; it survives a crash between the transaction and the removal. */
const detachedKind = 'gone';

/**
 * Detaches everything a person uploaded from their account. Pictures of an organization lose only the owner and the
 * original name; `removeDetachedFiles` removes the rest after the transaction.
 */
export const detachUploads = async (trx: Db, owner_id: number): Promise<void> => {
  const owned = () => trx.updateTable('files').where('owner_id', '=', owner_id);
  await owned().set({ owner_id: null, original_name: null }).where('kind', 'in', organizationKinds).execute();
  await owned().set({ owner_id: null, original_name: null, kind: detachedKind }).execute();
};

/**
 * Removes detached files, each with its row. A row whose file the storage could not remove stays for the next run.
 * @throws AggregateError after the others were removed, with the error of each file that was not
 */
export const removeDetachedFiles = async ({ db, storage }: Pick<Deps, 'db' | 'storage'>): Promise<void> => {
  const rows = await db.selectFrom('files').select('name').where('kind', '=', detachedKind).execute();
  const errors: unknown[] = [];
  for (const { name } of rows) {
    try {
      await storage.remove(name);
      await db.deleteFrom('files').where('name', '=', name).where('kind', '=', detachedKind).execute();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${rows.length} detached files were not removed`);
};
