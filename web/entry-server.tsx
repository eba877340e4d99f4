import type { QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import { parseId, type ScreenPath, screenForPath, splitUrl } from '#contract/screens.ts';
import { remainingText } from '#contract/uzbek.ts';
import { App, table } from './App.tsx';
import { makeQueryClient } from './data/client.ts';
import { landingFilters, opportunityListQuery, opportunityQuery } from './data/opportunities/opportunities.ts';
import { partnersQuery } from './data/organizations/partners.ts';
import { ApiError, type Transport } from './lib/api.ts';
import { Router } from './lib/router.tsx';

export { themeScript } from './lib/theme.ts';

export interface Rendered {
  status: number;
  html: string;
  /** Data for hydration, JSON: pairs of a query's key and its reply; null when the browser renders from scratch. */
  state: string | null;
  head: {
    title: string;
    description: string;
    image: string | null;
    /** Structured data for search engines (schema.org). */
    jsonLd?: object;
  };
}

export const about =
  'Grant, stipendiya, konferensiya, lager va boshqa imkoniyatlarni bir joydan toping, profilingizni bir marta to‘ldiring va ariza topshiring.';

/** An opportunity with a start date as a schema.org Event. */
const eventJsonLd = (item: OpportunityDetail): object | undefined =>
  item.start_date
    ? {
        '@context': 'https://schema.org',
        '@type': 'Event',
        name: item.title,
        description: item.description.slice(0, 500),
        startDate: item.start_date,
        endDate: item.end_date ?? undefined,
        eventStatus: `https://schema.org/${item.status === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
        eventAttendanceMode: `https://schema.org/${item.is_remote ? 'Online' : 'Offline'}EventAttendanceMode`,
        location: { '@type': 'Place', name: item.location ?? item.organization_name, address: item.location ?? undefined },
        organizer: { '@type': 'Organization', name: item.organization_name },
      }
    : undefined;

/** Fetches what a rendered screen needs and returns the content of its `<head>`. */
const prefetch: Partial<Record<ScreenPath, (client: QueryClient, pathname: string, search: string) => Promise<Rendered['head']>>> = {
  '/': async (client, _, search) => {
    await Promise.all([client.ensureQueryData(opportunityListQuery(landingFilters(search))), client.ensureQueryData(partnersQuery())]);
    return { title: 'Imkon — talabalar uchun imkoniyatlar', description: about, image: null };
  },
  '/event/:id': async (client, pathname) => {
    const id = parseId(pathname.split('/')[2]);
    if (!Number.isSafeInteger(id)) throw new ApiError(404, null);
    const item = await client.ensureQueryData(opportunityQuery(id));
    const facts = [item.opportunity_type_display, item.organization_name, item.location, remainingText(item.days_until_deadline)]
      .filter(Boolean)
      .join(' · ');
    return {
      title: `${item.title} — Imkon`,
      description: `${facts}. ${item.description.replace(/\s+/g, ' ').slice(0, 160)}`,
      image: item.cover_image,
      jsonLd: eventJsonLd(item),
    };
  },
};
prefetch['/landing'] = prefetch['/'];

/**
 * Renders one address for a signed-out visitor; an unknown address or id renders with status 404.
 * @param transport how this page's calls reach the API. @throws ApiError when a call fails with anything but 400 or 404
 */
export const render = async (url: string, transport: Transport): Promise<Rendered> => {
  const { pathname, search } = splitUrl(url);
  const screen = screenForPath(pathname);
  const path = screen?.path ?? '/';
  const client = makeQueryClient(transport);
  let status = 200;
  let head: Rendered['head'] = {
    title: path === '/event/:id' ? 'Imkoniyat topilmadi — Imkon' : `${screen?.title ?? 'Imkon'} — Imkon`,
    description: about,
    image: null,
  };
  await table[path].preload();
  try {
    head = (await prefetch[path]?.(client, pathname, search)) ?? head;
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 400)) throw error;
    status = 404;
  }
  const html = renderToString(
    <Router ssrPath={pathname} ssrSearch={search}>
      <App client={client} />
    </Router>,
  );
  // The browser renders a 404 page from scratch: a signed-in user may see what a visitor does not.
  const state =
    status === 200
      ? JSON.stringify(
          client
            .getQueryCache()
            .getAll()
            .flatMap(({ queryKey, state: { data } }) => (data === undefined ? [] : [[queryKey, data]])),
        )
      : null;
  client.clear();
  return { status, html, state, head };
};
