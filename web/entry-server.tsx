import type { QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import { parseId, type ScreenPath, screenForPath, splitUrl } from '#contract/screens.ts';
import { remainingText } from '#contract/uzbek.ts';
import { App, table } from './App.tsx';
import { makeQueryClient } from './data/client.ts';
import { landingFilters, opportunityListQuery, opportunityQuery } from './data/opportunities/opportunities.ts';
import { partnersQuery } from './data/organizations/partners.ts';
import { ApiError, setTransport, type Transport } from './lib/api.ts';
import { Router } from './lib/router.tsx';

export { themeScript } from './lib/theme.ts';

export interface Rendered {
  status: number;
  html: string;
  /** What the browser continues from, JSON: pairs of a query's key and its data; null when it starts anew. */
  state: string | null;
  head: {
    title: string;
    description: string;
    image: string | null;
    /** What search engines read about an event. */
    jsonLd?: object;
  };
}

export const about =
  'Grant, stipendiya, konferensiya, lager va boshqa imkoniyatlarni bir joydan toping, profilingizni bir marta to‘ldiring va ariza topshiring.';

/** schema.org's words for an item that takes place at a time. */
const eventOf = (item: OpportunityDetail): object | undefined =>
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

/** What each rendered screen reads, and what its link preview says. */
const prepare: Partial<Record<ScreenPath, (client: QueryClient, pathname: string, search: string) => Promise<Rendered['head']>>> = {
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
      jsonLd: eventOf(item),
    };
  },
};
prepare['/landing'] = prepare['/'];

/** Renders one address as anybody sees it. @throws whatever the calls throw, but for what is not there or was never an address of ours, which renders with 404 */
export const render = async (url: string, transport: Transport): Promise<Rendered> => {
  setTransport(transport);
  const { pathname, search } = splitUrl(url);
  const screen = screenForPath(pathname);
  const path = screen?.path ?? '/';
  const client = makeQueryClient();
  let status = 200;
  let head: Rendered['head'] = {
    title: path === '/event/:id' ? 'Imkoniyat topilmadi — Imkon' : `${screen?.title ?? 'Imkon'} — Imkon`,
    description: about,
    image: null,
  };
  await table[path].preload();
  try {
    head = (await prepare[path]?.(client, pathname, search)) ?? head;
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 400)) throw error;
    status = 404;
  }
  const html = renderToString(
    <Router ssrPath={pathname} ssrSearch={search}>
      <App client={client} />
    </Router>,
  );
  // A page that says 404 is rendered anew by the browser, which may know more.
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
