import type { Db } from '../db/connect.ts';

/** Closes the published opportunities of an organization that loses its last member: no one is left to read applications. */
export const closeAllOpportunities = async (trx: Db, organization_id: number, at: Date): Promise<void> => {
  const rows = await trx
    .selectFrom('opportunities')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('status', '=', 'published')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (rows.length === 0) return;
  await trx
    .updateTable('opportunities')
    .set({ status: 'closed', updated_at: at })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
};
