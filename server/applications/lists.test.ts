import { beforeAll, expect, test } from 'vitest';
import { applicationCalls as calls } from '#contract/application.ts';
import { type ApplicationStatus, applicationStatuses, groupOf } from '#contract/application-rules.ts';
import { tashkentDay } from '#contract/uzbek.ts';
import type { Actor } from '../http/actor.ts';
import { anAdmin, anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
const statuses = Object.keys(applicationStatuses) as ApplicationStatus[];
const universities = ['TATU', 'Toshkent davlat universiteti', "O'zMU 100%", null];

interface Row {
  id: number;
  student: Actor;
  name: string;
  university: string | null;
  opportunity: number;
  title: string;
  type: string;
  status: ApplicationStatus;
  applied_at: string;
}
const rows: Row[] = [];
let owner: Awaited<ReturnType<typeof anOrganizer>>;
let other: typeof owner;

/** 250 applications of 50 students to five opportunities, and the same again at another organization. */
beforeAll(async () => {
  owner = await anOrganizer(world, { name: 'Birinchi' });
  other = await anOrganizer(world, { name: 'Ikkinchi' });
  const students = [];
  for (let at = 0; at < 50; at += 1) {
    const university = universities[at % 4] ?? null;
    const first_name = at % 7 === 0 ? 'Dilnoza' : `Talaba${at}`;
    students.push({ actor: await aStudent(world, { first_name, last_name: 'Sinov' }, { university }), first_name, university });
  }
  for (const organizer of [owner, other]) {
    for (let place = 0; place < 5; place += 1) {
      const type = place % 2 ? 'grant' : 'camp';
      const title = place === 4 ? '100% grant_lar' : `Dastur ${place}`;
      const opportunity = await anOpportunity(world, organizer.organization_id, { title, opportunity_type: type });
      for (const [at, { actor, first_name, university }] of students.entries()) {
        const status = statuses[(at + place) % 6] as ApplicationStatus;
        const applied_at = new Date(Date.parse('2026-08-01T00:00:00Z') + (at * 7 + place) * 3_600_000).toISOString();
        const { id } = await world.db
          .insertInto('applications')
          .values({
            opportunity_id: opportunity,
            student_id: actor.user_id,
            status,
            answers: '{}',
            questions: '[]',
            snapshot: '{}',
            applied_at,
            updated_at: applied_at,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        if (organizer === owner)
          rows.push({ id, student: actor, name: `${first_name} Sinov`, university, opportunity, title, type, status, applied_at });
      }
    }
  }
});

/** Every id of a list, page by page. */
const idsOf = async (actor: Actor, query: Record<string, unknown>): Promise<number[]> => {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const { reply } = await world.ask(actor, calls.received, { query: { ...query, page, page_size: 100 } });
    ids.push(...reply.results.map((one) => one.id));
    if (!reply.next) {
      expect(reply.count).toBe(ids.length);
      return ids;
    }
  }
};
const newestFirst = (of: Row[]) => [...of].sort((a, b) => b.applied_at.localeCompare(a.applied_at) || b.id - a.id).map((row) => row.id);

test('every filter and search gives exactly what the rows say, newest first', async () => {
  const [first] = rows as [Row];
  const cases: [Record<string, unknown>, (row: Row) => boolean][] = [
    [{}, () => true],
    [{ status: 'pending' }, (row) => row.status === 'pending'],
    [{ status: 'accepted,rejected' }, (row) => row.status === 'accepted' || row.status === 'rejected'],
    [{ status: ['accepted', 'withdrawn'] }, (row) => row.status === 'accepted' || row.status === 'withdrawn'],
    [{ opportunity: first.opportunity }, (row) => row.opportunity === first.opportunity],
    [{ opportunity_type: 'grant' }, (row) => row.type === 'grant'],
    [{ student_university: 'toshkent' }, (row) => row.university === 'Toshkent davlat universiteti'],
    [{ student_university: '%' }, (row) => row.university === "O'zMU 100%"],
    [{ search: 'dilnoza sin' }, (row) => row.name.startsWith('Dilnoza')],
    [{ search: 'tatu' }, (row) => row.university === 'TATU'],
    [{ search: 'grant_l' }, (row) => row.title === '100% grant_lar'],
    [{ search: 'dastur_' }, () => false],
    [{ search: '100%' }, (row) => row.title === '100% grant_lar' || row.university === "O'zMU 100%"],
    [{ search: '\\' }, () => false],
    [{ applied_after: '2026-08-05' }, (row) => tashkentDay(new Date(row.applied_at)) >= '2026-08-05'],
    [{ applied_before: '2026-08-05' }, (row) => tashkentDay(new Date(row.applied_at)) <= '2026-08-05'],
    [
      { applied_after: '2026-08-05', applied_before: '2026-08-05', status: 'pending' },
      (row) => tashkentDay(new Date(row.applied_at)) === '2026-08-05' && row.status === 'pending',
    ],
  ];
  for (const [query, keeps] of cases) expect([query, await idsOf(owner, query)]).toEqual([query, newestFirst(rows.filter(keeps))]);
});

test('every ordering holds, with the key behind it', async () => {
  const by = { applied_at: (row: Row) => row.applied_at, updated_at: (row: Row) => row.applied_at, status: (row: Row) => row.status };
  for (const [name, value] of Object.entries(by)) {
    const up = [...rows].sort((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : a.id - b.id)).map((row) => row.id);
    expect(await idsOf(owner, { ordering: name })).toEqual(up);
    expect(await idsOf(owner, { ordering: `-${name}` })).toEqual([...up].reverse());
  }
});

test('an item of the organization’s list carries what its card shows', async () => {
  const row = rows.find((one) => one.name.startsWith('Dilnoza')) as Row;
  const { reply } = await world.ask(owner, calls.mine, { query: { search: 'Dilnoza', opportunity: row.opportunity, page_size: 100 } });
  const email = await world.db.selectFrom('users').select('email').where('id', '=', row.student.user_id).executeTakeFirstOrThrow();
  const iso = new Date(row.applied_at).toISOString().replace('.000', '');
  expect((reply.results as { id: number }[]).find((one) => one.id === row.id)).toEqual({
    id: row.id,
    opportunity: row.opportunity,
    opportunity_title: row.title,
    student_name: 'Dilnoza Sinov',
    student_email: email.email,
    student_university: row.university,
    student_avatar: null,
    is_blind: false,
    score: null,
    score_median: null,
    review_count: 0,
    own_score: null,
    note_count: 0,
    interview_at: null,
    status: row.status,
    status_display: applicationStatuses[row.status],
    applied_at: iso,
    updated_at: iso,
    organization_name: 'Birinchi',
  });
});

test('a student’s list holds their own applications alone', async () => {
  const [{ student }] = rows as [Row];
  const { reply } = await world.ask(student, calls.mine, { query: { page_size: 100 } });
  const own = await world.db.selectFrom('applications').select('id').where('student_id', '=', student.user_id).execute();
  expect(reply.count).toBe(10);
  expect(reply.results.map((one) => one.id).sort((a, b) => a - b)).toEqual(own.map((one) => one.id).sort((a, b) => a - b));
  const searched = await world.ask(student, calls.mine, { query: { search: '100%', status: 'rejected,interview_scheduled,accepted' } });
  expect(searched.reply.results.map((one) => 'title' in one && one.title)).toEqual(
    Array.from({ length: searched.reply.count }, () => '100% grant_lar'),
  );
  for (const [call, actor] of [
    [calls.received, student],
    [calls.stats, student],
    [calls.received, await anAdmin(world)],
  ] as const)
    expect((await world.ask(actor, call)).body.code).toBe('organizers_only');
  expect((await world.ask(await anAdmin(world), calls.mine)).status).toBe(403);
});

test('the figures are counted over all rows, or over one opportunity', async () => {
  const figures = (of: Row[]) => ({
    total: of.length,
    in_progress: of.filter((row) => groupOf(row.status) === 'in_progress').length,
    accepted: of.filter((row) => row.status === 'accepted').length,
    closed: of.filter((row) => row.status === 'rejected' || row.status === 'withdrawn').length,
    by_status: Object.fromEntries(statuses.map((status) => [status, of.filter((row) => row.status === status).length])),
  });
  expect((await world.ask(owner, calls.stats)).reply).toEqual(figures(rows));
  const { opportunity } = rows[60] as Row;
  expect((await world.ask(owner, calls.stats, { query: { opportunity } })).reply).toEqual(
    figures(rows.filter((row) => row.opportunity === opportunity)),
  );
  expect((await world.ask(other, calls.stats, { query: { opportunity } })).reply.total).toBe(0);
  expect((await world.ask(await anOrganizer(world), calls.stats)).reply).toEqual(figures([]));
});

test('unknown values of filters are refused, a page past the end is not found', async () => {
  for (const [query, field] of [
    [{ status: 'kutilmagan' }, 'status'],
    [{ opportunity_type: 'x' }, 'opportunity_type'],
    [{ opportunity: 'x' }, 'opportunity'],
    [{ applied_after: '2026-02-30' }, 'applied_after'],
    [{ ordering: 'password_hash' }, 'ordering'],
  ] as const) {
    const { status, body } = await world.ask(owner, calls.received, { query: query as never });
    expect([status, Object.keys(body)]).toEqual([400, [field]]);
  }
  expect((await world.ask(owner, calls.received, { query: { ordering: 'x' as never } })).body.ordering[0]).toContain('-applied_at');
  expect((await world.ask(owner, calls.received, { query: { page: 14 } })).status).toBe(404);
  const last = (await world.ask(owner, calls.received, { query: { page: 13 } })).reply;
  expect([last.results.length, last.next, last.previous]).toEqual([10, null, '/api/applications/org/?page=12']);
});

test('one statement reads a list, however many rows it has', async () => {
  const organizer = await anOrganizer(world);
  const opportunity = await anOpportunity(world, organizer.organization_id);
  const student = await aStudent(world);
  const asked = async (actor: Actor, call: typeof calls.received | typeof calls.mine) => {
    const before = world.statements();
    const { reply } = await world.ask(actor, call);
    return [reply.count, world.statements() - before];
  };
  const add = async (by: Actor, to: number) => world.ask(by, calls.apply, { body: { opportunity: to } });
  await add(student, opportunity);
  // The membership, then the list.
  expect([await asked(organizer, calls.received), await asked(student, calls.mine)]).toEqual([
    [1, 2],
    [1, 1],
  ]);
  for (let more = 0; more < 2; more += 1) {
    await add(await aStudent(world), opportunity);
    await add(student, await anOpportunity(world, organizer.organization_id));
  }
  expect([await asked(organizer, calls.received), await asked(student, calls.mine)]).toEqual([
    [5, 2],
    [3, 1],
  ]);
});
