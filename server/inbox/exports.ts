import { type RawBuilder, sql } from 'kysely';
import type { ApplicationQuery } from '#contract/application.ts';
import { type ApplicationStatus, applicationStatuses } from '#contract/application-rules.ts';
import { type ExportFormat, exportFormats, exportRowsMax } from '#contract/review-rules.ts';
import { formatNumber, tashkentDay } from '#contract/uzbek.ts';
import { isCalendarDate } from '#contract/values.ts';
import type { Db } from '../db/connect.ts';
import { assertValidLink, signedLink } from '../files/signedLinks.ts';
import type { Actor } from '../http/actor.ts';
import type { Download } from '../http/download.ts';
import { enforceRateLimit } from '../http/rateLimits.ts';
import { Invalid, Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { managerOf } from '../organizations/membership.ts';
import { anonymizeAnswer, anonymizer, type Person, people } from '../review/anonymize.ts';
import type { LinkSignature } from '../students/cv.ts';
import { inboxFilters } from './filter.ts';
import { displayNameSql } from './list.ts';
import { allIds, countAll, firstMatchingFilter } from './pagination.ts';
import { sortOrder } from './sorting.ts';
import { type Cell, type Column, spreadsheet, spreadsheetTypes } from './spreadsheet.ts';

type Filter = Omit<ApplicationQuery, 'page' | 'page_size'>;
type Exporting = Pick<Deps, 'config' | 'db' | 'now'>;

const pathFor = (id: number) => `/api/applications/exports/${id}/`;
/** Days a made export is remembered; its link is long dead by then. */
const keptDays = 1;

/**
 * Remembers what is to be in a spreadsheet, and in the audit log who asked for it; the rows are read when the link is opened.
 * @throws Refusal forbidden to a reviewer; Invalid when it would be too long
 */
export const makeExport = async (
  deps: Exporting,
  actor: Actor,
  { format, filter = {} }: { format: ExportFormat; filter?: Filter | undefined },
) => {
  const { db } = deps;
  const now = deps.now();
  const reader = await managerOf(db, actor.user_id);
  const { organization_id } = reader;
  await enforceRateLimit(deps, 'sheet', actor.user_id);
  const found = await firstMatchingFilter(db, sortOrder(undefined, reader), await inboxFilters(db, organization_id, filter));
  const count = await countAll(db, found);
  if (count > exportRowsMax)
    throw new Invalid({ filter: [`Bitta faylga ko‘pi bilan ${formatNumber(exportRowsMax)} ta ariza sig‘adi. Filtrni toraytiring.`] });
  const old = new Date(now.getTime() - keptDays * 24 * 60 * 60 * 1000);
  const details = `${exportFormats[format]}: ${formatNumber(count)} ta ariza${described(filter)}`;
  const { rows } = await sql<{ id: number }>`
    with swept as (delete from exports where created_at < ${old}),
    logged as (
      insert into audit_log (organization_id, actor_id, action, details, created_at)
      values (${organization_id}, ${actor.user_id}, 'applications_exported', ${details}, ${now})
    )
    insert into exports (organization_id, user_id, format, filter, created_at)
    values (${organization_id}, ${actor.user_id}, ${format}, ${JSON.stringify(filter)}, ${now}) returning id`.execute(db);
  const { id } = rows[0] as { id: number };
  return { id, url: signedLink(deps, pathFor(id)), count };
};

/** What was filtered by, for the audit log; of searches without their words, which name people and outlive accounts. */
const described = ({ ordering: _, search, student_university, ...rest }: Filter): string => {
  const filter = { ...rest, search: search && '…', student_university: student_university && '…' };
  const said = Object.entries(filter).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return said.length === 0 ? '' : ` (${said.map(([name, value]) => `${name}: ${value}`).join('; ')})`;
};

interface Asked {
  id: number;
  question: string;
  question_type: string;
  title: string;
}
/** Every question of what was applied for, in order, and after them those that are asked no more and were answered. */
const questionsOf = async (db: Db, ids: readonly number[]): Promise<Asked[]> => {
  const { rows } = await sql<Asked>`
    with found as materialized (select a.opportunity_id, a.questions, a.answers from applications a where a.id = any(${ids})),
    items as materialized (select distinct opportunity_id as id from found),
    asked as (
      select q.id, q.question, q.question_type, q.opportunity_id, false as is_gone, q."order" as place
      from questions q where q.opportunity_id in (select id from items)
      union all
      select * from (
        select distinct on (id) (k ->> 'id')::integer as id, k ->> 'question', k ->> 'question_type', f.opportunity_id, true, 0
        from found f cross join lateral jsonb_array_elements(f.questions) k
        where f.answers ? (k ->> 'id') and not exists (select from questions q where q.id = (k ->> 'id')::integer)
        order by id
      ) gone
    )
    select asked.id, asked.question, asked.question_type, o.title from asked join opportunities o on o.id = asked.opportunity_id
    order by asked.opportunity_id, asked.is_gone, asked.place, asked.id`.execute(db);
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
  people: Person[] | null;
}
const interview = (column: RawBuilder<unknown>) =>
  sql`case when a.status in ('interview_scheduled', 'accepted', 'rejected') then ${column} end`;
const readRows = async (db: Db, ids: readonly number[]): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select a.id, o.title, o.blind_review as is_blind, ${displayNameSql} as name,
      case when not o.blind_review then u.email end as email,
      case when not o.blind_review and (s.phone_visible or a.status = 'accepted') then a.snapshot ->> 'phone' end as phone,
      a.student_university as university, a.status, a.applied_at, a.updated_at,
      a.score::double precision as score, a.score_median::double precision as score_median, a.review_count,
      ${interview(sql`a.interview_at`)} as interview_at, ${interview(sql`a.interview_place`)} as interview_place, a.reason, a.answers,
      case when o.blind_review then ${people} end as people
    from unnest(${ids}::integer[]) with ordinality as one(id, place) join applications a on a.id = one.id
    join opportunities o on o.id = a.opportunity_id
    left join users u on u.id = a.student_id left join students s on s.user_id = a.student_id
    order by one.place`.execute(db);
  return rows;
};

/** Numbers as they are usually written; one with a plus or a zero before it is a text (a telephone, a code). */
const plainNumber = /^-?(0|[1-9]\d{0,13})([.,]\d{1,6})?$/;
const answerCell = (type: string, answer: string): Cell => {
  if (type === 'number' && plainNumber.test(answer)) return Number(answer.replace(',', '.'));
  if (type === 'date' && isCalendarDate(answer)) return { day: answer };
  // Whoever may open the file opens it from the application, where it has a link of its own.
  return answer.startsWith('/files/') ? 'Fayl yuklangan' : answer;
};
const moment = (at: string | null): Cell => at && { moment: at };

const fixed: [Column, (row: Row, cover: (text: string) => string) => Cell][] = [
  [{ header: 'Ariza raqami', width: 12, kind: 'number' }, ({ id }) => id],
  [{ header: 'Ism va familiya', width: 28, kind: 'text' }, ({ name }) => name],
  [{ header: 'Elektron pochta', width: 28, kind: 'text' }, ({ email }) => email],
  [{ header: 'Telefon', width: 18, kind: 'text' }, ({ phone }) => phone],
  [{ header: 'Universitet', width: 32, kind: 'text' }, ({ university }, cover) => university && cover(university)],
  [{ header: 'Imkoniyat', width: 32, kind: 'text' }, ({ title }) => title],
  [{ header: 'Holat', width: 20, kind: 'text' }, ({ status }) => applicationStatuses[status]],
  [{ header: 'Ariza sanasi (Toshkent vaqti)', width: 18, kind: 'moment' }, ({ applied_at }) => moment(applied_at)],
  [{ header: 'O‘zgartirilgan (Toshkent vaqti)', width: 18, kind: 'moment' }, ({ updated_at }) => moment(updated_at)],
  [{ header: 'O‘rtacha ball', width: 12, kind: 'number' }, ({ score }) => score],
  [{ header: 'Mediana', width: 12, kind: 'number' }, ({ score_median }) => score_median],
  [{ header: 'Baholar soni', width: 12, kind: 'number' }, ({ review_count }) => review_count],
  [{ header: 'Suhbat (Toshkent vaqti)', width: 18, kind: 'moment' }, ({ interview_at }) => moment(interview_at)],
  [{ header: 'Suhbat joyi', width: 24, kind: 'text' }, ({ interview_place }, cover) => interview_place && cover(interview_place)],
  [{ header: 'Sabab', width: 32, kind: 'text' }, ({ reason }, cover) => reason && cover(reason)],
];

const sameText = (text: string) => text;
const cellsOf = (row: Row, questions: readonly Asked[]): Cell[] => {
  const cover = row.people ? anonymizer(row.people) : sameText;
  const answer = ({ id, question_type }: Asked): Cell => {
    const said = row.answers[String(id)];
    if (said === undefined) return null;
    return answerCell(question_type, row.is_blind ? anonymizeAnswer(question_type, said, cover) : said);
  };
  return [...fixed.map(([, read]) => read(row, cover)), ...questions.map(answer)];
};

/** One column a question; where two are worded alike, each says what it was asked for. */
const columnsOf = (questions: readonly Asked[]): Column[] => {
  const times = new Map<string, number>();
  for (const { question } of questions) times.set(question, (times.get(question) ?? 0) + 1);
  const kinds: Record<string, Column['kind']> = { date: 'day' };
  return [
    ...fixed.map(([column]) => column),
    ...questions.map(({ question, question_type, title }) => ({
      header: times.get(question) === 1 ? question : `${question} (${title})`,
      width: 32,
      kind: kinds[question_type] ?? 'text',
    })),
  ];
};

/** Rows read from the database at once. */
const batch = 200;
/** What is to be in the file was decided at once; the rows follow as they are asked for, and nothing is held open meanwhile. */
async function* rowsOf(db: Db, ids: readonly number[], questions: readonly Asked[]): AsyncGenerator<Cell[]> {
  for (let from = 0; from < ids.length; from += batch)
    for (const row of await readRows(db, ids.slice(from, from + batch))) yield cellsOf(row, questions);
}

/**
 * The spreadsheet, made while it is sent. Whoever asked for it must still be one of those who decide.
 * @throws Refusal link_expired, not_found, forbidden
 */
export const openExport = async (deps: Deps, id: number, link: LinkSignature): Promise<Download> => {
  const { db } = deps;
  assertValidLink(deps, pathFor(id), link);
  const made = await db.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirst();
  if (!made) throw new Refusal('not_found');
  const reader = await managerOf(db, made.user_id);
  if (reader.organization_id !== made.organization_id) throw new Refusal('forbidden');
  await enforceRateLimit(deps, 'sheet', made.user_id);
  const filter = made.filter as Filter;
  const order = sortOrder(filter.ordering, reader);
  const found = await firstMatchingFilter(db, order, await inboxFilters(db, made.organization_id, filter));
  const ids = await allIds(db, found, order, exportRowsMax);
  const questions = await questionsOf(db, ids);
  const format = made.format as ExportFormat;
  return {
    name: `arizalar-${tashkentDay(deps.now())}.${format}`,
    type: spreadsheetTypes[format],
    body: spreadsheet(format, columnsOf(questions), rowsOf(db, ids, questions)),
  };
};
