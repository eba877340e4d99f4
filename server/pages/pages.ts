import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ScreenPath, screenFile, screenForPath, splitUrl } from '#contract/screens.ts';
import { compressCached } from '../http/brotliCache.ts';
import { requestOrigin } from '../http/origin.ts';
import { Refusal } from '../http/refusal.ts';
import { matchesEtag, sendCached } from '../http/responseCache.ts';
import type { Deps } from '../http/serve.ts';
import { buildFolder, currentBuild, earlierAssets } from './builds.ts';
import { type Assets, type Head, renderDocument, securityPolicy } from './document.ts';
import { mountRobots } from './robots.ts';

/** Exports of the server build of web/entry-server.tsx. */
export interface Renderer {
  render(
    url: string,
    transport: (url: string) => Promise<{ status: number; text: string }>,
  ): Promise<{ status: number; html: string; state: string | null; head: Head }>;
  themeScript: string;
  about: string;
}

/** The browser and server builds of web/, or Vite's development server. */
export interface Web {
  renderer(): Promise<Renderer>;
  /** @param rendered whether the page has server-rendered content */
  assets(screen: ScreenPath | null, rendered: boolean): Assets;
  /** Lets the development server add its own scripts. */
  finish(url: string, html: string): Promise<string>;
  /** The Content-Security-Policy; null in development, where Vite injects scripts. */
  policy: string | null;
  /** Absolute path of the browser build; null in development. */
  folder: string | null;
  /** See `earlierAssets` in builds.ts. */
  earlierAssets: ReadonlyMap<string, string>;
}

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
  src?: string;
  isEntry?: boolean;
}

/** The manifest keys of a chunk and its transitive static imports. */
const collectImports = (manifest: Record<string, Chunk>, key: string, seen = new Set<string>()): Set<string> => {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return seen;
  seen.add(key);
  for (const other of chunk.imports ?? []) collectImports(manifest, other, seen);
  return seen;
};

/** Reads the builds in dist/. @throws Error when web/ has not been built */
export const builtWeb = async (): Promise<Web> => {
  const folder = buildFolder(currentBuild());
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'web/.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const entry = manifest['web/entry-client.tsx'];
  if (!entry) throw new Error('The build has no entry. Run: npm run build');
  const renderer = (await import(pathToFileURL(path.join(folder, 'ssr/entry-server.js')).href)) as Renderer;
  const styles = Object.values(manifest).flatMap((chunk) => chunk.css ?? (chunk.file.endsWith('.css') ? [chunk.file] : []));
  const css = [...new Set(styles)]
    .map((file) => fs.readFileSync(path.join(folder, 'web', file), 'utf8'))
    .join('')
    .trim();
  const font = Object.values(manifest).find((chunk) => chunk.file.endsWith('.woff2'));
  const assets: Assets = {
    css,
    entry: `/${entry.file}`,
    preloads: [],
    font: font ? `/${font.file}` : null,
    themeScript: renderer.themeScript,
  };
  return {
    renderer: async () => renderer,
    assets: (screen, rendered) => {
      const keys = new Set(
        ['web/entry-client.tsx', ...(screen ? [screenFile(screen, !rendered)] : [])].flatMap((key) => [...collectImports(manifest, key)]),
      );
      keys.delete('web/entry-client.tsx');
      return { ...assets, preloads: [...keys].map((key) => `/${manifest[key]?.file}`) };
    },
    finish: async (_, html) => html,
    policy: securityPolicy(assets, toastStyles()),
    folder: path.join(folder, 'web'),
    earlierAssets: earlierAssets(),
  };
};

/**
 * The style texts of the toast library (sonner), which adds an empty style element and then fills it; the policy allows both
 * by hash. The regex reads the text from sonner's module because its dist/styles.css differs from what it injects (17,681
 * against 14,916 characters) and so cannot supply the hash.
 */
const toastStyles = (): string[] => {
  const source = fs.readFileSync(createRequire(import.meta.url).resolve('sonner'), 'utf8');
  const literal = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(source)?.[1];
  return literal ? ['', JSON.parse(literal) as string] : [];
};

const absoluteUrl = (deps: Deps, request: FastifyRequest, address: string) => `${requestOrigin(deps, request)}${address}`;

const hasSessionCookie = (request: FastifyRequest) => /(?:^|;\s*)s=[^;\s]/.test(request.headers.cookie ?? '');

