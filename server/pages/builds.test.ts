import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { aWorld } from '../testing/world.ts';
import { earlierAssets, expiredBuilds, publishBuild, readBuilds } from './builds.ts';
import type { Web } from './pages.ts';

const day = 24 * 60 * 60 * 1000;
const start = Date.parse('2026-09-10T07:00:00Z');
const after = (days: number) => new Date(start + days * day);
const world = aWorld();
let dist = '';
beforeEach(() => {
  if (dist) fs.rmSync(dist, { recursive: true });
  dist = fs.mkdtempSync(path.join(os.tmpdir(), 'imkon-builds-'));
});
afterAll(() => fs.rmSync(dist, { recursive: true }));

const writeBuild = (id: string, assets: Record<string, string>, now: Date) => {
  const folder = path.join(dist, id, 'web/assets');
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(assets)) fs.writeFileSync(path.join(folder, name), text);
  publishBuild(id, now, dist);
};

test('the last published build is the current one', () => {
  writeBuild('a', {}, after(0));
  writeBuild('b', {}, after(1));
  expect(readBuilds(dist).map(({ id }) => id)).toEqual(['a', 'b']);
  writeBuild('a', {}, after(2));
  expect(readBuilds(dist).map(({ id }) => id)).toEqual(['b', 'a']);
});

test('a build expires a week after it was replaced, however old it is', () => {
  const builds = [
    { id: 'a', built_at: after(0).toISOString() },
    { id: 'b', built_at: after(100).toISOString() },
    { id: 'c', built_at: after(103).toISOString() },
  ];
  const expiredIds = (now: Date) => expiredBuilds(builds, now).expired.map(({ id }) => id);
  expect(expiredIds(after(106.9))).toEqual([]);
  expect(expiredIds(after(107.1))).toEqual(['a']);
  expect(expiredIds(after(1000))).toEqual(['a', 'b']);
});

test('publishing removes the folders of expired builds and no other', () => {
  writeBuild('a', {}, after(0));
  writeBuild('b', {}, after(1));
  writeBuild('c', {}, after(8.5));
  expect(fs.readdirSync(dist).sort()).toEqual(['b', 'builds.json', 'c']);
});

test('assets of an earlier build are served beside those of the current one', async () => {
  writeBuild('a', { 'shared-1.js': 'shared', 'old-1.js': 'old' }, after(0));
  writeBuild('b', { 'shared-1.js': 'shared', 'new-1.js': 'new' }, after(1));
  const web: Web = {
    renderer: () => Promise.reject(new Error('no page is rendered here')),
    assets: () => ({ css: '', entry: '', preloads: [], font: null, themeScript: '' }),
    finish: async (_, html) => html,
    policy: null,
    folder: path.join(dist, 'b/web'),
    earlierAssets: earlierAssets(dist),
  };
  expect([...web.earlierAssets.keys()]).toEqual(['old-1.js']);
  const app = await buildApp(world.deps, { web });
  const get = async (url: string) => {
    const { statusCode, body, headers } = await app.inject(url);
    return [statusCode, statusCode === 200 ? body : '', headers['cache-control']];
  };
  const immutable = 'public, max-age=31536000, immutable';
  expect(await get('/assets/old-1.js')).toEqual([200, 'old', immutable]);
  expect(await get('/assets/new-1.js')).toEqual([200, 'new', immutable]);
  expect(await get('/assets/shared-1.js')).toEqual([200, 'shared', immutable]);
  expect((await get('/assets/none-1.js'))[0]).toBe(404);
  expect((await get('/assets/..%2f..%2fbuilds.json'))[0]).toBe(404);
  await app.close();
});
