import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { buildOpenApi, type OpenApi, type Operation } from './openapi.ts';
import type { ApiRoute } from './serve.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema nodes
type Node = any;

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character] as string);

const styles = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881}
*{box-sizing:border-box}body{margin:0 auto;max-width:70rem;padding:1rem;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
a{color:inherit}nav a{display:inline-block;padding:.6rem .75rem .6rem 0}
details{border:1px solid var(--line);border-radius:.5rem;margin:.5rem 0;padding:0 .75rem}
summary{cursor:pointer;padding:.7rem 0;min-height:44px}details[open] summary{border-bottom:1px solid var(--line)}
b{display:inline-block;min-width:4.5rem;font:600 .85rem ui-monospace,monospace}code,pre{font:.85rem/1.45 ui-monospace,monospace}
pre{background:var(--soft);border-radius:.5rem;overflow:auto;padding:.75rem;white-space:pre-wrap}
h3{font-size:1rem;margin:1rem 0 .25rem}ul{margin:.25rem 0;padding-left:1.25rem}`;
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** A JSON schema in TypeScript notation: `{name: type, other?: type | null}`. */
const schemaText = (node: Node, indent = ''): string => {
  if (node.enum) return node.enum.map((value: unknown) => JSON.stringify(value)).join(' | ');
  if (node.anyOf) return node.anyOf.map((part: Node) => schemaText(part, indent)).join(' | ');
  if (node.type === 'array') {
    const item = schemaText(node.items ?? {}, indent);
    return item.includes('|') ? `(${item})[]` : `${item}[]`;
  }
  if (node.properties) {
    const inner = `${indent}  `;
    const rows = Object.entries(node.properties).map(
      ([name, value]) => `${inner}${name}${node.required?.includes(name) ? '' : '?'}: ${schemaText(value, inner)}`,
    );
    return rows.length === 0 ? '{}' : `{\n${rows.join('\n')}\n${indent}}`;
  }
  if (node.format === 'binary') return 'file';
  if (Array.isArray(node.type)) return node.type.join(' | ');
  return node.const !== undefined ? JSON.stringify(node.const) : (node.type ?? 'any');
};

const contentHtml = (title: string, content: Record<string, { schema: Node }> | undefined): string =>
  Object.entries(content ?? {})
    .map(([type, { schema }]) => `<h3>${escapeHtml(title)} · ${escapeHtml(type)}</h3><pre>${escapeHtml(schemaText(schema))}</pre>`)
    .join('');

const parameterHtml = ({ name, in: place, required, schema, description }: Node): string =>
  `<li><code>${escapeHtml(name)}</code> (${place}${required ? ', required' : ''}): <code>${escapeHtml(schemaText(schema))}</code>${
    schema.default === undefined ? '' : ` = <code>${escapeHtml(String(schema.default))}</code>`
  }${description ? ` ${escapeHtml(description)}` : ''}</li>`;

const operationHtml = (path: string, method: string, operation: Operation): string => {
  const [status = '', success] = Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? [];
  const errorCodes = Object.keys(operation.responses).filter((code) => !code.startsWith('2'));
  return `<details id="${escapeHtml(operation.operationId)}"><summary><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code><br>${escapeHtml(operation.summary)}</summary>
<p>${escapeHtml(operation.description)}</p>
${operation.parameters.length > 0 ? `<h3>Parameters</h3><ul>${operation.parameters.map(parameterHtml).join('')}</ul>` : ''}
${contentHtml('Body', operation.requestBody?.content)}
${contentHtml(`Reply ${status}`, success?.content) || `<h3>Reply ${escapeHtml(status)}</h3><p>${escapeHtml(success?.description ?? '')}</p>`}
<p>Refusals: ${errorCodes.map((code) => `<a href="#refusal-${code}">${code}</a>`).join(', ')}</p></details>`;
};

const refusalHtml = (status: string, { description, content }: Node): string =>
  `<details id="refusal-${status}"><summary><b>${status}</b> ${escapeHtml(description)}</summary><ul>${Object.values(
    content['application/json'].examples,
  )
    .map(({ value }: Node) => `<li><code>${escapeHtml(value.code)}</code> ${escapeHtml(value.detail)}</li>`)
    .join('')}</ul></details>`;

/** The API description as an HTML page without scripts or external resources. */
export const docsPage = (api: OpenApi): string => {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = api.tags.map(
    ({ name }) =>
      `<section><h2 id="${escapeHtml(name)}">${escapeHtml(name)}</h2>${operations
        .filter(({ operation }) => operation.tags[0] === name)
        .map(({ path, method, operation }) => operationHtml(path, method, operation))
        .join('\n')}</section>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(api.info.title)}</title><style>${styles}</style></head>
<body><header><h1>${escapeHtml(api.info.title)} ${escapeHtml(api.info.version)}</h1><p>${escapeHtml(api.info.description)}</p>
<nav aria-label="Sections">${api.tags.map(({ name }) => `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`).join('')}<a href="#refusals">refusals</a><a href="/api/schema/">OpenAPI 3.1 (JSON)</a></nav></header>
<main>${sections.join('\n')}
<section><h2 id="refusals">Refusals</h2><p>The body is <code>{detail, code}</code>; wrong fields are <code>{field: [message, …]}</code> alone.</p>
${Object.entries(api.components.responses)
  .map(([status, response]) => refusalHtml(status, response))
  .join('\n')}</section></main></body></html>`;
};

/** Serves /api/schema/ (OpenAPI JSON) and /api/docs/ (HTML). Both are built at the first request. */
export const registerDocs = (app: FastifyInstance, routes: readonly ApiRoute[], version: string) => {
  let documents: { json: string; html: string } | undefined;
  const build = () => {
    if (!documents) {
      const api = buildOpenApi(routes, version);
      documents = { json: JSON.stringify(api), html: docsPage(api) };
    }
    return documents;
  };
  const headers = { 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' };
  app.get('/api/schema/', (_request, reply) => reply.headers(headers).type('application/json; charset=utf-8').send(build().json));
  app.get('/api/docs/', (_request, reply) =>
    reply
      .headers({ ...headers, 'content-security-policy': policy })
      .type('text/html; charset=utf-8')
      .send(build().html),
  );
};
