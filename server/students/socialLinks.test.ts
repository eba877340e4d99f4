import { expect, test } from 'vitest';
import { studentCalls, studentLists } from '#contract/student.ts';
import type { Actor } from '../http/actor.ts';
import { aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
const missing = { detail: "So'ralgan ma'lumot topilmadi.", code: 'not_found' };
const save = (actor: Actor, body: object) => world.ask(actor, studentCalls.upsertSocialLink, { body });
const readLinks = async (actor: Actor) => (await world.ask(actor, studentLists['social-links'].list)).reply.results;

test('a second link of a platform replaces the first and keeps absent fields', async () => {
  const [me, other] = [await aStudent(world), await aStudent(world)];
  const ofOther = (await save(other, { platform: 'github', url: 'https://github.com/u' })).reply;
  const first = (await save(me, { platform: 'github', url: 'https://github.com/a', is_public: false })).reply;
  const second = (await save(me, { platform: 'github', url: 'https://github.com/b' })).reply;
  expect(second).toEqual({ id: first.id, platform: 'github', url: 'https://github.com/b', is_public: false });
  expect(await readLinks(me)).toEqual([second]);
  expect(await readLinks(other)).toEqual([ofOther]);
});

test('with an id the platform changes and replaces another link of that platform', async () => {
  const me = await aStudent(world);
  const github = (await save(me, { platform: 'github', url: 'https://github.com/a' })).reply;
  await save(me, { platform: 'telegram', url: 'https://t.me/eski' });
  const moved = (await save(me, { id: github.id, platform: 'telegram', url: 'https://t.me/yangi' })).reply;
  expect(moved).toEqual({ id: github.id, platform: 'telegram', url: 'https://t.me/yangi', is_public: true });
  expect(await readLinks(me)).toEqual([moved]);
  const failed = await save(me, { id: moved.id, platform: 'github', url: '' });
  expect([failed.status, failed.body]).toEqual([400, { url: ['Iltimos, havolani kiriting.'] }]);
  expect(await readLinks(me)).toEqual([moved]);
});

test('allows several custom links; returns 404 for another student’s id', async () => {
  const [me, other] = [await aStudent(world), await aStudent(world)];
  const ofOther = (await save(other, { platform: 'custom', url: 'https://u.uz' })).reply;
  await save(me, { platform: 'custom', url: 'https://a.uz' });
  await save(me, { platform: 'custom', url: 'https://b.uz' });
  expect(await readLinks(me)).toHaveLength(2);
  const taken = await save(me, { id: ofOther.id, platform: 'custom', url: 'https://c.uz' });
  expect([taken.status, taken.body]).toEqual([404, missing]);
  expect(await readLinks(other)).toEqual([ofOther]);
  expect((await save(me, {})).body).toEqual({ platform: ['Iltimos, platformani tanlang.'], url: ['Iltimos, havolani kiriting.'] });
});

test('eight concurrent saves of one platform create one link', async () => {
  const me = await aStudent(world);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => save(me, { platform: 'linkedin', url: `https://linkedin.com/in/${n}` })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(await readLinks(me)).toHaveLength(1);
});
