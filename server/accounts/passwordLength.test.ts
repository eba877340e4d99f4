import { expect, test } from 'vitest';
import { accountCalls } from '#contract/account.ts';
import { aWorld } from '../testing/world.ts';

const world = aWorld({ passwordMinLength: 12 });

test('passwordMinLength raises the minimum and the message states it', async () => {
  const password = 'tong-salqin';
  const body = { email: 'a@example.uz', first_name: 'A', password, password_confirm: password };
  const short = await world.ask(null, accountCalls.register, { body });
  expect([short.status, short.body]).toEqual([400, { password: ['Parol kamida 12 belgidan iborat bo‘lishi kerak'] }]);
  const long = await world.ask(null, accountCalls.register, {
    body: { ...body, password: `${password}-7`, password_confirm: `${password}-7` },
  });
  expect(long.status).toBe(201);
});
