import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { OrganizationProfile, organizationInput } from '#contract/organization.ts';
import { organizationTypes } from '#contract/organization-rules.ts';
import { normalizeForSearch } from '#contract/textNormalization.ts';
import { tashkentDay } from '#contract/uzbek.ts';
import { publiclyActive } from '../db/opportunityConditions.ts';
import { labelSql } from '../db/sqlLabels.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { requireOwner } from './membership.ts';

/** The organization of a member, any role, in one statement. @throws Refusal organization_not_found without a membership */
export const readOwnOrganization = async ({ db, now }: Pick<Deps, 'db' | 'now'>, user_id: number): Promise<OrganizationProfile> => {
  const { rows } = await sql<OrganizationProfile>`
    select o.id, o.name, o.organization_type, ${labelSql(sql`o.organization_type`, organizationTypes)} as organization_type_display,
      o.description, o.logo, o.website, o.phone, o.email, o.country, o.city, o.address, o.linkedin_url, o.twitter_url, o.facebook_url,
      o.is_verified, o.is_active,
      (select count(*)::int from members where organization_id = o.id) as member_count,
      (select count(*)::int from opportunities o
        where o.organization_id = m.organization_id and ${publiclyActive(tashkentDay(now()))} and o.deleted_at is null) as opportunity_count,
      o.response_rate, o.median_answer_days, m.role, o.created_at, o.updated_at
    from members m join organizations o on o.id = m.organization_id
    where m.user_id = ${user_id}`.execute(db);
  const row = rows[0];
  if (!row) throw new Refusal('organization_not_found');
  return row;
};

/** Changes the owner's organization; absent fields stay, null clears. @throws Refusal organization_not_found, forbidden */
export const changeOwnOrganization = async (
  deps: Pick<Deps, 'db' | 'now'>,
  user_id: number,
  input: z.infer<typeof organizationInput>,
): Promise<OrganizationProfile> => {
  const { organization_id } = await requireOwner(deps.db, user_id);
  await deps.db
    .updateTable('organizations')
    // `fold` is the searchable name: opportunity search matches it too.
    .set({ ...input, ...(input.name === undefined ? {} : { fold: normalizeForSearch(input.name) }), updated_at: deps.now() })
    .where('id', '=', organization_id)
    .execute();
  return readOwnOrganization(deps, user_id);
};
