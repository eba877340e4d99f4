import { type RawBuilder, sql } from 'kysely';
import type { ApplicationQuery } from '#contract/application.ts';
import { type ApplicationStatus, applicationStatuses } from '#contract/application-rules.ts';
import { isFileUrl } from '#contract/fileUrl.ts';
import { type ExportFormat, exportFormats, exportRowsMax } from '#contract/review-rules.ts';
import { formatNumber, tashkentDay } from '#contract/uzbek.ts';
import { isCalendarDate } from '#contract/values.ts';
import type { Db } from '../db/connect.ts';
import { assertValidLink, type LinkSignature, signedLink } from '../files/signedLinks.ts';
import type { Actor } from '../http/actor.ts';
import type { Download } from '../http/download.ts';
import { enforceRateLimit } from '../http/rateLimits.ts';
import { Invalid, Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { requireManager } from '../organizations/membership.ts';
import { type ApplicantIdentity, anonymizeAnswer, anonymizer, applicantIdentities } from '../review/anonymize.ts';
import { inboxFilters } from './filter.ts';
import { displayNameSql } from './list.ts';
import { allIds, countAll, firstMatchingFilter } from './pagination.ts';
import { sortOrder } from './sorting.ts';
import { type Cell, type Column, spreadsheet, spreadsheetTypes } from './spreadsheet.ts';

type Filter = Omit<ApplicationQuery, 'page' | 'page_size'>;
type ExportDeps = Pick<Deps, 'config' | 'db' | 'now'>;

const exportPath = (id: number) => `/api/applications/exports/${id}/`;
/** Days an export is stored; its link expires much earlier. */
const storedDays = 1;

/**
 * Stores the filter of an export, records it in the audit log and returns a signed link; rows are read when the link is opened.
 * @returns the link and the number of rows
 * @throws Refusal organization_not_found, forbidden to a reviewer, too_many_requests; Invalid above `exportRowsMax` rows
 */
export const makeExport = async (
  deps: ExportDeps,
  actor: Actor,
  { format, filter = {} }: { format: ExportFormat; filter?: Filter | undefined },
) => {
  const { db } = deps;
  const now = deps.now();
  const reader = await requireManager(db, actor.user_id);
  const { organization_id } = reader;
  await enforceRateLimit(deps, 'sheet', actor.user_id);
  const inboxFilter = await firstMatchingFilter(db, sortOrder(undefined, reader), await inboxFilters(db, organization_id, filter));
  const count = await countAll(db, inboxFilter);
  if (count > exportRowsMax)
    throw new Invalid({ filter: [`Bitta faylga ko‘pi bilan ${formatNumber(exportRowsMax)} ta ariza sig‘adi. Filtrni toraytiring.`] });
  const expired = new Date(now.getTime() - storedDays * 24 * 60 * 60 * 1000);
  const details = `${exportFormats[format]}: ${formatNumber(count)} ta ariza${describeFilter(filter)}`;
  const { rows } = await sql<{ id: number }>`
    with removed as (delete from exports where created_at < ${expired}),
    logged as (
      insert into audit_log (organization_id, actor_id, action, details, created_at)
      values (${organization_id}, ${actor.user_id}, 'applications_exported', ${details}, ${now})
    )
    insert into exports (organization_id, user_id, format, filter, created_at)
    values (${organization_id}, ${actor.user_id}, ${format}, ${JSON.stringify(filter)}, ${now}) returning id`.execute(db);
  const { id } = rows[0] as { id: number };
  return { id, url: signedLink(deps, exportPath(id)), count };
};

/** The filter for the audit log. Search texts are left out: they may name people and the log outlives accounts. */
const describeFilter = ({ ordering: _, search, student_university, ...rest }: Filter): string => {
  const filter = { ...rest, search: search && '…', student_university: student_university && '…' };
  const entries = Object.entries(filter).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return entries.length === 0 ? '' : ` (${entries.map(([name, value]) => `${name}: ${value}`).join('; ')})`;
};

interface ExportQuestion {
  id: number;
  question: string;
  question_type: string;
  title: string;
}
/** The questions of the opportunities of these applications, in order, then removed questions that were answered. */
const readQuestions = async (db: Db, ids: readonly number[]): Promise<ExportQuestion[]> => {
  const { rows } = await sql<ExportQuestion>`
    with exported as materialized (select a.opportunity_id, a.questions, a.answers from applications a where a.id = any(${ids})),
    items as materialized (select distinct opportunity_id as id from exported),
    all_questions as (
      select q.id, q.question, q.question_type, q.opportunity_id, false as is_removed, q."order" as place
      from questions q where q.opportunity_id in (select id from items)
      union all
      select * from (
        select distinct on (id) (k ->> 'id')::integer as id, k ->> 'question', k ->> 'question_type', f.opportunity_id, true, 0
        from exported f cross join lateral jsonb_array_elements(f.questions) k
        where f.answers ? (k ->> 'id') and not exists (select from questions q where q.id = (k ->> 'id')::integer)
        order by id
      ) removed
    )
    select q.id, q.question, q.question_type, o.title from all_questions q join opportunities o on o.id = q.opportunity_id
    order by q.opportunity_id, q.is_removed, q.place, q.id`.execute(db);
  return rows;
};

interface Row {
  id: number;
  title: string;
  is_blind: boolean;
  name: string;
  email: string | null;
  phone: string | null;
  university: string | null;
  status: ApplicationStatus;
  applied_at: string;
  updated_at: string;
  score: number | null;
  score_median: number | null;
  review_count: number;
  interview_at: string | null;
  interview_place: string | null;
  reason: string | null;
  answers: Record<string, string>;
  people: ApplicantIdentity[] | null;
}
const interviewColumn = (column: RawBuilder<unknown>) =>
  sql`case when a.status in ('interview_scheduled', 'accepted', 'rejected') then ${column} end`;
const readRows = async (db: Db, ids: readonly number[]): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select a.id, o.title, o.blind_review as is_blind, ${displayNameSql} as name,
      case when not o.blind_review then u.email end as email,
      case when not o.blind_review and (s.phone_visible or a.status = 'accepted') then a.snapshot ->> 'phone' end as phone,
      a.student_university as university, a.status, a.applied_at, a.updated_at,
      a.score::double precision as score, a.score_median::double precision as score_median, a.review_count,
      ${interviewColumn(sql`a.interview_at`)} as interview_at, ${interviewColumn(sql`a.interview_place`)} as interview_place, a.reason, a.answers,
      case when o.blind_review then ${applicantIdentities} end as people
    from unnest(${ids}::integer[]) with ordinality as given(id, place) join applications a on a.id = given.id
    join opportunities o on o.id = a.opportunity_id
    left join users u on u.id = a.student_id left join students s on s.user_id = a.student_id
    order by given.place`.execute(db);
  return rows;
};

/** A plain number; one with a plus or a leading zero is text, such as a phone number or a code. */
const plainNumber = /^-?(0|[1-9]\d{0,13})([.,]\d{1,6})?$/;
const answerCell = (type: string, answer: string): Cell => {
  if (type === 'number' && plainNumber.test(answer)) return Number(answer.replace(',', '.'));
  if (type === 'date' && isCalendarDate(answer)) return { day: answer };
  // The file itself is opened from the application, which has a signed link.
  return isFileUrl(answer) ? 'Fayl yuklangan' : answer;
};
const momentCell = (at: string | null): Cell => at && { moment: at };

const fixedColumns: [Column, (row: Row, anonymize: (text: string) => string) => Cell][] = [
  [{ header: 'Ariza raqami', width: 12, kind: 'number' }, ({ id }) => id],
  [{ header: 'Ism va familiya', width: 28, kind: 'text' }, ({ name }) => name],
  [{ header: 'Elektron pochta', width: 28, kind: 'text' }, ({ email }) => email],
  [{ header: 'Telefon', width: 18, kind: 'text' }, ({ phone }) => phone],
  [{ header: 'Universitet', width: 32, kind: 'text' }, ({ university }, anonymize) => university && anonymize(university)],
  [{ header: 'Imkoniyat', width: 32, kind: 'text' }, ({ title }) => title],
  [{ header: 'Holat', width: 20, kind: 'text' }, ({ status }) => applicationStatuses[status]],
  [{ header: 'Ariza sanasi (Toshkent vaqti)', width: 18, kind: 'moment' }, ({ applied_at }) => momentCell(applied_at)],
  [{ header: 'O‘zgartirilgan (Toshkent vaqti)', width: 18, kind: 'moment' }, ({ updated_at }) => momentCell(updated_at)],
  [{ header: 'O‘rtacha ball', width: 12, kind: 'number' }, ({ score }) => score],
  [{ header: 'Mediana', width: 12, kind: 'number' }, ({ score_median }) => score_median],
  [{ header: 'Baholar soni', width: 12, kind: 'number' }, ({ review_count }) => review_count],
  [{ header: 'Suhbat (Toshkent vaqti)', width: 18, kind: 'moment' }, ({ interview_at }) => momentCell(interview_at)],
  [{ header: 'Suhbat joyi', width: 24, kind: 'text' }, ({ interview_place }, anonymize) => interview_place && anonymize(interview_place)],
  [{ header: 'Sabab', width: 32, kind: 'text' }, ({ reason }, anonymize) => reason && anonymize(reason)],
];

const identity = (text: string) => text;
const rowCells = (row: Row, questions: readonly ExportQuestion[]): Cell[] => {
  const anonymize = row.people ? anonymizer(row.people) : identity;
  const answer = ({ id, question_type }: ExportQuestion): Cell => {
    const text = row.answers[String(id)];
    if (text === undefined) return null;
    return answerCell(question_type, row.is_blind ? anonymizeAnswer(question_type, text, anonymize) : text);
  };
  return [...fixedColumns.map(([, read]) => read(row, anonymize)), ...questions.map(answer)];
};

/** The fixed columns and one per question; equal questions get the opportunity's title in the header. */
const exportColumns = (questions: readonly ExportQuestion[]): Column[] => {
  const occurrences = new Map<string, number>();
  for (const { question } of questions) occurrences.set(question, (occurrences.get(question) ?? 0) + 1);
  const kinds: Record<string, Column['kind']> = { date: 'day' };
  return [
    ...fixedColumns.map(([column]) => column),
    ...questions.map(({ question, question_type, title }) => ({
      header: occurrences.get(question) === 1 ? question : `${question} (${title})`,
      width: 32,
      kind: kinds[question_type] ?? 'text',
    })),
  ];
};

/** Rows per statement. */
const batchSize = 200;
/** Reads rows in batches as the stream consumes them; the ids are fixed, and no transaction stays open between batches. */
async function* streamRows(db: Db, ids: readonly number[], questions: readonly ExportQuestion[]): AsyncGenerator<Cell[]> {
  for (let from = 0; from < ids.length; from += batchSize)
    for (const row of await readRows(db, ids.slice(from, from + batchSize))) yield rowCells(row, questions);
}

/**
 * The spreadsheet of an export, generated while it is sent. The member who made it must still be an owner or manager.
 * @throws Refusal link_expired, not_found, forbidden, too_many_requests
 */
export const openExport = async (deps: Deps, id: number, link: LinkSignature): Promise<Download> => {
  const { db } = deps;
  assertValidLink(deps, exportPath(id), link);
  const stored = await db.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirst();
  if (!stored) throw new Refusal('not_found');
  const reader = await requireManager(db, stored.user_id);
  if (reader.organization_id !== stored.organization_id) throw new Refusal('forbidden');
  await enforceRateLimit(deps, 'sheet', stored.user_id);
  const filter = stored.filter as Filter;
  const order = sortOrder(filter.ordering, reader);
  const inboxFilter = await firstMatchingFilter(db, order, await inboxFilters(db, stored.organization_id, filter));
  const ids = await allIds(db, inboxFilter, order, exportRowsMax);
  const questions = await readQuestions(db, ids);
  const format = stored.format as ExportFormat;
  return {
    name: `arizalar-${tashkentDay(deps.now())}.${format}`,
    type: spreadsheetTypes[format],
    body: spreadsheet(format, exportColumns(questions), streamRows(db, ids, questions)),
  };
};
