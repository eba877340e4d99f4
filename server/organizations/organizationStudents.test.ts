import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { memberCalls } from '#contract/member.ts';
import { studentCalls } from '#contract/student.ts';
import { normalizeForSearch } from '#contract/textNormalization.ts';
import type { Actor } from '../http/actor.ts';
import { anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
const hour = 60 * 60 * 1000;
let moment = 0;
/** Inserts an application one hour later than the previous one. */
const apply = async (student: Actor, opportunity_id: number, { status = 'pending', name = '' } = {}) => {
  moment += 1;
  const at = new Date(world.clock.now.getTime() - 1000 * hour + moment * hour);
  await world.db
    .insertInto('applications')
    .values({
      opportunity_id,
      student_id: student.user_id,
      status,
      snapshot: '{}',
      search_text: normalizeForSearch(name),
      applied_at: at,
      updated_at: at,
    } as never)
    .execute();
  return at.toISOString().replace('.000Z', 'Z');
};
const list = async (actor: Actor, query: Record<string, unknown> = {}) => (await world.ask(actor, memberCalls.students, { query })).reply;
const listIds = async (actor: Actor, query: Record<string, unknown> = {}) => (await list(actor, query)).results.map(({ id }) => id);
const readEmail = async ({ user_id }: Actor) =>
  (await world.db.selectFrom('users').select('email').where('id', '=', user_id).executeTakeFirstOrThrow()).email;
const inviteAndAccept = async (organizer: Actor, student: Actor) => {
  const { reply } = await world.ask(organizer, memberCalls.inviteStudents, { body: { emails: [await readEmail(student)] } });
  const token = String(reply.links[0]?.link).split('/invite/')[1] as string;
  return (await world.ask(student, memberCalls.acceptInvitation, { params: { token } })).reply;
};

test('lists students who applied or accepted an invitation, latest first, without blind reviews and other organizations', async () => {
  const owner = await anOrganizer(world);
  const other = await anOrganizer(world);
  const [open, second, blind, otherOpportunity] = [
    await anOpportunity(world, owner.organization_id),
    await anOpportunity(world, owner.organization_id),
    await anOpportunity(world, owner.organization_id, { blind_review: true }),
    await anOpportunity(world, other.organization_id),
  ];
  const aziza = await aStudent(
    world,
    { first_name: 'Aziza', last_name: 'Karimova' },
    { university: 'TATU', major: 'Fizika', avatar: '/files/avatar/a.webp' },
  );
  const [hidden, mixed, guest, invitedOnly, stranger] = await Promise.all(Array.from({ length: 5 }, () => aStudent(world)));
  await apply(aziza, open);
  const lastAt = await apply(aziza, second, { status: 'accepted' });
  await apply(hidden as Actor, blind);
  await apply(mixed as Actor, open);
  await apply(mixed as Actor, blind, { status: 'accepted' });
  await apply(stranger as Actor, otherOpportunity);
  await world.ask(owner, memberCalls.inviteStudents, { body: { emails: [await readEmail(invitedOnly as Actor)] } });
  await inviteAndAccept(owner, guest as Actor);

  const reply = await list(owner);
  expect(
    reply.results.map(({ id, application_count, accepted_count, is_invited }) => [id, application_count, accepted_count, is_invited]),
  ).toEqual([
    [guest?.user_id, 0, 0, true],
    [mixed?.user_id, 1, 0, false],
    [aziza.user_id, 2, 1, false],
  ]);
  expect(reply.count).toBe(3);
  const seesProfile = async (actor: Actor, id: number) =>
    (await world.ask(actor, studentCalls.card, { params: { student_id: id } })).reply.profile !== null;
  expect([await seesProfile(owner, guest?.user_id as number), await seesProfile(other, guest?.user_id as number)]).toEqual([true, false]);
  expect(await seesProfile(owner, invitedOnly?.user_id as number)).toBe(false);
  expect(reply.results[2]).toEqual({
    id: aziza.user_id,
    first_name: 'Aziza',
    last_name: 'Karimova',
    email: await readEmail(aziza),
    university: 'TATU',
    major: 'Fizika',
    avatar: '/files/avatar/a.webp',
    application_count: 2,
    accepted_count: 1,
    is_invited: false,
    last_at: lastAt,
  });
  expect((await world.ask(owner, memberCalls.studentStats)).reply).toEqual({
    total: 3,
    applied: 2,
    accepted: 1,
    invited: 1,
    invitations_sent: 2,
    top_universities: [{ university: 'TATU', count: 1 }],
  });
  expect((await world.ask(other, memberCalls.studentStats)).reply).toMatchObject({ total: 1, applied: 1, invited: 0, invitations_sent: 0 });
  expect(await listIds(other)).toEqual([stranger?.user_id]);
  const reviewer = await anOrganizer(world, { organization_id: owner.organization_id, role: 'reviewer' });
  expect((await list(reviewer)).count).toBe(3);
});

test('search normalizes names and universities of applicants and of invited students', async () => {
  const owner = await anOrganizer(world);
  const other = await anOrganizer(world);
  const item = await anOpportunity(world, owner.organization_id);
  const gulnora = await aStudent(world);
  const shoira = await aStudent(world, { first_name: 'Shoira', last_name: 'G‘aniyeva' }, { university: 'Samarqand davlat universiteti' });
  const namesake = await aStudent(world);
  await apply(gulnora, item, { name: 'Gulnora O‘ktamova Toshkent axborot texnologiyalari universiteti' });
  await apply(namesake, await anOpportunity(world, other.organization_id), { name: 'Gulnora Ochilova' });
  await inviteAndAccept(owner, shoira);
  for (const search of ['gulnora', 'Гулнора Ўктамова', "o'ktam", 'toshkent gul'])
    expect([search, await listIds(owner, { search })]).toEqual([search, [gulnora.user_id]]);
  for (const search of ['ganiyeva', 'Шоира', 'samarkand'])
    expect([search, await listIds(owner, { search })]).toEqual([search, [shoira.user_id]]);
  expect(await listIds(owner, { search: 'universiteti' })).toEqual([shoira.user_id, gulnora.user_id]);
  expect([
    await listIds(owner, { search: '%' }),
    await listIds(owner, { search: 'nora' }),
    (await listIds(owner, { search: '  ' })).length,
  ]).toEqual([[], [], 2]);
});

test('pages through 45 students with the same number of statements for any page size', async () => {
  const owner = await anOrganizer(world);
  const item = await anOpportunity(world, owner.organization_id);
  const people: Actor[] = [];
  for (let n = 0; n < 45; n += 1) {
    const student = await aStudent(world);
    people.unshift(student);
    await apply(student, item, { name: n % 2 ? 'Juft Talaba' : 'Toq Talaba' });
  }
  const ids = people.map(({ user_id }) => user_id);
  const pages = await Promise.all([1, 2, 3].map((page) => list(owner, { page })));
  expect(pages.map(({ count }) => count)).toEqual([45, 45, 45]);
  expect(pages.flatMap(({ results }) => results.map(({ id }) => id))).toEqual(ids);
  expect((await world.ask(owner, memberCalls.students, { query: { page: 4 } })).status).toBe(404);
  const searched = await list(owner, { search: 'juft', page: 2 });
  expect([searched.count, searched.results.map(({ id }) => id)]).toEqual([22, ids.filter((_, n) => n % 2 === 1).slice(20)]);
  const statements = async (page_size: number) => {
    const before = world.statements();
    await list(owner, { page_size });
    return world.statements() - before;
  };
  expect(await statements(1)).toBe(await statements(3));
});

test('with 4,000 applications the newest fill a page, count is a lower bound and a rare name is still found', async () => {
  const owner = await anOrganizer(world);
  const item = await anOpportunity(world, owner.organization_id);
  const rare = await aStudent(world);
  await apply(rare, item, { name: 'Nodirbek Yagonayev' });
  const early = await aStudent(world);
  await inviteAndAccept(owner, early);
  await world.db.updateTable('invitations').set({ accepted_at: '2020-01-01T00:00:00Z' }).where('accepted_by', '=', early.user_id).execute();
  await sql`
    with made as (
      insert into users (email, first_name, last_name, password_hash, user_type, created_at, updated_at)
      select 'kop' || n || '@example.uz', 'Ko‘p', 'Talaba', 'none', 'student', ${world.clock.now}::timestamptz, ${world.clock.now}::timestamptz
      from generate_series(1, 4000) n returning id, email
    )
    insert into applications (opportunity_id, student_id, snapshot, search_text, applied_at, updated_at)
    select ${item}::int, id, '{}', ${normalizeForSearch('Ko‘p Talaba')}::text,
      ${world.clock.now}::timestamptz + make_interval(secs => row_number() over (order by id)), ${world.clock.now}::timestamptz from made`.execute(
    world.db,
  );
  const newest = await world.db
    .selectFrom('applications')
    .select('student_id')
    .where('opportunity_id', '=', item)
    .orderBy('applied_at', 'desc')
    .limit(100)
    .execute();
  const expected = newest.map(({ student_id }) => student_id);
  expect(await listIds(owner, { page_size: 100 })).toEqual(expected);
  expect((await list(owner)).count).toBeGreaterThanOrEqual(1000);
  expect(await listIds(owner, { search: 'talaba', page: 5 })).toEqual(expected.slice(80, 100));
  expect(await listIds(owner, { search: 'yagona' })).toEqual([rare.user_id]);
  // Every page can be reached, down to the last student.
  const last = await list(owner, { page: 41, page_size: 100 });
  expect(last.results.map(({ id }) => id)).toEqual([rare.user_id, early.user_id]);
  expect([last.count, last.next]).toEqual([4002, null]);
});

test('invites students to an own opportunity, once per address, and notifies them in the app', async () => {
  const owner = await anOrganizer(world, { name: 'Innovatsiya markazi' });
  const other = await anOrganizer(world);
  const [item, foreign] = [
    await anOpportunity(world, owner.organization_id, { title: 'Grant' }),
    await anOpportunity(world, other.organization_id),
  ];
  const student = await aStudent(world);
  const email = await readEmail(student);
  const invite = (actor: Actor, body: object) => world.ask(actor, memberCalls.inviteStudents, { body });
  expect((await invite(owner, {})).body).toEqual({ detail: 'Elektron pochta manzillari ro‘yxatini kiriting.', code: 'emails_required' });
  expect((await invite(owner, { emails: [] })).body.code).toBe('emails_required');
  expect((await invite(owner, { emails: ['x', email] })).body).toEqual({ emails: ['Elektron pochta noto‘g‘ri'] });
  expect((await invite(owner, { emails: [email], opportunity: foreign })).status).toBe(404);
  const reviewer = await anOrganizer(world, { organization_id: owner.organization_id, role: 'reviewer' });
  expect((await invite(reviewer, { emails: [email] })).status).toBe(403);
  const { reply } = await invite(owner, {
    emails: [email, email.toUpperCase(), 'notanish@example.uz', await readEmail(other)],
    opportunity: item,
  });
  expect([reply.invited, reply.links.map((one) => one.email)]).toEqual([3, [email, 'notanish@example.uz', await readEmail(other)]]);
  const notifications = await world.db.selectFrom('notifications').selectAll().execute();
  expect(notifications.filter(({ opportunity_id }) => opportunity_id === item)).toMatchObject([
    {
      user_id: student.user_id,
      kind: 'invitation',
      title: 'Innovatsiya markazi sizni “Grant” imkoniyatiga taklif qildi',
      organization_id: owner.organization_id,
    },
  ]);
  const token = String(reply.links[0]?.link).split('/invite/')[1] as string;
  expect((await world.ask(student, memberCalls.invitation, { params: { token } })).reply).toMatchObject({
    kind: 'student',
    role: null,
    role_display: null,
    opportunity: { id: item, title: 'Grant' },
  });
  const thirdToken = String(reply.links[2]?.link).split('/invite/')[1] as string;
  expect((await world.ask(other, memberCalls.acceptInvitation, { params: { token: thirdToken } })).body.code).toBe('students_only');
});

test('a repeated request with the same Idempotency-Key invites once', async () => {
  const owner = await anOrganizer(world);
  const student = await aStudent(world);
  const send = async () =>
    (
      await world.ask(owner, memberCalls.inviteStudents, {
        body: { emails: [await readEmail(student)] },
        headers: { 'idempotency-key': 'bir-marta' },
      })
    ).reply;
  expect(await send()).toEqual(await send());
  expect((await world.db.selectFrom('notifications').selectAll().where('user_id', '=', student.user_id).execute()).length).toBe(1);
});
