import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import packageInfo from '../package.json' with { type: 'json' };
import { accountRoutes } from './accounts/routes.ts';
import { applicationRoutes } from './applications/routes.ts';
import { serveFiles } from './files/serve.ts';
import { serveDocs } from './http/docs.ts';
import { uploadMaxBytes } from './http/multipart.ts';
import { Refusal, refuse } from './http/refusal.ts';
import { type Deps, mount, type Route } from './http/serve.ts';
import { opportunityRoutes } from './opportunities/routes.ts';
import { organizationRoutes } from './organizations/routes.ts';
import { studentRoutes } from './students/routes.ts';

/** Every call of the API, one line a noun. */
export const routes: readonly Route[] = [
  ...accountRoutes,
  ...organizationRoutes,
  ...studentRoutes,
  ...opportunityRoutes,
  ...applicationRoutes,
];

/** The whole server around its dependencies; nothing is started. */
export const buildApp = async (deps: Deps, { logger = false }: { logger?: boolean | object } = {}): Promise<FastifyInstance> => {
  const app = fastify({
    logger,
    trustProxy: deps.config.trustProxy,
    bodyLimit: 1024 * 1024,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  app.setErrorHandler(refuse);
  app.setNotFoundHandler((request, reply) => refuse(new Refusal('not_found') as never, request, reply));
  await app.register(helmet, { contentSecurityPolicy: false });
  await app.register(multipart, { limits: { fileSize: uploadMaxBytes, files: 4, fields: 100, fieldSize: 512 * 1024, parts: 110 } });
  mount(app, deps, routes);
  serveFiles(app, deps);
  serveDocs(app, routes, packageInfo.version);
  return app;
};
