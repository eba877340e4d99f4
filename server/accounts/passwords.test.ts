import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

test('rejects hashing with retryAfter when 200 calls are already waiting, and serves the rest', async () => {
  const results = await Promise.allSettled(Array.from({ length: 210 }, () => hashPassword('tong-salqin-7')));
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.map(({ reason }) => [reason.code, reason.retryAfter])).toEqual(Array(8).fill(['unavailable', 2]));
  expect(await verifyPassword(await hashPassword('tong-salqin-7'), 'tong-salqin-7')).toBe(true);
});

test('verification fails for an account without a password hash', async () => {
  for (const stored of [null, 'none', '']) expect(await verifyPassword(stored, 'tong-salqin-7')).toBe(false);
});
