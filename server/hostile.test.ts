import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { routes } from './app.ts';
import type { Actor } from './http/actor.ts';
import { callKey, type Sample, samples } from './testing/callSamples.ts';
import { aFixture, type Fixture } from './testing/fixture.ts';
import { aWorld, callUrl } from './testing/world.ts';

const world = aWorld();
let fixture: Fixture;
beforeAll(async () => {
  fixture = await aFixture(world);
});

const send = async (
  call: Pick<Call, 'method'>,
  url: string,
  actor: Actor | null,
  headers: Record<string, string>,
  payload?: string | Buffer,
) => {
  const response = await world.app.inject({
    method: call.method,
    url,
    headers: { ...(actor ? { authorization: `Bearer ${world.deps.tokens.sign(actor, world.clock.now)}` } : {}), ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  return response;
};
/** Checks every reply: no server error, security headers, JSON. */
const expectSafe = (response: Awaited<ReturnType<typeof send>>, label: string) => {
  if (response.statusCode >= 500) throw new Error(`${label}: ${response.statusCode} ${response.body}`);
  const { headers } = response;
  const values = [headers['x-content-type-options'], headers['referrer-policy'], String(headers['content-security-policy'])];
  expect([label, ...values]).toEqual([label, 'nosniff', 'strict-origin-when-cross-origin', "default-src 'none';frame-ancestors 'none'"]);
  if (response.body !== '') expect([label, String(headers['content-type'])]).toEqual([label, 'application/json; charset=utf-8']);
};

const findSample = async (call: Call): Promise<Sample> => {
  const sample = await samples.get(callKey(call))?.(fixture, world);
  if (!sample) throw new Error(`${callKey(call)} has no sample`);
  return sample;
};
const sampleUrl = (call: Call, { params, query }: Sample) => callUrl(call, { params: params ?? {}, query: query ?? {} });

const nest = (open: string, close: string, times = 10_000) => open.repeat(times) + close.repeat(times);
const json = 'application/json';
/** Content type and body. */
const bodies: [string, string | Buffer][] = [
  [json, ''],
  [json, '{'],
  [json, '{"a":1,}'],
  [json, 'null'],
  [json, '[]'],
  [json, '[[]]'],
  [json, '0'],
  [json, '"matn"'],
  [json, 'true'],
  [json, '\u0000'],
  [json, '\ufeff{}'],
  [json, '{"__proto__": {"user_type": "admin"}}'],
  [json, '{"constructor": {"prototype": {"user_type": "admin"}}}'],
  [json, nest('[', ']')],
  [json, nest('{"a":', '1}')],
  [json, `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  [json, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  [json, `{"a": "${'x'.repeat(1_100_000)}"}`],
  ['application/json; charset=utf-16', '{}'],
  ['text/plain', '{}'],
  ['application/xml', '<a/>'],
  ['application/x-www-form-urlencoded', 'a=1&a=2'],
  ['multipart/form-data', 'x'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n{"a":1}\r\n--x--\r\n'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="cover_image"; filename="a\u0000.png"\r\n\r\nPNG\r\n--x--\r\n',
  ],
  ['multipart/form-data; boundary=x', `--x\r\nContent-Disposition: form-data; name="requirements"\r\n\r\n${nest('[', ']')}\r\n--x--\r\n`],
  ['x', 'x'],
  ['', '{}'],
];

const all = routes.map(({ call }) => [callKey(call), call] as const);
const writes = all.filter(([, call]) => call.body);

test.each(all)('%s survives malformed bodies', async (key, call) => {
  const sample = await findSample(call);
  for (const [type, body] of bodies) {
    if (call.method === 'GET') continue;
    const url = sampleUrl(call, sample);
    const response = await send(call, url, fixture[sample.by], { 'content-type': type, 'idempotency-key': 'bir' }, body);
    expectSafe(response, `${key} ${type} ${body.toString().slice(0, 60)}`);
  }
});

const ids = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '2147483647',
  '2147483648',
  '9223372036854775808',
  'null',
  '%00',
  '%F0%9F%98%80',
  'x'.repeat(190),
  '..%2f..',
];
test.each(all.filter(([, call]) => call.path.includes(':')))('%s survives malformed path parameters', async (key, call) => {
  const { by, body } = await findSample(call);
  for (const id of ids) {
    const url = `/api${call.path.replace(/:\w+/g, id)}`;
    const payload = body ? JSON.stringify(body) : undefined;
    const response = await send(call, url, fixture[by], payload ? { 'content-type': json } : {}, payload);
    expectSafe(response, `${key} ${id}`);
    // Calls with a signed link check the signature first.
    if (call.path.endsWith('/:id/') && !call.download) expect([id, response.statusCode]).toEqual([id, 404]);
  }
});

const words = [
  '',
  '%00',
  '%',
  '%25_%5C',
  '%ED%A0%80',
  '-1',
  '0',
  '1e9',
  '9223372036854775808',
  '99999999999999999999',
  '2026-02-30',
  "'%22;--",
  'a'.repeat(5000),
  '%F0%9F%98%80',
];
const queried = all.filter(([, call]) => call.query);
test.each(queried)('%s survives malformed queries', async (key, call) => {
  const sample = await findSample(call);
  const { properties = {} } = z.toJSONSchema(call.query as z.core.$ZodType, { unrepresentable: 'any' }) as { properties?: object };
  for (const name of [...Object.keys(properties), '__proto__', 'constructor', 'a[b][c]'])
    for (const word of words)
      for (const query of [`${name}=${word}`, `${name}=${word}&${name}=${word}`, `${name}[]=${word}`])
        expectSafe(
          await send(call, `${sampleUrl(call, { ...sample, query: {} })}?${query}`, fixture[sample.by], {}),
          `${key} ${query.slice(0, 80)}`,
        );
});

/** Values that often break databases and parsers. */
const hostileValue = fc.constantFrom<unknown>(
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\u202e',
  '9223372036854775808',
  '-2147483649',
  2 ** 63,
  -(2 ** 31) - 1,
  1e308,
  -0,
  0.1,
  '1e400',
  'NaN',
  '0000-00-00',
  '2026-02-30',
  '+275760-09-13',
  'http://[::1',
  'https://a.b/\u0000',
  'a'.repeat(20_001),
  'ﷺ'.repeat(600),
  '{}',
  '[',
  null,
  true,
  [],
  {},
  [null],
  [[[]]],
  [{ id: 2 ** 31 }],
  [{ id: '\u0000', question: '\ud800' }],
  { __proto__: null, toString: 1, constructor: 2 },
);
const value = fc.oneof({ weight: 3, arbitrary: hostileValue }, fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }));

test.each(writes)('%s survives bodies with random values in its fields', { timeout: 60_000 }, async (key, call) => {
  const sample = await findSample(call);
  const names = Object.keys(sample.body ?? {});
  const schema = z.toJSONSchema(call.body as z.core.$ZodType, { unrepresentable: 'any' }) as { properties?: object };
  const fields = [...new Set([...names, ...Object.keys(schema.properties ?? {})])];
  // One hostile field in a valid body, or several hostile fields.
  const bodyWith = fc.oneof(
    fc.tuple(fc.constantFrom(...fields), value).map(([name, one]) => ({ ...sample.body, [name]: one })),
    fc.dictionary(fc.constantFrom(...fields), value),
  );
  await fc.assert(
    fc.asyncProperty(bodyWith, async (body) => {
      const response = await send(call, sampleUrl(call, sample), fixture[sample.by], { 'content-type': json }, JSON.stringify(body));
      expectSafe(response, `${key} ${JSON.stringify(body).slice(0, 200)}`);
    }),
    // Password hashing is slow, so those calls get fewer runs within the time limit.
    { numRuns: 150, interruptAfterTimeLimit: 2000, markInterruptAsFailure: false, seed: 7 },
  );
});

test('survives malformed headers, URLs and tokens', async () => {
  const { student } = fixture;
  const tokens = [
    '',
    'Bearer',
    'Bearer ',
    'Bearer x',
    'Bearer a.b.c',
    `Bearer ${'a'.repeat(8000)}`,
    'Basic YTpi',
    'Bearer \u00ff.\u00ff.\u00ff',
  ];
  for (const authorization of tokens) {
    const response = await send({ method: 'GET' }, '/api/applications/', null, { authorization });
    expectSafe(response, authorization);
    expect([authorization.slice(0, 20), response.statusCode]).toEqual([authorization.slice(0, 20), 401]);
  }
  for (const url of [
    '/api/%',
    '/api/%E0%A4%A/',
    '/api/yo%27q/',
    `/api/${'a'.repeat(3000)}/`,
    '/api/applications/1/2/3/',
    '/api/..%2f..%2fetc',
    '/api//',
  ]) {
    const response = await send({ method: 'GET' }, url, student, {});
    expectSafe(response, url);
    expect([url, response.statusCode === 404 || response.statusCode === 400]).toEqual([url, true]);
  }
  for (const language of ['uz', 'x'.repeat(5000), 'uz;q=abc', '*']) {
    expectSafe(await send({ method: 'GET' }, '/api/applications/', student, { 'accept-language': language }), language);
  }
});

test('after these requests the server is ready and there is no new administrator', async () => {
  const { statusCode } = await world.app.inject('/api/ready/');
  expect(statusCode).toBe(200);
  expect(({} as Record<string, unknown>).user_type).toBe(undefined);
  const admins = await world.db.selectFrom('users').select('id').where('user_type', '=', 'admin').execute();
  expect(admins).toEqual([{ id: fixture.admin.user_id }]);
});
