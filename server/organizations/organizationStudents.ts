import { type RawBuilder, sql } from 'kysely';
import type { ReplyOf } from '#contract/call.ts';
import type { memberCalls, OrganizationStudent } from '#contract/member.ts';
import { exactMatchCountMax } from '#contract/opportunity-rules.ts';
import { type ApplicantSearch, applicantSearch, matchesReceivedWords, receivedTsquery } from '../db/applicantSearch.ts';
import type { Db } from '../db/connect.ts';
import { type PageQuery, pageFromRows, pageWindow } from '../http/paging.ts';
import { requireMembership } from './membership.ts';

/** Number of newest applications read first; more per row of the page and its offset. */
const windowBase = 2400;
const windowPerRow = 4;
const applicationText = sql<string>`a.search_text`;

/** Applications, as `a`, whose sender may be shown: no deleted accounts, no blind review. */
const identified = (applications: RawBuilder<unknown>) => sql`
  (${applications}) a join opportunities o on o.id = a.opportunity_id where a.student_id is not null and not o.blind_review`;

/** Input of `readPage`. */
interface Source {
  organization_id: number;
  /** The rows of applications to read. */
  applications: RawBuilder<unknown>;
  /** `applications` reaches back to this time, so older accepted invitations are left out; null = all rows are included. */
  since: RawBuilder<string> | null;
  search: ApplicantSearch | null;
}

/** Students in `applied` or with an accepted invitation, and the time of their last contact. */
const relatedStudents = ({ organization_id, since, search }: Source) => sql`
  select student_id, max(at) as last_at from (
    select a.student_id, a.applied_at as at from ${identified(sql`select * from applied`)}
    union all
    select i.accepted_by, i.accepted_at from invitations i
    where i.organization_id = ${organization_id} and i.kind = 'student' and i.accepted_by is not null
      and ${since ? sql`i.accepted_at >= ${since}` : sql`true`} and ${search ? search.inRow(sql`i.search_text`) : sql`true`}
  ) related group by student_id`;

type Row = OrganizationStudent & { total: number; scanned: number };
const readPage = async (db: Db, query: PageQuery, source: Source): Promise<Row[]> => {
  const { limit, offset } = pageWindow(query);
  const own = sql`join opportunities o on o.id = a.opportunity_id and not o.blind_review
        where a.student_id = page.student_id and a.organization_id = ${source.organization_id}`;
  const { rows } = await sql<Row>`
    with applied as materialized (${source.applications}), people as materialized (${relatedStudents(source)})
    select counted.total, counted.scanned, card.*
    from (select (select count(*) from people) as total, (select count(*) from applied) as scanned) counted
    left join (
      select u.id, u.first_name, u.last_name, u.email, s.university, s.major, s.avatar, page.last_at,
        (select count(*) from applications a ${own}) as application_count,
        (select count(*) from applications a ${own} and a.status = 'accepted') as accepted_count,
        exists (select 1 from invitations i where i.organization_id = ${source.organization_id} and i.kind = 'student'
          and i.accepted_by = page.student_id) as is_invited
      from (select * from people order by last_at desc, student_id desc limit ${sql.lit(limit)} offset ${sql.lit(offset)}) page
      join users u on u.id = page.student_id left join students s on s.user_id = u.id
    ) card on true
    order by card.last_at desc, card.id desc`.execute(db);
  return rows;
};

/**
 * Students who applied to the user's organization or accepted its invitation, latest contact first. Not all applications are
 * read for a page: from 1,000 students on `count` is a lower bound that grows with the page.
 * @throws Refusal organization_not_found
 */
export const readStudents = async (db: Db, user_id: number, query: PageQuery & { search?: string | undefined }) => {
  const { organization_id } = await requireMembership(db, user_id);
  const search = applicantSearch(query.search);
  const { limit, offset } = pageWindow(query);
  const requiredCount = Math.max(exactMatchCountMax, offset + limit + 1);
  const window = windowBase + windowPerRow * (offset + limit);
  // Without `search_text` this is an index-only scan.
  const all = sql`select a.student_id, a.applied_at, a.opportunity_id ${search ? sql`, a.search_text` : sql``}
    from applications a where a.organization_id = ${organization_id}`;
  const newest = sql`${all} order by a.applied_at desc, a.id desc limit ${sql.lit(window)}`;
  const since = sql<string>`(select case when count(*) < ${sql.lit(window)} then '-infinity'::timestamptz else min(applied_at) end
    from ${search ? sql`(${newest})` : sql`applied`} w)`;
  const read = (applications: RawBuilder<unknown>, from: Source['since'] = null) =>
    readPage(db, query, { organization_id, applications, since: from, search });
  const isEnough = (rows: readonly Row[]) => (rows[0]?.total ?? 0) >= requiredCount;
  const isComplete = (rows: readonly Row[]) => (rows[0]?.scanned ?? 0) < window;

  // A rare name: the index returns all matches. A common name or none: the newest applications fill the page.
  const found =
    search &&
    sql`${all} and ${search.words.length > 0 ? matchesReceivedWords(sql`${receivedTsquery(search, organization_id)}`) : sql`false`}`;
  let rows = await (found ? read(sql`${found} limit ${sql.lit(window)}`) : read(newest, since));
  if (!isComplete(rows)) {
    if (search) rows = await read(sql`select * from (${newest}) a where ${search.inRow(applicationText)}`, since);
    if (!isEnough(rows)) rows = await read(found ?? all);
  }
  const { count, results } = pageFromRows(rows);
  return { count, results: results.map(({ scanned: _, ...card }: Omit<Row, 'total'>) => card) };
};

/** Figures over the same students, in one statement. @throws Refusal organization_not_found */
export const readStudentStats = async (db: Db, user_id: number) => {
  const { organization_id } = await requireMembership(db, user_id);
  const applications = sql`select * from applications where organization_id = ${organization_id}`;
  const { rows } = await sql<ReplyOf<typeof memberCalls.studentStats>>`
    with applied as materialized (
      select a.student_id, bool_or(a.status = 'accepted') as is_accepted from ${identified(applications)} group by a.student_id
    ), sent as materialized (
      select accepted_by from invitations where organization_id = ${organization_id} and kind = 'student' and revoked_at is null
    ), people as materialized (
      select student_id from applied union select accepted_by from sent where accepted_by is not null
    )
    select (select count(*) from people) as total, (select count(*) from applied) as applied,
      (select count(*) from applied where is_accepted) as accepted,
      (select count(distinct accepted_by) from sent) as invited, (select count(*) from sent) as invitations_sent,
      (select coalesce(json_agg(json_build_object('university', university, 'count', count) order by count desc, university), '[]') from (
        select s.university, count(*) as count from people p join students s on s.user_id = p.student_id
        where s.university is not null group by s.university order by count desc, s.university limit 5) top) as top_universities`.execute(
    db,
  );
  return rows[0] as (typeof rows)[number];
};
