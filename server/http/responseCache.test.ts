import { expect, test } from 'vitest';
import { opportunityCalls } from '#contract/opportunity.ts';
import { buildApp } from '../app.ts';
import { anOpportunity, anOrganizer, aWorld } from '../testing/world.ts';
import { createResponseCache } from './responseCache.ts';

const world = aWorld();

test('makes a response once for concurrent requests, and again after a second or a clear', async () => {
  let time = 0;
  let makes = 0;
  const cache = createResponseCache({ time: () => time });
  const make = async () => {
    makes += 1;
    return { status: 200, text: `response ${makes}` };
  };
  const both = await Promise.all([cache.get('a', make), cache.get('a', make)]);
  expect(both.map(({ text }) => text)).toEqual(['response 1', 'response 1']);
  time = 1001;
  expect((await cache.get('a', make)).text).toBe('response 2');
  cache.clear();
  expect((await cache.get('a', make)).text).toBe('response 3');
});

test('does not cache a failure', async () => {
  const cache = createResponseCache({ time: () => 0 });
  await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect((await cache.get('a', async () => ({ status: 200, text: 'back' }))).text).toBe('back');
});

test('a signed-in user gets no cached reply, and a write clears the cache', async () => {
  const app = await buildApp({ ...world.deps, responseCache: createResponseCache({ time: () => 0 }) });
  const owner = await anOrganizer(world);
  const id = await anOpportunity(world, owner.organization_id, { title: 'Birinchi' });
  const url = `/api${opportunityCalls.list.path}`;
  const titles = (body: string) => (JSON.parse(body) as { results: { title: string }[] }).results.map(({ title }) => title);
  const first = await app.inject({ url });
  expect(titles(first.body)).toEqual(['Birinchi']);
  const again = await app.inject({ url, headers: { 'if-none-match': String(first.headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  // A proxy must not send it to a signed-in user either.
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
