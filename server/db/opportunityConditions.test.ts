import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import { type ApplyObstacle, applyObstacle, type OpportunityStatus } from '#contract/opportunity-rules.ts';
import type { Actor } from '../http/actor.ts';
import { anAdmin, anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';
import { acceptsApplications, canApply, hasOpenDeadline } from './opportunityConditions.ts';

const world = aWorld();
const today = '2026-09-10';
let owner: Actor & { organization_id: number };
const viewers: Record<string, Actor | null> = {};
beforeAll(async () => {
  owner = await anOrganizer(world);
  Object.assign(viewers, { visitor: null, student: await aStudent(world), organization: owner, admin: await anAdmin(world) });
});

interface Case {
  status?: OpportunityStatus;
  application_deadline?: string | null;
  application_count?: number;
  max_applications?: number | null;
  viewer?: 'visitor' | 'student' | 'organization' | 'admin';
  /** Status of the student's own application. */
  applied?: ApplicationStatus;
}
const full = { application_count: 2, max_applications: 2 };
const passed = { application_deadline: '2026-09-09' };
/** The one table of cases for the rule of the contract and its SQL. */
const cases: [Case, ApplyObstacle][] = [
  [{}, null],
  [{ viewer: 'visitor' }, null],
  [{ viewer: 'organization' }, 'organization'],
  [{ viewer: 'admin' }, 'organization'],
  [{ status: 'draft' }, null],
  [{ status: 'closed' }, 'status'],
  [{ status: 'cancelled' }, 'status'],
  [{ status: 'archived' }, 'status'],
  [{ application_deadline: null }, null],
  [{ application_deadline: '2026-09-11' }, null],
  [{ application_deadline: today }, null],
  [passed, 'deadline'],
  [{ ...passed, viewer: 'visitor' }, 'deadline'],
  [{ ...passed, status: 'draft' }, 'deadline'],
  [{ max_applications: null, application_count: 5 }, null],
  [{ max_applications: 0, application_count: 5 }, null],
  [{ max_applications: 2, application_count: 1 }, null],
  [full, 'capacity'],
  [{ ...full, viewer: 'visitor' }, 'capacity'],
  [{ applied: 'pending' }, 'applied'],
  [{ applied: 'accepted' }, 'applied'],
  [{ applied: 'rejected' }, 'applied'],
  [{ applied: 'withdrawn' }, 'withdrawn'],
  // The first obstacle in order is returned.
  [{ ...full, ...passed }, 'deadline'],
  [{ ...full, ...passed, status: 'closed' }, 'status'],
  [{ ...full, ...passed, status: 'closed', applied: 'pending' }, 'applied'],
  [{ ...full, ...passed, status: 'closed', viewer: 'admin' }, 'organization'],
];

test.each(cases)('the rule of the contract and its SQL agree on %j: %s', async ({ viewer = 'student', applied, ...values }, expected) => {
  const actor = viewers[viewer] as Actor | null;
  // Triggers check an application and count it, so the case's values are set after it is inserted.
  const id = await anOpportunity(world, owner.organization_id);
  if (applied && actor) {
    const at = world.clock.now;
    await world.db
      .insertInto('applications')
      .values({
        opportunity_id: id,
        student_id: actor.user_id,
        status: applied,
        answers: '{}',
        questions: '[]',
        snapshot: '{}',
        applied_at: at,
        updated_at: at,
      })
      .execute();
  }
  await world.db
    .updateTable('opportunities')
    .set({ application_count: 0, ...values })
    .where('id', '=', id)
    .execute();
  const { rows } = await sql<{
    status: OpportunityStatus;
    is_deadline_passed: boolean;
    application_count: number;
    max_applications: number | null;
    accepts: boolean;
    can_apply: boolean;
  }>`
    select o.status, not ${hasOpenDeadline(today)} as is_deadline_passed, o.application_count, o.max_applications,
      ${acceptsApplications(today)} as accepts, ${canApply(actor, today)} as can_apply
    from opportunities o where o.id = ${id}`.execute(world.db);
  const row = rows[0] as (typeof rows)[number];
  expect(applyObstacle(row, actor?.user_type ?? null, applied ?? null)).toBe(expected);
  expect(row.can_apply).toBe(expected === null);
  expect(row.accepts).toBe(applyObstacle(row, 'student', null) === null);
});
