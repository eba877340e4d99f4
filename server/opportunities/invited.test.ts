import { expect, test } from 'vitest';
import { applicationCalls } from '#contract/application.ts';
import { memberCalls } from '#contract/member.ts';
import { opportunityCalls } from '#contract/opportunity.ts';
import type { Actor } from '../http/actor.ts';
import { anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
const detailStatus = async (actor: Actor | null, id: number) =>
  (await world.ask(actor, opportunityCalls.detail, { params: { id } })).status;
const apply = async (actor: Actor, opportunity: number) =>
  await world.ask(actor, applicationCalls.apply, { body: { opportunity, answers: {} } });
const readEmail = async ({ user_id }: Actor) =>
  (await world.db.selectFrom('users').select('email').where('id', '=', user_id).executeTakeFirstOrThrow()).email;
const invite = async (organizer: Actor, student: Actor, opportunity: number | null) =>
  String(
    (await world.ask(organizer, memberCalls.inviteStudents, { body: { emails: [await readEmail(student)], opportunity } })).reply.links[0]
      ?.link,
  ).split('/invite/')[1] as string;
const accept = (student: Actor, token: string) => world.ask(student, memberCalls.acceptInvitation, { params: { token } });
const createScene = async () => {
  const owner = await anOrganizer(world);
  const [draft, another, deleted] = [
    await anOpportunity(world, owner.organization_id, { status: 'draft', published_at: null }),
    await anOpportunity(world, owner.organization_id, { status: 'draft', published_at: null }),
    await anOpportunity(world, owner.organization_id, { status: 'draft', published_at: null, deleted_at: world.clock.now }),
  ];
  const stranger = await anOrganizer(world);
  const foreignDraft = await anOpportunity(world, stranger.organization_id, { status: 'draft', published_at: null });
  return { owner, draft, another, deleted, foreignDraft, student: await aStudent(world), otherStudent: await aStudent(world) };
};

test('an invited student can read a draft and apply; other students get 404', async () => {
  const { owner, draft, another, foreignDraft, student, otherStudent } = await createScene();
  expect([await detailStatus(student, draft), (await apply(student, draft)).status]).toEqual([404, 404]);
  await invite(owner, student, draft);
  expect([await detailStatus(student, draft), await detailStatus(student, another), await detailStatus(student, foreignDraft)]).toEqual([
    200, 404, 404,
  ]);
  expect([await detailStatus(otherStudent, draft), await detailStatus(null, draft)]).toEqual([404, 404]);
  const save = async (actor: Actor) =>
    (
      await world.ask(actor, applicationCalls.saveDraft, {
        params: { opportunity_id: draft },
        body: { answers: {}, version: 0 },
      })
    ).status;
  expect([await save(student), await save(otherStudent)]).toEqual([200, 404]);
  expect((await world.ask(student, applicationCalls.drafts)).reply.results.map(({ opportunity }) => opportunity)).toEqual([draft]);
  expect([(await apply(otherStudent, draft)).status, (await apply(student, another)).status, (await apply(student, draft)).status]).toEqual(
    [404, 404, 201],
  );
  const { reply } = await world.ask(student, opportunityCalls.list);
  expect(reply.results.some(({ id }) => id === draft)).toBe(false);
});

test('an accepted invitation opens all drafts of the organization except deleted ones', async () => {
  const { owner, draft, another, deleted, foreignDraft, student } = await createScene();
  const token = await invite(owner, student, null);
  expect(await detailStatus(student, draft)).toBe(404);
  await accept(student, token);
  expect([
    await detailStatus(student, draft),
    await detailStatus(student, another),
    await detailStatus(student, deleted),
    await detailStatus(student, foreignDraft),
  ]).toEqual([200, 200, 404, 404]);
});

test('an expired invitation no longer opens a draft, unless the student has applied', async () => {
  const { owner, draft, student, otherStudent } = await createScene();
  await invite(owner, student, draft);
  await invite(owner, otherStudent, draft);
  const { reply } = await apply(student, draft);
  const before = world.clock.now;
  world.clock.now = new Date(before.getTime() + 11 * 24 * 60 * 60 * 1000);
  expect([await detailStatus(otherStudent, draft), (await apply(otherStudent, draft)).status, await detailStatus(student, draft)]).toEqual([
    404, 404, 200,
  ]);
  await world.ask(student, applicationCalls.withdraw, { params: { id: reply.id } });
  expect((await world.ask(student, applicationCalls.reinstate, { params: { id: reply.id } })).reply.status).toBe('pending');
  world.clock.now = before;
});
