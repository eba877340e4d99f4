import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { applicationCalls as calls } from '#contract/application.ts';
import { applicationStatuses, statusGroup } from '#contract/application-rules.ts';
import { tashkentDay } from '#contract/uzbek.ts';
import type { Actor } from '../http/actor.ts';
import {
  anApplication,
  createApplicants,
  createReceivedApplications,
  type ReceivedRow,
  sortReceived,
  statuses,
} from '../testing/receivedApplications.ts';
import { anAdmin, anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';
import { backfillSearchText } from './searchTextBackfill.ts';

const world = aWorld();
let rows: ReceivedRow[] = [];
let owner: Awaited<ReturnType<typeof anOrganizer>>;
let other: typeof owner;

/** 250 applications of 50 students to five opportunities, and the same at another organization. */
beforeAll(async () => {
  owner = await anOrganizer(world, { name: 'Birinchi' });
  other = await anOrganizer(world, { name: 'Ikkinchi' });
  const applicants = await createApplicants(world);
  rows = await createReceivedApplications(world, owner, applicants);
  await createReceivedApplications(world, other, applicants);
});

/** The ids of all pages of a list. */
const listIds = async (actor: Actor, query: Record<string, unknown>): Promise<number[]> => {
  const ids: number[] = [];
  const counts = new Set<number>();
  for (let page = 1; ; page += 1) {
    const { reply } = await world.ask(actor, calls.received, { query: { ...query, page, page_size: 20 } });
    counts.add(reply.count);
    ids.push(...reply.results.map((one) => one.id));
    if (!reply.next) {
      // Equal on every page.
      expect([[...counts], reply.is_exact]).toEqual([[ids.length], true]);
      return ids;
    }
  }
};
const named = (name: string) => (row: ReceivedRow) => row.first_name === name && !row.blind;
const at = (university: string) => (row: ReceivedRow) => row.university === university;
const toshkent = at('Toshkent davlat universiteti');

test('every filter and search returns exactly the matching rows, newest first', async () => {
  const [first] = rows as [ReceivedRow];
  const cases: [Record<string, unknown>, (row: ReceivedRow) => boolean][] = [
    [{}, () => true],
    [{ status: 'pending' }, (row) => row.status === 'pending'],
    [{ status: 'accepted,rejected' }, (row) => row.status === 'accepted' || row.status === 'rejected'],
    [{ status: ['accepted', 'withdrawn'] }, (row) => row.status === 'accepted' || row.status === 'withdrawn'],
    [{ opportunity: first.opportunity }, (row) => row.opportunity === first.opportunity],
    [{ opportunity_type: 'grant' }, (row) => row.type === 'grant'],
    [{ opportunity_type: 'grant', status: 'pending' }, (row) => row.type === 'grant' && row.status === 'pending'],
    [{ student_university: 'toshkent' }, toshkent],
    [{ student_university: 'Тошкент давлат' }, toshkent],
    [{ student_university: 'tashkent' }, toshkent],
    [{ student_university: 'ozmu' }, at("O'zMU 100%")],
    [{ student_university: 'Dilnoza' }, () => false],
    [{ student_university: 'bugungi' }, () => false],
    [{ student_university: '%' }, () => false],
    [{ search: 'dilnoza' }, named('Dilnoza')],
    [{ search: 'Дилноза' }, named('Dilnoza')],
    [{ search: 'sinov7 diln' }, (row) => named('Dilnoza')(row) && row.last_name === 'Sinov7'],
    [{ search: 'Shaxnoza' }, named('Shahnoza')],
    [{ search: 'Gʻayrat' }, named('G‘ayrat')],
    [{ search: 'Oqila' }, named('Оқила')],
    [{ search: 'ali' }, (row) => named('Ali')(row) || named('Alisher')(row)],
    [{ search: 'sadulla' }, named("Sa'dulla")],
    // A typo in a longer word, only without exact matches.
    [{ search: 'dilnzoa' }, named('Dilnoza')],
    [{ search: 'shahmoza' }, named('Shahnoza')],
    [{ search: 'alx' }, () => false],
    [{ search: 'tatu' }, at('TATU')],
    [{ search: 'tatu', status: 'pending' }, (row) => at('TATU')(row) && row.status === 'pending'],
    [{ search: 'dilnoza tatu' }, (row) => named('Dilnoza')(row) && row.university === 'TATU'],
    [{ search: 'dilnoza', student_university: 'toshkent' }, (row) => named('Dilnoza')(row) && toshkent(row)],
    [{ search: 'universitet' }, toshkent],
    [{ search: 'grant lar' }, (row) => row.title === '100% grant_lar'],
    [{ search: 'dastur 2' }, (row) => row.title === 'Dastur 2'],
    [{ search: 'dastur' }, (row) => row.title !== '100% grant_lar'],
    [{ search: '100%' }, (row) => row.title === '100% grant_lar' || at("O'zMU 100%")(row)],
    [{ search: 'birinchi' }, () => false],
    [{ search: '\\' }, () => false],
    [{ search: "'; --" }, () => false],
    [{ applied_after: '2026-08-05' }, (row) => tashkentDay(new Date(row.applied_at)) >= '2026-08-05'],
    [{ applied_before: '2026-08-05' }, (row) => tashkentDay(new Date(row.applied_at)) <= '2026-08-05'],
    [
      { applied_after: '2026-08-05', applied_before: '2026-08-06', status: 'pending' },
      (row) => ['2026-08-05', '2026-08-06'].includes(tashkentDay(new Date(row.applied_at))) && row.status === 'pending',
    ],
  ];
  for (const [query, keeps] of cases)
    expect([query, await listIds(owner, query)]).toEqual([query, sortReceived(rows.filter(keeps)).map((row) => row.id)]);
});

test('finds applicants in a blind review by university and title, not by name', async () => {
  const { opportunity } = rows.find((row) => row.blind) as ReceivedRow;
  const blind = sortReceived(rows.filter((row) => row.opportunity === opportunity));
  for (const search of ['dilnoza', 'dilnzoa', 'sinov7', 'shaxnoza tatu', 'Дилноза'])
    expect([search, await listIds(owner, { search, opportunity })]).toEqual([search, []]);
  expect(await listIds(owner, { search: 'tatu', opportunity })).toEqual(blind.filter(at('TATU')).map((row) => row.id));
  expect(await listIds(owner, { search: 'dastur 3' })).toEqual(blind.map((row) => row.id));
});

test('finds older applications after the search text is backfilled', async () => {
  const organizer = await anOrganizer(world);
  const opportunity = await anOpportunity(world, organizer.organization_id);
  const id = await anApplication(world, opportunity, { first_name: 'Oydin', university: 'Samarqand', search_text: ' ' });
  const found = async () => [await listIds(organizer, { search: 'ойдин' }), await listIds(organizer, { student_university: 'samarkand' })];
  expect(await found()).toEqual([[], []]);
  expect(await backfillSearchText(world.db)).toBe(1);
  expect(await found()).toEqual([[id], [id]]);
  expect(await backfillSearchText(world.db)).toBe(0);
});

test('every ordering works with any filter and breaks ties by id', async () => {
  for (const name of ['applied_at', 'updated_at', 'status', 'score'])
    for (const ordering of [name, `-${name}`])
      for (const [query, keeps] of [
        [{}, () => true],
        [{ status: 'pending,accepted' }, (row: ReceivedRow) => ['pending', 'accepted'].includes(row.status)],
        [{ search: 'tatu' }, at('TATU')],
      ] as const)
        expect([ordering, await listIds(owner, { ...query, ordering })]).toEqual([
          ordering,
          sortReceived(rows.filter(keeps), ordering).map((row) => row.id),
        ]);
});

test('an item of the organization’s list has all its fields', async () => {
  const row = rows.find((one) => one.first_name === 'Dilnoza') as ReceivedRow;
  const { reply } = await world.ask(owner, calls.list, { query: { search: 'Dilnoza', opportunity: row.opportunity, page_size: 100 } });
  const iso = (moment: string) => moment.replace('.000', '');
  expect((reply.results as { id: number }[]).find((one) => one.id === row.id)).toEqual({
    id: row.id,
    opportunity: row.opportunity,
    opportunity_title: row.title,
    student_name: `Dilnoza ${row.last_name}`,
    student_email: row.email,
    student_university: row.university,
    student_avatar: null,
    is_blind: false,
    score: row.score,
    score_median: null,
    review_count: 0,
    own_score: null,
    note_count: 0,
    interview_at: null,
    status: row.status,
    status_display: applicationStatuses[row.status],
    applied_at: iso(row.applied_at),
    updated_at: iso(row.updated_at),
    organization_name: 'Birinchi',
  });
});

test('a student’s list contains only their own applications', async () => {
  const [{ student_id: user_id }] = rows as [ReceivedRow];
  const student: Actor = { user_id, user_type: 'student', session_id: randomUUID() };
  const { reply } = await world.ask(student, calls.list, { query: { page_size: 100 } });
  const own = await world.db.selectFrom('applications').select('id').where('student_id', '=', student.user_id).execute();
  expect(reply.count).toBe(10);
  expect(reply.results.map((one) => one.id).sort((a, b) => a - b)).toEqual(own.map((one) => one.id).sort((a, b) => a - b));
  const searched = await world.ask(student, calls.list, { query: { search: '100%', status: 'rejected,interview_scheduled,accepted' } });
  expect(searched.reply.results.map((one) => 'title' in one && one.title)).toEqual(
    Array.from({ length: searched.reply.count }, () => '100% grant_lar'),
  );
  for (const [call, actor] of [
    [calls.received, student],
    [calls.stats, student],
    [calls.received, await anAdmin(world)],
  ] as const)
    expect((await world.ask(actor, call)).body.code).toBe('organizers_only');
  expect((await world.ask(await anAdmin(world), calls.list)).status).toBe(403);
});

test('counts figures over all applications, or one opportunity', async () => {
  const figures = (of: ReceivedRow[]) => ({
    total: of.length,
    in_progress: of.filter((row) => statusGroup(row.status) === 'in_progress').length,
    accepted: of.filter((row) => row.status === 'accepted').length,
    closed: of.filter((row) => row.status === 'rejected' || row.status === 'withdrawn').length,
    by_status: Object.fromEntries(statuses.map((status) => [status, of.filter((row) => row.status === status).length])),
  });
  expect((await world.ask(owner, calls.stats)).reply).toEqual(figures(rows));
  const { opportunity } = rows[60] as ReceivedRow;
  expect((await world.ask(owner, calls.stats, { query: { opportunity } })).reply).toEqual(
    figures(rows.filter((row) => row.opportunity === opportunity)),
  );
  expect((await world.ask(other, calls.stats, { query: { opportunity } })).reply.total).toBe(0);
  expect((await world.ask(await anOrganizer(world), calls.stats)).reply).toEqual(figures([]));
});

test('refuses unknown filter values and returns 404 beyond the last page', async () => {
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

test('reads a list in one statement for any number of rows', async () => {
  const organizer = await anOrganizer(world);
  const opportunity = await anOpportunity(world, organizer.organization_id);
  const student = await aStudent(world);
  const countStatements = async (actor: Actor, call: typeof calls.received | typeof calls.list) => {
    const before = world.statements();
    const { reply } = await world.ask(actor, call);
    return [reply.count, world.statements() - before];
  };
  const add = async (by: Actor, to: number) => world.ask(by, calls.apply, { body: { opportunity: to } });
  await add(student, opportunity);
  // The membership, then the list.
  expect([await countStatements(organizer, calls.received), await countStatements(student, calls.list)]).toEqual([
    [1, 2],
    [1, 1],
  ]);
  for (let more = 0; more < 2; more += 1) {
    await add(await aStudent(world), opportunity);
    await add(student, await anOpportunity(world, organizer.organization_id));
  }
  expect([await countStatements(organizer, calls.received), await countStatements(student, calls.list)]).toEqual([
    [5, 2],
    [3, 1],
  ]);
});
