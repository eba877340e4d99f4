import { sql } from 'kysely';
import { opportunityStatuses } from '#contract/opportunity-rules.ts';
import type { Dashboard } from '#contract/organization.ts';
import { tashkentDay } from '#contract/uzbek.ts';
import { countsAsActive, countsAsClosed } from '../db/opportunityConditions.ts';
import { labelSql } from '../db/sqlLabels.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';

/** Period of `recent_applications`, in days. */
const recentDays = 30;

/**
 * All dashboard figures in one statement. Each opportunity counts as active or closed by its deadline; drafts are also
 * counted separately.
 * @throws Refusal organization_not_found without a membership
 */
export const readOrganizationDashboard = async ({ db, now }: Pick<Deps, 'db' | 'now'>, user_id: number): Promise<Dashboard> => {
  const today = tashkentDay(now());
  const since = new Date(now().getTime() - recentDays * 24 * 60 * 60 * 1000);
  const { rows } = await sql<Dashboard>`
    with membership as (select organization_id from members where user_id = ${user_id}),
    items as (
      select o.id, o.title, o.status, o.application_deadline, o.application_count,
        ${countsAsActive(today)} as active, ${countsAsClosed(today)} as closed
      from opportunities o join membership using (organization_id) where o.deleted_at is null
    ),
    received as (
      select coalesce(sum(c.count), 0)::int as total,
        (select count(*)::int from applications a join membership using (organization_id) where a.applied_at >= ${since}) as recent,
        coalesce(sum(c.count) filter (where c.status = 'accepted'), 0)::int as accepted,
        coalesce(sum(c.count) filter (where c.status = 'pending'), 0)::int as pending
      from application_counts c join membership using (organization_id)
    ),
    top as (
      select id, title, status, application_count,
        coalesce(round(100.0 * application_count / nullif(max(application_count) over (), 0)), 0)::int as share
      from items order by application_count desc, id desc limit 3
    ),
    upcoming as (
      select id, title, status, ${labelSql(sql`status`, opportunityStatuses)} as status_display, application_deadline,
        application_deadline - ${today}::date as days_until_deadline, application_count
      from items where active and application_deadline is not null order by application_deadline, id limit 3
    )
    select
      (select count(*)::int from items) as total_opportunities,
      (select count(*)::int from items where active) as active_opportunities,
      (select count(*)::int from items where closed) as closed_opportunities,
      (select count(*)::int from items where status = 'draft') as draft_opportunities,
      r.total as total_applications, r.recent as recent_applications, r.accepted as accepted_applications, r.pending as pending_applications,
      coalesce(round(100.0 * r.accepted / nullif(r.total, 0)), 0)::int as acceptance_rate,
      (select coalesce(json_agg(top order by application_count desc, id desc), '[]') from top) as top_opportunities,
      (select coalesce(json_agg(upcoming order by application_deadline, id), '[]') from upcoming) as upcoming_deadlines
    from membership cross join received r`.execute(db);
  const row = rows[0];
  if (!row) throw new Refusal('organization_not_found');
  return row;
};
