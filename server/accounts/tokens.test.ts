import { createHmac, randomUUID } from 'node:crypto';
import { createSigner } from 'fast-jwt';
import { expect, test } from 'vitest';
import { accountCalls, type TokenPair } from '#contract/account.ts';
import { aWorld } from '../testing/world.ts';

const secret = 'sinov-uchun-uzun-maxfiy-kalit-0123456789';
const world = aWorld({ jwtSecret: secret });
const password = 'tong-salqin-7';
const text = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const seconds = () => Math.floor(world.clock.now.getTime() / 1000);

let account: Promise<{ id: number; pair: TokenPair }> | undefined;
const anAccount = () => {
  account ??= (async () => {
    const body = { email: 'egasi@example.uz', password, password_confirm: password, first_name: 'A' };
    const { id } = (await world.ask(null, accountCalls.register, { body })).reply;
    return { id, pair: (await world.ask(null, accountCalls.login, { body })).reply };
  })();
  return account;
};

interface Parts {
  id: number;
  pair: TokenPair;
}
const validClaims = ({ id }: Parts) => ({
  sub: String(id),
  user_type: 'student',
  sid: randomUUID(),
  typ: 'access',
  iat: seconds(),
  exp: seconds() + 900,
});
const hs256 = (header: unknown, claims: unknown, key: string | Buffer = secret) => {
  const signed = `${text(header)}.${text(claims)}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
};
const header = { alg: 'HS256', typ: 'JWT' };
const changed = (changes: object) => (parts: Parts) => hs256(header, { ...validClaims(parts), ...changes });
const without = (name: string) => (parts: Parts) =>
  hs256(header, Object.fromEntries(Object.entries(validClaims(parts)).filter(([key]) => key !== name)));
const pieces = (token: string) => token.split('.') as [string, string, string];

test('accepts a correctly signed token; each forgery below differs from it in one point', async () => {
  const token = hs256(header, validClaims(await anAccount()));
  expect((await world.ask(null, accountCalls.profile, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
});

const forgeries: [string, (parts: Parts) => string][] = [
  ['algorithm none, no signature', (parts) => `${text({ alg: 'none', typ: 'JWT' })}.${text(validClaims(parts))}.`],
  ['algorithm none with a signature', (parts) => hs256({ alg: 'none' }, validClaims(parts))],
  ['algorithm NoNe', (parts) => hs256({ alg: 'NoNe' }, validClaims(parts))],
  ['no algorithm', (parts) => hs256({ typ: 'JWT' }, validClaims(parts))],
  ['another secret', (parts) => hs256(header, validClaims(parts), 'boshqa-uzun-maxfiy-kalit-0123456789-012')],
  ['an empty secret', (parts) => hs256(header, validClaims(parts), '')],
  ['HS512 with our secret', (parts) => createSigner({ key: secret, algorithm: 'HS512' })(validClaims(parts))],
  ['HS384 with our secret', (parts) => createSigner({ key: secret, algorithm: 'HS384' })(validClaims(parts))],
  ['a header that says RS256', (parts) => hs256({ alg: 'RS256' }, validClaims(parts))],
  ['an embedded key in the header', (parts) => hs256({ ...header, jwk: { kty: 'oct', k: text('a') } }, validClaims(parts), 'a')],
  ['a key id that is a path', (parts) => hs256({ ...header, kid: '/dev/null' }, validClaims(parts), '')],
  ['expired', changed({ exp: 1 })],
  ['expired in this second', (parts) => hs256(header, { ...validClaims(parts), exp: seconds() })],
  ['without an expiry', without('exp')],
  ['an expiry that is text', changed({ exp: '9999999999' })],
  ['an expiry of null', changed({ exp: null })],
  ['typ refresh', changed({ typ: 'refresh' })],
  ['without typ', without('typ')],
  ['without a session', without('sid')],
  ['a session that is a number', changed({ sid: 1 })],
  ['without a subject', without('sub')],
  ['subject 0', changed({ sub: '0' })],
  ['a subject that is SQL', changed({ sub: '1 or 1=1' })],
  ['a fractional subject', changed({ sub: '1.5' })],
  ['a role that does not exist', changed({ user_type: 'owner' })],
  ['without a role', without('user_type')],
  [
    'the role raised after signing',
    ({ pair }) => {
      const [head, claims, sign] = pieces(pair.access);
      return `${head}.${text({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), user_type: 'admin' })}.${sign}`;
    },
  ],
  ['without the signature', ({ pair }) => pieces(pair.access).slice(0, 2).join('.')],
  ['an empty signature', ({ pair }) => `${pieces(pair.access).slice(0, 2).join('.')}.`],
  ['a signature cut short', ({ pair }) => pair.access.slice(0, -4)],
  ['the refresh token', ({ pair }) => pair.refresh],
  ['claims that are no JSON', () => hs256(header, 'salom')],
  ['claims that are a list', () => hs256(header, [1])],
  ['claims that are null', () => hs256(header, null)],
  ['a subject that does not exist', changed({ sub: '2147483647' })],
  ['nothing', () => ''],
  ['nonsense', () => 'a.b.c'],
];
test.each(forgeries)('refuses a forged access token: %s', async (_, make) => {
  const token = make(await anAccount());
  for (const call of [accountCalls.profile, accountCalls.details]) {
    const answer = await world.ask(null, call, { headers: { authorization: `Bearer ${token}` } });
    expect([answer.status, answer.body]).toEqual([401, { detail: 'Avtorizatsiya talab etiladi.', code: 'unauthorized' }]);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  }
});

const refreshForgeries: [string, (parts: Parts) => string][] = [
  ['the access token', ({ pair }) => pair.access],
  ['the next generation with the old signature', ({ pair }) => pair.refresh.replace('.1.', '.2.')],
  ['generation 0', ({ pair }) => pair.refresh.replace('.1.', '.0.')],
  ['another session with this signature', ({ pair }) => `${randomUUID()}.1.${pieces(pair.refresh)[2]}`],
  [
    'a signature by another secret',
    ({ pair }) => {
      const [id] = pieces(pair.refresh);
      return `${id}.1.${createHmac('sha256', 'boshqa').update(`refresh.${id}.1`).digest('base64url')}`;
    },
  ],
  [
    'a signature of an unknown session',
    () => {
      const id = randomUUID();
      return `${id}.1.${createHmac('sha256', secret).update(`refresh.${id}.1`).digest('base64url')}`;
    },
  ],
  ['no signature', ({ pair }) => pieces(pair.refresh).slice(0, 2).join('.')],
  ['capital letters', ({ pair }) => pair.refresh.toUpperCase()],
  ['a NUL', () => '\u0000'],
];
test.each(refreshForgeries)('refuses a forged refresh token without ending the session: %s', async (_, make) => {
  const parts = await anAccount();
  const answer = await world.ask(null, accountCalls.refresh, { body: { refresh: make(parts) } });
  expect([400, 401]).toContain(answer.status);
  const open = await world.db.selectFrom('sessions').select('generation').where('ended_at', 'is', null).execute();
  expect(open).toEqual([{ generation: 1 }]);
});

test('refuses schemes other than Bearer; calls for guests ignore the token', async () => {
  const { pair } = await anAccount();
  for (const authorization of [`Basic ${pair.access}`, pair.access, `Bearer  ${pair.access}`, 'Bearer']) {
    expect((await world.ask(null, accountCalls.profile, { headers: { authorization } })).status).toBe(401);
  }
  const body = { email: 'egasi@example.uz', password };
  expect((await world.ask(null, accountCalls.login, { body, headers: { authorization: 'Bearer eskirgan' } })).status).toBe(200);
});
