import type * as z from 'zod/mini';
import type { OpportunityDetail, opportunityChange } from '#contract/opportunity.ts';
import type { Db } from '../db/connect.ts';
import { Refusal } from '../http/refusal.ts';
import { recordAudit } from '../organizations/auditLog.ts';
import { readOpportunity } from './detail.ts';
import type { EditContext } from './opportunities.ts';

/** Locks an opportunity of any organization. @throws Refusal not_found */
const lockOpportunity = async (trx: Db, id: number) => {
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
 * An administrator changes `featured` of any opportunity, and no other field.
 * @throws Refusal organizers_only for any other field, featured_locked while it is locked, not_found
 */
export const changeFeatured = async (
  context: EditContext,
  id: number,
  body: z.infer<typeof opportunityChange>,
): Promise<OpportunityDetail> => {
  const { featured, ...others } = body;
  const hasOthers = Object.values(others).some((value) => value !== undefined) || Object.keys(context.files).length > 0;
  if (hasOthers) throw new Refusal('organizers_only');
  await context.db.transaction().execute(async (trx) => {
    const row = await lockOpportunity(trx, id);
    if (featured === undefined || featured === row.featured) return;
    if (featured && row.featured_locked) throw new Refusal('featured_locked');
    await trx.updateTable('opportunities').set({ featured, updated_at: context.now() }).where('id', '=', id).execute();
  });
  return readOpportunity(context, id);
};

/**
 * An administrator clears `featured` and locks it, or unlocks it; the organization's audit log records either.
 * @throws Refusal not_found
 */
export const lockFeatured = async (context: Omit<EditContext, 'files'>, id: number, locked: boolean): Promise<OpportunityDetail> => {
  const at = context.now();
  await context.db.transaction().execute(async (trx) => {
    const row = await lockOpportunity(trx, id);
    if (row.featured_locked === locked) return;
    await trx
      .updateTable('opportunities')
      .set({ featured_locked: locked, ...(locked ? { featured: false } : {}), updated_at: at })
      .where('id', '=', id)
      .execute();
    const action = locked ? 'featured_locked' : 'featured_unlocked';
    await recordAudit(trx, { organization_id: row.organization_id, actor_id: context.actor.user_id, action, details: row.title }, at);
  });
  return readOpportunity(context, id);
};
