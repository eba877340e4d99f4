import { type RawBuilder, sql } from 'kysely';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import { profileSections, questionTypes, requirementLevels } from '#contract/opportunity-rules.ts';
import { organizationTypes } from '#contract/organization-rules.ts';
import { tashkentDay } from '#contract/uzbek.ts';
import { publiclyActive } from '../db/opportunityConditions.ts';
import type { Actor } from '../http/actor.ts';
import { Refusal } from '../http/refusal.ts';
import { isManager } from '../organizations/membership.ts';
import { addLabels, cardColumns } from './card.ts';
import type { ReadContext } from './list.ts';
import { visibleTo } from './visibility.ts';

type DetailRow = Omit<OpportunityDetail, 'status_display' | 'opportunity_type_display' | 'organization_type_display'>;

const withLabels = (row: DetailRow): OpportunityDetail => ({
  ...addLabels(row),
  organization: { ...row.organization, organization_type_display: organizationTypes[row.organization.organization_type] },
  profile_requirements: row.profile_requirements.map((item) => ({
    ...item,
    section_display: profileSections[item.section],
    requirement_level_display: requirementLevels[item.requirement_level],
  })),
  additional_questions: row.additional_questions.map((item) => ({ ...item, question_type_display: questionTypes[item.question_type] })),
});

const canEdit = (viewer: Actor | null): RawBuilder<boolean> =>
  viewer?.user_type === 'organization' ? isManager(viewer.user_id, sql`o.organization_id`) : sql`false`;

/** `featured_locked` is true only for viewers who could otherwise set `featured`; false for all others. */
const featuredLockFor = (viewer: Actor | null): RawBuilder<boolean> =>
  viewer?.user_type === 'admin' ? sql`o.featured_locked` : sql`(o.featured_locked and ${canEdit(viewer)})`;

/**
 * One opportunity with its organization and all nested lists, in one statement. Two lists differ from their table names,
 * which are clear without the context of an opportunity: `requirements` is the table `opportunity_requirements`,
 * `additional_questions` is the table `questions`.
 * @throws Refusal not_found, also when it is not visible to the actor
 */
export const readOpportunity = async ({ db, actor, now }: Omit<ReadContext, 'request'>, id: number): Promise<OpportunityDetail> => {
  const today = tashkentDay(now());
  const { rows } = await sql<DetailRow>`
    select ${cardColumns(actor, today)}, o.description, o.benefits, o.application_instructions, o.required_major,
      o.graduation_year_min, o.graduation_year_max, o.age_min, o.age_max, o.result_announcement_date, o.accepted_count,
      ${canEdit(actor)} as can_edit, ${featuredLockFor(actor)} as featured_locked,
      json_build_object(
        'id', g.id, 'name', g.name, 'organization_type', g.organization_type, 'description', g.description, 'logo', g.logo,
        'city', g.city, 'country', g.country, 'email', g.email, 'phone', g.phone, 'website', g.website,
        'linkedin_url', g.linkedin_url, 'twitter_url', g.twitter_url, 'facebook_url', g.facebook_url, 'is_verified', g.is_verified,
        'member_count', (select count(*) from members m where m.organization_id = g.id),
        'opportunity_count', ${activeCount(sql`g.id`, today)},
        'response_rate', g.response_rate, 'median_answer_days', g.median_answer_days
      ) as organization,
      (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by os.position), '[]')
        from opportunity_skills os join skills s on s.id = os.skill_id where os.opportunity_id = o.id) as required_skills,
      (select coalesce(json_agg(json_build_object(
          'id', r.id, 'requirement', r.requirement, 'is_mandatory', r.is_mandatory, 'order', r."order") order by r."order", r.id), '[]')
        from opportunity_requirements r where r.opportunity_id = o.id) as requirements,
      (select coalesce(json_agg(json_build_object(
          'id', p.id, 'section', p.section, 'requirement_level', p.requirement_level, 'minimum_items', p.minimum_items,
          'custom_message', p.custom_message) order by p."order", p.id), '[]')
        from profile_requirements p where p.opportunity_id = o.id) as profile_requirements,
      (select coalesce(json_agg(json_build_object(
          'id', q.id, 'question', q.question, 'question_type', q.question_type, 'options', to_json(q.options), 'is_required', q.is_required,
          'placeholder', q.placeholder, 'help_text', q.help_text, 'max_length', q.max_length, 'min_length', q.min_length,
          'order', q."order") order by q."order", q.id), '[]')
        from questions q where q.opportunity_id = o.id) as additional_questions
    from opportunities o join organizations g on g.id = o.organization_id
    where o.id = ${id} and o.deleted_at is null and ${visibleTo(actor, now())}`.execute(db);
  const row = rows[0];
  if (!row) throw new Refusal('not_found');
  return withLabels(row);
};

/** The number of published opportunities with an open deadline that an organization has. */
const activeCount = (organization_id: RawBuilder<number>, today: string): RawBuilder<number> => sql`(
  select count(*) from (select * from opportunities x where x.organization_id = ${organization_id}) o
  where o.deleted_at is null and ${publiclyActive(today)})`;
