import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { buildApp } from '../app.ts';
import { type Connection, connect } from '../db/connect.ts';
import type { Actor } from '../http/actor.ts';
import { anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
let connection: Connection;
let instances: (typeof world.app)[];

/** A second server instance with its own connections to the same database. */
beforeAll(async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(world.db);
  connection = connect({ ...inject('server'), database: rows[0]?.name } as pg.PoolConfig);
  instances = [world.app, await buildApp({ ...world.deps, db: connection.db })];
});
afterAll(async () => {
  await instances[1]?.close();
  await connection?.close();
});

const send = async (at: number, actor: Actor, url: string, body: object) => {
  const { statusCode, body: text } = await (instances[at % 2] as typeof world.app).inject({
    method: 'POST',
    url: `/api${url}`,
    payload: body,
    headers: { authorization: `Bearer ${world.deps.tokens.sign(actor, world.clock.now)}` },
  });
  return { status: statusCode, body: JSON.parse(text) };
};
const countValues = (values: string[]) =>
  Object.fromEntries([...new Set(values)].sort().map((value) => [value, values.filter((one) => one === value).length]));
const countAnswers = (answers: { status: number; body: { code?: string } }[]) =>
  countValues(answers.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim()));

test('accepts exactly 10 of 50 concurrent applications for 10 places, in 20 rounds on two instances', { timeout: 60_000 }, async () => {
  const { organization_id } = await anOrganizer(world);
  const students = await Promise.all(Array.from({ length: 50 }, () => aStudent(world)));
  for (let round = 0; round < 20; round += 1) {
    const opportunity = await anOpportunity(world, organization_id, { max_applications: 10 });
    const answers = await Promise.all(students.map((student, at) => send(at, student, '/applications/', { opportunity })));
    expect([round, countAnswers(answers)]).toEqual([round, { '201': 10, '400 capacity_reached': 40 }]);
    const stored = await world.db.selectFrom('applications').select('id').where('opportunity_id', '=', opportunity).execute();
    const counted = await world.db
      .selectFrom('opportunities')
      .select('application_count')
      .where('id', '=', opportunity)
      .executeTakeFirstOrThrow();
    expect([stored.length, counted.application_count]).toEqual([10, 10]);
  }
});

test('20 concurrent applications of one student make one row', async () => {
  const { organization_id } = await anOrganizer(world);
  const opportunity = await anOpportunity(world, organization_id);
  const student = await aStudent(world);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => send(at, student, '/applications/', { opportunity })));
  expect(countAnswers(answers)).toEqual({ '201': 1, '400 already_applied': 19 });
  const rows = await world.db.selectFrom('applications').select('id').where('student_id', '=', student.user_id).execute();
  const events = await world.db.selectFrom('application_events').select('id').where('actor_id', '=', student.user_id).execute();
  expect([rows.length, events.length]).toEqual([1, 1]);
});

test('two managers deciding the same 100 in opposite order decide and count each once', { timeout: 60_000 }, async () => {
  const first = await anOrganizer(world);
  const second = await anOrganizer(world, { organization_id: first.organization_id, role: 'manager' });
  const opportunities = [await anOpportunity(world, first.organization_id), await anOpportunity(world, first.organization_id)];
  const students = await Promise.all(Array.from({ length: 30 }, () => aStudent(world)));
  const applied = await Promise.all(
    students.flatMap((student, at) => opportunities.map((opportunity) => send(at, student, '/applications/', { opportunity }))),
  );
  const ids: number[] = applied.map(({ body }) => (body as { id: number }).id);
  for (let round = 0; round < 10; round += 1) {
    // Students withdraw and reinstate meanwhile, so that every pair of locks is taken in both orders.
    const [accepted, rejected] = await Promise.all([
      send(0, first, '/applications/accept/', { application_ids: ids }),
      send(1, second, '/applications/reject/', { application_ids: [...ids].reverse() }),
      ...students.slice(0, 10).map(async (student, at) => {
        const own = ids[at * 2] as number;
        const out = await send(at, student, `/applications/${own}/withdraw/`, {});
        if (out.status === 200) expect((await send(at + 1, student, `/applications/${own}/reinstate/`, {})).status).toBe(200);
        else expect([out.status, out.body.code]).toEqual([400, 'invalid_operation']);
      }),
    ]);
    expect([accepted.status, rejected.status]).toEqual([200, 200]);
    const both = [...accepted.body.updated_ids, ...rejected.body.updated_ids];
    expect(new Set(both).size).toBe(both.length);
    const { rows } = await sql<{ id: number; status: string; last: string; steps: number }>`
      select a.id, a.status, (select e.to_status from application_events e where e.application_id = a.id order by e.id desc limit 1) as last,
        (select count(*) from application_events e where e.application_id = a.id and e.to_status in ('accepted', 'rejected')) as steps
      from applications a where a.id = any(${ids})`.execute(world.db);
    for (const row of rows) {
      expect(row.last).toBe(row.status);
      if (accepted.body.updated_ids.includes(row.id)) expect(row.status).toBe('accepted');
      if (rejected.body.updated_ids.includes(row.id)) expect(row.status).toBe('rejected');
    }
    const { rows: counts } = await sql<{ right: boolean }>`
      select application_count = (select count(*) from applications a where a.opportunity_id = o.id and a.status <> 'withdrawn')
        and accepted_count = (select count(*) from applications a where a.opportunity_id = o.id and a.status = 'accepted') as right
      from opportunities o where o.id = any(${opportunities})`.execute(world.db);
    expect(counts).toEqual([{ right: true }, { right: true }]);
    await world.db.updateTable('applications').set({ status: 'pending' }).where('id', 'in', ids).execute();
    await world.db.deleteFrom('application_events').where('application_id', 'in', ids).execute();
  }
});

