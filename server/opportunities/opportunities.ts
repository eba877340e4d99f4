import type * as z from 'zod/mini';
import type { OpportunityDetail, opportunityInput } from '#contract/opportunity.ts';
import { closableFrom, type OpportunityStatus, publishableFrom, statusObstacle } from '#contract/opportunity-rules.ts';
import { changeWithUpload, type StoredUpload, storeUpload } from '../files/storeUpload.ts';
import type { Actor } from '../http/actor.ts';
import type { StoreReply } from '../http/idempotency.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { Invalid, Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { requireManager } from '../organizations/membership.ts';
import { readOpportunity } from './detail.ts';
import {
  isPublishable,
  missingToPublish,
  type OpportunityChange,
  type OpportunityRow,
  refuseClearedFields,
  refuseInvertedRanges,
  refuseLimitBelowReceived,
  requiredOnEditFields,
  statusAfter,
} from './editRules.ts';
import { replaceNested } from './nestedLists.ts';
import { opportunitySearchText } from './search.ts';

/** What a write needs: the member who makes it, the time and the uploaded files by field name. */
export type EditContext = Pick<Deps, 'config' | 'db' | 'now' | 'storage'> & { actor: Actor; files: Record<string, UploadedFile> };
type Input = z.infer<typeof opportunityInput>;

/** Stores the uploaded cover, when there is one. */
const storeCover = ({ files, actor, ...deps }: EditContext): Promise<StoredUpload | null> =>
  files.cover_image ? storeUpload(deps, 'cover', files.cover_image, actor.user_id) : Promise.resolve(null);

/** Separates the columns of a body from its status, cover and nested lists. */
const splitBody = ({
  status,
  cover_image,
  required_skills,
  requirements,
  profile_requirements,
  additional_questions,
  ...columns
}: OpportunityChange) => ({
  status,
  cover_image,
  nested: { required_skills, requirements, profile_requirements, additional_questions },
  columns,
});

/**
 * Creates an opportunity for the actor's organization, as a draft unless `status` is published.
 * @throws Refusal organization_not_found, forbidden to a reviewer, invalid_operation for another status; Invalid for an unknown
 * skill or a refused cover
 */
