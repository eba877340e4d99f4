import type { Call } from '#contract/call.ts';
import { errorCatalog } from '#contract/errors.ts';
import { toJsonSchema } from './schema.ts';
import type { ApiRoute, Audience } from './serve.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema nodes
type Node = any;

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters: Node[];
  requestBody?: { required: boolean; content: Record<string, { schema: Node }> };
  responses: Record<string, Node>;
}
export interface OpenApi {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Node; schemas: Record<string, Node>; responses: Record<string, Node> };
}

const audiences: Record<Audience, string> = {
  guest: 'Anybody; a token is not looked at.',
  anyone: 'Anybody, signed in or not; the answer may depend on who asks.',
  user: 'Every signed-in person.',
  student: 'Students only.',
  organization: 'Members of an organization only.',
  staff: 'Members of an organization, and platform administrators within their part.',
  admin: 'Platform administrators only.',
};

/** The schema of a request: fields with a default are optional, and unknown fields are allowed. */
const toInput = (node: Node): Node => {
  if (Array.isArray(node)) return node.map(toInput);
  if (node === null || typeof node !== 'object') return node;
  const { additionalProperties: _, ...rest } = node;
  const out: Node = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, toInput(value)]));
  if (Array.isArray(out.required)) {
    out.required = out.required.filter((name: string) => out.properties?.[name]?.default === undefined);
    if (out.required.length === 0) delete out.required;
  }
  return out;
};
const inputSchema = (schema: Call['body']): Node => toInput(toJsonSchema(schema as NonNullable<Call['body']>, 'openapi'));

const openApiPath = (call: Call) => `/api${call.path.replace(/:(\w+)/g, '{$1}')}`;

const pathParameters = (call: Call): Node[] =>
  [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'id' || name.endsWith('_id') ? { type: 'integer', minimum: 1, maximum: 2147483647 } : { type: 'string' },
  }));

const queryParameters = (call: Call): Node[] => {
  if (!call.query) return [];
  const { properties = {}, required = [] } = inputSchema(call.query);
  return Object.entries(properties).map(([name, schema]: [string, Node]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(schema.type === 'array' ? { style: 'form', explode: false, description: 'May repeat or hold a comma list.' } : {}),
    schema,
  }));
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A retry with the same key and body within 24 hours gets the first answer again.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
};

/** The schema of a multipart body: the fields, and a binary string for each file. */
const multipartSchema = (schema: Node, files: readonly string[]): Node => ({
  ...schema,
  type: 'object',
  properties: { ...schema.properties, ...Object.fromEntries(files.map((name) => [name, { type: 'string', format: 'binary' }])) },
});

const requestBody = (call: Call): Operation['requestBody'] => {
  if (!call.body && !call.files) return undefined;
  const schema = call.body ? inputSchema(call.body) : { type: 'object' };
  const content: Record<string, { schema: Node; encoding?: Node }> = call.body ? { 'application/json': { schema } } : {};
  if (call.files) {
    const isNested = (property: Node) => property.type === 'array' || property.type === 'object';
    const nested = Object.entries(schema.properties ?? {}).filter(([, property]) => isNested(property));
    content['multipart/form-data'] = {
      schema: multipartSchema(schema, call.files),
      encoding: Object.fromEntries(nested.map(([name]) => [name, { contentType: 'application/json' }])),
    };
  }
  return { required: call.method !== 'PATCH', content };
};

const refusals: Record<number, string> = {
  400: 'Refused: field errors, or `{detail, code}`.',
  401: 'No token, or one that is not good any more.',
  403: 'Not for this role.',
  404: 'Does not exist, or not for this caller.',
  409: 'The Idempotency-Key was used with another body, or its first run has not ended.',
  413: 'The body is too large.',
  415: 'A body of this type is not read.',
  429: 'Too many attempts; see Retry-After.',
  500: 'A fault of the server.',
  503: 'Busy or away for a moment; see Retry-After.',
};