test('two managers deciding and undoing the same 100 in opposite orders lose or double nothing and do not deadlock', {
  timeout: 60_000,
}, async () => {
  const first = await anOrganizer(world);
  const second = await anOrganizer(world, { organization_id: first.organization_id, role: 'manager' });
  const opportunities = [await anOpportunity(world, first.organization_id), await anOpportunity(world, first.organization_id)];
  const students = await Promise.all(Array.from({ length: 50 }, () => aStudent(world)));
  const applied = await Promise.all(
    students.flatMap((student, at) => opportunities.map((opportunity) => send(at, student, '/applications/', { opportunity }))),
  );
  const ids: number[] = applied.map(({ body }) => (body as { id: number }).id);
  const undo = (at: number, by: Actor, { body }: { body: { decision: { id: number } | null } }) =>
    body.decision ? send(at, by, `/applications/decisions/${body.decision.id}/undo/`, {}) : null;
  for (let round = 0; round < 10; round += 1) {
    const swapped = round % 2 === 1;
    const [accepted, rejected] = await Promise.all([
      send(0, first, '/applications/accept/', { application_ids: swapped ? [...ids].reverse() : ids }),
      send(1, second, '/applications/reject/', { application_ids: swapped ? ids : [...ids].reverse() }),
    ]);
    expect([accepted.status, rejected.status, accepted.body.updated + rejected.body.updated]).toEqual([200, 200, ids.length]);
    expect([...accepted.body.updated_ids, ...rejected.body.updated_ids].sort((a, b) => a - b)).toEqual([...ids].sort((a, b) => a - b));
    // Both undo both decisions twice, while another request decides some again.
    const part = ids.filter((_, at) => at % 3 === round % 3);
    const [anew, ...undone] = await Promise.all([
      send(0, first, '/applications/bulk-update/', { application_ids: part, status: 'under_review' }),
      undo(1, second, accepted),
      undo(0, first, accepted),
      undo(0, second, rejected),
      undo(1, first, rejected),
    ]);
    for (const answer of undone) expect(answer?.status ?? 200).toBe(200);
    const [one, again, other, otherAgain] = undone;
    expect([one?.body, other?.body]).toEqual([again?.body, otherAgain?.body]);
    const restored: number[] = [one, other].flatMap((answer) => answer?.body.updated_ids ?? []);
    // Each was undone, decided again, or both.
    expect(new Set([...restored, ...anew.body.updated_ids]).size).toBe(ids.length);
    const { rows } = await sql<{ id: number; status: string; last: string; chained: boolean }>`
      select a.id, a.status, (select e.to_status from application_events e where e.application_id = a.id order by e.id desc limit 1) as last,
        (select bool_and(e.from_status is not distinct from e.before) from (
          select from_status, lag(to_status) over (order by id) as before from application_events where application_id = a.id
        ) e where e.before is not null) as chained
      from applications a where a.id = any(${ids}) order by a.id`.execute(world.db);
    for (const row of rows) {
      const status = anew.body.updated_ids.includes(row.id) ? 'under_review' : 'pending';
      expect(row).toEqual({ id: row.id, status, last: status, chained: true });
    }
    expect(new Set(restored).size).toBe(restored.length);
    const { rows: counts } = await sql<{ right: boolean }>`
      select accepted_count = (select count(*) from applications a where a.opportunity_id = o.id and a.status = 'accepted') as right
      from opportunities o where o.id = any(${opportunities})`.execute(world.db);
    expect(counts).toEqual([{ right: true }, { right: true }]);
    await world.db.updateTable('applications').set({ status: 'pending' }).where('id', 'in', ids).execute();
    await world.db.deleteFrom('application_events').where('application_id', 'in', ids).execute();
  }
});