/** Serves every path outside /api and /files: static files, rendered pages, the app shell, 404. */
export const mountPages = async (app: FastifyInstance, deps: Deps, web: Web) => {
  if (web.folder !== null) {
    await app.register(serveStatic, {
      root: web.folder,
      serve: true,
      // One route per built file; all other paths are pages.
      wildcard: false,
      index: false,
      preCompressed: true,
      dotfiles: 'ignore',
      setHeaders: (reply, file) => {
        reply.header(
          'cache-control',
          file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        );
      },
    });
  }
  mountRobots(app, deps);
  /** API calls of a rendered page go to this server in process, as signed-out GET requests. */
  const createTransport = (request: FastifyRequest) => async (url: string) => {
    // With the visitor's IP address, so that rate limits count visitors and not this server.
    const response = await app.inject({ method: 'GET', url, headers: { 'accept-language': 'uz' }, remoteAddress: request.ip });
    return { status: response.statusCode, text: response.body };
  };
  const renderPage = async (request: FastifyRequest) => {
    const url = request.url;
    const { pathname } = splitUrl(url);
    const screen = screenForPath(pathname);
    const signedIn = hasSessionCookie(request);
    const { render, about } = await web.renderer();
    // For signed-in users `/` is the browse screen, which the browser renders with their token.
    if (screen?.rendering === 'server' && !(screen.path === '/' && signedIn)) {
      const rendered = await render(url, createTransport(request));
      // A draft is visible to its organization only: with a session the browser repeats the call before showing 404.
      if (rendered.status === 200 || !signedIn) {
        const head = {
          ...rendered.head,
          // One canonical URL per page: `/landing` is the signed-out `/`, and a trailing slash is dropped.
          url: absoluteUrl(deps, request, screen.path === '/landing' ? '/' : pathname.replace(/(.)\/$/, '$1')),
          image: absoluteUrl(deps, request, rendered.head.image ?? '/icon.png'),
          hasCover: rendered.head.image != null,
          noindex: rendered.status !== 200,
        };
        return { status: rendered.status, html: renderDocument(web.assets(screen.path, true), head, rendered) };
      }
      return { status: 404, html: shell(screen.path, 'Imkon', about) };
    }
    const title = screen ? `${screen.title} — Imkon` : 'Sahifa topilmadi — Imkon';
    return {
      status: screen ? 200 : 404,
      html: renderDocument(web.assets(screen?.path ?? null, false), { title, description: about, noindex: screen?.path !== '/' }, null),
    };
  };
  const shell = (path: ScreenPath | null, title: string, description: string) =>
    renderDocument(web.assets(path, false), { title, description, noindex: true }, null);
  app.get('/*', async (request, reply) => {
    const { pathname } = splitUrl(request.url);
    const earlier = web.earlierAssets.get(pathname.replace(/^\/assets\//, ''));
    if (earlier !== undefined && pathname.startsWith('/assets/')) return reply.sendFile(pathname.slice(1), earlier);
    if (/^\/(api|files|assets)(\/|$)/.test(pathname)) throw new Refusal('not_found');
    reply.header('vary', 'Cookie');
    if (web.policy) reply.header('content-security-policy', web.policy);
    else reply.removeHeader('content-security-policy');
    try {
      if (deps.responseCache && !hasSessionCookie(request)) {
        const cached = await deps.responseCache.get(`page ${request.host} ${request.url}`, async () => {
          const { status, html } = await renderPage(request);
          return { status, text: html };
        });
        const acceptsBrotli = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(request.headers['accept-encoding'] ?? ''));
        const sendsBrotli = acceptsBrotli && cached.status === 200 && !matchesEtag(request, cached);
        const compressed = sendsBrotli ? await compressCached(cached.etag, cached.text) : null;
        if (compressed) reply.headers({ 'content-encoding': 'br', vary: 'Cookie, Accept-Encoding' });
        return sendCached(request, reply, cached, 'text/html; charset=utf-8', compressed ?? undefined);
      }
      const { status, html } = await renderPage(request);
      return reply
        .code(status)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(await web.finish(request.url, html));
    } catch (error) {
      // Fall back to the shell: the browser repeats the call and shows the error.
      request.log.error({ err: error }, 'page not rendered');
      const { status } = error as { status?: unknown };
      const html = shell(screenForPath(pathname)?.path ?? null, 'Imkon', (await web.renderer()).about);
      return reply
        .code(typeof status === 'number' && status >= 400 ? status : 500)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(await web.finish(request.url, html));
    }
  });
};
