import { expect, test } from 'vitest';
import { applicationCalls } from '#contract/application.ts';
import { studentCalls, studentLists } from '#contract/student.ts';
import type { Actor } from '../http/actor.ts';
import { anAdmin, anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
const missing = [404, { detail: "So'ralgan ma'lumot topilmadi.", code: 'not_found' }];
const readCard = (viewer: Actor | null, student_id: number) => world.ask(viewer, studentCalls.card, { params: { student_id } });

let serial = 0;
const canaries = { phone: '+998 77 777 77 77', resume: '/files/resume/kanareyka.pdf' };
/** A student with entries in several lists and a private link. */
const aFullStudent = async () => {
  serial += 1;
  const student = await aStudent(
    world,
    { email: `kanareyka${serial}@example.uz`, first_name: 'Aziza', last_name: 'Karimova' },
    {
      ...canaries,
      university: 'TATU',
      major: 'IT',
      location: 'Nukus',
      graduation_year: 2027,
      about_me: 'Men',
      avatar: '/files/avatar/a.webp',
    },
  );
  const add = async (name: keyof typeof studentLists, body: object) =>
    (await world.ask(student, studentLists[name].create as typeof studentLists.education.create, { body })).reply;
  const start_date = '2024-09-01';
  return {
    student,
    education: await add('education', { institution: 'TATU', degree: 'bachelor', field_of_study: 'IT', start_date, is_current: true }),
    experience: await add('experience', {
      title: 'T',
      company: 'C',
      experience_type: 'project',
      description: 'D',
      start_date,
      is_current: true,
    }),
    language: await add('languages', { language: 'Ingliz', proficiency: 'native' }),
    open: await add('social-links', { platform: 'github', url: 'https://github.com/aziza' }),
    hidden: await add('social-links', { platform: 'telegram', url: 'https://t.me/kanareyka', is_public: false }),
  };
};
const applyTo = async (student: Actor, organization_id: number): Promise<number> => {
  const opportunity = await anOpportunity(world, organization_id);
  return (await world.ask(student, applicationCalls.apply, { body: { opportunity } })).reply.id;
};

test('without access a card has only name, university, major and public links', async () => {
  const { student, open } = await aFullStudent();
  const organizer = await anOrganizer(world);
  const neighbour = await aStudent(world);
  await applyTo(neighbour, organizer.organization_id);
  await applyTo(student, (await anOrganizer(world)).organization_id);
  const limitedCard = {
    id: student.user_id,
    first_name: 'Aziza',
    last_name: 'Karimova',
    university: 'TATU',
    major: 'IT',
    social_links: [open],
    profile: null,
  };
  for (const viewer of [neighbour, organizer, await anAdmin(world)])
    expect((await readCard(viewer, student.user_id)).reply).toEqual(limitedCard);
  expect((await readCard(null, student.user_id)).status).toBe(401);
});

test('the student and members of an organization they applied to see the profile without private fields, in one statement', async () => {
  const { student, education, experience, language, open } = await aFullStudent();
  const organizer = await anOrganizer(world);
  const reviewer = await anOrganizer(world, { organization_id: organizer.organization_id, role: 'reviewer' });
  await applyTo(student, organizer.organization_id);
  for (const viewer of [student, organizer, reviewer]) {
    const before = world.statements();
    const { reply, body } = await readCard(viewer, student.user_id);
    expect(world.statements() - before).toBe(1);
    expect(reply.social_links).toEqual([open]);
    expect(reply.profile).toEqual({
      avatar: '/files/avatar/a.webp',
      location: 'Nukus',
      graduation_year: 2027,
      about_me: 'Men',
      portfolio_url: null,
      education: [education],
      experiences: [experience],
      skills: [],
      projects: [],
      languages: [language],
      achievements: [],
    });
    for (const canary of [...Object.values(canaries), 'kanareyka']) expect(JSON.stringify(body)).not.toContain(canary);
  }
});

test('an application gives access in every status but withdrawn; access ends with the membership', async () => {
  const { student } = await aFullStudent();
  const organizer = await anOrganizer(world);
  const id = await applyTo(student, organizer.organization_id);
  const isOpen = async () => (await readCard(organizer, student.user_id)).reply.profile !== null;
  for (const status of ['pending', 'under_review', 'interview_scheduled', 'accepted', 'rejected', 'withdrawn'] as const) {
    await world.db.updateTable('applications').set({ status }).where('id', '=', id).execute();
    expect([status, await isOpen()]).toEqual([status, status !== 'withdrawn']);
  }
  await applyTo(student, organizer.organization_id);
  expect(await isOpen()).toBe(true);
  await world.db.deleteFrom('members').where('user_id', '=', organizer.user_id).execute();
  expect(await isOpen()).toBe(false);
});

test('returns 404 for users without a student profile', async () => {
  const viewer = await aStudent(world);
  const organizer = await anOrganizer(world);
  const withoutProfile = await aStudent(world);
  await world.db.deleteFrom('students').where('user_id', '=', withoutProfile.user_id).execute();
  for (const id of [2147483647, organizer.user_id, withoutProfile.user_id]) {
    const { status, body } = await readCard(viewer, id);
    expect([id, status, body]).toEqual([id, ...missing]);
  }
});
