import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { fileUrlPrefix } from '#contract/fileUrl.ts';
import { tashkentDay } from '#contract/uzbek.ts';
import { requestOrigin } from '../http/origin.ts';
import type { Deps } from '../http/serve.ts';

/** The sitemap protocol allows 50,000 URLs; the newest opportunities are listed. */
const maxOpportunities = 49_000;
const staticPaths = ['/', '/help', '/terms', '/privacy'];

/** Serves robots.txt and the sitemap of all public pages. */
export const mountRobots = (app: FastifyInstance, deps: Deps) => {
  app.get('/robots.txt', async (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\nDisallow: ${fileUrlPrefix}\nSitemap: ${requestOrigin(deps, request)}/sitemap.xml\n`),
  );
  app.get('/sitemap.xml', async (request, reply) => {
    const items = await deps.db
      .selectFrom('opportunities')
      .select(['id', 'updated_at'])
      .where(sql<boolean>`status = 'published' and deleted_at is null`)
      .orderBy('created_at', 'desc')
      .limit(maxOpportunities)
      .execute();
    const origin = requestOrigin(deps, request).replace(/[&<>'"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    const entries = [
      ...staticPaths.map((path) => `<url><loc>${origin}${path}</loc></url>`),
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
