import { beforeAll, beforeEach, expect, test } from 'vitest';
import { opportunityCalls } from '#contract/opportunity.ts';
import type { Actor } from '../http/actor.ts';
import { anAdmin, anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
let owner: Actor & { organization_id: number };
let reviewer: Actor;
let other: Actor & { organization_id: number };
let student: Actor;
let skills: number[];
const today = new Date('2026-09-10T07:00:00Z');

beforeAll(async () => {
  owner = await anOrganizer(world);
  reviewer = await anOrganizer(world, { organization_id: owner.organization_id, role: 'reviewer' });
  other = await anOrganizer(world);
  student = await aStudent(world);
  const rows = await world.db
    .insertInto('skills')
    .values(['Python', 'Go', 'SQL'].map((name) => ({ name, category: 'technical' })))
    .returning('id')
    .execute();
  skills = rows.map((row) => row.id);
});
beforeEach(() => {
  world.clock.now = today;
});

const completeBody = {
  title: '  Yozgi maktab ',
  description: 'Birinchi qator\nikkinchi',
  start_date: '2026-11-01',
  application_deadline: '2026-10-01',
  location: 'Toshkent',
};
const create = (body: unknown, actor: Actor | null = owner, headers?: Record<string, string>) =>
  world.ask(actor, opportunityCalls.create, { body, ...(headers ? { headers } : {}) });
const change = (id: number, body: unknown, actor: Actor | null = owner) =>
  world.ask(actor, opportunityCalls.update, { params: { id }, body });
const publish = (id: number, actor: Actor | null = owner, headers?: Record<string, string>) =>
  world.ask(actor, opportunityCalls.publish, { params: { id }, ...(headers ? { headers } : {}) });
const close = (id: number, actor: Actor | null = owner) => world.ask(actor, opportunityCalls.close, { params: { id } });
const remove = (id: number, actor: Actor | null = owner) => world.ask(actor, opportunityCalls.remove, { params: { id } });
const anItem = (values: Record<string, unknown> = {}) => anOpportunity(world, owner.organization_id, values);
const readRow = (id: number) => world.db.selectFrom('opportunities').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('creates a draft conference of the caller’s organization by default', async () => {
  const { reply } = await create(completeBody);
  expect(reply).toMatchObject({
    title: 'Yozgi maktab',
    status: 'draft',
    opportunity_type: 'conference',
    organization_id: owner.organization_id,
    published_at: null,
    can_edit: true,
    requirements: [],
  });
  expect(await readRow(reply.id)).toMatchObject({ created_by: owner.user_id, created_at: '2026-09-10T07:00:00Z' });
});

test('publishes immediately with status published', async () => {
  const { reply } = await create({ ...completeBody, status: 'published' });
  expect([reply.status, reply.published_at]).toEqual(['published', '2026-09-10T07:00:00Z']);
});

test('stores every nested list, in each accepted spelling and shape', async () => {
  const { reply } = await create({
    ...completeBody,
    required_skills: [skills[1], String(skills[0]), skills[1]],
    requirements: [
      { requirement: 'Bir', is_mandatory: false },
      { requirement: 'Ikki', isMandatory: false },
      { requirement: 'Uch', isMandatory: 'ha' },
      { requirement: 'To‘rt' },
      'Besh',
    ],
    profile_requirements: [
      { section: 'education', minimum_items: '2', requirement_level: 'optional' },
      { section: 'resume', minimum_items: 3, custom_message: ' Rezyume kerak ' },
    ],
    additional_questions: [
      { question: 'Ro‘yxat?', question_type: 'select', options: ['A, b', ' C ', '', 'C'] },
      { question: 'Obyekt?', question_type: 'select', options: { x: 'A', y: 'B' } },
      { question: 'Matn?', question_type: 'checkbox', options: 'A\n\n B \r\nC', is_required: 'true', max_length: '10' },
      { question: 'Oddiy?' },
    ],
  });
  expect(reply.required_skills.map((skill) => skill.id)).toEqual([skills[1], skills[0]]);
  expect(reply.requirements.map((item) => [item.order, item.requirement, item.is_mandatory])).toEqual([
    [0, 'Bir', false],
    [1, 'Ikki', false],
    [2, 'Uch', true],
    [3, 'To‘rt', true],
    [4, 'Besh', true],
  ]);
  expect(reply.profile_requirements.map((item) => [item.section, item.requirement_level, item.minimum_items, item.custom_message])).toEqual(
    [
      ['education', 'optional', 2, null],
      ['resume', 'required', null, 'Rezyume kerak'],
    ],
  );
  expect(reply.additional_questions.map((item) => [item.question_type, item.options, item.is_required, item.max_length])).toEqual([
    ['select', ['A, b', 'C'], false, null],
    ['select', ['A', 'B'], false, null],
    ['checkbox', ['A', 'B', 'C'], true, 10],
    ['text', [], false, null],
  ]);
});

test('returns errors by field, those of nested items at their index', async () => {
  const { status, body } = await create({
    title: ' ',
    requirements: [{ requirement: 'Bor' }, { requirement: '' }],
    additional_questions: [{ question: '' }],
  });
  expect([status, body]).toEqual([
    400,
    {
      title: ['Sarlavha majburiy'],
      description: ['Tavsif majburiy'],
      start_date: ['Boshlanish sanasini kiriting'],
      application_deadline: ['Ariza muddati majburiy'],
      location: ['Joylashuvni kiriting'],
      requirements: [{}, { requirement: ['Talab matnini kiriting'] }],
      additional_questions: [{ question: ['Savol matnini kiriting'] }],
    },
  ]);
});

test('refuses a question whose length limits no answer can meet', async () => {
  const createWithLimits = async (limits: object) => {
    const { status, body } = await create({ ...completeBody, additional_questions: [{ question: 'Nega?', ...limits }] });
    return status === 400 ? body.additional_questions : status;
  };
  const inverted = [{ max_length: ['Eng ko‘p belgi soni eng kam sonidan kichik bo‘lmasligi kerak.'] }];
  expect(await createWithLimits({ min_length: 10, max_length: 9 })).toEqual(inverted);
  expect(await createWithLimits({ min_length: '100', max_length: '99' })).toEqual(inverted);
  // The default maximum is 5,000 characters.
  expect(await createWithLimits({ min_length: 5001 })).toEqual(inverted);
  for (const valid of [{ min_length: 10, max_length: 10 }, { min_length: 5000 }, { max_length: 1 }, { min_length: 6000, max_length: 7000 }])
    expect(await createWithLimits(valid)).toBe(201);
});

test('refuses an unknown skill and creates nothing', async () => {
  const count = async () => (await world.db.selectFrom('opportunities').select('id').execute()).length;
  const before = await count();
  const { status, body } = await create({ ...completeBody, required_skills: [skills[0], 2147483647] });
  expect([status, body]).toEqual([400, { required_skills: ['Ro‘yxatdagi qiymatlardan birini tanlang.'] }]);
  expect(await count()).toBe(before);
});

test('ignores fields that a client may not set', async () => {
  const { reply } = await create({
    ...completeBody,
    id: 7,
    organization_id: other.organization_id,
    organization: other.organization_id,
    created_by: other.user_id,
    application_count: 99,
    accepted_count: 99,
    published_at: '2020-01-01T00:00:00Z',
    deleted_at: '2020-01-01T00:00:00Z',
    is_sample: true,
    import_key: 'x',
    tags: ['x'],
    cover_image: '/files/cover/x.webp',
    can_apply: false,
  });
  expect(reply).toMatchObject({
    organization_id: owner.organization_id,
    application_count: 0,
    published_at: null,
    tags: [],
    cover_image: null,
  });
  const before = await readRow(reply.id);
  await change(reply.id, {
    organization_id: 1,
    created_by: 1,
    application_count: 5,
    deleted_at: null,
    tags: ['y'],
    is_sample: true,
    created_at: 'x',
  });
  expect(await readRow(reply.id)).toEqual(before);
});

test('creates one opportunity per idempotency key', async () => {
  const key = { 'idempotency-key': 'bir-marta' };
  const first = await create(completeBody, owner, key);
  const again = await create(completeBody, owner, key);
  expect([again.status, again.body]).toEqual([201, first.body]);
});

test('leaves absent fields unchanged and clears null ones', async () => {
  const { reply } = await create({ ...completeBody, compensation: '1 000 000 so‘m', age_min: 18, benefits: 'Bir\nIkki', is_remote: true });
  world.clock.now = new Date('2026-09-11T07:00:00Z');
  const after = (await change(reply.id, { age_min: null, benefits: '', featured: true })).reply;
  expect(after).toEqual({
    ...reply,
    age_min: null,
    benefits: null,
    featured: true,
    days_until_deadline: 20,
    updated_at: '2026-09-11T07:00:00Z',
  });
});

test('refuses to clear a required field, but lets it stay empty', async () => {
  const filled = await anItem();
  expect((await change(filled, { start_date: null, application_deadline: '', location: null })).body).toEqual({
    start_date: ['Boshlanish sanasini kiriting'],
    application_deadline: ['Ariza muddati majburiy'],
    location: ['Joylashuvni kiriting'],
  });
  expect((await change(filled, { title: '' })).body).toEqual({ title: ['Sarlavha majburiy'] });
  const imported = await anItem({ start_date: null, application_deadline: null, location: null });
  const { reply } = await change(imported, { start_date: null, application_deadline: null, location: '', title: 'Yangi nom' });
  expect([reply.title, reply.application_deadline, reply.is_deadline_passed]).toEqual(['Yangi nom', null, false]);
});

test('checks one end of a range against the stored other end', async () => {
  const id = await anItem({ age_min: 20, start_date: '2026-11-01' });
  expect(Object.keys((await change(id, { age_max: 19 })).body)).toEqual(['age_max']);
  expect(Object.keys((await change(id, { end_date: '2026-10-31' })).body)).toEqual(['end_date']);
  expect((await change(id, { age_max: 20, end_date: '2026-11-01' })).status).toBe(200);
  expect(Object.keys((await change(id, { age_min: 21 })).body)).toEqual(['age_max']);
});

test('replaces a list; items with an id keep their row, in the new order', async () => {
  const { reply } = await create({
    ...completeBody,
    requirements: ['Bir', 'Ikki', 'Uch'],
    additional_questions: [{ question: 'A?' }, { question: 'B?' }],
  });
  const foreign = (await create({ ...completeBody, requirements: ['Begona'] }, other)).reply;
  const [one, , three] = reply.requirements;
  const after = (
    await change(reply.id, {
      requirements: [
        { id: three?.id, requirement: 'Uch, yangi', is_mandatory: false },
        { requirement: 'To‘rt' },
        { id: one?.id, requirement: 'Bir' },
        { id: foreign.requirements[0]?.id, requirement: 'O‘g‘irlangan' },
      ],
    })
  ).reply;
  expect(after.requirements.map((item) => [item.requirement, item.order])).toEqual([
    ['Uch, yangi', 0],
    ['To‘rt', 1],
    ['Bir', 2],
    ['O‘g‘irlangan', 3],
  ]);
  expect([after.requirements[0]?.id, after.requirements[2]?.id]).toEqual([three?.id, one?.id]);
  expect(after.additional_questions).toEqual(reply.additional_questions);
  expect((await world.ask(other, opportunityCalls.detail, { params: { id: foreign.id } })).reply.requirements).toEqual(
    foreign.requirements,
  );
  expect((await change(reply.id, { requirements: [], additional_questions: [] })).reply).toMatchObject({
    requirements: [],
    additional_questions: [],
  });
});

test('PUT requires the required fields', async () => {
  const id = await anItem({ compensation: 'bor' });
  const replace = (body: unknown) => world.ask(owner, opportunityCalls.replace, { params: { id }, body });
  expect(Object.keys((await replace({ title: 'x' })).body)).toEqual(['description', 'start_date', 'application_deadline', 'location']);
  expect((await replace(completeBody)).reply).toMatchObject({ title: 'Yozgi maktab', status: 'published', compensation: 'bor' });
});

test('refuses a limit below the number of applications received', async () => {
  const id = await anItem({ application_count: 3, max_applications: 10 });
  expect((await change(id, { max_applications: 2 })).body).toEqual({
    max_applications: ['Yuborilgan arizalar sonidan (3) kam bo‘lmasligi kerak.'],
  });
  for (const max_applications of [3, 0, null])
    expect((await change(id, { max_applications })).reply.max_applications).toBe(max_applications);
});

test.each([
  ['draft', 'publish', 200, 'published'],
  ['closed', 'publish', 200, 'published'],
  ['archived', 'publish', 200, 'published'],
  ['published', 'publish', 400, 'already_published'],
  ['cancelled', 'publish', 400, 'cannot_publish'],
  ['draft', 'close', 200, 'closed'],
  ['published', 'close', 200, 'closed'],
  ['closed', 'close', 400, 'already_closed'],
  ['archived', 'close', 400, 'already_closed'],
  ['cancelled', 'close', 400, 'invalid_operation'],
  ['draft', 'PATCH published', 200, 'published'],
  ['published', 'PATCH published', 200, 'published'],
  ['cancelled', 'PATCH published', 400, 'cannot_publish'],
  ['published', 'PATCH closed', 200, 'closed'],
  ['archived', 'PATCH closed', 200, 'archived'],
  ['published', 'PATCH archived', 200, 'archived'],
  ['published', 'PATCH cancelled', 200, 'cancelled'],
  ['cancelled', 'PATCH cancelled', 200, 'cancelled'],
  ['cancelled', 'PATCH closed', 400, 'invalid_operation'],
  ['published', 'PATCH draft', 400, 'invalid_operation'],
  ['closed', 'PATCH draft', 400, 'invalid_operation'],
  ['draft', 'PATCH draft', 200, 'draft'],
] as const)('%s → %s: %i %s', async (from, action, status, outcome) => {
  const id = await anItem({ status: from });
  const requested = action.split(' ')[1];
  const answer = requested ? await change(id, { status: requested }) : await (action === 'publish' ? publish : close)(id);
  expect([answer.status, answer.body.code ?? answer.body.status]).toEqual([status, outcome]);
  expect((await readRow(id)).status).toBe(status === 200 ? outcome : from);
});

test('returns refusals in the caller’s language', async () => {
  const id = await anItem();
  expect((await publish(id)).body).toEqual({ detail: 'Imkoniyat allaqachon e’lon qilingan.', code: 'already_published' });
  expect((await publish(id, owner, { 'accept-language': 'en' })).body).toEqual({
    detail: 'Opportunity is already published',
    code: 'already_published',
  });
  const response = await world.app.inject({
    method: 'POST',
    url: `/api/opportunities/${id}/publish`,
    headers: { authorization: `Bearer ${world.deps.tokens.sign(owner, world.clock.now)}` },
  });
  expect(JSON.parse(response.body).detail).toBe('Opportunity is already published');
  await close(id);
  expect((await close(id)).body).toEqual({ detail: 'Imkoniyat allaqachon yopilgan.', code: 'already_closed' });
});

test('keeps the time of the first publication', async () => {
  const id = await anItem({ status: 'draft', published_at: null });
  expect((await publish(id)).reply.published_at).toBe('2026-09-10T07:00:00Z');
  world.clock.now = new Date('2026-09-12T07:00:00Z');
  await close(id);
  const { reply } = await publish(id);
  expect([reply.published_at, reply.updated_at]).toEqual(['2026-09-10T07:00:00Z', '2026-09-12T07:00:00Z']);
});

test('hides a removed opportunity and keeps its applications', async () => {
  const id = await anItem();
  await world.db
    .insertInto('applications')
    .values({
      opportunity_id: id,
      student_id: student.user_id,
      answers: '{}',
      questions: '[]',
      snapshot: '{}',
      applied_at: today,
      updated_at: today,
    })
    .execute();
  expect((await remove(id)).status).toBe(204);
  expect((await remove(id)).status).toBe(404);
  for (const answer of [await change(id, { title: 'x' }), await publish(id), await close(id)]) expect(answer.body.code).toBe('not_found');
  expect(await world.db.selectFrom('applications').select('id').where('opportunity_id', '=', id).execute()).toHaveLength(1);
});

test('allows writes only to owners and managers of the organization', async () => {
  const id = await anItem({ status: 'draft' });
  const before = await readRow(id);
  const formerMember = await anOrganizer(world);
  await world.db.deleteFrom('members').where('user_id', '=', formerMember.user_id).execute();
  const writes = (actor: Actor | null) => [
    () => change(id, { title: 'Boshqa nom' }, actor),
    () => world.ask(actor, opportunityCalls.replace, { params: { id }, body: completeBody }),
    () => publish(id, actor),
    () => close(id, actor),
    () => remove(id, actor),
  ];
  const refused: [Actor | null, number, string][] = [
    [null, 401, 'unauthorized'],
    [student, 403, 'organizers_only'],
    [await anAdmin(world), 403, 'organizers_only'],
    [other, 404, 'not_found'],
    [reviewer, 403, 'forbidden'],
    [formerMember, 404, 'organization_not_found'],
  ];
  for (const [actor, status, code] of refused) {
    for (const write of writes(actor)) {
      const answer = await write();
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
    if (actor !== other) expect((await create(completeBody, actor)).body.code).toBe(code);
  }
  expect(await readRow(id)).toEqual(before);
  const manager = await anOrganizer(world, { organization_id: owner.organization_id, role: 'manager' });
  expect((await change(id, { title: 'Menejerdan' }, manager)).reply.title).toBe('Menejerdan');
});

test('publishes once when several requests arrive at the same time', async () => {
  const id = await anItem({ status: 'draft' });
  const answers = await Promise.all([publish(id), publish(id), publish(id)]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400]);
});
