import { expect, test } from 'vitest';
import { applicationCalls as calls } from '#contract/application.ts';
import { reviewCalls as review } from '#contract/review.ts';
import { aFixture } from '../testing/fixture.ts';
import { callEveryRoute } from '../testing/replyCheck.ts';
import { anOrganizer, aWorld } from '../testing/world.ts';

const world = aWorld();

test('members read notes newest first and delete only their own', async () => {
  const { organization, other_organization, application, note } = await aFixture(world);
  const { organization_id } = organization;
  const reviewer = await anOrganizer(world, { organization_id, role: 'reviewer' });
  const params = { application_id: application };
  const { reply } = await world.ask(reviewer, review.addNote, { params, body: { text: '  Suhbatga chaqiraylik ' } });
  expect(reply).toEqual({
    id: expect.any(Number),
    text: 'Suhbatga chaqiraylik',
    author: expect.stringMatching(/^Sinov Kishi\d+$/),
    is_own: true,
    created_at: '2026-09-10T07:00:00Z',
  });
  const seen = async (actor: typeof reviewer) =>
    (await world.ask(actor, review.notes, { params })).reply.results.map(({ text, is_own }) => [text, is_own]);
  expect(await seen(organization)).toEqual([
    ['Suhbatga chaqiraylik', false],
    ['Yaxshi', true],
  ]);
  const { results } = (await world.ask(organization, calls.received, { query: { ordering: 'applied_at' } })).reply;
  expect(results.map((one) => [one.id === application, one.note_count])).toContainEqual([true, 2]);
  expect(results.filter((one) => one.id !== application).map((one) => one.note_count)).toEqual([0, 0]);
  const remove = async (actor: typeof reviewer, id: number, application_id = application) => {
    const { status, body } = await world.ask(actor, review.removeNote, { params: { application_id, id } });
    return [status, body?.code];
  };
  expect(await remove(reviewer, note)).toEqual([404, 'not_found']);
  expect(await remove(other_organization, note)).toEqual([404, 'application_not_found']);
  expect(await remove(reviewer, reply.id)).toEqual([204, undefined]);
  expect(await remove(reviewer, reply.id)).toEqual([404, 'not_found']);
  expect(await seen(reviewer)).toEqual([['Yaxshi', false]]);
  for (const text of ['', '   ', null]) {
    const { status, body } = await world.ask(reviewer, review.addNote, { params, body: { text } });
    expect([status, body]).toEqual([400, { text: [expect.any(String)] }]);
  }
});

test('stores a note once per idempotency key', async () => {
  const { organization, application } = await aFixture(world);
  const request = { params: { application_id: application }, body: { text: 'Bir marta' }, headers: { 'idempotency-key': 'izoh-1' } };
  const [first, again] = [await world.ask(organization, review.addNote, request), await world.ask(organization, review.addNote, request)];
  expect(again.reply).toEqual(first.reply);
  expect((await world.ask(organization, review.notes, { params: request.params })).reply.count).toBe(2);
});

test('no reply to a student contains notes, also not the archive and the CV', async () => {
  const canary = 'Qanariyqush';
  const setting = await aFixture(world);
  const { organization, student, application } = setting;
  const params = { application_id: application };
  await world.ask(organization, review.addNote, { params, body: { text: canary } });
  await world.ask(organization, review.saveReview, { params, body: { scores: {}, comment: canary } });
  const replies = await callEveryRoute(world, setting, student);
  const own = (await world.ask(student, calls.detail, { params: { id: application } })).reply;
  expect(own.id).toBe(application);
  expect(replies.filter(({ text }) => text.includes(canary)).map(({ key }) => key)).toEqual([]);
  // Checks that the archive and the CV were actually read.
  const archive = replies.find(({ key }) => key === 'GET /auth/export/:user_id/');
  expect(archive?.text).toContain(`"id": ${application}`);
  expect(replies.find(({ key }) => key === 'GET /applications/:id/cv/')?.text).toContain('Sinov');
  expect(JSON.stringify((await world.ask(organization, review.notes, { params })).reply)).toContain(canary);
});
