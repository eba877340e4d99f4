import { expect, test } from 'vitest';
import { organizationCalls } from '#contract/organization.ts';
import { anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
const statuses = ['draft', 'published', 'published', 'published', 'closed', 'cancelled', 'archived'] as const;
const applicationStatuses = ['pending', 'pending', 'under_review', 'interview_scheduled', 'accepted', 'rejected', 'withdrawn'] as const;
const dayLength = 24 * 60 * 60 * 1000;
const today = '2026-09-10';
const dayAfter = (days: number) => new Date(Date.parse(`${today}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10);

/** The inserted rows, deterministic: 24 items of which two are deleted, and about 250 applications. */
const plan = Array.from({ length: 24 }, (_, n) => ({
  title: `Tadbir ${n}`,
  status: statuses[n % statuses.length] ?? 'draft',
  deadline: n % 6 === 5 ? null : dayAfter(((n * 7) % 31) - 12),
  deleted: n === 9 || n === 15,
  applications: Array.from({ length: (n * 5) % 22 }, (_, k) => ({
    status: applicationStatuses[(n + k * 3) % applicationStatuses.length] ?? 'pending',
    daysAgo: (n * 3 + k * 4) % 61,
  })),
}));

test('computes every figure from the rows, in one statement', async () => {
  const owner = await anOrganizer(world);
  const stranger = await anOrganizer(world);
  const students = await Promise.all(Array.from({ length: 22 }, () => aStudent(world)));
  const ids: number[] = [];
  const apply = (opportunity_id: number, k: number, status: (typeof applicationStatuses)[number], daysAgo: number) => {
    const at = new Date(world.clock.now.getTime() - daysAgo * dayLength);
    const row = { opportunity_id, student_id: students[k]?.user_id ?? 0, status, snapshot: '{}', applied_at: at, updated_at: at };
    return world.db
      .insertInto('applications')
      .values(row as never)
      .execute();
  };
  for (const item of plan) {
    const values = {
      title: item.title,
      status: item.status,
      application_deadline: item.deadline,
      deleted_at: item.deleted ? world.clock.now : null,
    };
    const id = await anOpportunity(world, owner.organization_id, values);
    ids.push(id);
    for (const [k, application] of item.applications.entries()) await apply(id, k, application.status, application.daysAgo);
  }
  const otherOpportunity = await anOpportunity(world, stranger.organization_id, { application_deadline: today });
  for (let k = 0; k < 22; k += 1) await apply(otherOpportunity, k, 'accepted', 1);

  const all = plan.flatMap(({ applications }) => applications);
  expect(all.length).toBeGreaterThan(230);
  const items = plan
    .map((item, n) => ({ ...item, id: ids[n] ?? 0, count: item.applications.filter(({ status }) => status !== 'withdrawn').length }))
    .filter(({ deleted }) => !deleted);
  const isActive = ({ status, deadline }: (typeof items)[number]) =>
    (status === 'draft' || status === 'published') && (deadline === null || deadline >= today);
  const accepted = all.filter(({ status }) => status === 'accepted').length;
  const top = [...items].sort((a, b) => b.count - a.count || b.id - a.id).slice(0, 3);
  const upcoming = items
    .filter((item) => isActive(item) && item.deadline !== null)
    .sort((a, b) => (String(a.deadline) < String(b.deadline) ? -1 : a.deadline === b.deadline ? a.id - b.id : 1))
    .slice(0, 3);
  const labels = { draft: 'Qoralama', published: 'Faol' } as Record<string, string>;

  const before = world.statements();
  const { reply } = await world.ask(owner, organizationCalls.dashboard);
  expect(world.statements() - before).toBe(1);
  expect(reply).toEqual({
    total_opportunities: 22,
    active_opportunities: items.filter(isActive).length,
    closed_opportunities: items.filter((item) => !isActive(item)).length,
    draft_opportunities: items.filter(({ status }) => status === 'draft').length,
    total_applications: all.length,
    recent_applications: all.filter(({ daysAgo }) => daysAgo <= 30).length,
    accepted_applications: accepted,
    pending_applications: all.filter(({ status }) => status === 'pending').length,
    acceptance_rate: Math.round((100 * accepted) / all.length),
    top_opportunities: top.map(({ id, title, status, count }) => ({
      id,
      title,
      status,
      application_count: count,
      share: Math.round((100 * count) / (top[0]?.count ?? 1)),
    })),
    upcoming_deadlines: upcoming.map(({ id, title, status, deadline, count }) => ({
      id,
      title,
      status,
      status_display: labels[status],
      application_deadline: deadline,
      days_until_deadline: (Date.parse(String(deadline)) - Date.parse(today)) / dayLength,
      application_count: count,
    })),
  });
  const reviewer = await anOrganizer(world, { organization_id: owner.organization_id, role: 'reviewer' });
  expect((await world.ask(reviewer, organizationCalls.dashboard)).reply).toEqual(reply);
});

test('returns zeros for an organization without opportunities', async () => {
  const { reply } = await world.ask(await anOrganizer(world), organizationCalls.dashboard);
  expect(reply).toEqual({
    total_opportunities: 0,
    active_opportunities: 0,
    closed_opportunities: 0,
    draft_opportunities: 0,
    total_applications: 0,
    recent_applications: 0,
    accepted_applications: 0,
    pending_applications: 0,
    acceptance_rate: 0,
    top_opportunities: [],
    upcoming_deadlines: [],
  });
});

test('keeps an opportunity active until midnight in Tashkent on its deadline', async () => {
  const owner = await anOrganizer(world);
  await anOpportunity(world, owner.organization_id, { application_deadline: '2026-09-10' });
  const figures = async (moment: string) => {
    world.clock.now = new Date(moment);
    const { reply } = await world.ask(owner, organizationCalls.dashboard);
    return [reply.active_opportunities, reply.closed_opportunities, reply.upcoming_deadlines[0]?.days_until_deadline];
  };
  expect(await figures('2026-09-09T18:59:59.999Z')).toEqual([1, 0, 1]);
  expect(await figures('2026-09-10T18:59:59.999Z')).toEqual([1, 0, 0]);
  expect(await figures('2026-09-10T19:00:00.000Z')).toEqual([0, 1, undefined]);
});
