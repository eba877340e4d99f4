import { sql } from 'kysely';
import { type ApplicationStatus, applicationStatuses } from '#contract/application-rules.ts';
import type { ApplicationCharts } from '#contract/review.ts';
import { addDays, dayStart, tashkentDay } from '#contract/uzbek.ts';
import type { Db } from '../db/connect.ts';
import { type ApplicantIdentity, anonymizer, applicantIdentities } from '../review/anonymize.ts';

/** Days of the chart, today included. */
const chartDays = 30;
const maxUniversities = 10;

/** A university given by more applicants than this cannot be the name of one of them. */
const maxNamesakes = 2;

/** In a blind review an applicant may have written their name as the university; such values are counted with the others. */
const hideNames = async (
  db: Db,
  organization_id: number,
  universities: ApplicationCharts['by_university'],
): Promise<ApplicationCharts['by_university']> => {
  const rare = universities.flatMap(({ university, count }) => (university !== null && count <= maxNamesakes ? [university] : []));
  if (rare.length === 0) return universities;
  const { rows } = await sql<{ university: string; people: ApplicantIdentity[] }>`
    select a.student_university as university, ${applicantIdentities} as people
    from applications a join opportunities o on o.id = a.opportunity_id
    left join users u on u.id = a.student_id left join students s on s.user_id = a.student_id
    where a.organization_id = ${organization_id} and a.student_university = any(${rare}) and o.blind_review`.execute(db);
  const names = new Set(
    rows.filter((row) => anonymizer(row.people)(row.university) !== row.university).map(({ university }) => university),
  );
  if (names.size === 0) return universities;
  const remaining = universities.filter(({ university }) => university !== null && !names.has(university));
  const sum = (items: typeof universities) => items.reduce((total, { count }) => total + count, 0);
  return [...remaining, { university: null, count: sum(universities) - sum(remaining) }];
};

/**
 * Figures for the charts of the applications received, in one statement: by day (Tashkent), by status, by university as at
 * submission, and the funnel. `started` counts applications, withdrawn ones included, and drafts.
 */
export const readCharts = async (
  db: Db,
  organization_id: number,
  opportunity: number | undefined,
  now: Date,
): Promise<ApplicationCharts> => {
  const today = tashkentDay(now);
  const first = addDays(today, 1 - chartDays);
  const byOpportunity = opportunity === undefined ? sql`` : sql`and a.opportunity_id = ${opportunity}`;
  const received = sql`applications a where a.organization_id = ${organization_id} ${byOpportunity}`;
  const opportunities = sql`opportunities o where o.organization_id = ${organization_id} ${opportunity === undefined ? sql`` : sql`and o.id = ${opportunity}`}`;
  type Row = Omit<ApplicationCharts, 'by_status'> & { by_status: Partial<Record<ApplicationStatus, number>> };
  const { rows } = await sql<Row>`
    with counts as materialized (
      select a.status, sum(a.count)::integer as count from application_counts a
      where a.organization_id = ${organization_id} ${byOpportunity} group by a.status
    ), by_day as (
      select (a.applied_at at time zone 'Asia/Tashkent')::date as day, count(*)::integer as count
      from ${received} and a.applied_at >= ${dayStart(first)} and a.applied_at < ${dayStart(today, 1)} group by 1
    ), universities as materialized (
      select a.student_university as university, count(*)::integer as count from ${received} group by 1
    ), top as (
      select university, count from universities where university is not null
      order by count desc, university collate "C" limit ${sql.lit(maxUniversities)}
    ), others as (
      select null::text as university, (sum(count) - coalesce((select sum(count) from top), 0))::integer as count from universities
    )
    select
      (select json_agg(json_build_object('day', to_char(d.day, 'YYYY-MM-DD'), 'count', coalesce(b.count, 0)) order by d.day)
        from (select ${first}::date + n as day from generate_series(0, ${sql.lit(chartDays - 1)}) n) d left join by_day b on b.day = d.day) as by_day,
      (select coalesce(json_object_agg(status, count), '{}') from counts) as by_status,
      (select coalesce(json_agg(json_build_object('university', university, 'count', count)), '[]') from (
        (select university, count from top order by count desc, university collate "C") union all (select university, count from others where count > 0)
      ) shown) as by_university,
      (select json_build_object(
        'views', (select coalesce(sum(v.count), 0) from opportunity_views v where v.opportunity_id in (select o.id from ${opportunities})),
        'started', coalesce(sum(count), 0)
          + (select count(*) from application_drafts d where d.opportunity_id in (select o.id from ${opportunities})),
        'submitted', coalesce(sum(count), 0),
        'accepted', coalesce(sum(count) filter (where status = 'accepted'), 0)) from counts) as funnel`.execute(db);
  const row = rows[0] as Row;
  return {
    ...row,
    by_university: await hideNames(db, organization_id, row.by_university),
    by_status: (Object.keys(applicationStatuses) as ApplicationStatus[]).map((status) => ({
      status,
      status_display: applicationStatuses[status],
      count: row.by_status[status] ?? 0,
    })),
  };
};
