import { expect, test } from 'vitest';
import { notificationCalls } from '#contract/notification.ts';
import type { Actor } from '../http/actor.ts';
import { cancelDecisionNotifications, notify } from '../outbox/notify.ts';
import { anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
const advanceClock = (minutes: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + minutes * 60_000);
};
const list = async (actor: Actor, query: Record<string, unknown> = {}) => (await world.ask(actor, notificationCalls.list, { query })).reply;
const titles = async (actor: Actor, query: Record<string, unknown> = {}) => (await list(actor, query)).results.map(({ title }) => title);
const send = (to: Actor, title: string, values: object = {}, when: object = {}) =>
  notify(world.db, world.deps, [{ user_id: to.user_id, kind: 'message', title, text: 'Matn', ...values }], when);

test('lists the user’s notifications, newest first, once due and not cancelled', async () => {
  const [student, other] = [await aStudent(world), await aStudent(world)];
  const { organization_id, user_id } = await anOrganizer(world, { name: 'Markaz' });
  const opportunity_id = await anOpportunity(world, organization_id);
  const at = { applied_at: world.clock.now, updated_at: world.clock.now, snapshot: '{}' };
  const { id: application_id } = await world.db
    .insertInto('applications')
    .values({ opportunity_id, student_id: student.user_id, ...at } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  const insertDecision = async () =>
    (
      await world.db
        .insertInto('decisions')
        .values({ organization_id, actor_id: user_id, to_status: 'accepted', created_at: world.clock.now })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const [valid, undone] = [await insertDecision(), await insertDecision()];
  const due = new Date(world.clock.now.getTime() + 10 * 60_000);
  await send(student, 'Birinchi', { organization_id, application_id, opportunity_id });
  await send(other, 'Begona');
  await send(student, 'Qaror', { kind: 'decision', application_id }, { due, decision_id: valid });
  await send(student, 'Bekor qilingan', { kind: 'decision', application_id }, { due, decision_id: undone });
  const before = world.clock.now.toISOString().replace('.000Z', 'Z');
  const reply = await list(student);
  expect(reply).toEqual({
    count: 1,
    next: null,
    previous: null,
    unread: 1,
    results: [
      {
        id: reply.results[0]?.id,
        kind: 'message',
        title: 'Birinchi',
        text: 'Matn',
        organization_name: 'Markaz',
        application: application_id,
        opportunity: opportunity_id,
        created_at: before,
        read_at: null,
      },
    ],
  });
  advanceClock(9);
  await cancelDecisionNotifications(world.db, world.deps, undone);
  expect(await titles(student)).toEqual(['Birinchi']);
  advanceClock(1);
  await send(student, 'Boshqa');
  expect(await titles(student)).toEqual(['Boshqa', 'Qaror', 'Birinchi']);
  const filtered = await list(student, { application: application_id });
  expect([filtered.count, filtered.unread, filtered.results.map(({ title }) => title)]).toEqual([2, 3, ['Qaror', 'Birinchi']]);
  expect(await titles(other)).toEqual(['Begona']);
  const second = await list(student, { page: 2, page_size: 2 });
  expect([second.count, second.results.map(({ title }) => title)]).toEqual([3, ['Birinchi']]);
  expect(await list(await anOrganizer(world))).toEqual({ count: 0, next: null, previous: null, unread: 0, results: [] });
});

test('marks only own, visible notifications as read', async () => {
  const [student, other] = [await aStudent(world), await aStudent(world)];
  for (const title of ['Bir', 'Ikki', 'Uch']) await send(student, title);
  await send(other, 'Begona');
  await send(student, 'Keyin', {}, { due: new Date(world.clock.now.getTime() + 60_000) });
  const read = async (actor: Actor, body: object) => (await world.ask(actor, notificationCalls.read, { body })).reply.unread;
  const ids = (await world.db.selectFrom('notifications').select(['id', 'title']).execute()) as { id: number; title: string }[];
  const findId = (title: string) => ids.find((one) => one.title === title)?.id as number;
  expect(await read(student, { ids: [findId('Bir'), findId('Begona'), findId('Keyin')] })).toBe(2);
  expect((await list(other)).unread).toBe(1);
  expect(await read(student, { ids: [] })).toBe(2);
  expect(await read(student, {})).toBe(0);
  advanceClock(1);
  expect([(await list(student)).unread, await titles(student)]).toEqual([1, ['Keyin', 'Uch', 'Ikki', 'Bir']]);
});
