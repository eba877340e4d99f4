import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense } from 'react';
import { type ScreenPath, screenAt, screens } from '#contract/screens.ts';
import { Route, Switch, useLocation } from './lib/router.tsx';
import { readSession, useSession } from './lib/session.ts';
import { Loading } from './parts/states/Loading.tsx';
import { Layout } from './shell/Layout.tsx';
import NotFoundPage from './shell/NotFoundPage.tsx';
import { type Screen, screen } from './shell/screen.tsx';

const landing = screen('landing/Landing', () => import('./screens/landing/Landing.tsx'));
const browse = screen('browse/Browse', () => import('./screens/browse/Browse.tsx'));

const Home = () => (useSession() ? browse() : landing());
/** `/` is two screens; which one to bring depends on who is there. */
const home: Screen = Object.assign(() => <Home />, {
  module: landing.module,
  preload: () => (typeof window !== 'undefined' && readSession() ? browse.preload() : landing.preload()),
});

/** The route table, in the order of the specification. */
export const table: Record<ScreenPath, Screen> = {
  '/': home,
  '/landing': landing,
  '/event/:id': screen('opportunity/Opportunity', () => import('./screens/opportunity/Opportunity.tsx')),
  '/profile': screen('profile/Profile', () => import('./screens/profile/Profile.tsx')),
  '/applications': screen('my-applications/MyApplications', () => import('./screens/my-applications/MyApplications.tsx')),
  '/leaderboard': screen('demo/Leaderboard', () => import('./screens/demo/Leaderboard.tsx')),
  '/resources': screen('demo/Resources', () => import('./screens/demo/Resources.tsx')),
  '/login': screen('sign-in/Login', () => import('./screens/sign-in/Login.tsx')),
  '/signup': screen('sign-in/SignUp', () => import('./screens/sign-in/SignUp.tsx')),
  '/create': screen('organizer/Create', () => import('./screens/organizer/editor/Create.tsx')),
  '/organizer': screen('organizer/Dashboard', () => import('./screens/organizer/dashboard/Dashboard.tsx')),
  '/organizer/events': screen('organizer/Events', () => import('./screens/organizer/opportunities/Events.tsx')),
  '/organizer/events/:eventId/edit': screen('organizer/Edit', () => import('./screens/organizer/editor/Edit.tsx')),
  '/organizer/applications': screen('organizer/Applications', () => import('./screens/organizer/inbox/Applications.tsx')),
  '/organizer/profile': screen('organizer/OrganizationProfile', () => import('./screens/organizer/organization/OrganizationProfile.tsx')),
  '/invite/:token': screen('invite/Invite', () => import('./screens/invite/Invite.tsx')),
  '/terms': screen('legal/Terms', () => import('./screens/legal/Terms.tsx')),
  '/privacy': screen('legal/Privacy', () => import('./screens/legal/Privacy.tsx')),
  '/help': screen('legal/Help', () => import('./screens/legal/Help.tsx')),
};

/** What the address names; the router alone takes capitals for small letters, the server does not. */
const Screens = () => (
  <Switch>
    {screenAt(useLocation().pathname) &&
      screens.map(({ path }) => {
        const Shown = table[path];
        return (
          <Route key={path} path={path}>
            <Shown />
          </Route>
        );
      })}
    <Route>
      <NotFoundPage />
    </Route>
  </Switch>
);

export const App = ({ client }: { client: QueryClient }) => (
  <QueryClientProvider client={client}>
    <Layout>
      <Suspense fallback={<Loading />}>
        <Screens />
      </Suspense>
    </Layout>
  </QueryClientProvider>
);
