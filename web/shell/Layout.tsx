import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect } from 'react';
import { initials } from '#contract/uzbek.ts';
import { accountQuery } from '../data/account/account.ts';
import { resetPersonalQueries } from '../data/client.ts';
import { Link, useLocation } from '../lib/router.tsx';
import { onUserChange } from '../lib/session.ts';
import { useRole } from '../parts/account/useRole.ts';
import { Brand } from '../parts/Brand.tsx';
import { ThemeSwitch } from '../parts/ThemeSwitch.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Avatar } from '../ui/Card.tsx';
import { lazyWithRetry } from '../ui/lazyWithRetry.tsx';
import { useSignOut } from './guards.tsx';
import { isCurrent, itemsFor, type NavigationItem } from './navigation.ts';
import { OfflineBanner } from './OfflineBanner.tsx';

/** The user's picture or initials in the profile link. */
const OwnAvatar = () => {
  const { data } = useQuery(accountQuery());
  const name = data?.organization?.name ?? `${data?.first_name ?? ''} ${data?.last_name ?? ''}`;
  return (
    <Avatar
      src={data?.organization?.logo ?? data?.student?.avatar}
      initials={initials(name, 'O')}
      className="size-8 border border-brand text-sm"
    />
  );
};

const isProfile = ({ to }: NavigationItem) => to.endsWith('/profile');

/** Lazy, because only students have unread messages. */
const LazyUnreadCount = lazyWithRetry(() => import('../parts/account/UnreadCount.tsx'), true);
const Unread = () => (
  <Suspense>
    <LazyUnreadCount />
  </Suspense>
);

const TopItem = ({ item, pathname }: { item: NavigationItem; pathname: string }) => {
  const isActive = isCurrent(item.to, pathname);
  return (
    <Link
      to={item.to}
      aria-current={isActive ? 'page' : undefined}
      className={`inline-flex min-h-11 items-center gap-2 rounded-full px-2 whitespace-nowrap max-lg:text-sm lg:px-4 ${isActive ? 'bg-brand-soft font-semibold text-brand-strong' : 'text-muted hover:bg-sunken hover:text-ink'}`}
    >
      {isProfile(item) && <OwnAvatar />}
      {item.label}
      {item.counts && <Unread />}
    </Link>
  );
};

const BottomItem = ({ item: { to, label, icon: Icon, counts }, pathname }: { item: NavigationItem; pathname: string }) => {
  const isActive = isCurrent(to, pathname);
  return (
    <Link
      to={to}
      aria-current={isActive ? 'page' : undefined}
      className={`flex min-h-15 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 py-1 text-xs ${isActive ? 'font-bold text-brand-strong' : 'text-muted'}`}
    >
      <span className={`flex h-8 w-14 max-w-full items-center justify-center rounded-full ${isActive ? 'bg-brand-soft' : ''}`}>
        <Icon aria-hidden="true" strokeWidth={isActive ? 2.5 : 2} />
      </span>
      <span>
        {label}
        {counts && <Unread />}
      </span>
    </Link>
  );
};

/** Header, navigation and banners around every screen. */
export const Layout = ({ children }: { children: ReactNode }) => {
  const client = useQueryClient();
  const role = useRole();
  const address = useLocation().pathname;
  const pathname = address.replace(/\/+$/, '') || '/';
  const signOut = useSignOut();
  // Another tab changed the user: the replies in this tab's cache belong to the previous one.
  useEffect(() => onUserChange(() => resetPersonalQueries(client)), [client]);

  const items = itemsFor(role);
  // The landing page has its own header.
  const onLanding = role === null && (pathname === '/' || pathname === '/landing');
  const onEvent = pathname.startsWith('/event/');
  // An invitation has its own sign-in links, which lead back to it.
  const onInvitation = pathname.startsWith('/invite/');
  const offersSignIn = role === null && !onInvitation && pathname !== '/login' && pathname !== '/signup';
  return (
    <>
      <a
        href="#main"
        className="sr-only rounded-xl bg-surface px-4 py-3 font-semibold text-brand-strong shadow-card focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Asosiy qismga o‘tish
      </a>
      <OfflineBanner />
      {!onLanding && (
        <header className={`border-b border-line bg-surface md:sticky md:top-0 md:z-20 ${onEvent ? 'max-md:hidden' : ''}`}>
          <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center gap-2 px-4 py-1.5">
            <Brand />
            <nav aria-label="Asosiy menyu" className="hidden min-w-0 flex-wrap items-center gap-1 md:flex">
              {items.map((item) => !isProfile(item) && <TopItem key={item.to} item={item} pathname={pathname} />)}
            </nav>
            <span className="flex-1" />
            <ThemeSwitch />
            {role === null && !onInvitation && (
              <div className="ml-auto hidden items-center gap-2 md:flex">
                <Link to="/login" className={buttonClass('quiet', 'px-3! whitespace-nowrap')}>
                  Kirish
                </Link>
                <Link to="/signup" className={buttonClass('primary', 'px-4! whitespace-nowrap')}>
                  Ro‘yxatdan o‘tish
                </Link>
              </div>
            )}
            {role === 'admin' && (
              <Button variant="quiet" onClick={signOut}>
                Chiqish
              </Button>
            )}
            {items.some(isProfile) && (
              <nav aria-label="Hisob" className="hidden md:block">
                {items.filter(isProfile).map((item) => (
                  <TopItem key={item.to} item={item} pathname={pathname} />
                ))}
              </nav>
            )}
          </div>
        </header>
      )}
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl px-4 py-6">
        {children}
      </main>
      {!onEvent && (
        <>
          {/* Space for the fixed bar at the end of the page. */}
          <div aria-hidden="true" className={`md:hidden [@media(max-height:26rem)]:hidden ${offersSignIn ? 'h-36' : 'h-20'}`} />
          <nav
            aria-label="Pastki menyu"
            className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden [@media(max-height:26rem)]:static"
          >
            {offersSignIn && (
              <div className="px-3 pt-2">
                <Link to="/login" className={buttonClass('primary', 'w-full')}>
                  Kirish yoki ro‘yxatdan o‘tish
                </Link>
              </div>
            )}
            <div className="flex">
              {items.map((item) => (
                <BottomItem key={item.to} item={item} pathname={pathname} />
              ))}
            </div>
          </nav>
        </>
      )}
    </>
  );
};
