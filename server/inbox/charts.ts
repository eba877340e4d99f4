import { sql } from 'kysely';
import { type ApplicationStatus, applicationStatuses } from '#contract/application-rules.ts';
import type { ApplicationCharts } from '#contract/review.ts';
import { addDays, dayStart, tashkentDay } from '#contract/uzbek.ts';
import type { Db } from '../db/connect.ts';
import { anonymizer, type Person, people } from '../review/anonymize.ts';

/** Days a chart looks back, today included. */
const days = 30;
const mostUniversities = 10;

/** A university that more applicants name than these is nobody's name. */
const fewNamesakes = 2;

/** Counts among the others whoever, judged blind, wrote their name where a university is asked for; the list hides it too. */
const withoutNames = async (
  db: Db,
  organization_id: number,
  shown: ApplicationCharts['by_university'],
): Promise<ApplicationCharts['by_university']> => {
  const few = shown.flatMap(({ university, count }) => (university !== null && count <= fewNamesakes ? [university] : []));
  if (few.length === 0) return shown;
  const { rows } = await sql<{ university: string; people: Person[] }>`
    select a.student_university as university, ${people} as people
    from applications a join opportunities o on o.id = a.opportunity_id
    left join users u on u.id = a.student_id left join students s on s.user_id = a.student_id
    where a.organization_id = ${organization_id} and a.student_university = any(${few}) and o.blind_review`.execute(db);
  const telling = new Set(
    rows.filter((row) => anonymizer(row.people)(row.university) !== row.university).map(({ university }) => university),
  );
  if (telling.size === 0) return shown;
  const kept = shown.filter(({ university }) => university !== null && !telling.has(university));
  const sum = (items: typeof shown) => items.reduce((total, { count }) => total + count, 0);
  return [...kept, { university: null, count: sum(shown) - sum(kept) }];
};

/**
 * Pictures of the applications received, in one statement. Universities are those of the submission, as the list shows
 * them. Whoever started has an application, withdrawn ones included, or a draft of one.
 */
export const readCharts = async (
  db: Db,
  organization_id: number,
  opportunity: number | undefined,
  now: Date,
): Promise<ApplicationCharts> => {
  const today = tashkentDay(now);
  const first = addDays(today, 1 - days);
  const only = opportunity === undefined ? sql`` : sql`and a.opportunity_id = ${opportunity}`;
  const received = sql`applications a where a.organization_id = ${organization_id} ${only}`;
  const items = sql`opportunities o where o.organization_id = ${organization_id} ${opportunity === undefined ? sql`` : sql`and o.id = ${opportunity}`}`;
  type Row = Omit<ApplicationCharts, 'by_status'> & { by_status: Partial<Record<ApplicationStatus, number>> };
  const { rows } = await sql<Row>`
    with counts as materialized (
      select a.status, sum(a.count)::integer as count from application_counts a
      where a.organization_id = ${organization_id} ${only} group by a.status
    ), by_day as (
      select (a.applied_at at time zone 'Asia/Tashkent')::date as day, count(*)::integer as count
      from ${received} and a.applied_at >= ${dayStart(first)} and a.applied_at < ${dayStart(today, 1)} group by 1
    ), universities as materialized (
      select a.student_university as university, count(*)::integer as count from ${received} group by 1
    ), top as (
      select university, count from universities where university is not null
      order by count desc, university collate "C" limit ${sql.lit(mostUniversities)}
    ), others as (
      select null::text as university, (sum(count) - coalesce((select sum(count) from top), 0))::integer as count from universities
    )
    select
      (select json_agg(json_build_object('day', to_char(d.day, 'YYYY-MM-DD'), 'count', coalesce(b.count, 0)) order by d.day)
        from (select ${first}::date + n as day from generate_series(0, ${sql.lit(days - 1)}) n) d left join by_day b on b.day = d.day) as by_day,
      (select coalesce(json_object_agg(status, count), '{}') from counts) as by_status,
      (select coalesce(json_agg(json_build_object('university', university, 'count', count)), '[]') from (
        (select university, count from top order by count desc, university collate "C") union all (select university, count from others where count > 0)
      ) shown) as by_university,
      (select json_build_object(
        'views', (select coalesce(sum(v.count), 0) from opportunity_views v where v.opportunity_id in (select o.id from ${items})),
        'started', coalesce(sum(count), 0)
          + (select count(*) from application_drafts d where d.opportunity_id in (select o.id from ${items})),
        'submitted', coalesce(sum(count), 0),
        'accepted', coalesce(sum(count) filter (where status = 'accepted'), 0)) from counts) as funnel`.execute(db);
  const row = rows[0] as Row;
  return {
    ...row,
    by_university: await withoutNames(db, organization_id, row.by_university),
    by_status: (Object.keys(applicationStatuses) as ApplicationStatus[]).map((status) => ({
      status,
      status_display: applicationStatuses[status],
      count: row.by_status[status] ?? 0,
    })),
  };
};
