import { beforeAll, describe, expect, test } from 'vitest';
import { opportunityCalls } from '#contract/opportunity.ts';
import type { Actor } from '../http/actor.ts';
import { anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
let owner: Actor & { organization_id: number };
let student: Actor;
let id: number;

beforeAll(async () => {
  owner = await anOrganizer(world);
  student = await aStudent(world);
  id = await anOpportunity(world, owner.organization_id, { application_deadline: '2026-10-01' });
  await anOpportunity(world, owner.organization_id, { application_deadline: '2026-09-01', title: 'Ancha oldin' });
});

const readEverywhere = async () => {
  const list = (await world.ask(student, opportunityCalls.list, { query: { title: 'Imkoniyat' } as never })).reply.results[0];
  const detail = (await world.ask(student, opportunityCalls.detail, { params: { id } })).reply;
  const active = (await world.ask(null, opportunityCalls.list, { query: { is_active: true } as never })).reply.count;
  const own = (await world.ask(owner, opportunityCalls.active)).reply.count;
  const stats = (await world.ask(owner, opportunityCalls.stats)).reply;
  const categories = (await world.ask(null, opportunityCalls.categories)).reply.find(({ value }) => value === 'grant')?.count;
  for (const field of ['can_apply', 'is_deadline_passed', 'days_until_deadline', 'application_deadline'] as const)
    expect(list?.[field]).toEqual(detail[field]);
  return {
    days: detail.days_until_deadline,
    passed: detail.is_deadline_passed,
    can_apply: detail.can_apply,
    open: [active, own, stats.active, categories, detail.organization.opportunity_count],
    closed: stats.closed,
  };
};

// The calendar day is Tashkent's in any time zone of the server.
describe.each([
  ['UTC', 0],
  ['America/New_York', 240],
  ['Pacific/Kiritimati', -840],
])('on a server in %s', (zone, offset) => {
  beforeAll(() => {
    process.env.TZ = zone;
    expect(new Date('2026-10-01T12:00:00Z').getTimezoneOffset()).toBe(offset);
  });

  test.each([
    ['2026-09-30T18:59:59.999Z', 1, true],
    ['2026-09-30T19:00:00.000Z', 0, true],
    ['2026-10-01T18:59:59.999Z', 0, true],
    ['2026-10-01T19:00:00.000Z', -1, false],
    ['2026-10-02T18:59:59.999Z', -1, false],
  ])('at %s there are %i days left (open: %s)', async (now, days, open) => {
    world.clock.now = new Date(now);
    const number = open ? 1 : 0;
    expect(await readEverywhere()).toEqual({
      days,
      passed: !open,
      can_apply: open,
      open: [number, number, number, number, number],
      closed: 2 - number,
    });
  });
});
