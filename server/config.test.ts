import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { aWorld } from './testing/world.ts';

const wrong = (env: NodeJS.ProcessEnv): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('every setting was accepted');
};

test('the pool, the cache and the trusted proxies have defaults', () => {
  expect(readConfig({})).toMatchObject({ databasePool: 10, responseCacheSeconds: 1, trustProxy: 0 });
  const blank = { DATABASE_POOL: '', RESPONSE_CACHE_SECONDS: ' ', TRUST_PROXY: '' };
  expect(readConfig(blank)).toMatchObject({ databasePool: 10, responseCacheSeconds: 1, trustProxy: 0 });
});

test.each([
  ['false', 0],
  ['0', 0],
  ['true', 1],
  ['1', 1],
  ['3', 3],
])('TRUST_PROXY=%s trusts %i proxies', (TRUST_PROXY, trustProxy) => {
  expect(readConfig({ TRUST_PROXY }).trustProxy).toBe(trustProxy);
});

test('a wrong pool, cache or number of proxies is named with what is allowed', () => {
  const DATABASE_URL = 'postgres://imkon@localhost/imkon';
  expect(readConfig({ DATABASE_URL, DATABASE_POOL: '60', RESPONSE_CACHE_SECONDS: '0' })).toMatchObject({
    databasePool: 60,
    responseCacheSeconds: 0,
  });
  expect(wrong({ DATABASE_POOL: '60' })).toBe('DATABASE_POOL must be at most 50 without DATABASE_URL, not "60".');
  expect(wrong({ DATABASE_URL, DATABASE_POOL: '1', RESPONSE_CACHE_SECONDS: '1.5', TRUST_PROXY: 'yes' })).toBe(
    [
      'TRUST_PROXY must be true, false or a whole number from 0 to 10, not "yes".',
      'DATABASE_POOL must be a whole number from 2 to 500, not "1".',
      'RESPONSE_CACHE_SECONDS must be a whole number from 0 to 60, not "1.5".',
    ].join('\n'),
  );
});

const worlds = { none: aWorld({ trustProxy: 0 }), one: aWorld({ trustProxy: 1 }), two: aWorld({ trustProxy: 2 }) };

test.each([
  ['none', '127.0.0.1'],
  ['one', '10.0.0.3'],
  ['two', '10.0.0.2'],
] as const)('with %s trusted the address of the client is %s', async (name, expected) => {
  const { app } = worlds[name];
  app.get('/client-address', async (request) => request.ip);
  const headers = { 'x-forwarded-for': '10.0.0.1, 10.0.0.2, 10.0.0.3' };
  expect((await app.inject({ url: '/client-address', headers })).body).toBe(expected);
});