export const createOpportunity = async (context: EditContext & { storeReply: StoreReply }, body: Input): Promise<OpportunityDetail> => {
  const { organization_id } = await requireManager(context.db, context.actor.user_id);
  const { status = 'draft', nested, columns } = splitBody(body);
  const obstacle = statusObstacle('draft', status);
  if (obstacle) throw new Refusal(obstacle);
  const at = context.now();
  const cover = await storeCover(context);
  return changeWithUpload(context, cover, async (trx) => {
    const { id } = await trx
      .insertInto('opportunities')
      .values({
        ...columns,
        title: body.title,
        description: body.description,
        fold: opportunitySearchText({ opportunity_type: 'conference', ...body }),
        organization_id,
        status,
        cover_image: cover?.url ?? null,
        created_by: context.actor.user_id,
        created_at: at,
        updated_at: at,
        published_at: status === 'published' ? at : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await replaceNested(trx, id, nested);
    const reply = await readOpportunity({ ...context, db: trx }, id);
    await context.storeReply(trx, reply);
    return reply;
  });
};

/** The `fold` column, the search text of an opportunity, after the change. */
const searchTextAfter = (row: OpportunityRow, { title, opportunity_type, location }: OpportunityChange): string =>
  opportunitySearchText({
    title: title ?? row.title,
    opportunity_type: opportunity_type ?? row.opportunity_type,
    location: location === undefined ? row.location : location,
    tags: row.tags,
  });

/**
 * Changes an opportunity of the actor's organization. The row is locked first, so that every guard checks the current values.
 * @throws Refusal organization_not_found, forbidden to a reviewer, not_found, featured_locked, or by `statusObstacle`; Invalid
 */
export const changeOpportunity = async (context: EditContext, id: number, body: OpportunityChange): Promise<OpportunityDetail> => {
  const { organization_id } = await requireManager(context.db, context.actor.user_id);
  const cover = await storeCover(context);
  await changeWithUpload(context, cover, async (trx, removeUpload) => {
    const row = await trx
      .selectFrom('opportunities')
      .selectAll()
      .where('id', '=', id)
      .where('organization_id', '=', organization_id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new Refusal('not_found');
    refuseClearedFields(row, body);
    refuseInvertedRanges(row, body);
    refuseLimitBelowReceived(row, body);
    if (body.featured && row.featured_locked) throw new Refusal('featured_locked');
    const status = statusAfter(row.status, body.status);
    const missing = status === 'published' && missingToPublish(row, body);
    if (missing) throw new Invalid(missing);
    const { cover_image, nested, columns } = splitBody(body);
    const coverAfter = cover ? cover.url : cover_image === null ? null : row.cover_image;
    const at = context.now();
    await trx
      .updateTable('opportunities')
      .set({
        ...columns,
        fold: searchTextAfter(row, columns),
        status,
        cover_image: coverAfter,
        published_at: row.published_at ?? (status === 'published' ? at : null),
        updated_at: at,
      })
      .where('id', '=', id)
      .execute();
    await replaceNested(trx, id, nested);
    if (coverAfter !== row.cover_image) await removeUpload(row.cover_image);
  });
  return readOpportunity(context, id);
};

/** One conditional UPDATE. Only when it changes nothing, a second statement reads the reason of the refusal. */
const changeStatus = async (context: EditContext, id: number, from: readonly OpportunityStatus[], to: 'published' | 'closed') => {
  const { organization_id } = await requireManager(context.db, context.actor.user_id);
  const at = context.now();
  const changed = await context.db
    .updateTable('opportunities')
    .set((eb) => ({
      status: to,
      updated_at: at,
      ...(to === 'published' ? { published_at: eb.fn.coalesce('published_at', eb.val<string | Date>(at)) } : {}),
    }))
    .where('id', '=', id)
    .where('organization_id', '=', organization_id)
    .where('deleted_at', 'is', null)
    .where('status', 'in', from)
    .$if(to === 'published', (query) => query.where(isPublishable))
    .returning('id')
    .executeTakeFirst();
  if (changed) return readOpportunity(context, id);
  const row = await context.db
    .selectFrom('opportunities')
    .select(['status', 'published_at', ...requiredOnEditFields])
    .where('id', '=', id)
    .where('organization_id', '=', organization_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  if (to === 'published') {
    if (row.status === 'published') throw new Refusal('already_published');
    const missing = from.includes(row.status) && missingToPublish(row);
    throw missing ? new Invalid(missing) : new Refusal('cannot_publish');
  }
  throw new Refusal(row.status === 'cancelled' ? 'invalid_operation' : 'already_closed');
};

/**
 * Publishes a draft, or reopens a closed or archived opportunity.
 * @throws Refusal not_found, already_published, cannot_publish, forbidden to a reviewer; Invalid by `missingToPublish`
 */
export const publishOpportunity = (context: EditContext, id: number): Promise<OpportunityDetail> =>
  changeStatus(context, id, publishableFrom, 'published');

/** Stops accepting applications. @throws Refusal not_found, already_closed, invalid_operation when cancelled, forbidden to a reviewer */
export const closeOpportunity = (context: EditContext, id: number): Promise<OpportunityDetail> =>
  changeStatus(context, id, closableFrom, 'closed');

/** Soft delete: hides an opportunity from every viewer; its applications stay. @throws Refusal not_found, forbidden to a reviewer */
export const hideOpportunity = async (context: EditContext, id: number): Promise<Record<string, never>> => {
  const { organization_id } = await requireManager(context.db, context.actor.user_id);
  const at = context.now();
  const hidden = await context.db
    .updateTable('opportunities')
    .set({ deleted_at: at, updated_at: at })
    .where('id', '=', id)
    .where('organization_id', '=', organization_id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!hidden) throw new Refusal('not_found');
  return {};
};
