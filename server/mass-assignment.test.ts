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

/** Values that the server never writes by itself. */
const marker = {
  text: 'begona-qiymat',
  number: 987654321,
  day: '2001-02-03',
  moment: '2001-02-03T04:05:06.000Z',
  uuid: 'deadbeef-0000-4000-8000-000000000000',
};
const markerPattern = /begona-qiymat|987654321|2001-02-03|deadbeef/;

const hostileValue = (column: string, type: string, { other_student, other_organization, open }: Fixture): unknown => {
  if (['user_id', 'student_id', 'actor_id', 'owner_id', 'created_by'].includes(column)) return other_student.user_id;
  if (column === 'organization_id') return other_organization.organization_id;
  if (column === 'opportunity_id') return open;
  if (/int|numeric|double/.test(type)) return marker.number;
  if (type === 'boolean') return !defaultTrue.has(column);
  if (type === 'date') return marker.day;
  if (type.startsWith('timestamp')) return marker.moment;
  if (type === 'uuid') return marker.uuid;
  if (type === 'ARRAY') return [marker.text];
  if (type === 'jsonb') return { begona: marker.text };
  return marker.text;
};
/** Flags that are true by default. */
const defaultTrue = new Set(['is_active']);
/** Valid values of enumerations and counters: they contain no marker, so the rows are compared. */
const validValues = { user_type: 'admin', role: 'owner', is_verified: true, verified: true, status: 'accepted', application_count: 0 };

/** Columns that no client may set, in any table. */
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
/** Calls that change a guarded column by design. */
const allowedChanges: Record<string, string[]> = {
  'PATCH /auth/change-password/': ['password_hash'],
  'PUT /auth/change-password/': ['password_hash'],
  'PATCH /organizations/members/:id/': ['role'],
  'PUT /organizations/members/:id/': ['role'],
  'DELETE /opportunities/:id/': ['deleted_at'],
  'DELETE /auth/account/': ['student_id', 'snapshot'],
};

type Rows = Record<string, Record<string, Record<string, unknown>>>;
const readColumns = async () => {
  const { rows } = await sql<{ table_name: string; column_name: string; data_type: string }>`
    select table_name, column_name, data_type from information_schema.columns
    where table_schema = 'public' and table_name not in ('migrations', 'limits', 'idempotency_keys')`.execute(world.db);
  return rows;
};
/** Every row of the tables by table and key. */
const readRows = async (tables: string[]): Promise<Rows> => {
  const all: Rows = {};
  for (const table of tables) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`select to_json(t) as row from ${sql.table(table)} t`.execute(world.db);
    const rowKey = (row: Record<string, unknown>) =>
      String(row.id ?? row.user_id ?? row.name ?? row.code ?? `${row.student_id} ${row.opportunity_id} ${row.skill_id}`);
    all[table] = Object.fromEntries(rows.map(({ row }) => [rowKey(row), row]));
  }
  return all;
};

/** Fields of the call's own body. */
const bodyFields = (call: Call): string[] => {
  if (call.path === '/auth/register/') return [organizationSignUp, memberSignUp, studentSignUp].flatMap(({ shape }) => Object.keys(shape));
  if (!call.body) return [];
  const { properties } = z.toJSONSchema(call.body, { unrepresentable: 'any' }) as { properties?: object };
  return Object.keys(properties ?? {});
};

test('no body schema has a guarded column except for the listed ones', () => {
  const found = routes.flatMap(({ call }) =>
    [...guarded, 'id', 'application_count', 'accepted_count', 'updated_at', 'applied_at', 'published_at']
      .filter((name) => bodyFields(call).includes(name))
      .map((name) => `${callKey(call)} ${name}`),
  );
  // Signing up takes a role that agrees with the rest of the body, an owner sets a member's role, and a social link is updated by its id.
  expect(found.sort()).toEqual(
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

test.each(writes)('%s ignores fields of other columns', async (key, call) => {
  const fixture = await aFixture(world);
  const columns = await readColumns();
  const tables = [...new Set(columns.map((column) => column.table_name))];
  const accepted = bodyFields(call);
  const sample = await samples.get(key)?.(fixture, world);
  if (!sample) throw new Error(`${key} has no sample`);
  const hostile = Object.fromEntries(
    columns.map(({ column_name, data_type }) => [column_name, hostileValue(column_name, data_type, fixture)]),
  );
  const extras = Object.entries({ ...hostile, ...validValues }).filter(([name]) => !accepted.includes(name));
  const before = await readRows(tables);
  // A multipart form takes a hundred fields, so its extra fields are sent in several requests.
  const batchSize = sample.files ? 90 : extras.length;
  for (let at = 0; at < extras.length; at += batchSize) {
    const response = await world.app.inject({
      method: call.method,
      url: callUrl(call, { params: sample.params ?? {} }),
      headers: { authorization: `Bearer ${world.deps.tokens.sign(fixture[sample.by], world.clock.now)}` },
      payload: samplePayload(sample, Object.fromEntries(extras.slice(at, at + batchSize))) as object,
    });
    expect([key, response.statusCode, response.body]).toEqual([key, call.status ?? 200, response.body]);
  }
  const after = await readRows(tables);
  expect(JSON.stringify(after)).not.toMatch(markerPattern);

  const { other_student, other_organization } = fixture;
  for (const table of tables) {
    for (const [id, row] of Object.entries(after[table] ?? {})) {
      const previous = before[table]?.[id];
      if (!previous) {
        // A new row has the default flags and belongs to the caller.
        for (const flag of ['is_verified', 'verified', 'is_sample'])
          expect([table, flag, row[flag] ?? false]).toEqual([table, flag, false]);
        expect([table, row.user_type === 'admin']).toEqual([table, false]);
        for (const name of ['student_id', 'user_id', 'created_by', 'actor_id'])
          expect([table, name, row[name] === other_student.user_id]).toEqual([table, name, false]);
        expect([table, row.organization_id === other_organization.organization_id]).toEqual([table, false]);
        continue;
      }
      for (const name of guarded) {
        if (name in row && !allowedChanges[key]?.includes(name))
          expect([table, id, name, row[name]]).toEqual([table, id, name, previous[name]]);
      }
      const belongsToOthers =
        [row.student_id, row.user_id, row.owner_id].includes(other_student.user_id) ||
        row.organization_id === other_organization.organization_id ||
        (table === 'users' && Number(id) === other_student.user_id) ||
        (table === 'organizations' && Number(id) === other_organization.organization_id);
      if (belongsToOthers) expect([table, id, row]).toEqual([table, id, previous]);
    }
  }
});
