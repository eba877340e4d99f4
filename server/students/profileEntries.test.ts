import { beforeAll, describe, expect, test } from 'vitest';
import { type StudentListName, studentLists } from '#contract/student.ts';
import type { Actor } from '../http/actor.ts';
import { anOrganizer, aStudent, aWorld } from '../testing/world.ts';
import { type Body, cases } from './profileEntries.cases.ts';

const world = aWorld();

beforeAll(async () => {
  const section = { name_uz: null, min: 0, max: 9, step: 0.5, is_total: false };
  await world.db
    .insertInto('exams')
    .values([
      { code: 'ielts', name: 'IELTS', category: 'language', provider: null, position: 1 },
      { code: 'sat', name: 'SAT', category: 'academic', provider: null, position: 2 },
    ])
    .execute();
  await world.db
    .insertInto('exam_sections')
    .values([
      { exam_id: 1, name: 'Listening', position: 1, ...section },
      { exam_id: 1, name: 'Overall', position: 2, ...section, is_total: true },
      { exam_id: 2, name: 'Total', position: 1, ...section, min: 400, max: 1600, step: 10 },
    ])
    .execute();
  await world.db
    .insertInto('skills')
    .values([
      { name: 'Python', category: 'technical' },
      { name: 'Figma', category: 'tool' },
    ])
    .execute();
});

const missing = { detail: "So'ralgan ma'lumot topilmadi.", code: 'not_found' };
type Calls = (typeof studentLists)['education'];

