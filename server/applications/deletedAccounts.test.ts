import { expect, test } from 'vitest';
import { applicationCalls as calls } from '#contract/application.ts';
import { type ApplicationStatus, applicationStatuses, organizationTransitions } from '#contract/application-rules.ts';
import { opportunityCalls } from '#contract/opportunity.ts';
import { organizationCalls } from '#contract/organization.ts';
import { anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
const statuses = Object.keys(applicationStatuses) as ApplicationStatus[];

/** Two applications to one opportunity; the account of the second student is deleted. */
const createScene = async () => {
  const owner = await anOrganizer(world);
  const opportunity = await anOpportunity(world, owner.organization_id, { title: 'Yozgi maktab' });
  const apply = async (first_name: string) => {
    const student = await aStudent(world, { first_name, last_name: 'Sinov' }, { university: 'TATU' });
    return (await world.ask(student, calls.apply, { body: { opportunity } })).reply.id;
  };
  const [active, deleted] = [await apply('Aziza'), await apply('Bobur')];
  await world.db
    .updateTable('applications')
    .set({ student_id: null, snapshot: null, search_text: ' ' })
    .where('id', '=', deleted)
    .execute();
  return { owner, opportunity, active, deleted };
};

test('lists show the application of a deleted account under a fixed label, and no search finds its former name', async () => {
  const { owner, active, deleted, opportunity } = await createScene();
  const { reply } = await world.ask(owner, calls.received);
  expect(reply.results.map((one) => [one.id, one.student_name])).toEqual([
    [deleted, 'O‘chirilgan hisob'],
    [active, 'Aziza Sinov'],
  ]);
  expect(reply.results[0]).toEqual({
    id: deleted,
    opportunity,
    is_blind: false,
    score: null,
    score_median: null,
    review_count: 0,
    own_score: null,
    note_count: 0,
    interview_at: null,
    opportunity_title: 'Yozgi maktab',
    student_name: 'O‘chirilgan hisob',
    student_email: '',
    student_university: null,
    student_avatar: null,
    status: 'pending',
    status_display: 'Kutilmoqda',
    applied_at: '2026-09-10T07:00:00Z',
    updated_at: '2026-09-10T07:00:00Z',
    organization_name: reply.results[1]?.organization_name,
  });
  const found = async (query: object) => (await world.ask(owner, calls.received, { query })).reply.results.map((one) => one.id);
  expect([await found({ search: 'yozgi' }), await found({ search: 'sinov' }), await found({ student_university: 'tatu' })]).toEqual([
    [deleted, active],
    [active],
    [active],
  ]);
});

test('its application still counts in every figure', async () => {
  const { owner, deleted, opportunity } = await createScene();
  await world.db.updateTable('applications').set({ status: 'accepted' }).where('id', '=', deleted).execute();
  expect((await world.ask(owner, calls.stats)).reply).toMatchObject({ total: 2, in_progress: 1, accepted: 1, closed: 0 });
  expect((await world.ask(owner, organizationCalls.dashboard)).reply).toMatchObject({ total_applications: 2, accepted_applications: 1 });
  expect((await world.ask(owner, opportunityCalls.detail, { params: { id: opportunity } })).reply).toMatchObject({
    application_count: 2,
    accepted_count: 1,
  });
});

test('its detail has no student, no CV and no next status', async () => {
  const { owner, deleted } = await createScene();
  for (const status of statuses) {
    await world.db.updateTable('applications').set({ status }).where('id', '=', deleted).execute();
    const { reply } = await world.ask(owner, calls.detail, { params: { id: deleted } });
    expect(reply).toMatchObject({ id: deleted, status, student: null, cv_url: null, profile_changed: false, next_statuses: [] });
    expect(reply.history.map((event) => event.status)).toEqual(['pending']);
  }
  const stranger = await world.ask(await aStudent(world), calls.detail, { params: { id: deleted } });
  expect([stranger.status, stranger.body.code]).toEqual([404, 'application_not_found']);
});

test('refuses to decide it alone and skips it among others', async () => {
  const { owner, active, deleted } = await createScene();
  const refused = [400, { detail: 'Bu amalni hozirgi holatda bajarib bo‘lmaydi.', code: 'invalid_operation' }];
  for (const status of statuses) {
    await world.db.updateTable('applications').set({ status }).where('id', '=', deleted).execute();
    for (const to of organizationTransitions(status)) {
      const one = await world.ask(owner, calls.update, { params: { id: deleted }, body: { status: to } });
      expect([status, to, one.status, one.body]).toEqual([status, to, ...refused]);
    }
  }
  await world.db.updateTable('applications').set({ status: 'pending' }).where('id', '=', deleted).execute();
  for (const call of [calls.accept, calls.reject]) {
    const one = await world.ask(owner, call, { params: { id: deleted }, body: {} });
    expect([one.status, one.body]).toEqual(refused);
  }
  const { reply } = await world.ask(owner, calls.acceptMany, { body: { application_ids: [deleted, active] } });
  expect(reply).toMatchObject({ updated: 1, updated_ids: [active], skipped: [{ id: deleted, code: 'invalid_operation' }] });
  const events = await world.db.selectFrom('application_events').select('to_status').where('application_id', '=', deleted).execute();
  expect(events).toEqual([{ to_status: 'pending' }]);
});
