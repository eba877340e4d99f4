import { expect, test } from 'vitest';
import { applicationCalls } from '#contract/application.ts';
import { anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
const english = { 'accept-language': 'en' };

test('returns application_not_found in English', async () => {
  const { body } = await world.ask(await aStudent(world), applicationCalls.withdraw, { params: { id: 2147483000 }, headers: english });
  expect(body).toEqual({ detail: 'Application not found', code: 'application_not_found' });
});

test('returns student_profile_not_found in English', async () => {
  const student = await aStudent(world);
  await world.db.deleteFrom('students').where('user_id', '=', student.user_id).execute();
  const { organization_id } = await anOrganizer(world);
  const opportunity_id = await anOpportunity(world, organization_id);
  const { status, body } = await world.ask(student, applicationCalls.checkStatus, { params: { opportunity_id }, headers: english });
  expect([status, body]).toEqual([404, { detail: 'Student profile not found', code: 'student_profile_not_found' }]);
});
