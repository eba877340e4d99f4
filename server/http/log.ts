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

/** PostgreSQL quotes values in its messages and details, so only names are logged of its errors. */
const serializeError = (error: Loggable): { type: string; message: string; stack: string; [more: string]: unknown } => {
  const { name = 'Error', code, severity, constraint, table, column, cause } = error;
  const stack = error.stack ?? '';
  const message = severity === undefined ? (error.message ?? '') : `database error ${code ?? ''}`.trim();
  return {
    type: name,
    code,
    message,
    ...(severity === undefined ? {} : { constraint, table, column }),
    stack: stack.slice(Math.max(0, stack.indexOf('\n    at '))).trim(),
    ...(cause instanceof Error ? { cause: serializeError(cause) } : {}),
  };
};

/** A path for the log: without its query and without the token of an invitation link. */
export const pathForLog = (url: string): string => {
  const [path = ''] = url.split('?', 1);
  return path.replace(/^(\/invite|\/api\/invitations)\/[^/]+/, '$1/…');
};

/**
 * Fields of a log line. No queries (search words, signatures of links), headers, bodies or values from the database: logs must
 * not hold data of deleted accounts.
 */
export const serializers = {
  req: (request: FastifyRequest) => ({ method: request.method, path: pathForLog(request.url), remoteAddress: request.ip }),
  err: serializeError,
};
