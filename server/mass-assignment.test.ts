import { sql } from 'kysely';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { memberSignUp, organizationSignUp, studentSignUp } from '#contract/account.ts';
import type { Call } from '#contract/call.ts';
import { routes } from './app.ts';
import { callKey, samplePayload, samples } from './testing/callSamples.ts';
import { aFixture, type Fixture } from './testing/fixture.ts';
import { aWorld, callUrl } from './testing/world.ts';

const world = aWorld();

/** Values that nothing of ours would ever write. */
const foreign = {
  text: 'begona-qiymat',
  number: 987654321,
  day: '2001-02-03',
  moment: '2001-02-03T04:05:06.000Z',
  uuid: 'deadbeef-0000-4000-8000-000000000000',
};
const traces = /begona-qiymat|987654321|2001-02-03|deadbeef/;

const foreignValue = (column: string, type: string, { other_student, other_organization, open }: Fixture): unknown => {
  if (['user_id', 'student_id', 'actor_id', 'owner_id', 'created_by'].includes(column)) return other_student.user_id;
  if (column === 'organization_id') return other_organization.organization_id;
  if (column === 'opportunity_id') return open;
  if (/int|numeric|double/.test(type)) return foreign.number;
  if (type === 'boolean') return !truths.has(column);
  if (type === 'date') return foreign.day;
  if (type.startsWith('timestamp')) return foreign.moment;
  if (type === 'uuid') return foreign.uuid;
  if (type === 'ARRAY') return [foreign.text];
  if (type === 'jsonb') return { begona: foreign.text };
  return foreign.text;
};
/** Flags that are on unless somebody of ours takes them away. */
const truths = new Set(['is_active']);
/** Enumerations that would be legal under another name, and so leave no trace of their own. */
const disguises = { user_type: 'admin', role: 'owner', is_verified: true, verified: true, status: 'accepted', application_count: 0 };

/** Whatever a client never sets, wherever it stands. */
const guarded = [
  'user_type',
  'is_verified',
  'verified',
  'is_active',
  'is_sample',
  'import_key',
  'password_hash',
  'role',
  'created_at',
  'given_at',
  'organization_id',
  'student_id',
  'user_id',
  'owner_id',
  'created_by',
  'opportunity_id',
  'deleted_at',
  'snapshot',
];
/** Calls whose purpose is one of the guarded columns. */
const purposes: Record<string, string[]> = {
  'PATCH /auth/change-password/': ['password_hash'],
  'PUT /auth/change-password/': ['password_hash'],
  'PATCH /organizations/members/:id/': ['role'],
  'PUT /organizations/members/:id/': ['role'],
  'DELETE /opportunities/:id/': ['deleted_at'],
  'DELETE /auth/account/': ['student_id', 'snapshot'],
};

type Rows = Record<string, Record<string, Record<string, unknown>>>;
const tablesOf = async () => {
  const { rows } = await sql<{ table_name: string; column_name: string; data_type: string }>`
    select table_name, column_name, data_type from information_schema.columns
    where table_schema = 'public' and table_name not in ('migrations', 'limits', 'idempotency_keys')`.execute(world.db);
  return rows;
};
/** Every row of every table, by its key. */
const dump = async (tables: string[]): Promise<Rows> => {
  const all: Rows = {};
  for (const table of tables) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`select to_json(t) as row from ${sql.table(table)} t`.execute(world.db);
    const keyOfRow = (row: Record<string, unknown>) =>
      String(row.id ?? row.user_id ?? row.name ?? row.code ?? `${row.student_id} ${row.opportunity_id} ${row.skill_id}`);
    all[table] = Object.fromEntries(rows.map(({ row }) => [keyOfRow(row), row]));
  }
  return all;
};

/** Names the call itself reads; sending those is not an attack but the call. */
const acceptedBy = (call: Call): string[] => {
  if (call.path === '/auth/register/') return [organizationSignUp, memberSignUp, studentSignUp].flatMap(({ shape }) => Object.keys(shape));
  if (!call.body) return [];
  const { properties } = z.toJSONSchema(call.body, { unrepresentable: 'any' }) as { properties?: object };
  return Object.keys(properties ?? {});
};

