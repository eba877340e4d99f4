import { expect, test } from 'vitest';
import { applicationCalls } from '#contract/application.ts';
import { type ApplicationStatus, applicationStatuses } from '#contract/application-rules.ts';
import { profileCompleteness } from '#contract/readiness.ts';
import { studentCalls } from '#contract/student.ts';
import type { Actor } from '../http/actor.ts';
import { anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
const statuses = Object.keys(applicationStatuses) as ApplicationStatus[];
const noApplications = {
  total: 0,
  in_progress: 0,
  accepted: 0,
  closed: 0,
  by_status: { pending: 0, under_review: 0, interview_scheduled: 0, accepted: 0, rejected: 0, withdrawn: 0 },
};

const insertApplication = async (student: Actor, organization_id: number, status: ApplicationStatus) => {
  const opportunity_id = await anOpportunity(world, organization_id);
  const at = { applied_at: world.clock.now, updated_at: world.clock.now };
  const row = { opportunity_id, student_id: student.user_id, status, answers: '{}', questions: '[]', snapshot: '{}', ...at };
  await world.db.insertInto('applications').values(row).execute();
};
const insertDraftFor = async (student: Actor, organization_id: number, values: Record<string, unknown>): Promise<number> => {
  const opportunity = await anOpportunity(world, organization_id, values);
  await insertDraft(student, opportunity);
  return opportunity;
};
const insertDraft = (student: Actor, opportunity_id: number) =>
  world.db
    .insertInto('application_drafts')
    .values({
      student_id: student.user_id,
      opportunity_id,
      answers: '{}',
      version: 1,
      created_at: world.clock.now,
      updated_at: world.clock.now,
    })
    .execute();

test('counts the student’s own applications by the same rules as the organization’s figures', async () => {
  const [student, other] = [await aStudent(world), await aStudent(world)];
  const organizer = await anOrganizer(world);
  expect((await world.ask(student, studentCalls.applicationStats)).reply).toEqual(noApplications);
  for (const [at, status] of statuses.entries()) {
    for (let times = 0; times <= at; times += 1) await insertApplication(student, organizer.organization_id, status);
  }
  const by_status = { pending: 1, under_review: 2, interview_scheduled: 3, accepted: 4, rejected: 5, withdrawn: 6 };
  const figures = { total: 21, in_progress: 6, accepted: 4, closed: 11, by_status };
  expect((await world.ask(organizer, applicationCalls.stats)).reply).toEqual(figures);
  await insertApplication(other, organizer.organization_id, 'accepted');
  const before = world.statements();
  expect((await world.ask(student, studentCalls.applicationStats)).reply).toEqual(figures);
  expect(world.statements() - before).toBe(1);
  expect((await world.ask(student, studentCalls.dashboard)).reply.applications).toEqual(figures);
});

test('suggests the first step to a new student', async () => {
  const { reply } = await world.ask(await aStudent(world), studentCalls.dashboard);
  expect(reply).toEqual({ completeness: profileCompleteness({}), applications: noApplications, draft_count: 0, upcoming_deadlines: [] });
  expect([reply.completeness.percent, reply.completeness.next?.key]).toEqual([0, 'contacts']);
});

test('returns the completeness of the profile, including the picture', async () => {
  const profile = { phone: '1', location: 'Nukus', university: 'TATU', major: 'IT', about_me: 'Men', avatar: '/files/avatar/a.webp' };
  const { reply } = await world.ask(await aStudent(world, {}, profile), studentCalls.dashboard);
  expect(reply.completeness).toEqual(profileCompleteness(profile));
  expect(reply.completeness.percent).toBe(45);
});

test('counts drafts that can still be sent and lists the three next deadlines', async () => {
  const [student, other] = [await aStudent(world), await aStudent(world)];
  const { organization_id } = await anOrganizer(world);
  const later = await insertDraftFor(student, organization_id, { title: 'Uchinchi', application_deadline: '2026-09-20' });
  const last = await insertDraftFor(student, organization_id, { title: 'Bugun', application_deadline: '2026-09-10' });
  const same = await insertDraftFor(student, organization_id, { title: 'Yana bugun', application_deadline: '2026-09-10' });
  await insertDraftFor(student, organization_id, { application_deadline: '2026-09-21' });
  await insertDraftFor(student, organization_id, { application_deadline: null });
  for (const values of [
    { application_deadline: '2026-09-09' },
    { status: 'draft' },
    { status: 'closed' },
    { status: 'cancelled' },
    { deleted_at: world.clock.now },
    { max_applications: 1, application_count: 1 },
  ])
    await insertDraftFor(student, organization_id, { application_deadline: '2026-09-11', ...values });
  await insertDraftFor(other, organization_id, { application_deadline: '2026-09-11' });
  const line = (opportunity: number, title: string, application_deadline: string, days_until_deadline: number) => ({
    opportunity,
    title,
    application_deadline,
    days_until_deadline,
  });
  const readDrafts = async () => {
    const before = world.statements();
    const { draft_count, upcoming_deadlines } = (await world.ask(student, studentCalls.dashboard)).reply;
    return [draft_count, upcoming_deadlines, world.statements() - before];
  };
  const lines = [
    line(last, 'Bugun', '2026-09-10', 0),
    line(same, 'Yana bugun', '2026-09-10', 0),
    line(later, 'Uchinchi', '2026-09-20', 10),
  ];
  expect(await readDrafts()).toEqual([5, lines, 2]);
  const noon = world.clock.now;
  world.clock.now = new Date('2026-09-10T18:59:59.999Z');
  expect(await readDrafts()).toEqual([5, lines, 2]);
  world.clock.now = new Date('2026-09-10T19:00:00.000Z');
  const [count, open] = await readDrafts();
  expect([count, (open as { days_until_deadline: number }[]).map((one) => one.days_until_deadline)]).toEqual([3, [9, 10]]);
  world.clock.now = noon;
});

test('returns student_profile_not_found without a profile', async () => {
  const student = await aStudent(world);
  await world.db.deleteFrom('students').where('user_id', '=', student.user_id).execute();
  const { status, body } = await world.ask(student, studentCalls.dashboard);
  expect([status, body]).toEqual([404, { detail: 'Profil ma’lumotlari topilmadi.', code: 'student_profile_not_found' }]);
  expect((await world.ask(student, studentCalls.applicationStats)).reply).toEqual(noApplications);
});