describe.each(Object.keys(studentLists) as StudentListName[])('%s', (name) => {
  const calls = studentLists[name] as unknown as Calls;
  const { body, reply, change, changed, newer, empty, refused, refusedChange = [], duplicate, texts } = cases[name];
  const add = (actor: Actor, values: Body = {}) => world.ask(actor, calls.create, { body: { ...body, ...values } });
  const readList = async (actor: Actor) => (await world.ask(actor, calls.list, { query: { page_size: 100 } })).reply;
  /** Two students with one entry each. */
  const createEntries = async () => {
    const [me, other] = [await aStudent(world), await aStudent(world)];
    const foreign = (await add(other)).reply;
    const own = (await add(me)).reply;
    return { me, other, own, foreign };
  };

  test('an entry is created, read and listed for its student only', async () => {
    const { me, own } = await createEntries();
    expect(own).toEqual({ id: own.id, ...reply });
    expect((await world.ask(me, calls.retrieve, { params: { id: own.id } })).reply).toEqual(own);
    expect(await readList(me)).toEqual({ count: 1, next: null, previous: null, results: [own] });
  });

  test('a repeated create with the same Idempotency-Key returns the same entry', async () => {
    const { me, own } = await createEntries();
    const send = () => world.ask(me, calls.create, { body: newer, headers: { 'idempotency-key': `${name}-${me.user_id}` } });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status, again.reply]).toEqual([201, 201, first.reply]);
    expect(new Set((await readList(me)).results.map(({ id }) => id))).toEqual(new Set([own.id, first.reply.id]));
  });

  test('PATCH changes the fields sent, PUT replaces the entry', async () => {
    const { me, other, own, foreign } = await createEntries();
    const patched = (await world.ask(me, calls.update, { params: { id: own.id }, body: change })).reply;
    expect(patched).toEqual({ ...own, ...changed });
    expect((await world.ask(me, calls.update, { params: { id: own.id }, body: {} })).reply).toEqual(patched);
    expect((await world.ask(me, calls.replace, { params: { id: own.id }, body })).reply).toEqual(own);
    expect((await readList(other)).results).toEqual([foreign]);
  });

  test('lists the newest entries first, in pages of one statement', async () => {
    const { me, own } = await createEntries();
    const second = (await world.ask(me, calls.create, { body: newer })).reply;
    expect((await readList(me)).results).toEqual([second, own]);
    const before = world.statements();
    const page = (await world.ask(me, calls.list, { query: { page_size: 1, page: 2 } })).reply;
    expect(world.statements() - before).toBe(1);
    expect(page).toEqual({ count: 2, next: null, previous: `/api/students/${name}/?page_size=1&page=1`, results: [own] });
    const pastLast = await world.ask(me, calls.list, { query: { page_size: 1, page: 3 } });
    expect([pastLast.status, pastLast.body]).toEqual([404, missing]);
  });

  test('clears the end date of an ongoing entry', async () => {
    const me = await aStudent(world);
    for (const flag of ['is_current', 'is_ongoing'].filter((one) => one in reply)) {
      const { reply: created } = await add(me, { [flag]: true, end_date: '2001-01-01' });
      expect((created as unknown as Body).end_date).toBe(null);
    }
  });

  test('clamps page_size to its bounds', async () => {
    const { me } = await createEntries();
    await world.ask(me, calls.create, { body: newer });
    for (const [page_size, length] of [
      [-5, 1],
      [0, 1],
      [1, 1],
      [1000, 2],
    ] as const)
      expect([page_size, (await world.ask(me, calls.list, { query: { page_size } })).reply.results.length]).toEqual([page_size, length]);
    expect((await world.ask(me, calls.list, { query: { page_size: 'ko‘p' as never } })).status).toBe(400);
  });

  test('deletes an entry; a second delete is a 404', async () => {
    const { me, other, own } = await createEntries();
    expect((await world.ask(me, calls.remove, { params: { id: own.id } })).status).toBe(204);
    expect((await readList(me)).count).toBe(0);
    expect((await readList(other)).count).toBe(1);
    const again = await world.ask(me, calls.remove, { params: { id: own.id } });
    expect([again.status, again.body]).toEqual([404, missing]);
  });

  test('returns 404 for another student’s entry, as for an unknown one', async () => {
    const { me, other, foreign } = await createEntries();
    for (const id of [foreign.id, 2147483647]) {
      for (const answer of [
        await world.ask(me, calls.retrieve, { params: { id } }),
        await world.ask(me, calls.update, { params: { id }, body: change }),
        await world.ask(me, calls.replace, { params: { id }, body }),
        await world.ask(me, calls.remove, { params: { id } }),
      ]) {
        expect([answer.status, answer.body]).toEqual([404, missing]);
      }
    }
    expect((await readList(other)).results).toEqual([foreign]);
  });

  test('an empty body returns the required fields in the form’s order', async () => {
    const me = await aStudent(world);
    const answer = await world.ask(me, calls.create, { body: {} });
    expect(answer.status).toBe(400);
    expect(Object.entries(answer.body)).toEqual(empty.map(([field, message]) => [field, [message]]));
  });

  test.each(refused)('POST and PUT refuse %j', async (values, errors) => {
    const { me, own } = await createEntries();
    const answer = await add(me, values);
    expect([answer.status, answer.body]).toEqual([400, errors]);
    const replaced = await world.ask(me, calls.replace, { params: { id: own.id }, body: { ...body, ...values } });
    expect([replaced.status, replaced.body]).toEqual([400, errors]);
    expect((await readList(me)).results).toEqual([own]);
  });

  test.each(refusedChange)('PATCH refuses %j', async (values, errors) => {
    const { me, own } = await createEntries();
    const answer = await world.ask(me, calls.update, { params: { id: own.id }, body: values });
    expect([answer.status, answer.body]).toEqual([400, errors]);
    expect((await readList(me)).results).toEqual([own]);
  });

  if (duplicate)
    test('a duplicate is a field error for POST, PATCH, PUT and concurrent requests, but not for another student', async () => {
      const [values, errors] = duplicate;
      const { me, other, own, foreign } = await createEntries();
      const again = { ...body, ...values };
      const answer = await add(me, values);
      expect([answer.status, answer.body]).toEqual([400, errors]);
      const second = (await world.ask(me, calls.create, { body: newer })).reply;
      for (const call of [calls.update, calls.replace]) {
        const changedTo = await world.ask(me, call, { params: { id: second.id }, body: again });
        expect([changedTo.status, changedTo.body]).toEqual([400, errors]);
      }
      expect((await readList(me)).results).toEqual([second, own]);
      expect((await world.ask(me, calls.replace, { params: { id: own.id }, body: again })).status).toBe(200);
      const third = await aStudent(world);
      const answers = await Promise.all(Array.from({ length: 4 }, () => add(third)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
      expect((await readList(third)).count).toBe(1);
      expect((await readList(other)).results).toEqual([foreign]);
    });
  else
    test('allows two equal entries', async () => {
      const { me, other, own, foreign } = await createEntries();
      const duplicate = (await add(me)).reply;
      expect(duplicate).toEqual({ ...own, id: duplicate.id });
      expect(duplicate.id).not.toBe(own.id);
      expect((await readList(me)).results).toEqual([duplicate, own]);
      await world.ask(me, calls.remove, { params: { id: duplicate.id } });
      expect((await readList(me)).results).toEqual([own]);
      expect((await readList(other)).results).toEqual([foreign]);
    });

  /** Statuses of POST, PUT and PATCH with one field changed, as [verb, status]. */
  const writeStatuses = async (actor: Actor, id: number, field: string, value: unknown): Promise<[string, number][]> => [
    ['POST', (await add(actor, { [field]: value })).status],
    ['PUT', (await world.ask(actor, calls.replace, { params: { id }, body: { ...body, [field]: value } })).status],
    ['PATCH', (await world.ask(actor, calls.update, { params: { id }, body: { [field]: value } })).status],
  ];
  const allRefused = ['POST', 'PUT', 'PATCH'].map((verb) => [verb, 400]);

  test('returns 400 for hostile bytes and changes nothing', async () => {
    const { me, own } = await createEntries();
    for (const field of texts) {
      for (const hostile of ['a\u0000b', '\ud800', { $gt: '' }, ['a'], 7, 'x'.repeat(5000)])
        expect([field, hostile, await writeStatuses(me, own.id, field, hostile)]).toEqual([field, hostile, allRefused]);
    }
    for (const field of Object.keys(body).filter((key) => !texts.includes(key) && key !== 'verified' && key !== 'student_id')) {
      for (const hostile of [2 ** 63, '\u0000', '\ud800', { a: 1 }, [[]], '2026-99-99'])
        expect([field, hostile, await writeStatuses(me, own.id, field, hostile)]).toEqual([field, hostile, allRefused]);
    }
    for (const id of ['0', '-1', '1.5', '9'.repeat(20), 'abc', '1%00', '%F0']) {
      const response = await world.app.inject({
        method: 'GET',
        url: `/api/students/${name}/${id}/`,
        headers: { authorization: `Bearer ${world.deps.tokens.sign(me, world.clock.now)}` },
      });
      expect([id, [400, 404].includes(response.statusCode)]).toEqual([id, true]);
    }
    expect((await readList(me)).results).toEqual([own]);
  });

  test('invisible characters do not fill a required field', async () => {
    const { me, own } = await createEntries();
    const required = texts.filter((field) => empty.some(([name]) => name === field));
    for (const field of required)
      for (const invisible of ['\u200b', ' \u200e\u2060 ', '\ufeff\u00ad', '\u3164'])
        expect([field, await writeStatuses(me, own.id, field, invisible)]).toEqual([field, allRefused]);
    expect((await readList(me)).results).toEqual([own]);
  });

  if (texts.length > 0)
    test('stores unusual but valid text unchanged', async () => {
      const { me, own } = await createEntries();
      for (const field of texts) {
        for (const odd of ['<img src=x>', "';--\\", 'o‘ʻ’ ўғ', '😀\u202e', '%_$1', '{"a":1}']) {
          const { reply } = await world.ask(me, calls.update, { params: { id: own.id }, body: { [field]: odd } });
          expect([field, (reply as Body)[field]]).toEqual([field, odd]);
        }
      }
    });

  test('refuses the 101st entry of a list', async () => {
    const me = await aStudent(world);
    const { reply: one } = await add(me);
    const count = await fill(me, 99);
    expect(count).toBe(100);
    const answer = await world.ask(me, calls.create, { body: newer });
    expect([answer.status, answer.body]).toEqual([400, { non_field_errors: ['Ko‘pi bilan 100 ta yozuv qo‘shish mumkin.'] }]);
    expect((await world.ask(me, calls.update, { params: { id: one.id }, body: change })).status).toBe(200);
  });

  /** Inserts copies of the student's entry directly. @returns the count afterwards */
  const fill = async ({ user_id: student_id }: Actor, more: number) => {
    const table =
      ({ 'exam-scores': 'exam_scores', skills: 'student_skills', 'social-links': 'social_links' } as Record<string, string>)[name] ?? name;
    const row = (await world.db
      .selectFrom(table as 'languages')
      .selectAll()
      .where('student_id', '=', student_id)
      .executeTakeFirstOrThrow()) as Body;
    const { id: _, ...values } = row;
    const rows = Array.from({ length: more }, (_, n) => ({
      ...values,
      ...(name === 'languages' ? { language: `Til ${n}` } : {}),
      ...(name === 'skills' ? { skill_id: 1000 + n } : {}),
      ...(name === 'social-links' ? { platform: 'custom' } : {}),
    }));
    if (name === 'skills') {
      for (let n = 0; n < more; n += 1) {
        await world.db
          .insertInto('skills')
          .values({ name: `Malaka ${n}`, category: 'tool' })
          .onConflict((c) => c.column('name').doNothing())
          .execute();
      }
      const skills = await world.db.selectFrom('skills').select('id').where('name', 'like', 'Malaka %').execute();
      for (const [n, item] of rows.entries()) Object.assign(item, { skill_id: skills[n]?.id });
    }
    await world.db
      .insertInto(table as 'languages')
      .values(rows as never)
      .execute();
    return (await readList({ user_id: student_id, user_type: 'student', session_id: 'x' })).count;
  };

  test('refuses organizers and signed-out callers', async () => {
    const organizer = await anOrganizer(world);
    for (const answer of [
      await world.ask(organizer, calls.list),
      await world.ask(organizer, calls.create, { body }),
      await world.ask(organizer, calls.remove, { params: { id: 1 } }),
    ]) {
      expect([answer.status, answer.body]).toEqual([403, { detail: 'Bu amal faqat talabalar uchun.', code: 'students_only' }]);
    }
    expect((await world.ask(null, calls.list)).status).toBe(401);
  });
});
