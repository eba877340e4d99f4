import { expect, test } from 'vitest';
import { organizationCalls } from '#contract/organization.ts';
import { studentCalls, studentLists } from '#contract/student.ts';
import { anAdmin, anOrganizer, aStudent, aWorld } from '../testing/world.ts';
import { readStudentProfile } from './studentProfile.ts';

const world = aWorld();

test('a new student reads an empty profile', async () => {
  await aStudent(world, {}, { phone: '+998 90 000 00 00', about_me: 'Boshqa' });
  const me = await aStudent(world, { email: 'bosh@example.uz', first_name: 'Aziza', last_name: '' });
  const { reply } = await world.ask(me, studentCalls.profile);
  expect(reply).toEqual({
    id: me.user_id,
    first_name: 'Aziza',
    last_name: '',
    email: 'bosh@example.uz',
    phone: null,
    phone_visible: true,
    date_of_birth: null,
    location: null,
    university: null,
    major: null,
    graduation_year: null,
    about_me: null,
    bio: null,
    avatar: null,
    portfolio_url: null,
    resume: null,
    resume_name: null,
    cv_url: expect.stringMatching(new RegExp(`^/api/students/cv/${me.user_id}/\\?until=\\d+&sig=[\\w-]{32}$`)),
    education: [],
    experiences: [],
    skills: [],
    projects: [],
    languages: [],
    achievements: [],
    social_links: [],
    updated_at: reply.updated_at,
  });
});

test('reads the profile with its lists in one statement', async () => {
  const me = await aStudent(world);
  const other = await aStudent(world);
  const study = { institution: 'TATU', degree: 'master', field_of_study: 'IT', start_date: '2024-09-01', is_current: true };
  const { reply: education } = await world.ask(me, studentLists.education.create, { body: study });
  const { reply: link } = await world.ask(me, studentLists['social-links'].create, {
    body: { platform: 'github', url: 'https://github.com/a' },
  });
  const { reply: older } = await world.ask(me, studentLists.achievements.create, {
    body: { title: 'Eski', achievement_type: 'award', date_achieved: '2020-01-01' },
  });
  const { reply: newer } = await world.ask(me, studentLists.achievements.create, {
    body: { title: 'Yangi', achievement_type: 'award', date_achieved: '2024-01-01' },
  });
  await world.ask(other, studentLists.education.create, { body: study });
  const before = world.statements();
  const { reply } = await world.ask(me, studentCalls.profile);
  expect(world.statements() - before).toBe(1);
  expect(reply).toMatchObject({ education: [education], social_links: [link], achievements: [newer, older], projects: [] });
  expect(await readStudentProfile(world.deps, me.user_id)).toEqual(reply);
});

test.each([studentCalls.update, studentCalls.replace])(
  '$method changes the fields sent, keeps absent ones, clears empty ones and ignores read-only ones',
  async (call) => {
    const me = await aStudent(world, { first_name: 'A', last_name: 'B' }, { location: 'Nukus', university: 'TATU' });
    const other = await aStudent(world, {}, { university: 'Boshqa' });
    world.clock.now = new Date(world.clock.now.getTime() + 60_000);
    const body = {
      first_name: ' Gulnora ',
      phone: '+998 90 123 45 67',
      phone_visible: 'false',
      date_of_birth: '2004-02-29',
      graduation_year: '2027',
      portfolio_url: 'gulnora.uz',
      university: '',
      bio: ' Salom ',
      id: other.user_id,
      email: 'boshqa@example.uz',
      user_type: 'admin',
      avatar: '/files/x',
      resume: '/files/y',
      updated_at: '2000-01-01',
    };
    const { reply } = await world.ask(me, call, { body });
    expect(reply).toMatchObject({
      id: me.user_id,
      first_name: 'Gulnora',
      last_name: 'B',
      phone: '+998 90 123 45 67',
      phone_visible: false,
      date_of_birth: '2004-02-29',
      location: 'Nukus',
      university: null,
      graduation_year: 2027,
      portfolio_url: 'https://gulnora.uz/',
      about_me: 'Salom',
      bio: 'Salom',
      avatar: null,
      resume: null,
    });
    expect(reply.email).not.toBe('boshqa@example.uz');
    expect(Date.parse(reply.updated_at)).toBe(world.clock.now.getTime());
    expect((await world.ask(me, call, { body: { about_me: 'Haqimda', bio: 'Boshqa' } })).reply.bio).toBe('Haqimda');
    expect((await world.ask(me, call, { body: { bio: null } })).reply.about_me).toBe(null);
    expect((await readStudentProfile(world.deps, other.user_id)).university).toBe('Boshqa');
  },
);

test.each<[object, object]>([
  [{ about_me: 'x'.repeat(501) }, { about_me: ['Ko‘pi bilan 500 ta belgi kiriting.'] }],
  [{ bio: 'x'.repeat(501) }, { bio: ['Ko‘pi bilan 500 ta belgi kiriting.'] }],
  [{ first_name: ' ' }, { first_name: ['Ushbu maydonni to‘ldiring.'] }],
  [{ graduation_year: 'yaqinda' }, { graduation_year: ['Butun son kiriting.'] }],
  [{ graduation_year: 99999999999 }, { graduation_year: ['1950 dan 2100 gacha son kiriting.'] }],
  [{ date_of_birth: '2005-02-29' }, { date_of_birth: ['Sanani to‘g‘ri kiriting.'] }],
  [{ phone: 'a\u0000' }, { phone: ['Matnda ruxsat etilmagan belgi bor.'] }],
  [{ portfolio_url: 'javascript:1' }, { portfolio_url: ['Havolani to‘g‘ri kiriting (masalan, https://example.uz).'] }],
])('refuses %j without changing the profile', async (body, errors) => {
  const me = await aStudent(world);
  const answer = await world.ask(me, studentCalls.update, { body: { location: 'Nukus', ...body } });
  expect([answer.status, answer.body]).toEqual([400, errors]);
  expect((await world.ask(me, studentCalls.profile)).reply.location).toBe(null);
});

test('accepts 500 UTF-16 units, as 250 surrogate pairs', async () => {
  const me = await aStudent(world);
  const about_me = '🙂'.repeat(250);
  expect((await world.ask(me, studentCalls.update, { body: { about_me } })).reply.bio).toBe(about_me);
});

test('returns 403 for profiles of another account type', async () => {
  for (const actor of [await anOrganizer(world), await anAdmin(world)]) {
    for (const answer of [await world.ask(actor, studentCalls.profile), await world.ask(actor, studentCalls.update, { body: {} })]) {
      expect([answer.status, answer.body]).toEqual([403, { detail: 'Bu amal faqat talabalar uchun.', code: 'students_only' }]);
    }
  }
  const answer = await world.ask(await aStudent(world), organizationCalls.profile);
  expect([answer.status, answer.body]).toEqual([403, { detail: 'Bu amal faqat tashkilotlar uchun.', code: 'organizers_only' }]);
});

test('returns student_profile_not_found without a profile', async () => {
  const me = await aStudent(world);
  await world.db.deleteFrom('students').where('user_id', '=', me.user_id).execute();
  const notFound = { detail: 'Profil ma’lumotlari topilmadi.', code: 'student_profile_not_found' };
  expect((await world.ask(me, studentCalls.profile)).body).toEqual(notFound);
  const added = await world.ask(me, studentLists.languages.create, { body: { language: 'A', proficiency: 'native' } });
  expect([added.status, added.body]).toEqual([404, notFound]);
});
