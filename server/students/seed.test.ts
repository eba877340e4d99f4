import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { studentCalls as calls } from '#contract/student.ts';
import { anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
const strict = aWorld({ limits: 'strict' });

test('seeding inserts exams once, restores changed ones and creates no duplicates', async () => {
  const student = await aStudent(world);
  expect((await world.ask(student, calls.exams)).reply.count).toBe(0);
  const first = (await world.ask(student, calls.seedExams)).reply.changed;
  const exams = (await world.ask(student, calls.exams)).reply;
  expect([first > exams.count, exams.count > 0]).toEqual([true, true]);
  expect((await world.ask(await anOrganizer(world), calls.seedExams)).reply).toEqual({ changed: 0 });
  const one = exams.results[0]?.id as number;
  await world.db.updateTable('exams').set({ name: 'Boshqa' }).where('id', '=', one).execute();
  await world.db.insertInto('exams').values({ code: 'oz', name: 'O‘z imtihoni', category: 'til', position: 999 }).execute();
  expect((await world.ask(student, calls.seedExams)).reply).toEqual({ changed: 1 });
  expect((await world.ask(student, calls.exams)).reply.results.slice(0, -1)).toEqual(exams.results);
});

test('any failure is seed_failed and rolls back', async () => {
  const student = await aStudent(world);
  await world.db.deleteFrom('skills').execute();
  await sql`alter table exam_sections rename column step to qadam`.execute(world.db);
  const failed = await world.ask(student, calls.seedExams, { headers: { 'accept-language': 'en' } });
  const uzbek = await world.ask(student, calls.seedExams);
  await sql`alter table exam_sections rename column qadam to step`.execute(world.db);
  expect([failed.status, failed.body]).toEqual([500, { detail: 'Failed to seed exams', code: 'seed_failed' }]);
  expect([uzbek.status, uzbek.body]).toEqual([500, { detail: 'Imtihonlar ro‘yxatini yuklab bo‘lmadi.', code: 'seed_failed' }]);
  expect((await world.ask(student, calls.availableSkills)).reply.count).toBe(0);
  expect((await world.ask(student, calls.seedExams)).reply.changed).toBeGreaterThan(0);
});

test('seeding is limited to ten times an hour per user', async () => {
  const student = await aStudent(strict);
  for (let at = 0; at < 10; at += 1) expect((await strict.ask(student, calls.seedExams)).status).toBe(200);
  const refused = await strict.ask(student, calls.seedExams);
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([429, 'too_many_requests', '3600']);
  expect((await strict.ask(await aStudent(strict), calls.seedExams)).status).toBe(200);
});
