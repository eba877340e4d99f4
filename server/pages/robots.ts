import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { tashkentDay } from '#contract/uzbek.ts';
import { requestOrigin } from '../http/origin.ts';
import type { Deps } from '../http/serve.ts';

/** A sitemap may hold 50,000 addresses; the newest come first. */
const mostAddresses = 49_000;
const standing = ['/', '/help', '/terms', '/privacy'];

/** robots.txt and the sitemap: everything anybody may read, nothing else. */
export const mountRobots = (app: FastifyInstance, deps: Deps) => {
  app.get('/robots.txt', async (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\nDisallow: /files/\nSitemap: ${requestOrigin(deps, request)}/sitemap.xml\n`),
  );
  app.get('/sitemap.xml', async (request, reply) => {
    const items = await deps.db
      .selectFrom('opportunities')
      .select(['id', 'updated_at'])
      .where(sql<boolean>`status = 'published' and deleted_at is null`)
      .orderBy('created_at', 'desc')
      .limit(mostAddresses)
      .execute();
    const origin = requestOrigin(deps, request).replace(/[&<>'"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    const entries = [
      ...standing.map((path) => `<url><loc>${origin}${path}</loc></url>`),
      ...items.map(
        ({ id, updated_at }) => `<url><loc>${origin}/event/${id}</loc><lastmod>${tashkentDay(new Date(updated_at))}</lastmod></url>`,
      ),
    ];
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('\n')}</urlset>\n`,
      );
  });
};
