import { type Selectable, sql } from 'kysely';
import * as z from 'zod/mini';
import type { FieldErrors } from '#contract/errors.ts';
import { type OpportunityDetail, opportunityChange, type opportunityInput, requiredOnEdit } from '#contract/opportunity.ts';
import {
  closableFrom,
  maxApplicationsBelowReceived,
  type OpportunityStatus,
  publishableFrom,
  statusObstacle,
} from '#contract/opportunity-rules.ts';
import type { Db } from '../db/connect.ts';
import type { Tables } from '../db/tables.ts';
import { changeWithUpload, type StoredUpload, storeUpload } from '../files/storeUpload.ts';
import type { Actor } from '../http/actor.ts';
import type { Settle } from '../http/idempotency.ts';
import type { Upload } from '../http/multipart.ts';
import { fieldErrorsOf, Invalid, Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { managerOf } from '../organizations/membership.ts';
import { replaceNested } from './nestedLists.ts';
import { readOpportunity } from './queries.ts';
import { opportunitySearchText } from './search.ts';

export type EditContext = Pick<Deps, 'config' | 'db' | 'now'> & { actor: Actor; files: Record<string, Upload> };
type Row = Selectable<Tables['opportunities']>;
type Change = z.infer<typeof opportunityChange>;
type Input = z.infer<typeof opportunityInput>;

const keptCover = ({ files, actor, ...deps }: EditContext): Promise<StoredUpload | null> =>
  files.cover_image ? storeUpload(deps, 'cover', files.cover_image, actor.user_id) : Promise.resolve(null);

/** What the body holds besides columns goes its own way. */
const divided = ({
  status,
  cover_image,
  required_skills,
  requirements,
  profile_requirements,
  additional_questions,
  ...columns
}: Change) => ({
  status,
  cover_image,
  nested: { required_skills, requirements, profile_requirements, additional_questions },
  columns,
});

/** Creates an opportunity for the actor's organization; with status published it is published at once. */
export const createOpportunity = async (doing: EditContext & { settle: Settle }, body: Input): Promise<OpportunityDetail> => {
  const { organization_id } = await managerOf(doing.db, doing.actor.user_id);
  const { status = 'draft', nested, columns } = divided(body);
  const obstacle = statusObstacle('draft', status);
  if (obstacle) throw new Refusal(obstacle);
  const at = doing.now();
  const cover = await keptCover(doing);
  return changeWithUpload(doing, cover, async (trx) => {
    const made = await trx
      .insertInto('opportunities')
      .values({
        ...columns,
        title: body.title,
        description: body.description,
        fold: opportunitySearchText({ opportunity_type: 'conference', ...body }),
        organization_id,
        status,
        cover_image: cover?.url ?? null,
        created_by: doing.actor.user_id,
        created_at: at,
        updated_at: at,
        published_at: status === 'published' ? at : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await replaceNested(trx, made.id, nested);
    const reply = await readOpportunity({ ...doing, db: trx }, made.id);
    await doing.settle(trx, reply);
    return reply;
  });
};

/** What the form requires may stay empty where it was, but not become so. */
const refuseCleared = (row: Row, body: Change) => {
  const cleared = (Object.keys(requiredOnEdit) as (keyof typeof requiredOnEdit)[]).filter(
    (field) => body[field] === null && row[field] !== null,
  );
  if (cleared.length > 0) throw new Invalid(Object.fromEntries(cleared.map((field) => [field, [requiredOnEdit[field]]])));
};

const pairs = [
  ['start_date', 'end_date'],
  ['graduation_year_min', 'graduation_year_max'],
  ['age_min', 'age_max'],
] as const;
/** A range of which one end is sent is held against the other end as it stands. */
const refuseCrossed = (row: Row, body: Change) => {
  const touched = pairs.filter((pair) => pair.some((field) => body[field] !== undefined)).flat();
  const merged = Object.fromEntries(touched.map((field) => [field, body[field] === undefined ? row[field] : body[field]]));
  const result = z.safeParse(opportunityChange, merged);
  if (!result.success) throw new Invalid(fieldErrorsOf(result.error.issues));
};

/** What was never public is not published without what the form asks for: a copy would be open for ever. */
const missingToPublish = (row: Pick<Row, 'published_at' | keyof typeof requiredOnEdit>, body: Change = {}): FieldErrors | null => {
  if (row.published_at !== null) return null;
  const fields = Object.keys(requiredOnEdit) as (keyof typeof requiredOnEdit)[];
  const missing = fields.filter((field) => (body[field] === undefined ? row[field] : body[field]) === null);
  return missing.length === 0 ? null : Object.fromEntries(missing.map((field) => [field, [requiredOnEdit[field]]]));
};

const refuseLowLimit = ({ application_count }: Row, { max_applications }: Change) => {
  if (max_applications && max_applications < application_count)
    throw new Invalid({ max_applications: [maxApplicationsBelowReceived(application_count)] });
};

/** The status after a form's wish; a wish that reads like the present one changes nothing. */
const statusAfter = (from: OpportunityStatus, wish: OpportunityStatus | undefined): OpportunityStatus => {
  if (wish === undefined) return from;
  const obstacle = statusObstacle(from, wish);
  if (obstacle) throw new Refusal(obstacle);
  return from === 'archived' && wish === 'closed' ? from : wish;
};

const refolded = (row: Row, { title, opportunity_type, location }: Change): string =>
  opportunitySearchText({
    title: title ?? row.title,
    opportunity_type: opportunity_type ?? row.opportunity_type,
    location: location === undefined ? row.location : location,
    tags: row.tags,
  });

/** Changes one's own opportunity; its row is held, so that every guard looks at what is being changed. */
export const changeOpportunity = async (doing: EditContext, id: number, body: Change): Promise<OpportunityDetail> => {
  const { organization_id } = await managerOf(doing.db, doing.actor.user_id);
  const cover = await keptCover(doing);
  await changeWithUpload(doing, cover, async (trx, letGo) => {
    const row = await trx
      .selectFrom('opportunities')
      .selectAll()
      .where('id', '=', id)
      .where('organization_id', '=', organization_id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new Refusal('not_found');
    refuseCleared(row, body);
    refuseCrossed(row, body);
    refuseLowLimit(row, body);
    if (body.featured && row.featured_locked) throw new Refusal('featured_locked');
    const status = statusAfter(row.status, body.status);
    const missing = status === 'published' && missingToPublish(row, body);
    if (missing) throw new Invalid(missing);
    const { cover_image, nested, columns } = divided(body);
    const coverAfter = cover ? cover.url : cover_image === null ? null : row.cover_image;
    const at = doing.now();
    await trx
      .updateTable('opportunities')
      .set({
        ...columns,
        fold: refolded(row, columns),
        status,
        cover_image: coverAfter,
        published_at: row.published_at ?? (status === 'published' ? at : null),
        updated_at: at,
      })
      .where('id', '=', id)
      .execute();
    await replaceNested(trx, id, nested);
    if (coverAfter !== row.cover_image) await letGo(row.cover_image);
  });
  return readOpportunity(doing, id);
};

const ownRow = (db: Db, id: number, organization_id: number) =>
  db
    .selectFrom('opportunities')
    .select(['status', 'published_at', 'start_date', 'application_deadline', 'location'])
    .where('id', '=', id)
    .where('organization_id', '=', organization_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** `missingToPublish` as SQL. */
const wholeToPublish = sql<boolean>`(published_at is not null
  or (start_date is not null and application_deadline is not null and location is not null))`;

/** One conditional UPDATE; what stood in its way is asked only when it changed nothing. */
const move = async (doing: EditContext, id: number, from: readonly OpportunityStatus[], to: 'published' | 'closed') => {
  const { organization_id } = await managerOf(doing.db, doing.actor.user_id);
  const at = doing.now();
  const moved = await doing.db
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
    .$if(to === 'published', (query) => query.where(wholeToPublish))
    .returning('id')
    .executeTakeFirst();
  if (moved) return readOpportunity(doing, id);
  const row = await ownRow(doing.db, id, organization_id);
  if (!row) throw new Refusal('not_found');
  if (to === 'published') {
    if (row.status === 'published') throw new Refusal('already_published');
    const missing = from.includes(row.status) && missingToPublish(row);
    throw missing ? new Invalid(missing) : new Refusal('cannot_publish');
  }
  throw new Refusal(row.status === 'cancelled' ? 'invalid_operation' : 'already_closed');
};

/** Publishes a draft, or reopens what was closed. */
export const publishOpportunity = (doing: EditContext, id: number): Promise<OpportunityDetail> =>
  move(doing, id, publishableFrom, 'published');

/** Stops taking applications. */
export const closeOpportunity = (doing: EditContext, id: number): Promise<OpportunityDetail> => move(doing, id, closableFrom, 'closed');

/** Hides an opportunity from everybody; its applications stay. */
export const hideOpportunity = async (doing: EditContext, id: number): Promise<Record<string, never>> => {
  const { organization_id } = await managerOf(doing.db, doing.actor.user_id);
  const at = doing.now();
  const hidden = await doing.db
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
