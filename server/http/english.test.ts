import { expect, test } from 'vitest';
import { accountCalls } from '#contract/account.ts';
import { studentCalls, studentLists } from '#contract/student.ts';
import { aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
const headers = { 'accept-language': 'en' };

test('messages of our own have an English reading, whatever numbers stand in them', async () => {
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

test('so do those of signing up', async () => {
  const password = 'Qarag‘ay-ostida-7';
  const sign = (values: object) =>
    world.ask(null, accountCalls.register, {
      headers,
      body: { first_name: 'Ali', email: 'ali@example.uz', password, password_confirm: password, ...values },
    });
  expect((await sign({})).status).toBe(201);
  expect((await sign({})).body).toEqual({ email: ['This e-mail address is registered already.'] });
  expect((await sign({ password: 'password', password_confirm: 'password' })).body).toEqual({ password: ['This password is too common.'] });
});

test('with Accept-Language: uz the same message is Uzbek', async () => {
  const student = await aStudent(world);
  const { body } = await world.ask(student, studentCalls.update, { body: { phone: '1'.repeat(41) } });
  expect(body).toEqual({ phone: ['Ko‘pi bilan 40 ta belgi kiriting.'] });
});
