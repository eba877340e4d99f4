import { expect, test } from 'vitest';
import { accountCalls } from '#contract/account.ts';
import { aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();

test('a signed-in person reads their own account', async () => {
  const other = await aStudent(world);
  const me = await aStudent(world, { email: 'men@example.uz', first_name: 'Aziza', last_name: 'Karimova' });
  const { reply } = await world.ask(me, accountCalls.profile);
  expect(reply).toMatchObject({
    id: me.user_id,
    email: 'men@example.uz',
    first_name: 'Aziza',
    user_type: 'student',
    user_type_display: 'Talaba',
  });
  expect(reply.id).not.toBe(other.user_id);
});

test('without a token there is no account to read', async () => {
  const { status, body } = await world.ask(null, accountCalls.profile);
  expect([status, body]).toEqual([401, { detail: 'Avtorizatsiya talab etiladi.', code: 'unauthorized' }]);
});
