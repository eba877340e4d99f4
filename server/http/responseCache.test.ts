import { expect, test } from 'vitest';
import { opportunityCalls } from '#contract/opportunity.ts';
import { buildApp } from '../app.ts';
import { anOpportunity, anOrganizer, aWorld } from '../testing/world.ts';
import { createResponseCache } from './responseCache.ts';

const world = aWorld();

test('an answer for anybody is made once however many wait, and again after a second or a write', async () => {
  let time = 0;
  let made = 0;
  const answers = createResponseCache(() => time);
  const make = async () => {
    made += 1;
    return { status: 200, text: `answer ${made}` };
  };
  const both = await Promise.all([answers.get('a', make), answers.get('a', make)]);
  expect(both.map(({ text }) => text)).toEqual(['answer 1', 'answer 1']);
  time = 1001;
  expect((await answers.get('a', make)).text).toBe('answer 2');
  answers.clear();
  expect((await answers.get('a', make)).text).toBe('answer 3');
});

test('a failure is not kept', async () => {
  const answers = createResponseCache(() => 0);
  await expect(answers.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect((await answers.get('a', async () => ({ status: 200, text: 'back' }))).text).toBe('back');
});

test('a signed-in person never gets the shared answer, and a write ends it', async () => {
  const app = await buildApp({ ...world.deps, responseCache: createResponseCache(() => 0) });
  const owner = await anOrganizer(world);
  const id = await anOpportunity(world, owner.organization_id, { title: 'Birinchi' });
  const url = `/api${opportunityCalls.list.path}`;
  const titles = (body: string) => (JSON.parse(body) as { results: { title: string }[] }).results.map(({ title }) => title);
  const first = await app.inject({ url });
  expect(titles(first.body)).toEqual(['Birinchi']);
  const again = await app.inject({ url, headers: { 'if-none-match': String(first.headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  // A cache in between must not hand it to somebody signed in either.
  for (const { headers } of [first, again]) expect(String(headers.vary).toLowerCase()).toContain('authorization');
  const second = await anOpportunity(world, owner.organization_id, { title: 'Ikkinchi' });
  expect(titles((await app.inject({ url })).body)).toEqual(['Birinchi']);
  const authorization = `Bearer ${world.deps.tokens.sign(owner, world.clock.now)}`;
  const own = await app.inject({ url, headers: { authorization } });
  expect(titles(own.body)).toEqual(['Ikkinchi', 'Birinchi']);
  expect(own.headers['cache-control']).toBe('no-store');
  const closed = await app.inject({ method: 'POST', url: `/api/opportunities/${id}/close/`, headers: { authorization } });
  expect(closed.statusCode).toBe(200);
  expect(titles((await app.inject({ url })).body)).toEqual(['Ikkinchi']);
  expect(second).toBeGreaterThan(id);
  await app.close();
});
