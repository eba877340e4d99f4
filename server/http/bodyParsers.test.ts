import { expect, test } from 'vitest';
import { accountCalls } from '#contract/account.ts';
import { studentCalls, studentLists } from '#contract/student.ts';
import { aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
const json = { 'content-type': 'application/json' };

test('a call without a body may say JSON and send nothing', async () => {
  const student = await aStudent(world);
  const { id } = (await world.ask(student, studentLists.languages.create, { body: { language: 'Fransuz', proficiency: 'native' } })).reply;
  const removed = await world.ask(student, studentLists.languages.remove, { params: { id }, headers: json, body: '' });
  expect(removed.status).toBe(204);
  expect((await world.ask(student, studentCalls.removeResume, { headers: json, body: '' })).status).toBe(204);
});

test('where a body is needed, nothing is an empty one; what is no JSON stays refused', async () => {
  const nothing = await world.ask(null, accountCalls.login, { headers: json, body: '' });
  expect([nothing.status, Object.keys(nothing.body)]).toEqual([400, ['email', 'password']]);
  for (const body of ['{', ' ', '{"__proto__": {"email": "a@b.uz"}}', '\u0000']) {
    const broken = await world.ask(null, accountCalls.login, { headers: json, body });
    expect([body, broken.status, broken.body.code]).toEqual([body, 400, 'invalid']);
  }
});

test('bytes that are no UTF-8 are refused, not kept as question marks', async () => {
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

test('a body that is neither JSON nor a form is of an unsupported kind', async () => {
  for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'application/octet-stream']) {
    const refused = await world.ask(null, accountCalls.login, { headers: { 'content-type': type }, body: '{}' });
    expect([type, refused.status, refused.body.code]).toEqual([type, 415, 'unsupported_media']);
  }
});
