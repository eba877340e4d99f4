import type * as z from 'zod/mini';
import type { OpportunityDetail, opportunityChange } from '#contract/opportunity.ts';
import type { Db } from '../db/connect.ts';
import { Refusal } from '../http/refusal.ts';
import { recordAudit } from '../organizations/auditLog.ts';
import type { EditContext } from './opportunities.ts';
import { readOpportunity } from './queries.ts';

/** An item of any organization under its lock. @throws Refusal not_found */
const hold = async (trx: Db, id: number) => {
  const row = await trx
    .selectFrom('opportunities')
    .select(['title', 'organization_id', 'featured', 'featured_locked'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row;
};

/**
 * An administrator changes `featured` of any opportunity, and nothing else of it.
 * @throws Refusal organizers_only for any other field, featured_locked while it is locked
 */
export const changeFeatured = async (
  doing: EditContext,
  id: number,
  body: z.infer<typeof opportunityChange>,
): Promise<OpportunityDetail> => {
  const { featured, ...others } = body;
  const more = Object.values(others).some((value) => value !== undefined) || Object.keys(doing.files).length > 0;
  if (more) throw new Refusal('organizers_only');
  await doing.db.transaction().execute(async (trx) => {
    const row = await hold(trx, id);
    if (featured === undefined || featured === row.featured) return;
    if (featured && row.featured_locked) throw new Refusal('featured_locked');
    await trx.updateTable('opportunities').set({ featured, updated_at: doing.now() }).where('id', '=', id).execute();
  });
  return readOpportunity(doing, id);
};

/** An administrator takes `featured` away and keeps it away, or allows it again; its organization reads so in its log. */
export const lockFeatured = async (doing: Omit<EditContext, 'files'>, id: number, locked: boolean): Promise<OpportunityDetail> => {
  const at = doing.now();
  await doing.db.transaction().execute(async (trx) => {
    const row = await hold(trx, id);
    if (row.featured_locked === locked) return;
    await trx
      .updateTable('opportunities')
      .set({ featured_locked: locked, ...(locked ? { featured: false } : {}), updated_at: at })
      .where('id', '=', id)
      .execute();
    const action = locked ? 'featured_locked' : 'featured_unlocked';
    await recordAudit(trx, { organization_id: row.organization_id, actor_id: doing.actor.user_id, action, details: row.title }, at);
  });
  return readOpportunity(doing, id);
};
