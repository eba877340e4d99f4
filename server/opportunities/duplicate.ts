import { sql } from 'kysely';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import { duplicateTitle } from '#contract/opportunity-rules.ts';
import { changeWithUpload, copyUpload } from '../files/storeUpload.ts';
import type { Settle } from '../http/idempotency.ts';
import { Refusal } from '../http/refusal.ts';
import { managerOf } from '../organizations/membership.ts';
import type { EditContext } from './opportunities.ts';
import { readOpportunity } from './queries.ts';
import { opportunitySearchText } from './search.ts';

type Duplicating = Omit<EditContext, 'files'> & { settle: Settle };

/** Columns a copy takes over as they are; a lock on `featured` too, or copying would be a way around it. */
const copied = sql.raw(
  `organization_id, description, opportunity_type, location, is_remote, max_applications, compensation, benefits,
  application_instructions, min_gpa, required_major, graduation_year_min, graduation_year_max, age_min, age_max, tags,
  blind_review, featured_locked`,
);

/**
 * A draft with the content, questions and judging of one's own opportunity, whatever its status. Dates stay behind: last
 * year's deadline would be published by mistake, and its form asks for new ones. So do `featured` and whatever applicants
 * and readers made: applications, scores, looks. The cover is a file of its own.
 * @throws Refusal not_found, forbidden to a reviewer
 */
export const duplicateOpportunity = async (doing: Duplicating, id: number): Promise<OpportunityDetail> => {
  const { organization_id } = await managerOf(doing.db, doing.actor.user_id);
  const own = (db: Duplicating['db']) =>
    db
      .selectFrom('opportunities')
      .select(['title', 'opportunity_type', 'tags', 'location', 'cover_image'])
      .where('id', '=', id)
      .where('organization_id', '=', organization_id)
      .where('deleted_at', 'is', null);
  const seen = await own(doing.db).executeTakeFirst();
  if (!seen) throw new Refusal('not_found');
  const at = doing.now();
  const cover = await copyUpload(doing, seen.cover_image, doing.actor.user_id);
  return changeWithUpload(doing, cover, async (trx) => {
    // An edit that is under way ends first: its lists are copied whole.
    const row = await own(trx).forShare().executeTakeFirst();
    if (!row) throw new Refusal('not_found');
    const title = duplicateTitle(row.title);
    const { rows } = await sql<{ id: number }>`
      with made as (
        insert into opportunities (title, fold, status, cover_image, created_by, created_at, updated_at, ${copied})
        select ${title}, ${opportunitySearchText({ ...row, title })}, 'draft', ${cover?.url ?? null}, ${doing.actor.user_id}, ${at}, ${at}, ${copied}
        from opportunities where id = ${id}
        returning id
      ), skills as (
        insert into opportunity_skills (opportunity_id, skill_id, position)
        select made.id, old.skill_id, old.position from made, opportunity_skills old where old.opportunity_id = ${id}
      ), requirements as (
        insert into opportunity_requirements (opportunity_id, requirement, is_mandatory, "order")
        select made.id, old.requirement, old.is_mandatory, old."order" from made, opportunity_requirements old
        where old.opportunity_id = ${id} order by old."order", old.id
      ), demands as (
        insert into profile_requirements (opportunity_id, section, requirement_level, minimum_items, custom_message, "order")
        select made.id, old.section, old.requirement_level, old.minimum_items, old.custom_message, old."order"
        from made, profile_requirements old where old.opportunity_id = ${id} order by old."order", old.id
      ), asked as (
        insert into questions (opportunity_id, question, question_type, options, is_required, placeholder, help_text, max_length,
          min_length, "order")
        select made.id, old.question, old.question_type, old.options, old.is_required, old.placeholder, old.help_text, old.max_length,
          old.min_length, old."order" from made, questions old where old.opportunity_id = ${id} order by old."order", old.id
      ), judged as (
        insert into criteria (opportunity_id, name, description, weight, max_score, "order")
        select made.id, old.name, old.description, old.weight, old.max_score, old."order" from made, criteria old
        where old.opportunity_id = ${id} order by old."order", old.id
      )
      select id from made`.execute(trx);
    const reply = await readOpportunity({ ...doing, db: trx }, (rows[0] as { id: number }).id);
    await doing.settle(trx, reply);
    return reply;
  });
};
