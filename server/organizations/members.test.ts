import { expect, test } from 'vitest';
import { memberCalls } from '#contract/member.ts';
import { organizationCalls } from '#contract/organization.ts';
import { anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
const change = (actor: Parameters<typeof world.ask>[0], id: number, role: string) =>
  world.ask(actor, memberCalls.changeMember, { params: { id }, body: { role } });
const remove = (actor: Parameters<typeof world.ask>[0], id: number) => world.ask(actor, memberCalls.removeMember, { params: { id } });
const readRoles = async (organization_id: number) =>
  (
    await world.db
      .selectFrom('members')
      .select(['user_id', 'role'])
      .where('organization_id', '=', organization_id)
      .orderBy('user_id')
      .execute()
  ).map(({ user_id, role }) => [user_id, role]);
/** An organization with an owner, a manager and a reviewer, and the owner of another organization. */
const aTeam = async () => {
  const owner = await anOrganizer(world);
  const { organization_id } = owner;
  const manager = await anOrganizer(world, { organization_id, role: 'manager' });
  const reviewer = await anOrganizer(world, { organization_id, role: 'reviewer' });
  return { owner, manager, reviewer, organization_id, stranger: await anOrganizer(world) };
};

test('every member lists all members of their own organization only, owners first', async () => {
  const { owner, manager, reviewer, stranger } = await aTeam();
  const { reply } = await world.ask(reviewer, memberCalls.members);
  expect(reply.count).toBe(3);
  expect(reply.results.map(({ id, role, role_display, is_self }) => [id, role, role_display, is_self])).toEqual([
    [owner.user_id, 'owner', 'Egasi', false],
    [manager.user_id, 'manager', 'Menejer', false],
    [reviewer.user_id, 'reviewer', 'Ko‘rib chiquvchi', true],
  ]);
  expect((await world.ask(reviewer, memberCalls.member, { params: { id: manager.user_id } })).reply).toEqual(reply.results[1]);
  const missing = await world.ask(owner, memberCalls.member, { params: { id: 2_000_000_000 } });
  expect((await world.ask(owner, memberCalls.member, { params: { id: stranger.user_id } })).body).toEqual(missing.body);
  const page = (await world.ask(owner, memberCalls.members, { query: { page: 2, page_size: 2 } })).reply;
  expect([page.count, page.results.map(({ id }) => id)]).toEqual([3, [reviewer.user_id]]);
});

test('only owners change roles and remove others; every member may leave', async () => {
  const { owner, manager, reviewer, stranger, organization_id } = await aTeam();
  expect((await change(manager, reviewer.user_id, 'owner')).body.code).toBe('forbidden');
  expect((await remove(manager, reviewer.user_id)).body.code).toBe('forbidden');
  expect((await change(manager, manager.user_id, 'owner')).body.code).toBe('forbidden');
  expect([(await change(owner, stranger.user_id, 'reviewer')).status, (await remove(owner, stranger.user_id)).status]).toEqual([404, 404]);
  expect((await change(owner, reviewer.user_id, 'king')).status).toBe(400);
  expect((await change(owner, reviewer.user_id, 'manager')).reply).toMatchObject({ id: reviewer.user_id, role: 'manager' });
  expect((await remove(manager, manager.user_id)).status).toBe(204);
  expect((await remove(owner, reviewer.user_id)).status).toBe(204);
  expect(await readRoles(organization_id)).toEqual([[owner.user_id, 'owner']]);
  expect((await world.ask(manager, organizationCalls.profile)).body.code).toBe('organization_not_found');
});

test('the last owner can neither step down nor leave', async () => {
  const { owner, manager, organization_id } = await aTeam();
  expect((await change(owner, owner.user_id, 'manager')).body.code).toBe('last_owner');
  expect((await remove(owner, owner.user_id)).body.code).toBe('last_owner');
  expect((await change(owner, owner.user_id, 'owner')).status).toBe(200);
  await change(owner, manager.user_id, 'owner');
  expect((await remove(owner, owner.user_id)).status).toBe(204);
  expect((await readRoles(organization_id)).filter(([, role]) => role === 'owner')).toEqual([[manager.user_id, 'owner']]);
});

test('when two owners demote or remove each other concurrently, one owner remains', async () => {
  for (const act of [
    (a: number) => (actor: Parameters<typeof remove>[0]) => change(actor, a, 'reviewer'),
    (a: number) => (actor: Parameters<typeof remove>[0]) => remove(actor, a),
  ]) {
    for (let round = 0; round < 5; round += 1) {
      const first = await anOrganizer(world);
      const second = await anOrganizer(world, { organization_id: first.organization_id });
      const answers = await Promise.all([act(second.user_id)(first), act(first.user_id)(second)]);
      expect(answers.filter(({ status }) => status < 300).length).toBe(1);
      expect((await readRoles(first.organization_id)).filter(([, role]) => role === 'owner').length).toBe(1);
    }
  }
});

test('the audit log records role changes, leaving and removal, for owners only', async () => {
  const { owner, manager, reviewer, stranger } = await aTeam();
  const readEmail = async (id: number) =>
    (await world.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;
  await change(owner, reviewer.user_id, 'manager');
  await change(owner, reviewer.user_id, 'manager');
  await remove(reviewer, reviewer.user_id);
  await remove(owner, manager.user_id);
  const { reply } = await world.ask(owner, memberCalls.audit);
  expect(reply.results.map(({ action, action_display, details }) => [action, action_display, details])).toEqual([
    ['member_removed', 'A’zo chiqarildi', `${await readEmail(manager.user_id)} (Menejer)`],
    ['member_left', 'A’zo tashkilotdan chiqdi', `${await readEmail(reviewer.user_id)} (Menejer)`],
    ['role_changed', 'A’zoning roli o‘zgartirildi', `${await readEmail(reviewer.user_id)}: Ko‘rib chiquvchi → Menejer`],
  ]);
  expect((await world.ask(stranger, memberCalls.audit)).reply.count).toBe(0);
  const colleague = await anOrganizer(world, { organization_id: owner.organization_id, role: 'manager' });
  expect((await world.ask(colleague, memberCalls.audit)).body.code).toBe('forbidden');
  expect((await world.ask(await aStudent(world), memberCalls.audit)).status).toBe(403);
});
