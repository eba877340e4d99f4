import { expect, test } from 'vitest';
import { accountCalls, type TokenPair } from '#contract/account.ts';
import { aWorld } from '../testing/world.ts';

const world = aWorld();
const password = 'tong-salqin-7';
let serial = 0;

const anAccount = async () => {
  serial += 1;
  const email = `sessiya${serial}@example.uz`;
  await world.ask(null, accountCalls.register, { body: { email, password, password_confirm: password, first_name: 'Aziza' } });
  return email;
};
const logIn = async (email: string, typed = password) =>
  (await world.ask(null, accountCalls.login, { body: { email, password: typed } })).reply;
const refresh = (token: string) => world.ask(null, accountCalls.refresh, { body: { refresh: token } });
const profileWith = (access: string) => world.ask(null, accountCalls.profile, { headers: { authorization: `Bearer ${access}` } });
const wait = (milliseconds: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + milliseconds);
};
const day = 24 * 60 * 60 * 1000;
const ended = { detail: 'Sessiya yakunlangan. Iltimos, qaytadan kiring.', code: 'session_ended' };
const expectEnded = async (token: string) => {
  const { status, body } = await refresh(token);
  expect([status, body]).toEqual([401, ended]);
};

test('signing in returns a token pair; the access token is valid for 15 minutes', async () => {
  const { access } = await logIn(await anAccount());
  const claims = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString());
  expect(claims).toMatchObject({ user_type: 'student', typ: 'access' });
  expect((await profileWith(access)).status).toBe(200);
  wait(15 * 60 * 1000 - 1000);
  expect((await profileWith(access)).status).toBe(200);
  wait(1000);
  expect((await profileWith(access)).status).toBe(401);
});

test('an unknown e-mail and a wrong password get the same reply', async () => {
  const email = await anAccount();
  const signIn = (body: object) => world.ask(null, accountCalls.login, { body });
  const [unknown, wrong] = [await signIn({ email: 'yoq@example.uz', password }), await signIn({ email, password: 'boshqa-parol-1' })];
  expect([unknown.status, unknown.body]).toEqual([401, { detail: 'Elektron pochta yoki parol noto‘g‘ri.', code: 'bad_credentials' }]);
  expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body]);
  const english = await world.ask(null, accountCalls.login, {
    body: { email, password: 'boshqa-parol-1' },
    headers: { 'accept-language': 'en' },
  });
  expect(english.body).toEqual({ detail: 'Email or password is wrong', code: 'bad_credentials' });
  const short = await signIn({ email: 'x', password: 'y' });
  expect(short.body).toEqual({ email: ['Elektron pochta noto‘g‘ri'], password: ['Parol kamida 8 belgidan iborat bo‘lishi kerak'] });
});

test('each refresh returns a new token that works', async () => {
  let { refresh: token } = await logIn(await anAccount());
  const seen = new Set([token]);
  for (let times = 0; times < 3; times += 1) {
    wait(60_000);
    const { reply } = await refresh(token);
    expect((await profileWith(reply.access)).status).toBe(200);
    token = reply.refresh;
    seen.add(token);
  }
  expect(seen.size).toBe(4);
});

test('concurrent refreshes with one token get the same new token', async () => {
  const { refresh: token } = await logIn(await anAccount());
  wait(60_000);
  const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(token)));
  const pairs: TokenPair[] = answers.map(({ reply }) => reply);
  expect(new Set(pairs.map((pair) => pair.refresh)).size).toBe(1);
  wait(10_000);
  expect((await refresh(token)).reply.refresh).toBe(pairs[0]?.refresh);
  expect((await refresh(pairs[0]?.refresh ?? '')).status).toBe(200);
});

test('reusing a token after ten seconds ends the session, including its newest token', async () => {
  const email = await anAccount();
  const other = await logIn(email);
  const { refresh: first } = await logIn(email);
  const { refresh: second } = (await refresh(first)).reply;
  wait(10_001);
  await expectEnded(first);
  await expectEnded(second);
  expect((await refresh(other.refresh)).status).toBe(200);
});

test('reusing a token two generations old ends the session immediately', async () => {
  const { refresh: first } = await logIn(await anAccount());
  const { refresh: second } = (await refresh(first)).reply;
  const { refresh: third } = (await refresh(second)).reply;
  await expectEnded(first);
  await expectEnded(third);
});

test('a session ends after fourteen days without a refresh', async () => {
  const { refresh: token } = await logIn(await anAccount());
  wait(14 * day - 1000);
  const next = (await refresh(token)).reply.refresh;
  wait(14 * day);
  await expectEnded(next);
});

test('a session ends after thirty days even when refreshed', async () => {
  let { refresh: token } = await logIn(await anAccount());
  for (let week = 0; week < 4; week += 1) {
    wait(7 * day);
    token = (await refresh(token)).reply.refresh;
  }
  wait(2 * day);
  await expectEnded(token);
});

test('logging out ends the session; a repeated or invalid token is ignored', async () => {
  const email = await anAccount();
  const [own, other] = [await logIn(email), await logIn(email)];
  const logOut = (token: string) => world.ask(null, accountCalls.logout, { body: { refresh: token } });
  expect((await logOut(own.refresh)).status).toBe(204);
  await expectEnded(own.refresh);
  expect((await logOut(own.refresh)).status).toBe(204);
  expect((await logOut('nonsense')).status).toBe(204);
  expect((await refresh(other.refresh)).status).toBe(200);
});

test.each([['PATCH', accountCalls.changePassword] as const, ['PUT', accountCalls.replacePassword] as const])(
  '%s of the password ends other sessions and returns a new pair for this one',
  async (_, call) => {
    const email = await anAccount();
    const [own, other] = [await logIn(email), await logIn(email)];
    const otherUser = await logIn(await anAccount());
    const change = (body: object) => world.ask(null, call, { body, headers: { authorization: `Bearer ${own.access}` } });
    const fresh = 'yangi-parol-99';
    const body = { old_password: password, new_password: fresh, new_password_confirm: fresh };
    const wrong = await change({ ...body, old_password: 'boshqa-parol-1' });
    expect([wrong.status, wrong.body]).toEqual([400, { detail: 'Joriy parol noto‘g‘ri.', code: 'wrong_password' }]);
    expect((await change({ ...body, new_password_confirm: 'x' })).body).toEqual({ new_password_confirm: ['Parollar mos emas'] });
    expect((await change({ ...body, new_password: '12345678', new_password_confirm: '12345678' })).body).toEqual({
      new_password: ['Bu parol juda oddiy. Boshqasini tanlang.'],
    });
    const { reply } = await change(body);
    expect((await profileWith(reply.access)).status).toBe(200);
    await expectEnded(other.refresh);
    expect((await refresh(reply.refresh)).status).toBe(200);
    expect((await refresh(otherUser.refresh)).status).toBe(200);
    expect((await world.ask(null, accountCalls.login, { body: { email, password } })).status).toBe(401);
    await logIn(email, fresh);
  },
);

test('an ended session cannot change the password', async () => {
  const email = await anAccount();
  const tokens = await logIn(email);
  await world.ask(null, accountCalls.logout, { body: { refresh: tokens.refresh } });
  const body = { old_password: password, new_password: 'yangi-parol-99', new_password_confirm: 'yangi-parol-99' };
  const answer = await world.ask(null, accountCalls.changePassword, { body, headers: { authorization: `Bearer ${tokens.access}` } });
  expect([answer.status, answer.body.code]).toEqual([401, 'session_ended']);
  await logIn(email);
});
