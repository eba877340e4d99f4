import { beforeAll, expect, test } from 'vitest';
import type { Actor } from '../http/actor.ts';
import { anOpportunity, anOrganizer, aWorld } from '../testing/world.ts';

const world = aWorld();
let owner: Actor & { organization_id: number };
let id: number;
beforeAll(async () => {
  owner = await anOrganizer(world);
  id = await anOpportunity(world, owner.organization_id);
});

const send = (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, payload?: string, type = 'application/json') =>
  world.app.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${world.deps.tokens.sign(owner, world.clock.now)}`,
      ...(payload === undefined ? {} : { 'content-type': type }),
    },
    ...(payload === undefined ? {} : { payload }),
  });

const values = [
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%F0%9F%98%80',
  '9223372036854775808',
  '-9223372036854775809',
  '1e309',
  'NaN',
  "'; drop table users; --",
  '%25%5F%5C',
  '\\',
  '[[[[[]]]]]',
  '{"a":{"b":1}}',
  'x'.repeat(5000),
  '١٢',
  'true,false',
  '2026-13-45',
  '0000-00-00',
  '__proto__',
];
const fields = [
  'search',
  'title',
  'location',
  'opportunity_type',
  'status',
  'featured',
  'is_remote',
  'is_active',
  'deadline_after',
  'min_gpa',
  'ordering',
  'scope',
  'page',
  'page_size',
  '__proto__',
  'constructor',
];

test('no query parameter causes a server error', async () => {
  const failed: string[] = [];
  for (const path of ['', 'search/', 'featured/', 'mine/active/'])
    for (const field of fields)
      for (const value of values)
        for (const query of [
          `${field}=${value}`,
          `${field}=${value}&${field}=${value}`,
          `${field}[]=${value}`,
          `${field}[a][b]=${value}`,
        ]) {
          const { statusCode } = await send('GET', encodeURI(`/api/opportunities/${path}?${query}`).replace(/%25([0-9A-F]{2})/g, '%$1'));
          if (statusCode >= 500) failed.push(`${statusCode} ${path}?${query}`);
        }
  expect(failed).toEqual([]);
});

test('every malformed id is a 404', async () => {
  const ids = [
    '0',
    '-1',
    '2147483648',
    '9223372036854775808',
    '1.0',
    '1e3',
    '0x1',
    '%00',
    `${id}%00`,
    `${id},2`,
    '..%2f..',
    'null',
    'undefined',
    "1'or'1",
  ];
  for (const one of ids) {
    const answers = await Promise.all([
      send('GET', `/api/opportunities/${one}/`),
      send('PATCH', `/api/opportunities/${one}/`, '{}'),
      send('DELETE', `/api/opportunities/${one}/`),
      send('POST', `/api/opportunities/${one}/publish/`),
      send('POST', `/api/opportunities/${one}/close/`),
    ]);
    expect([one, ...answers.map((answer) => answer.statusCode)]).toEqual([one, 404, 404, 404, 404, 404]);
  }
});

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const bodies = [
  '',
  '{',
  'null',
  '[]',
  '7',
  '"x"',
  '{"title":null}',
  '{"title":{"toString":1}}',
  '{"title":"\\u0000"}',
  '{"title":"\\ud800"}',
  '{"description":"a\\u0000b"}',
  `{"title":"${'x'.repeat(100_000)}"}`,
  '{"max_applications":9223372036854775808}',
  '{"max_applications":1e309}',
  '{"max_applications":-1}',
  '{"age_min":1.5}',
  '{"age_min":[1]}',
  '{"start_date":"2026-02-30"}',
  '{"start_date":"9999-12-31"}',
  '{"start_date":{}}',
  '{"required_skills":[9223372036854775807]}',
  '{"required_skills":[null]}',
  '{"required_skills":{"0":1}}',
  '{"required_skills":"abc"}',
  '{"requirements":[null,1,[],{}]}',
  '{"requirements":[{"requirement":"x","id":-1}]}',
  '{"requirements":[{"requirement":"x","id":"2147483648"}]}',
  '{"requirements":[{"requirement":"\\u0000"}]}',
  '{"profile_requirements":[{"section":"__proto__"}]}',
  '{"profile_requirements":[{"section":"education","minimum_items":99999999999}]}',
  '{"additional_questions":[{"question":"x","options":{"a":{"b":["\\u0000"]}}}]}',
  '{"additional_questions":[{"question":"x","options":[["a"],{"b":1},null,1e400]}]}',
  '{"additional_questions":[{"question":"x","order":9223372036854775808}]}',
  '{"__proto__":{"title":"x"},"constructor":{"prototype":1}}',
  '{"status":"__proto__"}',
  '{"cover_image":{"a":1}}',
  `{"title":${deep(20_000)}}`,
  `{"requirements":${deep(20_000)}}`,
  `{"additional_questions":[{"question":"x","options":${deep(20_000)}}]}`,
];

test('no body causes a server error', async () => {
  const failed: string[] = [];
  for (const [method, url] of [
    ['POST', '/api/opportunities/'],
    ['PATCH', `/api/opportunities/${id}/`],
    ['PUT', `/api/opportunities/${id}/`],
  ] as const)
    for (const body of bodies)
      for (const type of [
        'application/json',
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'multipart/form-data; boundary=x',
      ]) {
        const { statusCode } = await send(method, url, body, type);
        if (statusCode >= 500) failed.push(`${statusCode} ${method} ${type} ${body.slice(0, 80)}`);
      }
  expect(failed).toEqual([]);
});

const part = (head: string, body: string) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}`;
const forms: [string, string][] = [
  ['a file without an end', part('name="cover_image"; filename="a.jpg"', '\xff\xd8\xff')],
  ['a field without an end', part('name="title"', 'x')],
  ['a part without a name', `${part('filename="a"', 'x')}\r\n--x--`],
  ['a file under a strange name', `${part('name="cover_image"; filename="../../\u0000.jpg"', 'x')}\r\n--x--`],
  ['a field named __proto__', `${part('name="__proto__"', '{"title":"x"}')}\r\n--x--`],
  ['a field named constructor', `${part('name="constructor"', '{"title":"x"}')}\r\n--x--`],
  ['a text instead of a file', `${part('name="cover_image"', '/files/cover/x.webp')}\r\n--x--`],
  ['a file instead of a text', `${part('name="title"; filename="a.txt"', 'x')}\r\n--x--`],
  ['five hundred fields', `${Array.from({ length: 500 }, (_, n) => part(`name="f${n}"`, 'x')).join('\r\n')}\r\n--x--`],
  ['nine files', `${Array.from({ length: 9 }, () => part('name="cover_image"; filename="a"', 'x')).join('\r\n')}\r\n--x--`],
  ['a field of a megabyte', `${part('name="title"', 'x'.repeat(1024 * 1024))}\r\n--x--`],
  ['no parts', '--x--'],
  ['no end after a boundary', '--x\r\n'],
];
test.each(forms)('a form with %s causes no server error', async (_, form) => {
  for (const [method, url] of [
    ['POST', '/api/opportunities/'],
    ['PATCH', `/api/opportunities/${id}/`],
    ['POST', `/api/opportunities/${id}/publish/`],
  ] as const)
    expect((await send(method, url, form, 'multipart/form-data; boundary=x')).statusCode).toBeLessThan(500);
});
