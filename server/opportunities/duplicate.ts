import { sql } from 'kysely';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import { duplicateTitle } from '#contract/opportunity-rules.ts';
import { changeWithUpload, copyUpload } from '../files/storeUpload.ts';
import type { StoreReply } from '../http/idempotency.ts';
import { Refusal } from '../http/refusal.ts';
import { requireManager } from '../organizations/membership.ts';
import { readOpportunity } from './detail.ts';
import type { EditContext } from './opportunities.ts';
import { opportunitySearchText } from './search.ts';

type DuplicateContext = Omit<EditContext, 'files'> & { storeReply: StoreReply };

/** Columns copied unchanged. `featured_locked` is one of them, or copying would bypass the lock. */
const copiedColumns = sql.raw(
  `organization_id, description, opportunity_type, location, is_remote, max_applications, compensation, benefits,
  application_instructions, min_gpa, required_major, graduation_year_min, graduation_year_max, age_min, age_max, tags,
  blind_review, featured_locked`,
);

/**
 * Creates a draft with the content, questions and review criteria of an opportunity of the actor's organization, in any
 * status. Not copied: dates (last year's deadline would be published by mistake, and the form requires new ones),
 * `featured`, applications, scores and views. The cover file is copied.
 * @throws Refusal organization_not_found, not_found, forbidden to a reviewer
 */
export const duplicateOpportunity = async (context: DuplicateContext, id: number): Promise<OpportunityDetail> => {
  const { organization_id } = await requireManager(context.db, context.actor.user_id);
  const select = (db: DuplicateContext['db']) =>
    db
      .selectFrom('opportunities')
      .select(['title', 'opportunity_type', 'tags', 'location', 'cover_image'])
      .where('id', '=', id)
      .where('organization_id', '=', organization_id)
      .where('deleted_at', 'is', null);
  const original = await select(context.db).executeTakeFirst();
  if (!original) throw new Refusal('not_found');
  const at = context.now();
  const cover = await copyUpload(context, original.cover_image, context.actor.user_id);
  return changeWithUpload(context, cover, async (trx) => {
    // The share lock waits for a running edit, so that its nested lists are copied completely.
    const row = await select(trx).forShare().executeTakeFirst();
    if (!row) throw new Refusal('not_found');
    const title = duplicateTitle(row.title);
    const { rows } = await sql<{ id: number }>`
      with copy as (
        insert into opportunities (title, fold, status, cover_image, created_by, created_at, updated_at, ${copiedColumns})
        select ${title}, ${opportunitySearchText({ ...row, title })}, 'draft', ${cover?.url ?? null}, ${context.actor.user_id}, ${at}, ${at}, ${copiedColumns}
        from opportunities where id = ${id}
        returning id
      ), skills as (
        insert into opportunity_skills (opportunity_id, skill_id, position)
        select copy.id, old.skill_id, old.position from copy, opportunity_skills old where old.opportunity_id = ${id}
      ), requirements as (
        insert into opportunity_requirements (opportunity_id, requirement, is_mandatory, "order")
        select copy.id, old.requirement, old.is_mandatory, old."order" from copy, opportunity_requirements old
        where old.opportunity_id = ${id} order by old."order", old.id
      ), profile_items as (
        insert into profile_requirements (opportunity_id, section, requirement_level, minimum_items, custom_message, "order")
        select copy.id, old.section, old.requirement_level, old.minimum_items, old.custom_message, old."order"
        from copy, profile_requirements old where old.opportunity_id = ${id} order by old."order", old.id
      ), copied_questions as (
        insert into questions (opportunity_id, question, question_type, options, is_required, placeholder, help_text, max_length,
          min_length, "order")
        select copy.id, old.question, old.question_type, old.options, old.is_required, old.placeholder, old.help_text, old.max_length,
          old.min_length, old."order" from copy, questions old where old.opportunity_id = ${id} order by old."order", old.id
      ), copied_criteria as (
        insert into criteria (opportunity_id, name, description, weight, max_score, "order")
        select copy.id, old.name, old.description, old.weight, old.max_score, old."order" from copy, criteria old
        where old.opportunity_id = ${id} order by old."order", old.id
      )
      select id from copy`.execute(trx);
    const reply = await readOpportunity({ ...context, db: trx }, (rows[0] as { id: number }).id);
    await context.storeReply(trx, reply);
    return reply;
  });
};
