import { sql } from 'kysely';
import { type ApplicationStatus, applicationStatuses } from '#contract/application-rules.ts';
import { applicantSearchText } from '../db/applicantSearch.ts';
import { anOpportunity, type anOrganizer, aStudent, type World } from './world.ts';

export const statuses = Object.keys(applicationStatuses) as ApplicationStatus[];
const universities = [
  'TATU',
  'Toshkent davlat universiteti',
  "O'zMU 100%",
  null,
  ...Array.from({ length: 10 }, (_, nth) => `Oliygoh ${String.fromCharCode(65 + nth)}`),
];
const names = ['Dilnoza', 'Shahnoza', 'G‘ayrat', 'Оқила', 'Ali', 'Alisher', "Sa'dulla"];

/** A received application with the values that tests filter, sort and compare. */
export interface ReceivedRow {
  id: number;
  student_id: number;
  first_name: string;
  last_name: string;
  email: string;
  university: string | null;
  opportunity: number;
  title: string;
  type: string;
  blind: boolean;
  status: ApplicationStatus;
  applied_at: string;
  updated_at: string;
  score: number | null;
  answers: Record<string, string>;
}

type Organizer = Awaited<ReturnType<typeof anOrganizer>>;
/** A student, with the values of their snapshot. */
export interface TestApplicant {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  university: string | null;
}

/** Creates fifty students. */
export const createApplicants = async (world: World): Promise<TestApplicant[]> => {
  const applicants: TestApplicant[] = [];
  for (let at = 0; at < 50; at += 1) {
    const person = { first_name: names[at % 7] as string, last_name: `Sinov${at}`, email: `talaba${at}@example.uz` };
    // The profile has another university than the snapshot of the application.
    const { user_id } = await aStudent(world, person, {
      university: 'Bugungi',
      phone: `+99890000${1000 + at}`,
      phone_visible: at % 2 === 0,
    });
    applicants.push({ ...person, id: user_id, university: universities[at % 3 === 0 ? at % 14 : at % 4] ?? null });
  }
  return applicants;
};

/** Creates five opportunities and an application of each student to each: 250 rows of every status over 43 days. */
export const createReceivedApplications = async (
  world: World,
  { organization_id }: Organizer,
  applicants: readonly TestApplicant[],
): Promise<ReceivedRow[]> => {
  const rows: ReceivedRow[] = [];
  for (let index = 0; index < 5; index += 1) {
    const item = { title: index === 4 ? '100% grant_lar' : `Dastur ${index}`, opportunity_type: index % 2 ? 'grant' : 'camp' };
    const blind = index === 3;
    const opportunity = await anOpportunity(world, organization_id, { ...item, blind_review: blind, location: 'Dilnoza ko‘chasi' });
    for (const [at, person] of applicants.entries()) {
      const applied = Date.parse('2026-07-25T00:00:00Z') + (at * 7 + index) * 3 * 3_600_000;
      rows.push({
        ...person,
        id: 0,
        student_id: person.id,
        opportunity,
        title: item.title,
        type: item.opportunity_type,
        blind,
        status: statuses[(at + index) % 6] as ApplicationStatus,
        applied_at: new Date(applied).toISOString(),
        updated_at: new Date(applied + ((at * 13) % 11) * 3_600_000).toISOString(),
        // Some scores are equal and some are missing.
        score: at % 4 === 0 ? null : (at % 5) * 12.5 + index,
        answers: {},
      });
    }
  }
  const records = rows.map(({ first_name, last_name, email, university, ...row }) => ({
    ...row,
    snapshot: { first_name, last_name, email, university, phone: `+99890000${row.student_id}` },
    search_text: applicantSearchText({ first_name, last_name, university }),
  }));
  const inserted = await sql<{ id: number; student_id: number; opportunity_id: number }>`
    insert into applications (opportunity_id, student_id, status, snapshot, search_text, score, applied_at, updated_at)
    select opportunity, student_id, status, snapshot, search_text, score, applied_at, updated_at
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as given (opportunity integer, student_id integer, status text, snapshot jsonb,
      search_text text, score numeric, applied_at timestamptz, updated_at timestamptz)
    returning id, student_id, opportunity_id`.execute(world.db);
  const ids = new Map(inserted.rows.map((row) => [`${row.student_id} ${row.opportunity_id}`, row.id]));
  return rows.map((row) => ({ ...row, id: ids.get(`${row.student_id} ${row.opportunity}`) as number }));
};

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
/** Sorts rows like the orderings of an organizer's list. */
export const sortReceived = (rows: readonly ReceivedRow[], ordering = '-applied_at'): ReceivedRow[] => {
  const newest = (a: ReceivedRow, b: ReceivedRow) => compare(b.applied_at, a.applied_at) || b.id - a.id;
  const descending: Record<string, (a: ReceivedRow, b: ReceivedRow) => number> = {
    applied_at: newest,
    updated_at: (a, b) => compare(b.updated_at, a.updated_at) || b.id - a.id,
    score: (a, b) => (b.score ?? -1) - (a.score ?? -1) || b.id - a.id,
    // Ascending by default, so negated here.
    status: (a, b) => -(compare(a.status, b.status) || newest(a, b)),
  };
  const sorted = [...rows].sort(descending[ordering.replace('-', '')]);
  return ordering.startsWith('-') ? sorted : sorted.reverse();
};

/** Creates an application, and its student unless `student_id` is given. @returns its id */
export const anApplication = async (
  world: World,
  opportunity_id: number,
  {
    first_name = 'Sinov',
    last_name = 'Kishi',
    university = null,
    phone = null,
    answers = {},
    questions = [],
    ...values
  }: {
    first_name?: string;
    last_name?: string;
    university?: string | null;
    phone?: string | null;
    answers?: Record<string, string>;
    questions?: { id: number; question: string; question_type: string }[];
    student_id?: number;
    [column: string]: unknown;
  } = {},
): Promise<number> => {
  const student_id = values.student_id ?? (await aStudent(world, { first_name, last_name }, { university, phone })).user_id;
  const { email } = await world.db.selectFrom('users').select('email').where('id', '=', student_id).executeTakeFirstOrThrow();
  const { id } = await world.db
    .insertInto('applications')
    .values({
      opportunity_id,
      answers: JSON.stringify(answers),
      questions: JSON.stringify(questions),
      snapshot: JSON.stringify({ first_name, last_name, email, university, phone }),
      search_text: applicantSearchText({ first_name, last_name, university }),
      applied_at: world.clock.now,
      updated_at: world.clock.now,
      ...values,
      student_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
