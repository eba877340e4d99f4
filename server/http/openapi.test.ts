import { beforeAll, expect, test } from 'vitest';
import { routes } from '../app.ts';
import { aWorld } from '../testing/world.ts';
import type { OpenApi, Operation } from './openapi.ts';

const world = aWorld();
let api: OpenApi;
beforeAll(async () => {
  const response = await world.app.inject('/api/schema/');
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  api = JSON.parse(response.body);
});

const operations = (): [string, Operation][] =>
  Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method.toUpperCase()} ${path}`, operation]),
  );

test('describes exactly the served routes', () => {
  const served = routes.map(({ call }) => `${call.method} /api${call.path.replace(/:(\w+)/g, '{$1}')}`);
  expect(new Set(served).size).toBe(served.length);
  expect(
    operations()
      .map(([name]) => name)
      .sort(),
  ).toEqual(served.sort());
});

test('every reference resolves and operation ids are unique', () => {
  const unresolved: string[] = [];
  const walk = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return;
    const { $ref } = node as { $ref?: unknown };
    if (typeof $ref === 'string') {
      const target = $ref
        .replace(/^#\//, '')
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], api);
      if (!$ref.startsWith('#/') || target === undefined) unresolved.push($ref);
    }
    for (const value of Object.values(node)) walk(value);
  };
  walk(api);
  expect(unresolved).toEqual([]);
  const names = operations().map(([, operation]) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
});

test('declares path parameters and describes every response', () => {
  for (const [name, { parameters, responses }] of operations()) {
    const inPath = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    expect(parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name)).toEqual(inPath);
    for (const response of Object.values(responses)) expect(typeof (response.description ?? response.$ref)).toBe('string');
  }
});

test('describes who may call and the security requirement', () => {
  const { get, post } = api.paths['/api/opportunities/'] as { get: Operation; post: Operation };
  expect([get.security, get.description]).toEqual([
    [{}, { bearer: [] }],
    'Who may call: Anybody, signed in or not; the answer may depend on who asks.',
  ]);
  expect([post.security, post.description]).toEqual([[{ bearer: [] }], 'Who may call: Members of an organization only.']);
  expect(Object.keys(post.responses)).toEqual(['201', '400', '401', '403', '404', '409', '413', '415', '429', '500', '503']);
});

test('describes the file of a multipart body', () => {
  const content = api.paths['/api/opportunities/']?.post?.requestBody?.content ?? {};
  expect(Object.keys(content)).toEqual(['application/json', 'multipart/form-data']);
  expect(content['multipart/form-data']?.schema.properties.cover_image).toEqual({ type: 'string', format: 'binary' });
  expect(content['application/json']?.schema.required).toEqual(['title', 'description', 'start_date', 'application_deadline', 'location']);
});

test('parameters with a default are optional', () => {
  const parameters = api.paths['/api/opportunities/']?.get?.parameters ?? [];
  expect(parameters.filter((parameter) => parameter.required)).toEqual([]);
  expect(parameters.find((parameter) => parameter.name === 'page_size').schema.default).toBe(20);
});

test('the HTML page has every call and no script', async () => {
  const { body, headers, statusCode } = await world.app.inject('/api/docs/');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  for (const { call } of routes) expect(body).toContain(`/api${call.path.replace(/:(\w+)/g, '{$1}')}`);
  expect(body).not.toMatch(/<script|style="| on\w+="/);
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
});