test('no call reads a name that only we may set', () => {
  const reads = routes.flatMap(({ call }) =>
    [...guarded, 'id', 'application_count', 'accepted_count', 'updated_at', 'applied_at', 'published_at']
      .filter((name) => acceptedBy(call).includes(name))
      .map((name) => `${callKey(call)} ${name}`),
  );
  // Signing up takes a role that agrees with the rest of the body; a member's role is what an owner gives; a link is named by its id to change its platform.
  expect(reads.sort()).toEqual(
    [
      'PATCH /organizations/members/:id/ role',
      'POST /auth/register/ role',
      'POST /auth/register/ user_type',
      'POST /organizations/invite-member/ role',
      'POST /organizations/members/ role',
      'POST /students/social-links/upsert/ id',
      'PUT /organizations/members/:id/ role',
    ].filter((line) => routes.some(({ call }) => line.startsWith(callKey(call)))),
  );
});

const writes = routes.filter(({ call }) => call.method !== 'GET').map(({ call }) => [callKey(call), call] as const);

test.each(writes)('%s changes nothing that is not its to change', async (key, call) => {
  const fixture = await aFixture(world);
  const columns = await tablesOf();
  const tables = [...new Set(columns.map((column) => column.table_name))];
  const accepted = acceptedBy(call);
  const sample = await samples.get(key)?.(fixture, world);
  if (!sample) throw new Error(`${key} has no sample`);
  const hostile = Object.fromEntries(
    columns.map(({ column_name, data_type }) => [column_name, foreignValue(column_name, data_type, fixture)]),
  );
  const extras = Object.entries({ ...hostile, ...disguises }).filter(([name]) => !accepted.includes(name));
  const before = await dump(tables);
  // A form takes a hundred fields, so what goes as one is sent several times.
  const atOnce = sample.files ? 90 : extras.length;
  for (let at = 0; at < extras.length; at += atOnce) {
    const response = await world.app.inject({
      method: call.method,
      url: callUrl(call, { params: sample.params ?? {} }),
      headers: { authorization: `Bearer ${world.deps.tokens.sign(fixture[sample.by], world.clock.now)}` },
      payload: samplePayload(sample, Object.fromEntries(extras.slice(at, at + atOnce))) as object,
    });
    expect([key, response.statusCode, response.body]).toEqual([key, call.status ?? 200, response.body]);
  }
  const after = await dump(tables);
  expect(JSON.stringify(after)).not.toMatch(traces);

  const { other_student, other_organization } = fixture;
  for (const table of tables) {
    for (const [id, row] of Object.entries(after[table] ?? {})) {
      const was = before[table]?.[id];
      if (!was) {
        // A new row stands where everything begins, and belongs to who made it.
        for (const flag of ['is_verified', 'verified', 'is_sample'])
          expect([table, flag, row[flag] ?? false]).toEqual([table, flag, false]);
        expect([table, row.user_type === 'admin']).toEqual([table, false]);
        for (const name of ['student_id', 'user_id', 'created_by', 'actor_id'])
          expect([table, name, row[name] === other_student.user_id]).toEqual([table, name, false]);
        expect([table, row.organization_id === other_organization.organization_id]).toEqual([table, false]);
        continue;
      }
      for (const name of guarded) {
        if (name in row && !purposes[key]?.includes(name)) expect([table, id, name, row[name]]).toEqual([table, id, name, was[name]]);
      }
      const belongsToOthers =
        [row.student_id, row.user_id, row.owner_id].includes(other_student.user_id) ||
        row.organization_id === other_organization.organization_id ||
        (table === 'users' && Number(id) === other_student.user_id) ||
        (table === 'organizations' && Number(id) === other_organization.organization_id);
      if (belongsToOthers) expect([table, id, row]).toEqual([table, id, was]);
    }
  }
});
