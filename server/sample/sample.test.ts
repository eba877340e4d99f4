import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { accountCalls } from '#contract/account.ts';
import { checkAnswers } from '#contract/application-rules.ts';
import { profileReadiness } from '#contract/readiness.ts';
import { readRequirements } from '../applications/answers.ts';
import { readApplicant } from '../applications/snapshot.ts';
import { loadReferenceData } from '../db/referenceData.ts';
import { aWorld } from '../testing/world.ts';
import { sampleAccounts } from './fictionalProgrammes.ts';
import { loadSample, sampleSignIns } from './sample.ts';

const world = aWorld();
const aSecondWorld = aWorld();
const counts = async () => {
  const tables = ['skills', 'exams', 'exam_sections', 'universities', 'regions', 'users', 'members', 'organizations', 'opportunities',
    'opportunity_skills', 'opportunity_requirements', 'profile_requirements', 'questions', 'applications', 'application_events', 'consents',
    'criteria', 'reviews', 'application_notes', 'opportunity_views'] as const; // biome-ignore format: a table
  const found: Record<string, number> = {};
  for (const table of tables) {
    const { count } = await world.db
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    found[table] = count;
  }
  return found;
};

test('reference data loads once, restores changed rows and renames a university in place', async () => {
  expect(await loadReferenceData(world.db)).toBe(396 + 44 + 219 + 120 + 14);
  const before = await counts();
  expect(await loadReferenceData(world.db)).toBe(0);
  await world.db.updateTable('exams').set({ name: 'Eski nom' }).where('code', '=', 'ielts').execute();
  const uni = await world.db
    .selectFrom('universities')
    .select(['id', 'name', 'former_names'])
    .where((row) => row.fn('cardinality', ['former_names']), '>', 0)
    .executeTakeFirstOrThrow();
  await world.db
    .updateTable('universities')
    .set({ name: uni.former_names[0] as string })
    .where('id', '=', uni.id)
    .execute();
  expect(await loadReferenceData(world.db)).toBe(2);
  expect(await counts()).toEqual(before);
  expect(await world.db.selectFrom('universities').select('name').where('id', '=', uni.id).executeTakeFirst()).toEqual({ name: uni.name });
});

test('the sample loads once, and deleted rows are not inserted again', async () => {
  expect(await loadSample(world.db, world.clock.now)).toBe(true);
  const before = await counts();
  expect(before).toMatchObject({
    opportunities: 67,
    organizations: 50,
    members: 3,
    applications: 7,
    criteria: 11,
    reviews: 7,
    application_notes: 4,
  });
  expect(await loadSample(world.db, world.clock.now)).toBe(false);
  expect(await counts()).toEqual(before);
  expect(await world.db.selectFrom('opportunities').select('id').where('search_text', '=', ' ').execute()).toEqual([]);
  await world.db.deleteFrom('applications').execute();
  await world.db.deleteFrom('opportunities').where('import_key', '=', 'sample:uz-flex').execute();
  const fewer = await counts();
  expect(await loadSample(world.db, new Date(world.clock.now.getTime() + 1e9))).toBe(false);
  expect(await counts()).toEqual(fewer);
});

test('dates are within a year and in order; only the fictional organizations are verified', async () => {
  const items = await world.db.selectFrom('opportunities').selectAll().where('is_sample', '=', true).execute();
  expect(items).toHaveLength(66);
  for (const item of items) {
    const { application_deadline: deadline, start_date: start, end_date: end, result_announcement_date: result } = item;
    if (deadline) expect([item.title, deadline > '2026-09-10' && deadline <= '2027-09-11']).toEqual([item.title, true]);
    if (deadline && start) expect([item.title, start > deadline]).toEqual([item.title, true]);
    if (start && end) expect(end >= start).toBe(true);
    if (deadline) expect(result && result > deadline && (!start || result <= start)).toBe(true);
    expect(item.search_text.trim()).not.toBe('');
  }
  const verified = await world.db.selectFrom('organizations').select('name').where('is_verified', '=', true).orderBy('name').execute();
  expect(verified.map(({ name }) => name)).toEqual(['Ipak yo‘li yoshlar markazi (namuna)', 'Raqamli avlod (namuna)']);
});

test('sample accounts sign in, their applications are valid and every question type occurs', async () => {
  const other = aSecondWorld;
  await loadReferenceData(other.db);
  await loadSample(other.db, other.clock.now);
  for (const { email, password, user_type, first_name, last_name } of sampleAccounts) {
    const { reply } = await other.ask(null, accountCalls.login, { body: { email, password } });
    const me = await other.app.inject({ url: '/api/auth/profile/', headers: { authorization: `Bearer ${reply.access}` } });
    expect(me.json()).toMatchObject({ user_type, first_name, last_name });
    expect(last_name).toContain('(namuna)');
  }
  const rows = await other.db.selectFrom('applications').selectAll().execute();
  expect(rows.map((row) => row.status).sort()).toEqual([
    'accepted',
    'interview_scheduled',
    'pending',
    'pending',
    'rejected',
    'under_review',
    'withdrawn',
  ]);
  for (const row of rows) {
    const { questions, requirements } = await readRequirements(other.db, row.opportunity_id);
    const applicant = await readApplicant(other.db, row.student_id as number);
    const filled = applicant?.first_name === 'Dilnoza';
    if (filled) expect(profileReadiness(requirements, applicant).missing).toEqual([]);
    expect(checkAnswers(questions, row.answers).errors).toEqual({});
  }
  const kinds = await other.db.selectFrom('questions').select('question_type').distinct().execute();
  expect(kinds).toHaveLength(9);
});

test('sample applications have scores, interviews, views and consistent dates', async () => {
  const { db, clock } = aSecondWorld;
  const { rows } = await sql<Record<string, unknown>>`
    select o.import_key, a.status, a.score::float as score, a.review_count, a.interview_at, a.interview_place,
      a.applied_at >= o.created_at as later, (select max(e.created_at) from application_events e where e.application_id = a.id) < ${clock.now} as past
    from applications a join opportunities o on o.id = a.opportunity_id order by a.id`.execute(db);
  expect(rows.every(({ later, past }) => later && past)).toBe(true);
  const applicationsTo = (key: string) => rows.filter(({ import_key }) => import_key === `sample:invented:${key}`);
  expect(applicationsTo('volunteers').map(({ score, review_count }) => [score, review_count])).toEqual([
    [85, 2],
    [null, 0],
  ]);
  // The next Thursday after 2026-09-10 is the 17th; 15:00 in Tashkent is 10:00 UTC.
  expect(applicationsTo('mentoring')).toMatchObject([
    { status: 'interview_scheduled', score: 77.5, interview_at: '2026-09-17T10:00:00Z', interview_place: 'Onlayn' },
  ]);
  const figures = await sql<{ views: number; received: number }>`
    select coalesce(sum(v.count), 0) as views, o.application_count as received from opportunities o
    left join opportunity_views v on v.opportunity_id = o.id where o.import_key like 'sample:invented:%' group by o.id`.execute(db);
  expect(figures.rows).toHaveLength(7);
  expect(figures.rows.every(({ views, received }) => views > received)).toBe(true);
  expect(await sampleSignIns(db)).toContain('Ko‘rib chiquvchi  koruvchi@imkon.example');
  const reviewer = await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.role', 'u.is_sample', 'u.last_name'])
    .where('u.email', '=', 'koruvchi@imkon.example')
    .executeTakeFirst();
  expect(reviewer).toEqual({ role: 'reviewer', is_sample: true, last_name: 'Rahimova (namuna)' });
});
