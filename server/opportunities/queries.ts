import type { FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { OpportunityCard, OpportunityDetail, OpportunityList, OpportunityQuery, OpportunityStats } from '#contract/opportunity.ts';
import {
  type OpportunityStatus,
  opportunityStatuses,
  opportunityTypes,
  profileSections,
  questionTypes,
  requirementLevels,
} from '#contract/opportunity-rules.ts';
import { organizationTypes } from '#contract/organization-rules.ts';
import { tashkentDay } from '#contract/uzbek.ts';
import type { Db } from '../db/connect.ts';
import { countsAsActive, countsAsClosed, publiclyActive } from '../db/opportunityConditions.ts';
import type { Actor } from '../http/actor.ts';
import { listReply, pageWindow } from '../http/paging.ts';
import { Refusal } from '../http/refusal.ts';
import { isManagerOf } from '../organizations/membership.ts';
import { addLabels, type CardRow, cardColumns, viewerOrganization } from './card.ts';
import { filterConditions, orderByClause, publicIndexCondition } from './filters.ts';
import { countTables, type ListQuery, pageIds } from './pagination.ts';
import { queryWords, type Search, tierSql, typoSearch, writtenSearch } from './search.ts';
import { visibleTo } from './visibility.ts';

/** Whose question it is and when; every read takes it. */
export interface ReadContext {
  db: Db;
  actor: Actor | null;
  now(): Date;
  request: FastifyRequest;
}

interface Page {
  count: number;
  /** Something is there that is written as it was asked for. */
  is_written: boolean;
  cards: OpportunityCard[];
}
const replyOf = ({ request }: ReadContext, query: OpportunityQuery, { count, cards }: Page): OpportunityList =>
  listReply(request, query, count, cards);

type Counted = { total: number; is_written: boolean; asker_organization: number | null };

/** @throws Refusal when `mine` has no organization behind it */
const ownOrganization = (actor: Actor | null): RawBuilder<number | null> => {
  if (!actor) throw new Refusal('unauthorized');
  if (actor.user_type !== 'organization') throw new Refusal('organizers_only');
  return viewerOrganization(actor);
};

/**
 * A page of cards with its total. What spells a word of a search otherwise comes after what is written as it was asked for;
 * when nothing is, it is asked again for near misses, and those are offered as a suggestion.
 */
export const listOpportunities = async (asked: ReadContext, query: OpportunityQuery): Promise<OpportunityList> => {
  const words = queryWords(query.search);
  if (!words) return replyOf(asked, query, await readPage(asked, query, null));
  const found = await readPage(asked, query, writtenSearch(words));
  if (found.is_written || words.length === 0) return replyOf(asked, query, found);
  const near = await readPage(asked, query, await typoSearch(asked.db, words));
  return near.count > 0 ? { ...replyOf(asked, query, near), suggestion: true } : replyOf(asked, query, near);
};

/** Looks of all days together, for the organization's own eyes. */
const viewCount = sql`,
        (select coalesce(sum(v.count), 0)::integer from opportunity_views v where v.opportunity_id = o.id) as view_count`;

/** One page in one statement: the ids by index first, rows and organizations joined after. */
const readPage = async ({ db, actor, now }: ReadContext, query: OpportunityQuery, search: Search | null): Promise<Page> => {
  const today = tashkentDay(now());
  const own = query.scope === 'mine' ? ownOrganization(actor) : null;
  const where = filterConditions(query, own, today);
  const order = orderByClause(query.ordering);
  const rank = search ? sql`${tierSql(search)}, ${order}` : order;
  const cut: ListQuery = { where, walk: own ? null : publicIndexCondition(query.ordering), search, order, ...pageWindow(query) };
  const { rows } = await sql<Counted & { position: number | null } & CardRow>`
    with ${countTables(cut, sql`${own ?? sql`null::integer`} as asker_organization`)}
    select counted.total, counted.is_written, counted.asker_organization, card.*
    from counted
    left join (
      select row_number() over (order by ${rank}) as position, ${cardColumns(actor, today)}${own ? viewCount : sql``}
      from (${pageIds(cut)}) page
      join opportunities o on o.id = page.id
      join organizations g on g.id = o.organization_id
    ) card on true
    order by card.position`.execute(db);
  const { total = 0, is_written = false, asker_organization = null } = rows[0] ?? {};
  if (own && asker_organization === null) throw new Refusal('organization_not_found');
  const cards = rows
    .filter((row) => row.position !== null)
    .map(({ total: _total, is_written: _written, asker_organization: _organization, position: _position, ...card }) => addLabels(card));
  return { count: total, is_written, cards };
};

type DetailRow = Omit<OpportunityDetail, 'status_display' | 'opportunity_type_display' | 'organization_type_display'>;

const labelled = (row: DetailRow): OpportunityDetail => ({
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
  viewer?.user_type === 'organization' ? isManagerOf(viewer.user_id, sql`o.organization_id`) : sql`false`;

/** Whether `featured` is locked is said to who could set it. */
const lockShownTo = (viewer: Actor | null): RawBuilder<boolean> =>
  viewer?.user_type === 'admin' ? sql`o.featured_locked` : sql`(o.featured_locked and ${canEdit(viewer)})`;

/** One opportunity with everything, in one statement. @throws Refusal not_found */
export const readOpportunity = async ({ db, actor, now }: Omit<ReadContext, 'request'>, id: number): Promise<OpportunityDetail> => {
  const today = tashkentDay(now());
  const { rows } = await sql<DetailRow>`
    select ${cardColumns(actor, today)}, o.description, o.benefits, o.application_instructions, o.required_major,
      o.graduation_year_min, o.graduation_year_max, o.age_min, o.age_max, o.result_announcement_date, o.accepted_count,
      ${canEdit(actor)} as can_edit, ${lockShownTo(actor)} as featured_locked,
      json_build_object(
        'id', g.id, 'name', g.name, 'organization_type', g.organization_type, 'description', g.description, 'logo', g.logo,
        'city', g.city, 'country', g.country, 'email', g.email, 'phone', g.phone, 'website', g.website,
        'linkedin_url', g.linkedin_url, 'twitter_url', g.twitter_url, 'facebook_url', g.facebook_url, 'is_verified', g.is_verified,
        'member_count', (select count(*) from members m where m.organization_id = g.id),
        'opportunity_count', ${activeOf(sql`g.id`, today)},
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
  return labelled(row);
};

/** How many published, open items an organization has. */
const activeOf = (organization_id: RawBuilder<number>, today: string): RawBuilder<number> => sql`(
  select count(*) from (select * from opportunities x where x.organization_id = ${organization_id}) o
  where o.deleted_at is null and ${publiclyActive(today)})`;

/** Types in the order of the enumeration with the number of published, open items. */
export const countCategories = async ({ db, now }: Pick<ReadContext, 'db' | 'now'>) => {
  const { rows } = await sql<{ opportunity_type: string; count: number }>`
    select o.opportunity_type, count(*) as count from opportunities o
    where o.deleted_at is null and o.status = 'published' and ${publiclyActive(tashkentDay(now()))}
    group by o.opportunity_type`.execute(db);
  const counts = new Map(rows.map((row) => [row.opportunity_type, row.count]));
  return (Object.keys(opportunityTypes) as (keyof typeof opportunityTypes)[]).map((value) => ({
    value,
    label: opportunityTypes[value],
    count: counts.get(value) ?? 0,
  }));
};

/** Numbers behind the lists, in one statement. */
export const readDebug = async (db: Db) => {
  const { rows } = await sql<{ by_status: Record<OpportunityStatus, number>; deleted: number; search_words: number; drafts: number }>`
    select json_build_object(${sql.join(
      (Object.keys(opportunityStatuses) as OpportunityStatus[]).map(
        (status) => sql`${sql.lit(status)}, count(*) filter (where o.deleted_at is null and o.status = ${sql.lit(status)})`,
      ),
    )}) as by_status,
      count(o.deleted_at) as deleted,
      (select count(*) from search_words) as search_words,
      (select count(*) from application_drafts) as drafts
    from opportunities o`.execute(db);
  return rows[0] as (typeof rows)[number];
};

/** Figures over all items of the caller's organization. @throws Refusal organization_not_found */
export const readStats = async ({ db, actor, now }: Pick<ReadContext, 'db' | 'actor' | 'now'>): Promise<OpportunityStats> => {
  const today = tashkentDay(now());
  const { rows } = await sql<OpportunityStats & { member: boolean }>`
    select mine.id is not null as member,
      count(o.id) as total,
      count(o.id) filter (where ${countsAsActive(today)}) as active,
      count(o.id) filter (where ${countsAsClosed(today)}) as closed,
      count(o.id) filter (where o.status = 'draft') as draft,
      coalesce(sum(o.application_count), 0)::bigint as total_applications
    from (select ${ownOrganization(actor)} as id) mine
    left join opportunities o on o.organization_id = mine.id and o.deleted_at is null
    group by mine.id`.execute(db);
  const { member, ...figures } = rows[0] as OpportunityStats & { member: boolean };
  if (!member) throw new Refusal('organization_not_found');
  return figures;
};
