import zlib from 'node:zlib';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import packageInfo from '../package.json' with { type: 'json' };
import { accountRoutes } from './accounts/routes.ts';
import { applicationRoutes } from './applications/routes.ts';
import { registerFileRoutes } from './files/fileRoutes.ts';
import { registerBodyParsers } from './http/bodyParsers.ts';
import { registerDocs } from './http/docs.ts';
import { serializers } from './http/log.ts';
import { rejectMalformedRequest } from './http/malformedRequest.ts';
import { uploadMaxBytes } from './http/multipart.ts';
import { errorHandler, Refusal } from './http/refusal.ts';
import { type ApiRoute, type Deps, mount } from './http/serve.ts';
import { inboxRoutes } from './inbox/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { opportunityRoutes } from './opportunities/routes.ts';
import { registerViewCounter } from './opportunities/views.ts';
import { memberRoutes } from './organizations/memberRoutes.ts';
import { organizationRoutes } from './organizations/routes.ts';
import { mountPages, type Web } from './pages/pages.ts';
import { personalDataRoutes } from './personalData/routes.ts';
import { reviewRoutes } from './review/routes.ts';
import { studentRoutes } from './students/routes.ts';

/** Every call of the API, one line per feature. */
export const routes: readonly ApiRoute[] = [
  ...accountRoutes,
  ...organizationRoutes,
  ...memberRoutes,
  ...studentRoutes,
  ...opportunityRoutes,
  ...reviewRoutes,
  ...inboxRoutes,
  ...applicationRoutes,
  ...notificationRoutes,
  ...personalDataRoutes,
];

const isDecodable = (url: string): boolean => {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
};

/** Builds the server around its dependencies, without listening. @param web the pages; absent, only the API is served */
export const buildApp = async (
  deps: Deps,
  { logger = false, web }: { logger?: boolean | object; web?: Web } = {},
): Promise<FastifyInstance> => {
  const app = fastify({
    logger: logger && { ...(logger === true ? {} : logger), serializers },
    // Only the configured number of nearest proxies: addresses further left in X-Forwarded-For are written by the client.
    trustProxy: deps.config.trustProxy > 0 && ((_address, hop) => hop < deps.config.trustProxy),
    bodyLimit: 1024 * 1024,
    // Enough for ten megabytes over a slow phone; a client that never finishes is cut off.
    requestTimeout: 10 * 60_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // Fastify answers an undecodable address before any hook runs, without security headers; this makes it a normal 404.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : url.startsWith('/api/') ? '/api/unreadable' : '/unreadable'),
    clientErrorHandler: rejectMalformedRequest,
  });
  app.setErrorHandler(errorHandler);
  app.setNotFoundHandler((request, reply) => errorHandler(new Refusal('not_found') as never, request, reply));
  await app.register(helmet, {
    // Pages set their own policy; anything else that is opened as a page may do nothing.
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginResourcePolicy: { policy: 'same-site' },
  });
  // Quality 5: the default 11 costs 40 ms a page and saves little more.
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    brotliOptions: { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } },
  });
  registerBodyParsers(app);
  await app.register(multipart, { limits: { fileSize: uploadMaxBytes, files: 4, fields: 100, fieldSize: 512 * 1024, parts: 110 } });
  registerViewCounter(app, deps);
  mount(app, deps, routes);
  registerFileRoutes(app, deps);
  registerDocs(app, routes, packageInfo.version);
  app.get('/api/live/', async () => ({ status: 'ok' }));
  app.get('/api/ready/', async () => {
    await sql`select 1`.execute(deps.db);
    return { status: 'ok' };
  });
  if (web) await mountPages(app, deps, web);
  return app;
};
