/** One address and its screen. */
interface ScreenEntry {
  /** Pattern of the address; a part that begins with `:` matches any value. */
  path: string;
  /** Document title until the screen sets its own. */
  title: string;
  /** `server`: the server sends rendered HTML; `browser`: it sends the empty app shell. */
  rendering: 'server' | 'browser';
  /** The screen's file below web/screens/, without `.screen.tsx`; it is the root of the screen's chunk. */
  module: string;
  /** Replaces `module` for signed-in users; always rendered by the browser. */
  signedInModule?: string;
  /** Limit for the JavaScript of the first load, entry included, in kB of 1000 bytes brotli. `npm run size` checks it. */
  budget: number;
}

/**
 * Every screen, in the order of the specification's route table. Routes, titles, chunks, rendering, known addresses (any
 * other is 404) and byte budgets derive from this list.
 */
export const screens = [
  { path: '/', title: 'Imkoniyatlar', rendering: 'server', module: 'landing/Landing', signedInModule: 'browse/Browse', budget: 90 },
  { path: '/landing', title: 'Imkon', rendering: 'server', module: 'landing/Landing', budget: 90 },
  { path: '/event/:id', title: 'Imkoniyat', rendering: 'server', module: 'opportunity/Opportunity', budget: 90 },
  { path: '/profile', title: 'Profil', rendering: 'browser', module: 'profile/Profile', budget: 110 },
  { path: '/applications', title: 'Arizalarim', rendering: 'browser', module: 'my-applications/MyApplications', budget: 95 },
  { path: '/leaderboard', title: 'Reyting doskasi', rendering: 'browser', module: 'demo/Leaderboard', budget: 95 },
  { path: '/resources', title: 'Resurslar markazi', rendering: 'browser', module: 'demo/Resources', budget: 95 },
  { path: '/login', title: 'Kirish', rendering: 'browser', module: 'sign-in/Login', budget: 95 },
  { path: '/signup', title: 'Ro‘yxatdan o‘tish', rendering: 'browser', module: 'sign-in/SignUp', budget: 95 },
  { path: '/create', title: 'Yangi imkoniyat yaratish', rendering: 'browser', module: 'organizer/editor/Create', budget: 120 },
  { path: '/organizer', title: 'Statistika', rendering: 'browser', module: 'organizer/dashboard/Dashboard', budget: 105 },
  { path: '/organizer/events', title: 'Tadbirlar', rendering: 'browser', module: 'organizer/opportunities/Events', budget: 105 },
  {
    path: '/organizer/events/:eventId/edit',
    title: 'Imkoniyatni tahrirlash',
    rendering: 'browser',
    module: 'organizer/editor/Edit',
    budget: 120,
  },
  { path: '/organizer/applications', title: 'Arizalar', rendering: 'browser', module: 'organizer/inbox/Applications', budget: 105 },
  {
    path: '/organizer/profile',
    title: 'Tashkilot profili',
    rendering: 'browser',
    module: 'organizer/organization/OrganizationProfile',
    budget: 105,
  },
  { path: '/invite/:token', title: 'Taklif', rendering: 'browser', module: 'invite/Invite', budget: 95 },
  { path: '/terms', title: 'Foydalanish shartlari', rendering: 'server', module: 'legal/Terms', budget: 95 },
  { path: '/privacy', title: 'Maxfiylik siyosati', rendering: 'server', module: 'legal/Privacy', budget: 95 },
  { path: '/help', title: 'Yordam', rendering: 'server', module: 'legal/Help', budget: 95 },
] as const satisfies readonly ScreenEntry[];
export type ScreenPath = (typeof screens)[number]['path'];

/** Source file of a screen, relative to the project. @param signedIn whether the user is signed in */
export const screenFile = (path: ScreenPath, signedIn: boolean): string => {
  const entry: ScreenEntry = screens.find((one) => one.path === path) ?? screens[0];
  return `web/screens/${(signedIn && entry.signedInModule) || entry.module}.screen.tsx`;
};

/** Path and query of a URL as it was requested, without normalizing `//` or `..`. The query begins with `?` or is empty. */
export const splitUrl = (url: string): { pathname: string; search: string } => {
  const [before = ''] = url.split('#', 1);
  const at = before.indexOf('?');
  return at < 0 ? { pathname: before, search: '' } : { pathname: before.slice(0, at), search: before.slice(at) };
};

/** A positive decimal id in an address, NaN for anything else (`07` too, since one opportunity has one address). */
export const parseId = (part: string | undefined): number => (part && /^[1-9]\d*$/.test(part) ? Number(part) : Number.NaN);

/** The list's entry for a path, undefined when it is unknown. One trailing slash is ignored. */
export const screenForPath = (pathname: string): (typeof screens)[number] | undefined => {
  const parts = pathname.replace(/\/$/, '').split('/');
  return screens.find(({ path }) => {
    const pattern = path.replace(/\/+$/, '').split('/');
    return (
      pattern.length === parts.length &&
      pattern.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]))
    );
  });
};
