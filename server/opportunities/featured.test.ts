import { expect, test } from 'vitest';
import { memberCalls } from '#contract/member.ts';
import { opportunityCalls } from '#contract/opportunity.ts';
import type { Actor } from '../http/actor.ts';
import { anAdmin, anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
const createScene = async (values: Record<string, unknown> = {}) => {
  const owner = await anOrganizer(world);
  return { owner, admin: await anAdmin(world), id: await anOpportunity(world, owner.organization_id, { title: 'Grant', ...values }) };
};
const lock = (actor: Actor | null, id: number, locked: unknown = true) =>
  world.ask(actor, opportunityCalls.lockFeatured, { params: { id }, body: { locked } });
const change = (actor: Actor | null, id: number, body: unknown) => world.ask(actor, opportunityCalls.update, { params: { id }, body });
const detail = async (actor: Actor | null, id: number) => (await world.ask(actor, opportunityCalls.detail, { params: { id } })).reply;

test('an administrator’s lock clears featured, and the organization cannot set it again', async () => {
  const { owner, admin, id } = await createScene({ featured: true });
  const other = await anOpportunity(world, owner.organization_id, { featured: true });
  expect((await lock(admin, id)).reply).toMatchObject({ featured: false, featured_locked: true });
  const refused = await change(owner, id, { featured: true, title: 'Boshqa' });
  expect([refused.status, refused.body]).toEqual([
    403,
    { detail: 'Administrator bu imkoniyatni tavsiya etishni cheklagan.', code: 'featured_locked' },
  ]);
  expect(await detail(owner, id)).toMatchObject({ featured: false, featured_locked: true, title: 'Grant' });
  // Sending the current value is not refused.
  expect((await change(owner, id, { featured: false, title: 'Yangi nom' })).reply.title).toBe('Yangi nom');
  expect((await change(admin, id, { featured: true })).body.code).toBe('featured_locked');
  expect(await detail(owner, other)).toMatchObject({ featured: true, featured_locked: false });
  expect((await lock(admin, id, false)).reply).toMatchObject({ featured: false, featured_locked: false });
  expect((await change(owner, id, { featured: true })).reply.featured).toBe(true);
});

test('featured_locked is true only for viewers who could set featured', async () => {
  const { owner, admin, id } = await createScene();
  await lock(admin, id);
  const reviewer = await anOrganizer(world, { organization_id: owner.organization_id, role: 'reviewer' });
  const manager = await anOrganizer(world, { organization_id: owner.organization_id, role: 'manager' });
  const values = await Promise.all(
    [null, await aStudent(world), await anOrganizer(world), reviewer, manager, owner, admin].map(
      async (actor) => (await detail(actor, id)).featured_locked,
    ),
  );
  expect(values).toEqual([false, false, false, false, true, true, true]);
});

test('an administrator changes featured of any opportunity, and no other field', async () => {
  const { owner, admin, id } = await createScene();
  expect((await change(admin, id, { featured: true })).reply).toMatchObject({ featured: true, can_edit: false });
  expect((await change(admin, id, { featured: 'false' })).reply.featured).toBe(false);
  for (const body of [{ featured: true, title: 'Boshqa' }, { status: 'closed' }, { requirements: [] }, { cover_image: null }]) {
    const { status, body: refusal } = await change(admin, id, body);
    expect([status, refusal.code]).toEqual([403, 'organizers_only']);
  }
  expect(await detail(owner, id)).toMatchObject({ featured: false, title: 'Grant', status: 'published' });
  const completeBody = { title: 'a', description: 'b', start_date: '2026-12-01', application_deadline: '2026-11-01', location: 'c' };
  expect((await world.ask(admin, opportunityCalls.replace, { params: { id }, body: completeBody })).body.code).toBe('organizers_only');
  const hidden = await anOpportunity(world, owner.organization_id, { deleted_at: world.clock.now });
  expect([(await change(admin, hidden, { featured: true })).status, (await lock(admin, hidden)).status]).toEqual([404, 404]);
});

test('the audit log of the organization records each change of the lock once', async () => {
  const { owner, admin, id } = await createScene();
  for (const locked of [true, true, false]) await lock(admin, id, locked);
  const { reply } = await world.ask(owner, memberCalls.audit);
  expect(reply.results.map(({ action_display, details }) => [action_display, details])).toEqual([
    ['Administrator tavsiya etishga yana ruxsat berdi', 'Grant'],
    ['Administrator tavsiya etishni chekladi', 'Grant'],
  ]);
});

test('only administrators lock, and a copy stays locked', async () => {
  const { owner, admin, id } = await createScene();
  for (const actor of [owner, await aStudent(world)]) expect((await lock(actor, id)).body.code).toBe('admins_only');
  expect((await lock(null, id)).status).toBe(401);
  expect((await lock(admin, id, null)).status).toBe(400);
  await lock(admin, id);
  const { reply } = await world.ask(owner, opportunityCalls.duplicate, { params: { id } });
  expect(reply.featured_locked).toBe(true);
  expect((await change(owner, reply.id, { featured: true })).body.code).toBe('featured_locked');
});

test('a lock wins over setting featured at the same time', async () => {
  const { owner, admin, id } = await createScene();
  const [locked, changed] = await Promise.all([lock(admin, id), change(owner, id, { featured: true })]);
  expect([locked.status, [200, 403].includes(changed.status)]).toEqual([200, true]);
  expect(await detail(owner, id)).toMatchObject({ featured: false, featured_locked: true });
});
