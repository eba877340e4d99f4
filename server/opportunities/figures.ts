import { sql } from 'kysely';
import type { OpportunityStats } from '#contract/opportunity.ts';
import { type OpportunityStatus, opportunityStatuses, opportunityTypes } from '#contract/opportunity-rules.ts';
import { tashkentDay } from '#contract/uzbek.ts';
import type { Db } from '../db/connect.ts';
import { countsAsActive, countsAsClosed, publiclyActive } from '../db/opportunityConditions.ts';
import { Refusal } from '../http/refusal.ts';
import { type ReadContext, requireOrganization } from './list.ts';

/** Every opportunity type in the order of the contract, with its label and its number of published opportunities with an open deadline. */
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

/** Row counts for developers, in one statement: opportunities by status and deleted, search words, application drafts. */
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

/**
 * Figures over all opportunities of the caller's organization; every opportunity is either active or closed.
 * @throws Refusal unauthorized, organizers_only, organization_not_found without a membership
 */
export const readOpportunityStats = async ({ db, actor, now }: Pick<ReadContext, 'db' | 'actor' | 'now'>): Promise<OpportunityStats> => {
  const today = tashkentDay(now());
  const { rows } = await sql<OpportunityStats & { member: boolean }>`
    select mine.id is not null as member,
      count(o.id) as total,
      count(o.id) filter (where ${countsAsActive(today)}) as active,
      count(o.id) filter (where ${countsAsClosed(today)}) as closed,
      count(o.id) filter (where o.status = 'draft') as draft,
      coalesce(sum(o.application_count), 0)::bigint as total_applications
    from (select ${requireOrganization(actor)} as id) mine
    left join opportunities o on o.organization_id = mine.id and o.deleted_at is null
    group by mine.id`.execute(db);
  const { member, ...figures } = rows[0] as OpportunityStats & { member: boolean };
  if (!member) throw new Refusal('organization_not_found');
  return figures;
};
