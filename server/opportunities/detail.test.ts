import { expect, test } from 'vitest';
import { opportunityCalls } from '#contract/opportunity.ts';
import type { Actor } from '../http/actor.ts';
import { anAdmin, anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
const detail = (actor: Actor | null, id: number) => world.ask(actor, opportunityCalls.detail, { params: { id } });

test('reads the detail with all nested lists in one statement', async () => {
  const owner = await anOrganizer(world, { name: 'Markaz', phone: '+998901234567', is_verified: true });
  await anOrganizer(world, { organization_id: owner.organization_id, role: 'reviewer' });
  const other = await anOrganizer(world);
  const id = await anOpportunity(world, owner.organization_id, { description: 'Bir\nikki', tags: ['amaliyot'], age_min: 18 });
  await anOpportunity(world, owner.organization_id, { application_deadline: '2026-09-09' });
  await anOpportunity(world, owner.organization_id, { status: 'draft' });
  const foreign = await anOpportunity(world, other.organization_id);
  const [python, go] = await world.db
    .insertInto('skills')
    .values([
      { name: 'Python', category: 'technical' },
      { name: 'Go', category: 'technical' },
    ])
    .returning('id')
    .execute();
  await world.db
    .insertInto('opportunity_skills')
    .values([
      { opportunity_id: id, skill_id: Number(go?.id), position: 0 },
      { opportunity_id: id, skill_id: Number(python?.id), position: 1 },
      { opportunity_id: foreign, skill_id: Number(python?.id), position: 0 },
    ])
    .execute();
  await world.db
    .insertInto('opportunity_requirements')
    .values([
      { opportunity_id: id, requirement: 'Ikkinchi', is_mandatory: false, order: 1 },
      { opportunity_id: id, requirement: 'Birinchi', is_mandatory: true, order: 0 },
      { opportunity_id: foreign, requirement: 'Begona', is_mandatory: true, order: 0 },
    ])
    .execute();
  await world.db
    .insertInto('profile_requirements')
    .values({ opportunity_id: id, section: 'education', requirement_level: 'recommended', minimum_items: 2, order: 0 })
    .execute();
  await world.db
    .insertInto('questions')
    .values({ opportunity_id: id, question: 'Nega?', question_type: 'select', options: ['Ha, albatta', 'Yo‘q'], order: 0 })
    .execute();
  const before = world.statements();
  const { reply } = await detail(owner, id);
  expect(world.statements() - before).toBe(1);
  expect(reply.organization).toMatchObject({
    id: owner.organization_id,
    name: 'Markaz',
    phone: '+998901234567',
    is_verified: true,
    member_count: 2,
    opportunity_count: 1,
    organization_type_display: 'Universitet',
  });
  expect(reply).toMatchObject({ tags: ['amaliyot'], age_min: 18, can_edit: true, can_apply: false });
  expect(reply.required_skills.map((skill) => skill.name)).toEqual(['Go', 'Python']);
  expect(reply.requirements.map((item) => [item.requirement, item.is_mandatory])).toEqual([
    ['Birinchi', true],
    ['Ikkinchi', false],
  ]);
  expect(reply.profile_requirements).toMatchObject([
    { section: 'education', section_display: "Ta'lim tarixi", requirement_level_display: 'Tavsiya etiladi', minimum_items: 2 },
  ]);
  expect(reply.additional_questions).toMatchObject([
    { question: 'Nega?', question_type_display: 'Tanlov', options: ['Ha, albatta', 'Yo‘q'], is_required: false, max_length: null },
  ]);
  expect((await detail(other, id)).reply).toMatchObject({ can_edit: false, can_apply: false });
});

test('returns a draft to its organization and administrators, and 404 to others', async () => {
  const owner = await anOrganizer(world);
  const reviewer = await anOrganizer(world, { organization_id: owner.organization_id, role: 'reviewer' });
  const id = await anOpportunity(world, owner.organization_id, { status: 'draft' });
  const missing = await detail(null, 2147483647);
  expect([missing.status, missing.body]).toEqual([404, { detail: "So'ralgan ma'lumot topilmadi.", code: 'not_found' }]);
  for (const actor of [null, await aStudent(world), await anOrganizer(world)]) {
    const answer = await detail(actor, id);
    expect([answer.status, answer.body]).toEqual([missing.status, missing.body]);
  }
  expect((await detail(owner, id)).reply).toMatchObject({ status_display: 'Qoralama', can_edit: true });
  expect((await detail(reviewer, id)).reply.can_edit).toBe(false);
  expect((await detail(await anAdmin(world), id)).reply).toMatchObject({ id, can_edit: false, can_apply: false });
});

test('returns closed, cancelled and archived opportunities, and 404 for a deleted one', async () => {
  const owner = await anOrganizer(world);
  for (const [status, label] of [
    ['closed', 'Yopilgan'],
    ['archived', 'Yopilgan'],
    ['cancelled', 'Bekor qilingan'],
  ]) {
    const id = await anOpportunity(world, owner.organization_id, { status });
    expect((await detail(null, id)).reply).toMatchObject({ status, status_display: label, can_apply: false });
  }
  const deleted = await anOpportunity(world, owner.organization_id, { deleted_at: world.clock.now });
  for (const actor of [null, owner, await anAdmin(world)]) expect((await detail(actor, deleted)).status).toBe(404);
});

test('can_apply depends on the capacity and the viewer’s own application', async () => {
  const owner = await anOrganizer(world);
  const [student, other] = [await aStudent(world), await aStudent(world)];
  const id = await anOpportunity(world, owner.organization_id, { max_applications: 2 });
  const unlimited = await anOpportunity(world, owner.organization_id, { max_applications: 0 });
  const can = async (actor: Actor | null, at = id) => (await detail(actor, at)).reply.can_apply;
  const apply = (actor: Actor, status = 'pending') =>
    world.db
      .insertInto('applications')
      .values({
        opportunity_id: id,
        student_id: actor.user_id,
        status: status as 'pending',
        answers: '{}',
        questions: '[]',
        snapshot: '{}',
        applied_at: world.clock.now,
        updated_at: world.clock.now,
      })
      .execute();
  expect([await can(null), await can(student), await can(student, unlimited), await can(owner)]).toEqual([true, true, true, false]);
  await apply(student, 'withdrawn');
  expect([await can(student), await can(other)]).toEqual([false, true]);
  await apply(other);
  expect([await can(null), (await detail(null, id)).reply.application_count]).toEqual([true, 1]);
  await apply(await aStudent(world));
  expect([await can(null), await can(await aStudent(world))]).toEqual([false, false]);
});

test.each(['0', '-1', '2147483648', '9223372036854775808', '1.5', 'abc', '%00', '1%00', "1'--", '%F0%9F%98%80', '[1]'])(
  'returns 404 for the id %s',
  async (id) => {
    const response = await world.app.inject({ method: 'GET', url: `/api/opportunities/${id}/` });
    expect([response.statusCode, JSON.parse(response.body)]).toEqual([404, { detail: 'Not Found', code: 'not_found' }]);
  },
);
