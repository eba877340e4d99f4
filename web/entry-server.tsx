import { dehydrate, type QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { type ScreenPath, screenAt } from '#contract/screens.ts';
import { remainingText } from '#contract/uzbek.ts';
import { App, table } from './App.tsx';
import { makeQueryClient } from './data/client.ts';
import { landingFilters, opportunityListQuery, opportunityQuery } from './data/opportunities.ts';
import { ApiError, setTransport, type Transport } from './lib/api.ts';
import { Router } from './lib/router.tsx';

export { themeScript } from './lib/theme.ts';

export interface Rendered {
  status: number;
  html: string;
  /** What the browser continues from, JSON. */
  state: string;
  head: { title: string; description: string; image: string | null };
}

export const about =
  'Grant, stipendiya, konferensiya, lager va boshqa imkoniyatlarni bir joydan toping, profilingizni bir marta to‘ldiring va ariza topshiring.';

/** What each rendered screen reads, and what its link preview says. */
const prepare: Partial<Record<ScreenPath, (client: QueryClient, pathname: string) => Promise<Rendered['head']>>> = {
  '/': async (client) => {
    await client.ensureQueryData(opportunityListQuery(landingFilters));
    return { title: 'Imkon — talabalar uchun imkoniyatlar', description: about, image: null };
  },
  '/event/:id': async (client, pathname) => {
    const item = await client.ensureQueryData(opportunityQuery(Number(pathname.split('/')[2])));
    const facts = [item.opportunity_type_display, item.organization_name, item.location, remainingText(item.days_until_deadline)]
      .filter(Boolean)
      .join(' · ');
    return {
      title: `${item.title} — Imkon`,
      description: `${facts}. ${item.description.replace(/\s+/g, ' ').slice(0, 160)}`,
      image: item.cover_image,
    };
  },
};
prepare['/landing'] = prepare['/'];

/** Renders one address as anybody sees it. @throws whatever the calls throw, but for a missing opportunity, which renders with 404 */
export const render = async (url: string, transport: Transport): Promise<Rendered> => {
  setTransport(transport);
  const { pathname, search } = new URL(url, 'http://localhost');
  const path = screenAt(pathname)?.path ?? '/';
  const client = makeQueryClient();
  let status = 200;
  let head: Rendered['head'] = { title: 'Imkoniyat topilmadi — Imkon', description: about, image: null };
  await table[path].preload();
  try {
    head = (await prepare[path]?.(client, pathname)) ?? head;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    status = 404;
  }
  const html = renderToString(
    <Router ssrPath={pathname} ssrSearch={search}>
      <App client={client} />
    </Router>,
  );
  const state = JSON.stringify({
    queries: dehydrate(client, { shouldDehydrateQuery: (query) => query.state.status !== 'pending' }),
    session: null,
  });
  client.clear();
  return { status, html, state, head };
};
