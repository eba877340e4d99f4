import { expect, test } from 'vitest';
import { accountCalls } from '#contract/account.ts';
import { anAdmin, anOrganizer, aStudent, aWorld } from '../testing/world.ts';
import { createAdmin } from './accounts.ts';

const world = aWorld();

test('a signed-in user reads their own account', async () => {
  const other = await aStudent(world);
  const me = await aStudent(world, { email: 'men@example.uz', first_name: 'Aziza', last_name: 'Karimova' });
  const { reply } = await world.ask(me, accountCalls.profile);
  expect(reply).toEqual({
    id: me.user_id,
    email: 'men@example.uz',
    first_name: 'Aziza',
    last_name: 'Karimova',
    user_type: 'student',
    user_type_display: 'Talaba',
    created_at: reply.created_at,
  });
  expect(Date.parse(reply.created_at)).toBe(world.clock.now.getTime());
  expect(reply.id).not.toBe(other.user_id);
});

test('returns 401 without a token', async () => {
  const { status, body } = await world.ask(null, accountCalls.profile);
  expect([status, body]).toEqual([401, { detail: 'Avtorizatsiya talab etiladi.', code: 'unauthorized' }]);
});

test('details add the student profile or the organization', async () => {
  await aStudent(world, {}, { university: 'Boshqa' });
  const student = await aStudent(world, {}, { university: 'TATU', major: 'Dasturlash' });
  const manager = await anOrganizer(world, { name: 'Yoshlar', role: 'manager', logo: '/files/a.png', is_verified: true });
  const admin = await anAdmin(world);
  const readDetails = async (actor: typeof admin) => (await world.ask(actor, accountCalls.details)).reply;
  expect(await readDetails(student)).toMatchObject({
    student: { university: 'TATU', major: 'Dasturlash', avatar: null },
    organization: null,
  });
  expect(await readDetails(manager)).toMatchObject({
    student: null,
    organization: { id: manager.organization_id, name: 'Yoshlar', logo: '/files/a.png', is_verified: true, role: 'manager' },
  });
  expect(await readDetails(admin)).toMatchObject({ user_type_display: 'Platforma administratori', student: null, organization: null });
});

test.each([accountCalls.updateProfile, accountCalls.replaceProfile, accountCalls.updateDetails, accountCalls.replaceDetails])(
  '$method $path changes only the names of the caller',
  async (call) => {
    const [me, other] = [
      await aStudent(world, { first_name: 'A', last_name: 'B' }),
      await aStudent(world, { first_name: 'X', last_name: 'Y' }),
    ];
    const body = {
      first_name: '  Gulnora ',
      email: 'yangi@example.uz',
      user_type: 'admin',
      id: other.user_id,
      password_hash: 'x',
      is_sample: true,
    };
    const { reply } = await world.ask(me, call, { body });
    expect(reply).toMatchObject({ id: me.user_id, first_name: 'Gulnora', last_name: 'B', user_type: 'student' });
    expect((await world.ask(me, call, { body: { last_name: '' } })).reply).toMatchObject({ first_name: 'Gulnora', last_name: '' });
    expect((await world.ask(me, call, { body: { first_name: ' ' } })).body).toEqual({ first_name: ['Ushbu maydonni to‘ldiring.'] });
    const rows = await world.db
      .selectFrom('users')
      .select(['first_name', 'password_hash', 'is_sample', 'user_type'])
      .orderBy('id')
      .where('id', 'in', [me.user_id, other.user_id])
      .execute();
    expect(rows).toEqual([
      { first_name: 'Gulnora', password_hash: 'none', is_sample: false, user_type: 'student' },
      { first_name: 'X', password_hash: 'none', is_sample: false, user_type: 'student' },
    ]);
  },
);

test('createAdmin creates an administrator who can sign in, once per address', async () => {
  const credentials = { email: ' Bosh@Example.uz', password: 'tong-salqin-7' };
  const admin = await createAdmin(world.deps, credentials);
  expect(admin.email).toBe('bosh@example.uz');
  expect((await world.ask(null, accountCalls.login, { body: credentials })).status).toBe(200);
  await expect(createAdmin(world.deps, credentials)).rejects.toMatchObject({
    fields: { email: ['Bu elektron pochta allaqachon ro‘yxatdan o‘tgan.'] },
  });
  await expect(createAdmin(world.deps, { email: 'x', password: 'y' })).rejects.toMatchObject({
    fields: { email: ['Elektron pochta noto‘g‘ri'], password: ['Parol kamida 8 belgidan iborat bo‘lishi kerak'] },
  });
  await expect(createAdmin(world.deps, { email: 'a@b.uz', password: 'password' })).rejects.toMatchObject({
    fields: { password: [expect.any(String)] },
  });
});
