import { sql } from 'kysely';
import type { OpportunityType } from '#contract/opportunity-rules.ts';
import type { OrganizationType } from '#contract/organization-rules.ts';
import { normalizeForSearch } from '#contract/textNormalization.ts';
import { addDays, daysBetween } from '#contract/uzbek.ts';
import type { Db } from '../../db/connect.ts';
import { opportunitySearchText } from '../search.ts';

/** A programme with its organization, from the sample data or an import. */
export interface Programme {
  /** Identifies the programme in later runs. */
  import_key: string;
  organization: {
    name: string;
    organization_type: OrganizationType;
    country_code: string | null;
    country: string | null;
    city: string | null;
    website: string | null;
    description?: string | null;
    is_verified?: boolean;
  };
  title: string;
  description: string;
  opportunity_type: OpportunityType;
  featured?: boolean;
  start_date: string | null;
  end_date: string | null;
  application_deadline: string | null;
  result_announcement_date?: string | null;
  location: string | null;
  is_remote: boolean;
  max_applications: number | null;
  compensation?: string | null;
  benefits?: string | null;
  application_instructions?: string | null;
  min_gpa?: string | null;
  age_min?: number | null;
  age_max?: number | null;
  tags: readonly string[];
  /** Names; one that is not in the table of skills is left out. */
  skills: readonly string[];
  requirements?: readonly { requirement: string; is_mandatory: boolean }[];
  created_at: Date;
}

/** Identifies an organization by normalized name and country; a name without letters or digits is used as it is. */
export const organizationKey = ({ name, country_code }: Programme['organization']): string =>
  `${normalizeForSearch(name).trim() || name}|${country_code ?? ''}`;

const jsonRows = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`;

const insertOrganizations = async (db: Db, programmes: readonly Programme[], is_sample: boolean) => {
  const byKey = new Map<string, object>();
  for (const { organization, created_at } of programmes) {
    const import_key = organizationKey(organization);
    if (!byKey.has(import_key))
      byKey.set(import_key, { ...organization, import_key, fold: normalizeForSearch(organization.name), created_at });
  }
  await sql`
    insert into organizations (name, organization_type, description, country, city, website, is_verified, fold, import_key, is_sample, created_at, updated_at)
    select name, organization_type, description, country, city, website, coalesce(is_verified, false), fold, import_key, ${is_sample}, created_at, created_at
    from jsonb_to_recordset(${jsonRows([...byKey.values()])}) as given (
      name text, organization_type text, description text, country text, city text, website text, is_verified boolean, fold text,
      import_key text, created_at timestamptz)
    order by import_key
    on conflict (import_key) do nothing`.execute(db);
};

/**
 * Inserts the programmes that do not exist yet, as published, with their organizations; existing rows are not changed.
 * @param db a transaction
 * @returns ids of the new rows by import key
 */
export const insertProgrammes = async (
  db: Db,
  programmes: readonly Programme[],
  { is_sample = false } = {},
): Promise<Map<string, number>> => {
  await insertOrganizations(db, programmes, is_sample);
  const records = programmes.map(({ organization, skills: _skills, requirements: _requirements, ...programme }) => ({
    ...programme,
    organization_key: organizationKey(organization),
    fold: opportunitySearchText(programme),
  }));
  const { rows } = await sql<{ id: number; import_key: string }>`
    insert into opportunities (organization_id, title, description, opportunity_type, status, featured, start_date, end_date,
      application_deadline, result_announcement_date, location, is_remote, max_applications, compensation, benefits,
      application_instructions, min_gpa, age_min, age_max, tags, import_key, is_sample, fold, created_at, updated_at, published_at)
    select g.id, title, given.description, opportunity_type, 'published', coalesce(featured, false), start_date, end_date,
      application_deadline, result_announcement_date, location, is_remote, max_applications, compensation, benefits,
      application_instructions, min_gpa, age_min, age_max, tags, given.import_key, ${is_sample}, given.fold, given.created_at,
      given.created_at, given.created_at
    from rows from (jsonb_to_recordset(${jsonRows(records)}) as (
      organization_key text, title text, description text, opportunity_type text, featured boolean, start_date date, end_date date,
      application_deadline date, result_announcement_date date, location text, is_remote boolean, max_applications integer,
      compensation text, benefits text, application_instructions text, min_gpa text, age_min integer, age_max integer, tags text[],
      import_key text, fold text, created_at timestamptz)) with ordinality as given
    join organizations g on g.import_key = given.organization_key
    order by given.ordinality
    on conflict (import_key) do nothing
    returning id, import_key`.execute(db);
  const ids = new Map(rows.map((row) => [row.import_key, row.id]));
  const created = programmes.flatMap((programme) => {
    const opportunity_id = ids.get(programme.import_key);
    return opportunity_id === undefined ? [] : [{ opportunity_id, programme }];
  });
  await sql`
    insert into opportunity_skills (opportunity_id, skill_id, position)
    select given.opportunity_id, s.id, given.position
    from jsonb_to_recordset(${jsonRows(
      created.flatMap(({ opportunity_id, programme }) =>
        [...new Set(programme.skills)].map((name, position) => ({ opportunity_id, name, position })),
      ),
    )}) as given (opportunity_id integer, name text, position integer)
    join skills s on s.name = given.name`.execute(db);
  await sql`
    insert into opportunity_requirements (opportunity_id, requirement, is_mandatory, "order")
    select opportunity_id, requirement, is_mandatory, position
    from jsonb_to_recordset(${jsonRows(
      created.flatMap(({ opportunity_id, programme }) =>
        (programme.requirements ?? []).map((one, position) => ({ ...one, opportunity_id, position })),
      ),
    )}) as given (opportunity_id integer, requirement text, is_mandatory boolean, position integer)
    order by opportunity_id, position`.execute(db);
  return ids;
};

/** The first day on or after `from` (`YYYY-MM-DD`) with this month and day (`MM-DD`). */
export const nextDateOn = (monthDay: string, from: string): string => {
  // 29 February becomes the 28th in other years.
  const inYear = (year: number) => {
    const day = `${year}-${monthDay}`;
    return monthDay === '02-29' && new Date(`${day}T00:00:00Z`).toISOString().slice(5, 10) !== '02-29' ? `${year}-02-28` : day;
  };
  const year = Number(from.slice(0, 4));
  return inYear(year) >= from ? inYear(year) : inYear(year + 1);
};

/** The day results are announced: halfway from the deadline to the start, at most six weeks after the deadline. */
export const resultDate = (deadline: string | null, start: string | null): string | null => {
  if (!deadline) return null;
  const days = start ? Math.floor(daysBetween(deadline, start) / 2) : 42;
  return addDays(deadline, Math.max(1, Math.min(42, days)));
};
