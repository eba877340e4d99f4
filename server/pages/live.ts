import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { projectRoot } from '../config.ts';
import type { Renderer, Web } from './pages.ts';

/** Serves web/ from its sources with hot reload, for `npm run dev`. */
export const liveWeb = async (app: { current: FastifyInstance | null }): Promise<Web & { middleware(app: FastifyInstance): void }> => {
  const { createServer } = await import('vite');
  const vite = await createServer({ root: projectRoot, appType: 'custom', server: { middlewareMode: true }, logLevel: 'warn' });
  const renderer = () => vite.ssrLoadModule(path.join(projectRoot, 'web/entry-server.tsx')) as Promise<Renderer>;
  const { themeScript } = await renderer();
  return {
    renderer,
    assets: () => ({ css: '', entry: '/web/entry-client.tsx', preloads: [], font: null, themeScript }),
    finish: (url, html) => vite.transformIndexHtml(url, html),
    policy: null,
    folder: null,
    earlierAssets: new Map(),
    middleware: (fastify) => {
      app.current = fastify;
      // Vite handles its own URLs; other requests continue to our routes.
      fastify.addHook('onRequest', (request, reply, done) => {
        vite.middlewares(request.raw, reply.raw, () => done());
      });
      fastify.addHook('onClose', () => vite.close());
    },
  };
};
