import { expect, test } from 'vitest';
import { accountCalls } from '#contract/account.ts';
import { studentCalls, studentLists } from '#contract/student.ts';
import { aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
const json = { 'content-type': 'application/json' };

test('accepts an empty JSON body for a call without a body', async () => {
  const student = await aStudent(world);
  const { id } = (await world.ask(student, studentLists.languages.create, { body: { language: 'Fransuz', proficiency: 'native' } })).reply;
  const removed = await world.ask(student, studentLists.languages.remove, { params: { id }, headers: json, body: '' });
  expect(removed.status).toBe(204);
  expect((await world.ask(student, studentCalls.removeResume, { headers: json, body: '' })).status).toBe(204);
});

test('reads an empty body as an empty object and refuses invalid JSON', async () => {
  const empty = await world.ask(null, accountCalls.login, { headers: json, body: '' });
  expect([empty.status, Object.keys(empty.body)]).toEqual([400, ['email', 'password']]);
  for (const body of ['{', ' ', '{"__proto__": {"email": "a@b.uz"}}', '\u0000']) {
    const invalid = await world.ask(null, accountCalls.login, { headers: json, body });
    expect([body, invalid.status, invalid.body.code]).toEqual([body, 400, 'invalid']);
  }
});

test('refuses bytes that are not UTF-8', async () => {
  const student = await aStudent(world);
  const send = (language: Buffer) =>
    world.ask(student, studentLists.languages.create, {
      headers: { 'content-type': 'application/json; charset=latin1' },
      body: Buffer.concat([Buffer.from('{"proficiency":"native","language":"'), language, Buffer.from('"}')]),
    });
  for (const bytes of [Buffer.from('Français', 'latin1'), Buffer.from([0xc0, 0x80]), Buffer.from([0xed, 0xa0, 0x80])]) {
    const refused = await send(bytes);
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid']);
  }
  expect((await send(Buffer.from('Français'))).reply.language).toBe('Français');
});

test('refuses other content types with 415', async () => {
  for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'application/octet-stream']) {
    const refused = await world.ask(null, accountCalls.login, { headers: { 'content-type': type }, body: '{}' });
    expect([type, refused.status, refused.body.code]).toEqual([type, 415, 'unsupported_media']);
  }
});
