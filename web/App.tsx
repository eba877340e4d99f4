/// <reference types="vite/client" />
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, Suspense } from 'react';
import { type ScreenPath, screenForPath, screens } from '#contract/screens.ts';
import { Route, Switch, useLocation } from './lib/router.tsx';
import { readSession, useSession } from './lib/session.ts';
import { Loading } from './parts/states/Loading.tsx';
import { Layout } from './shell/Layout.tsx';
import NotFoundPage from './shell/NotFoundPage.tsx';
import { type Screen, screen } from './shell/screen.tsx';

/** Loaders of all screens, by file; each is a chunk. */
const loaders = import.meta.glob<{ default: ComponentType }>('./screens/**/*.screen.tsx');
const load = (module: string) => {
  const loader = loaders[`./screens/${module}.screen.tsx`];
  if (!loader) throw new Error(`No file for the screen ${module}: see contract/screens.ts`);
  return screen(loader);
};

/** A path with different screens for signed-out and signed-in users. */
const bySession = (signedOut: Screen, signedIn: Screen): Screen => {
  const Chosen = () => (useSession() ? signedIn() : signedOut());
  return Object.assign(() => <Chosen />, {
    preload: () => (typeof window !== 'undefined' && readSession() ? signedIn.preload() : signedOut.preload()),
  });
};

/** The screen of each path, derived from the list in `contract/screens.ts`. */
export const table = Object.fromEntries(
  screens.map((entry) => [
    entry.path,
    'signedInModule' in entry ? bySession(load(entry.module), load(entry.signedInModule)) : load(entry.module),
  ]),
) as Record<ScreenPath, Screen>;

/** The screen of the current address. `screenForPath` makes it case-sensitive, as on the server; the router is not. */
const Screens = () => (
  <Switch>
    {screenForPath(useLocation().pathname) &&
      screens.map(({ path }) => {
        const Screen = table[path];
        return (
          <Route key={path} path={path}>
            <Screen />
          </Route>
        );
      })}
    <Route>
      <NotFoundPage />
    </Route>
  </Switch>
);

/** The whole page: layout and current screen. */
export const App = ({ client }: { client: QueryClient }) => (
  <QueryClientProvider client={client}>
    <Layout>
      <Suspense fallback={<Loading />}>
        <Screens />
      </Suspense>
    </Layout>
  </QueryClientProvider>
);
