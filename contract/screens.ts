/**
 * Every address a person can open, in the order of the specification's route table. The server answers any other with
 * status 404; the browser mounts a screen on each. `server`: rendered on the server, everything else is the app shell.
 */
export const screens = [
  { path: '/', title: 'Imkoniyatlar', server: true },
  { path: '/landing', title: 'Imkon', server: true },
  { path: '/event/:id', title: 'Imkoniyat', server: true },
  { path: '/profile', title: 'Profil', server: false },
  { path: '/applications', title: 'Arizalarim', server: false },
  { path: '/leaderboard', title: 'Reyting doskasi', server: false },
  { path: '/resources', title: 'Resurslar markazi', server: false },
  { path: '/login', title: 'Kirish', server: false },
  { path: '/signup', title: 'Ro‘yxatdan o‘tish', server: false },
  { path: '/create', title: 'Yangi imkoniyat yaratish', server: false },
  { path: '/organizer', title: 'Statistika', server: false },
  { path: '/organizer/events', title: 'Tadbirlar', server: false },
  { path: '/organizer/events/:eventId/edit', title: 'Imkoniyatni tahrirlash', server: false },
  { path: '/organizer/applications', title: 'Arizalar', server: false },
  { path: '/organizer/profile', title: 'Tashkilot profili', server: false },
  { path: '/invite/:token', title: 'Taklif', server: false },
  { path: '/terms', title: 'Foydalanish shartlari', server: true },
  { path: '/privacy', title: 'Maxfiylik siyosati', server: true },
  { path: '/help', title: 'Yordam', server: true },
] as const;
export type ScreenPath = (typeof screens)[number]['path'];

/** The path and the question of an address as it was asked for, before anything is made of `//` or `..`. */
export const addressParts = (url: string): { pathname: string; search: string } => {
  const [before = ''] = url.split('#', 1);
  const at = before.indexOf('?');
  return at < 0 ? { pathname: before, search: '' } : { pathname: before.slice(0, at), search: before.slice(at) };
};

/** The number a part of an address names, NaN when it is none: one opportunity has one address. */
export const idIn = (part: string | undefined): number => (part && /^[1-9]\d*$/.test(part) ? Number(part) : Number.NaN);

/** The pattern of an address, undefined when nothing lives there. One closing slash does not matter. */
export const screenAt = (pathname: string): (typeof screens)[number] | undefined => {
  const parts = pathname.replace(/\/$/, '').split('/');
  return screens.find(({ path }) => {
    const wanted = path.replace(/\/+$/, '').split('/');
    return (
      wanted.length === parts.length && wanted.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]))
    );
  });
};
