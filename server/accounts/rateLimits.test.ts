import { expect, test } from 'vitest';
import { accountCalls } from '#contract/account.ts';
import { enforceRateLimit, ipKey } from '../http/rateLimits.ts';
import { aWorld } from '../testing/world.ts';

const strict = aWorld({ limits: 'strict', trustProxy: 1 });
const loose = aWorld({ limits: 'loose' });
const password = 'tong-salqin-7';
const signUp = (world: typeof strict, email: string, ip = '203.0.113.1') =>
  world.ask(null, accountCalls.register, {
    body: { email, password, password_confirm: password, first_name: 'A' },
    headers: { 'x-forwarded-for': ip },
  });
const logIn = (email: string, typed: string, ip = '203.0.113.1', language = 'uz') =>
  strict.ask(null, accountCalls.login, {
    body: { email, password: typed },
    headers: { 'x-forwarded-for': ip, 'accept-language': language },
  });
const wait = (seconds: number) => {
  strict.clock.now = new Date(strict.clock.now.getTime() + seconds * 1000);
};

test('failed sign-ins lock an account for every IP address; the right password works after the wait', async () => {
  await signUp(strict, 'nishon@example.uz', '198.51.100.1');
  await signUp(strict, 'boshqa@example.uz', '198.51.100.1');
  for (let guess = 0; guess < 10; guess += 1) {
    expect((await logIn('nishon@example.uz', `taxmin-${guess}-xx`, `198.51.100.${guess}`)).status).toBe(401);
  }
  wait(60);
  const refused = await logIn('NISHON@example.uz', password, '198.51.100.99');
  expect([refused.status, refused.body]).toEqual([
    429,
    { detail: 'Urinishlar soni ko‘payib ketdi. Birozdan so‘ng qayta urining.', code: 'too_many_requests' },
  ]);
  expect(refused.headers['retry-after']).toBe(String(14 * 60));
  const english = await logIn('nishon@example.uz', password, '198.51.100.99', 'en');
  expect(english.body).toEqual({ detail: 'Too Many Requests', code: 'too_many_requests' });
  expect((await logIn('boshqa@example.uz', password, '198.51.100.99')).status).toBe(200);
  wait(14 * 60 - 1);
  expect((await logIn('nishon@example.uz', password, '198.51.100.99')).headers['retry-after']).toBe('1');
  wait(1);
  expect((await logIn('nishon@example.uz', password, '198.51.100.99')).status).toBe(200);
});

test('an unknown account is limited like a known one', async () => {
  for (let guess = 0; guess < 10; guess += 1)
    expect((await logIn('yoq@example.uz', 'taxmin-uzun', `198.51.101.${guess}`)).status).toBe(401);
  expect((await logIn('yoq@example.uz', 'taxmin-uzun', '198.51.101.99')).status).toBe(429);
});

test('of thirty concurrent guesses ten are checked', async () => {
  await signUp(strict, 'birdan@example.uz', '198.51.102.1');
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => logIn('birdan@example.uz', `taxmin-${n}-xx`, `198.51.102.${n}`)));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
});

test('successful sign-ins use up neither limit', async () => {
  await signUp(strict, 'halol@example.uz', '198.51.103.1');
  for (let times = 0; times < 60; times += 1) expect((await logIn('halol@example.uz', password, '198.51.103.1')).status).toBe(200);
});

test('an IP address that guesses at many accounts is limited, another one is not', async () => {
  await signUp(strict, 'qoshni@example.uz', '198.51.104.1');
  for (let guess = 0; guess < 50; guess += 1) {
    expect((await logIn(`kishi${guess}@example.uz`, 'taxmin-uzun', '198.51.104.7')).status).toBe(401);
  }
  expect((await logIn('qoshni@example.uz', password, '198.51.104.7')).status).toBe(429);
  expect((await logIn('qoshni@example.uz', password, '198.51.104.8')).status).toBe(200);
});

test('strict limits allow twenty sign-ups an hour per IP address', async () => {
  for (let number = 0; number < 20; number += 1)
    expect((await signUp(strict, `qator${number}@example.uz`, '198.51.105.1')).status).toBe(201);
  const refused = await signUp(strict, 'qator20@example.uz', '198.51.105.1');
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600']);
  expect((await signUp(strict, 'qator20@example.uz', '198.51.105.2')).status).toBe(201);
});

test('loose limits allow a hundred sign-ups from one IP address', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => signUp(loose, `yuz${n}@example.uz`)));
  expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(201));
});

test('two instances share a counter; different rules and keys do not', async () => {
  const second = { ...strict.deps };
  const attempts = async (deps: typeof second, times: number) => {
    for (let time = 0; time < times; time += 1) await enforceRateLimit(deps, 'upload', 7);
  };
  await attempts(strict.deps, 20);
  await attempts(second, 20);
  await expect(enforceRateLimit(second, 'upload', 7)).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 3600 });
  await enforceRateLimit(strict.deps, 'upload', 8);
  await enforceRateLimit(strict.deps, 'apply', 7);
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('ipKey maps %s to %s', (ip, key) => {
  expect(ipKey(ip)).toBe(key);
});

test('ignores X-Forwarded-For entries before the one the proxy adds', async () => {
  const guess = (number: number) =>
    strict.ask(null, accountCalls.login, {
      body: { email: `soxta${number}@example.uz`, password: 'taxmin-uzun' },
      headers: { 'x-forwarded-for': `203.0.113.${number}, 198.51.106.7` },
    });
  for (let number = 0; number < 50; number += 1) expect((await guess(number)).status).toBe(401);
  expect((await guess(51)).status).toBe(429);
});
