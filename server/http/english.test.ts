import { expect, test } from 'vitest';
import { accountCalls } from '#contract/account.ts';
import { memberCalls } from '#contract/member.ts';
import { opportunityCalls } from '#contract/opportunity.ts';
import { reviewCalls } from '#contract/review.ts';
import { studentCalls, studentLists } from '#contract/student.ts';
import { anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
const headers = { 'accept-language': 'en' };

test('translates field messages to English, with any numbers in them', async () => {
  const student = await aStudent(world);
  const profile = await world.ask(student, studentCalls.update, { headers, body: { phone: '1'.repeat(41), graduation_year: 3000 } });
  expect(profile.body).toEqual({ phone: ['At most 40 characters.'], graduation_year: ['Enter a number from 1950 to 2100.'] });
  const size = await world.ask(student, studentLists.education.list, { headers, query: { page: 0, page_size: 'x' as never } });
  expect(size.body).toEqual({ page: ['Invalid page number.'], page_size: ['Invalid page_size.'] });
  const language = { headers, body: { language: 'Fransuz', proficiency: 'native' } };
  await world.ask(student, studentLists.languages.create, language);
  expect((await world.ask(student, studentLists.languages.create, language)).body).toEqual({
    language: ['This language is there already.'],
  });
  const span = { start_date: '2024-01-01', end_date: '2023-01-01' };
  const education = { institution: 'TATU', degree: 'bachelor', field_of_study: 'IT', ...span };
  const { body } = await world.ask(student, studentLists.education.create, { headers, body: education });
  expect(body).toEqual({ end_date: ['The end may not be before the beginning.'] });
});

test('translates the messages of signing up', async () => {
  const password = 'Qarag‘ay-ostida-7';
  const register = (values: object) =>
    world.ask(null, accountCalls.register, {
      headers,
      body: { first_name: 'Ali', email: 'ali@example.uz', password, password_confirm: password, ...values },
    });
  expect((await register({})).status).toBe(201);
  expect((await register({})).body).toEqual({ email: ['This e-mail address is registered already.'] });
  expect((await register({ password: 'password', password_confirm: 'password' })).body).toEqual({
    password: ['This password is too common.'],
  });
});

test('translates the messages of organizers', async () => {
  const owner = await anOrganizer(world);
  const id = await anOpportunity(world, owner.organization_id);
  const body = {
    additional_questions: [{ question: 'Nega?', min_length: 10, max_length: 9 }],
    profile_requirements: [{ section: 'basic_info', minimum_items: 6 }],
    requirements: Array.from({ length: 101 }, () => ({ requirement: 'Bilim' })),
  };
  const refused = await world.ask(owner, opportunityCalls.update, { headers, params: { id }, body });
  expect(refused.body).toEqual({
    additional_questions: [{ max_length: ['The most characters may not be fewer than the least.'] }],
    profile_requirements: [{ minimum_items: ['This section has 5 fields: enter a number from 0 to 5.'] }],
    requirements: ['At most 50 items.'],
  });
  const message = { application_ids: [], subject: 'Salom', text: 'Salom' };
  expect((await world.ask(owner, reviewCalls.message, { headers, body: message })).body).toEqual({
    application_ids: ['Choose at least one application.'],
  });
  const emails = Array.from({ length: 101 }, (_, at) => `a${at}@example.uz`);
  expect((await world.ask(owner, memberCalls.inviteStudents, { headers, body: { emails } })).body).toEqual({
    emails: ['At most 100 addresses at once.'],
  });
});

test('sends Uzbek messages with Accept-Language: uz', async () => {
  const student = await aStudent(world);
  const { body } = await world.ask(student, studentCalls.update, { body: { phone: '1'.repeat(41) } });
  expect(body).toEqual({ phone: ['Ko‘pi bilan 40 ta belgi kiriting.'] });
});
