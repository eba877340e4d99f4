import { expect, test } from 'vitest';
import { memberCalls } from '#contract/member.ts';
import { anOrganizer, aWorld } from '../testing/world.ts';

const world = aWorld({ limits: 'strict' });
const addresses = (from: number, count: number) => Array.from({ length: count }, (_, n) => `chegara${from + n}@example.uz`);

test('invitations are limited per inviter, IP address and invited address', async () => {
  const [first, second] = [await anOrganizer(world), await anOrganizer(world)];
  const emails = addresses(0, 100);
  const invite = (actor: typeof first, body: object) => world.ask(actor, memberCalls.inviteStudents, { body });
  expect((await invite(first, { emails: [...emails, 'oshiq@example.uz'] })).status).toBe(400);
  for (let round = 0; round < 3; round += 1) expect((await invite(first, { emails })).reply.invited).toBe(100);
  const refused = await invite(first, { emails: addresses(200, 1) });
  expect([refused.status, refused.body.code, Number(refused.headers['retry-after']) > 0]).toEqual([429, 'too_many_requests', true]);
  // The limit of the IP address also refuses another inviter, for a day.
  expect((await invite(second, { emails: addresses(200, 1) })).status).toBe(429);
  world.clock.now = new Date(world.clock.now.getTime() + 24 * 60 * 60 * 1000);
  const target = addresses(500, 2);
  for (let round = 0; round < 5; round += 1) expect((await invite(second, { emails: [target[0]] })).reply.invited).toBe(1);
  expect((await invite(first, { emails: target })).reply).toMatchObject({ invited: 1, links: [{ email: target[1] }] });
  expect((await world.ask(first, memberCalls.invite, { body: { email: target[0] } })).status).toBe(429);
});
