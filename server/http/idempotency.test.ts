import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { applicationCalls as calls } from '#contract/application.ts';
import { opportunityCalls } from '#contract/opportunity.ts';
import { anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';
import type { Actor } from './actor.ts';
import { deleteExpiredReplies } from './idempotency.ts';

const world = aWorld();

const aScene = async () => {
  const { organization_id } = await anOrganizer(world);
  return { student: await aStudent(world), opportunity: await anOpportunity(world, organization_id) };
};
const apply = (actor: Actor, opportunity: number, key: string, answers?: object) =>
  world.ask(actor, calls.apply, { body: { opportunity, ...(answers ? { answers } : {}) }, headers: { 'idempotency-key': key } });
const readApplications = (student: Actor) =>
  world.db.selectFrom('applications').select('id').where('student_id', '=', student.user_id).execute();
const keyRow = (key: string) => world.db.selectFrom('idempotency_keys').selectAll().where('key', '=', key).executeTakeFirst();

test('a retry gets the first reply and creates no second row', async () => {
  const { student, opportunity } = await aScene();
  const first = await apply(student, opportunity, 'bir');
  const retry = await apply(student, opportunity, 'bir');
  expect([retry.status, retry.reply]).toEqual([201, first.reply]);
  expect(await readApplications(student)).toHaveLength(1);
});

test('refuses a key with another body; another user may use it', async () => {
  const { student, opportunity } = await aScene();
  await apply(student, opportunity, 'ikki');
  const otherBody = await apply(student, opportunity, 'ikki', { 1: 'x' });
  expect([otherBody.status, otherBody.body.code]).toEqual([409, 'idempotency_mismatch']);
  const otherUser = await apply(await aStudent(world), opportunity, 'ikki', { 1: 'x' });
  expect(otherUser.status).toBe(201);
});

test('the same key and body with another path parameter is another request', async () => {
  const owner = await anOrganizer(world);
  const [one, other] = [await anOpportunity(world, owner.organization_id), await anOpportunity(world, owner.organization_id)];
  const copy = (id: number) => world.ask(owner, opportunityCalls.duplicate, { params: { id }, headers: { 'idempotency-key': 'nusxa' } });
  const first = await copy(one);
  expect((await copy(one)).reply.id).toBe(first.reply.id);
  const second = await copy(other);
  expect(second.reply.id).not.toBe(first.reply.id);
  expect((await copy(other)).reply.id).toBe(second.reply.id);
});

test('concurrent requests with one key run once; the others get the reply or 409 in_progress', async () => {
  const { student, opportunity } = await aScene();
  const replies = await Promise.all(Array.from({ length: 10 }, () => apply(student, opportunity, 'birga')));
  for (const { status, body, headers } of replies) {
    expect(['201', '409 in_progress']).toContain(status === 201 ? '201' : `${status} ${body.code}`);
    if (status === 409) expect(headers['retry-after']).toBe('1');
  }
  expect((await apply(student, opportunity, 'birga')).status).toBe(201);
  expect(await readApplications(student)).toHaveLength(1);
});

test('a refused call stores no row and can be retried', async () => {
  const { student, opportunity } = await aScene();
  await world.db.updateTable('opportunities').set({ status: 'closed' }).where('id', '=', opportunity).execute();
  expect((await apply(student, opportunity, 'yopiq')).body.code).toBe('applications_closed');
  expect(await keyRow('yopiq')).toBe(undefined);
  await world.db.updateTable('opportunities').set({ status: 'published' }).where('id', '=', opportunity).execute();
  expect((await apply(student, opportunity, 'yopiq')).status).toBe(201);
});

test('the reply and the row are stored in one transaction', async () => {
  const { student, opportunity } = await aScene();
  await sql`create function no_answer() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`.execute(
    world.db,
  );
  await sql`create trigger no_answer before update on idempotency_keys for each row execute function no_answer()`.execute(world.db);
  try {
    expect((await apply(student, opportunity, 'yarim')).status).toBe(500);
    expect(await readApplications(student)).toEqual([]);
  } finally {
    await sql`drop trigger no_answer on idempotency_keys`.execute(world.db);
  }
  expect((await apply(student, opportunity, 'yarim')).status).toBe(201);
  expect(await readApplications(student)).toHaveLength(1);
});

test('a run killed before its commit frees its key after a minute', async () => {
  const { student, opportunity } = await aScene();
  const { student: secondStudent } = await aScene();
  // A killed process leaves a row without a reply.
  await apply(secondStudent, opportunity, 'qolip');
  const template = await keyRow('qolip');
  await world.db
    .insertInto('idempotency_keys')
    .values({
      scope: `POST /applications/ user ${student.user_id}`,
      key: 'uzilgan',
      request_hash: template?.request_hash ?? '',
      created_at: world.clock.now,
    })
    .execute();
  const soon = await apply(student, opportunity, 'uzilgan');
  expect([soon.status, soon.body.code]).toEqual([409, 'in_progress']);
  const before = world.clock.now;
  world.clock.now = new Date(before.getTime() + 60_001);
  try {
    const later = await apply(student, opportunity, 'uzilgan');
    expect(later.status).toBe(201);
    expect((await apply(student, opportunity, 'uzilgan')).reply).toEqual(later.reply);
    expect(await readApplications(student)).toHaveLength(1);
  } finally {
    world.clock.now = before;
  }
});

test('a stored reply expires after a day; then a retry is refused as a second application', async () => {
  const { student, opportunity } = await aScene();
  await apply(student, opportunity, 'kecha');
  const before = world.clock.now;
  world.clock.now = new Date(before.getTime() + 24 * 3_600_000 + 1);
  const retried = await apply(student, opportunity, 'kecha');
  world.clock.now = before;
  expect(retried.body.code).toBe('already_applied');
  expect(await readApplications(student)).toHaveLength(1);
});

test('refuses a malformed key', async () => {
  const { student, opportunity } = await aScene();
  for (const key of ['', 'ikki so‘z', 'a b', 'x'.repeat(201)])
    expect([key.length, (await apply(student, opportunity, key)).status]).toEqual([key.length, 400]);
});

test('deletes replies older than a day', async () => {
  const { student, opportunity } = await aScene();
  await apply(student, opportunity, 'eski');
  const before = world.clock.now;
  const after = async (hours: number) => {
    world.clock.now = new Date(before.getTime() + hours * 3_600_000);
    await deleteExpiredReplies(world.deps);
    world.clock.now = before;
    return keyRow('eski');
  };
  expect((await after(24))?.status).toBe(201);
  expect(await after(24.1)).toBeUndefined();
});
