import type { Db } from '../db/connect.ts';

/** Closes whatever an organization has published: nobody is there any more to read an application. */
export const closeOpportunitiesOf = async (trx: Db, organization_id: number, at: Date): Promise<void> => {
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
