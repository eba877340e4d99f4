import type { FastifyRequest } from 'fastify';

interface Loggable {
  name?: string;
  message?: string;
  stack?: string;
  code?: string;
  severity?: string;
  constraint?: string;
  table?: string;
  column?: string;
  cause?: unknown;
}

/** PostgreSQL quotes the values it was given in its messages and details, so of its errors only names are kept. */
const errorOf = (error: Loggable): { type: string; message: string; stack: string; [more: string]: unknown } => {
  const { name = 'Error', code, severity, constraint, table, column, cause } = error;
  const stack = error.stack ?? '';
  const message = severity === undefined ? (error.message ?? '') : `database error ${code ?? ''}`.trim();
  return {
    type: name,
    code,
    message,
    ...(severity === undefined ? {} : { constraint, table, column }),
    stack: stack.slice(Math.max(0, stack.indexOf('\n    at '))).trim(),
    ...(cause instanceof Error ? { cause: errorOf(cause) } : {}),
  };
};

/** A path as the log keeps it: without its query, and without the secret of an invitation's link. */
export const pathForLog = (url: string): string => {
  const [path = ''] = url.split('?', 1);
  return path.replace(/^(\/invite|\/api\/invitations)\/[^/]+/, '$1/…');
};

/**
 * What a line of the log may hold: never a query (what people search for, signatures of links), a header, a body, or a
 * value from the database. A deleted account must not live on in logs.
 */
export const serializers = {
  req: (request: FastifyRequest) => ({ method: request.method, path: pathForLog(request.url), remoteAddress: request.ip }),
  err: errorOf,
};