const refusalStatuses = ({ call, audience }: ApiRoute): number[] => {
  const hasBody = Boolean(call.body ?? call.files);
  const possible: [number, boolean][] = [
    [400, hasBody || call.query !== undefined],
    [401, audience !== 'guest'],
    [403, audience !== 'guest' && audience !== 'anyone' && audience !== 'user'],
    [404, call.path.includes(':') || call.query !== undefined || audience === 'organization' || audience === 'staff'],
    [409, call.idempotent === true],
    [413, hasBody],
    [415, hasBody],
    [429, true],
    [500, true],
    [503, true],
  ];
  return possible.filter(([, applies]) => applies).map(([status]) => status);
};

const openApiOperation = (route: ApiRoute): Operation => {
  const { call, audience } = route;
  const status = call.status ?? 200;
  const body = requestBody(call);
  return {
    operationId: `${call.method.toLowerCase()}${call.path.replace(/[^a-z]+([a-z])?/gi, (_, letter = '') => `_${letter}`).replace(/_+$/, '')}`,
    tags: [call.path.split('/')[1] as string],
    summary: call.summary,
    description: `Who may call: ${audiences[audience]}`,
    security: audience === 'guest' ? [] : audience === 'anyone' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    parameters: [...pathParameters(call), ...queryParameters(call), ...(call.idempotent ? [idempotencyKey] : [])],
    ...(body ? { requestBody: body } : {}),
    responses: {
      [status]:
        status === 204
          ? { description: 'Done; no body.' }
          : call.download
            ? { description: 'A file.', content: { [call.download]: { schema: { type: 'string', format: 'binary' } } } }
            : { description: 'Done.', content: { 'application/json': { schema: toJsonSchema(call.reply, 'openapi') } } },
      ...Object.fromEntries(refusalStatuses(route).map((code) => [code, { $ref: `#/components/responses/${code}` }])),
    },
  };
};

const fieldErrors = {
  type: 'object',
  description: 'By field: a list of messages, or the same shape again for nested lists and answers.',
  additionalProperties: {
    anyOf: [
      { type: 'array', items: { type: 'string' } },
      { $ref: '#/components/schemas/FieldErrors' },
      { type: 'array', items: { $ref: '#/components/schemas/FieldErrors' } },
    ],
  },
};

const refusalResponse = (status: number, description: string): Node => {
  const codes = Object.entries(errorCatalog).filter(([, [of]]) => of === status);
  const retries = status === 429 || status === 503;
  const problem = {
    allOf: [
      { $ref: '#/components/schemas/Problem' },
      { type: 'object', properties: { code: { type: 'string', enum: codes.map(([code]) => code) } } },
    ],
  };
  return {
    description,
    ...(retries ? { headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait.' } } } : {}),
    content: {
      'application/json': {
        schema: status === 400 ? { anyOf: [{ $ref: '#/components/schemas/FieldErrors' }, problem] } : problem,
        examples: Object.fromEntries(codes.map(([code, [, , en]]) => [code, { value: { detail: en, code } }])),
      },
    },
  };
};

/** The OpenAPI 3.1 description of the routes, derived from their calls. */
export const buildOpenApi = (routes: readonly ApiRoute[], version: string): OpenApi => {
  const paths: OpenApi['paths'] = {};
  for (const route of routes) {
    const path = openApiPath(route.call);
    paths[path] ??= {};
    paths[path][route.call.method.toLowerCase()] = openApiOperation(route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Imkon API',
      version,
      description:
        'Opportunities for students in Uzbekistan. Field names are snake_case, days are YYYY-MM-DD in Tashkent, moments ISO 8601 UTC. ' +
        '`detail` and field messages are Uzbek with Accept-Language: uz, otherwise English where an English text exists; `code` is stable. ' +
        'Paths end in a slash and are answered without it too.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map(({ call }) => call.path.split('/')[1] as string))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of signing in.' } },
      schemas: {
        Problem: {
          type: 'object',
          required: ['detail', 'code'],
          properties: {
            detail: { type: 'string', description: 'For people.' },
            code: { type: 'string', description: 'For programs; stable.' },
          },
        },
        FieldErrors: fieldErrors,
      },
      responses: Object.fromEntries(Object.entries(refusals).map(([status, text]) => [status, refusalResponse(Number(status), text)])),
    },
  };
};
