import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { exactCountMax } from '#contract/opportunity-rules.ts';
import type { OrganizationQuery, PublicOrganization } from '#contract/organization.ts';
import { organizationTypes } from '#contract/organization-rules.ts';
import type { List } from '#contract/paging.ts';
import { tashkentDay } from '#contract/uzbek.ts';
import { publiclyActive } from '../db/opportunityConditions.ts';
import { labelSql } from '../db/sqlLabels.ts';
import { wordSearch } from '../db/wordSearch.ts';
import { listReply, pageWindow } from '../http/paging.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';

/** Public columns of `organizations g`: no address, phone or e-mail. */
const publicColumns = (today: string) => sql`
  g.id, g.name, g.organization_type, ${labelSql(sql`g.organization_type`, organizationTypes)} as organization_type_display,
  g.description, g.logo, g.website, g.city, g.country, g.linkedin_url, g.twitter_url, g.facebook_url, g.is_verified,
  (select count(*)::int from opportunities o
    where o.organization_id = g.id and o.deleted_at is null and ${publiclyActive(today)}) as opportunity_count,
  g.response_rate, g.median_answer_days`;

/** Active organizations: with a search, whole-word matches first; then verified ones, then by name. One statement. */
export const listOrganizations = async (
  { db, now, request }: Pick<Deps, 'db' | 'now'> & { request: FastifyRequest },
  query: OrganizationQuery,
): Promise<List<PublicOrganization>> => {
  const { limit, offset } = pageWindow(query);
  const search = wordSearch(query.search, sql`g.fold`);
  const conditions = [sql`g.is_active`];
  if (search) conditions.push(search.matches);
  if (query.organization_type && query.organization_type.length > 0)
    conditions.push(sql`g.organization_type = any(${query.organization_type}::text[])`);
  const matched = sql`from organizations g where ${sql.join(conditions, sql` and `)}`;
  const order = sql`${search ? sql`not ${search.exact},` : sql``} g.is_verified desc, lower(g.name), g.id`;
  const { rows } = await sql<{ total: number; position: number | null } & PublicOrganization>`
    with counted as materialized (
      select count(*) as total from (select 1 ${matched} limit ${sql.lit(Math.max(exactCountMax, offset + limit + 1))}) bounded
    )
    select counted.total, one.* from counted left join (
      select row_number() over (order by ${order}) as position, ${publicColumns(tashkentDay(now()))}
      from (select g.id ${matched} order by ${order} limit ${sql.lit(limit)} offset ${sql.lit(offset)}) page
      join organizations g on g.id = page.id
    ) one on true
    order by one.position`.execute(db);
  const results = rows.filter(({ position }) => position !== null).map(({ total: _, position: __, ...organization }) => organization);
  return listReply(request, query, rows[0]?.total ?? 0, results);
};

/** One active organization. @throws Refusal not_found, also for an inactive one */
export const readOrganization = async ({ db, now }: Pick<Deps, 'db' | 'now'>, id: number): Promise<PublicOrganization> => {
  const { rows } = await sql<PublicOrganization>`
    select ${publicColumns(tashkentDay(now()))} from organizations g where g.id = ${id} and g.is_active`.execute(db);
  const row = rows[0];
  if (!row) throw new Refusal('not_found');
  return row;
};
