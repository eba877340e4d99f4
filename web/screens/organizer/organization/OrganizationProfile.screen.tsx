import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { OrganizationProfile } from '#contract/organization.ts';
import { roleAllows } from '#contract/organization-rules.ts';
import { organizationQuery } from '../../../data/organizations/organization.ts';
import { ApiError } from '../../../lib/api.ts';
import { Link, useSearchParams } from '../../../lib/router.tsx';
import { Account } from '../../../parts/account/Account.tsx';
import { LoadError } from '../../../parts/states/LoadError.tsx';
import { Loading } from '../../../parts/states/Loading.tsx';
import { useSignOut } from '../../../shell/guards.tsx';
import { PageTitle, usePage } from '../../../shell/Page.tsx';
import { Button, LinkButton } from '../../../ui/Button.tsx';
import { EmptyState, Skeleton } from '../../../ui/Card.tsx';
import { lazyWithRetry } from '../../../ui/lazyWithRetry.tsx';
import { organizersOnly } from '../shared/organizersOnly.tsx';
import { OrganizationHead } from './OrganizationHead.tsx';
import { OrganizationView } from './OrganizationView.tsx';

const OrganizationForm = lazyWithRetry(() => import('./OrganizationForm.tsx'));

/** The other tabs of the page; each is loaded when it opens. */
const tabs = {
  members: { label: 'A’zolar', needs: 'reviewer', Content: lazyWithRetry(() => import('../people/Members.tsx')) },
  students: { label: 'Talabalar', needs: 'reviewer', Content: lazyWithRetry(() => import('../people/Students.tsx')) },
  audit: { label: 'Jurnal', needs: 'owner', Content: lazyWithRetry(() => import('../people/Audit.tsx')) },
} as const;
type TabName = keyof typeof tabs;
const isTab = (name: string | null): name is TabName => name !== null && Object.hasOwn(tabs, name);

const Tabs = ({ profile, current }: { profile: OrganizationProfile; current: TabName | null }) => {
  const link = (name: TabName | null, label: string) => (
    <li key={label}>
      <Link
        to={`/organizer/profile${name ? `?tab=${name}` : ''}`}
        aria-current={name === current ? 'page' : undefined}
        className={`flex min-h-11 items-center justify-center rounded-full border px-1.5 sm:px-4 ${name === current ? 'border-brand bg-brand-soft font-semibold text-brand-strong' : 'border-control bg-surface hover:bg-sunken'}`}
      >
        {label}
      </Link>
    </li>
  );
  return (
    <nav aria-label="Tashkilot bo‘limlari">
      <ul className="flex flex-wrap gap-1 *:grow sm:gap-2 sm:*:grow-0">
        {link(null, 'Profil')}
        {(Object.keys(tabs) as TabName[]).map((name) => roleAllows(profile.role, tabs[name].needs) && link(name, tabs[name].label))}
      </ul>
    </nav>
  );
};

const NotFound = () => (
  <EmptyState
    title="Tashkilot profili topilmadi"
    action={
      <div className="flex flex-wrap justify-center gap-3">
        <LinkButton to="/profile">Talaba profiliga o‘tish</LinkButton>
        <LinkButton to="/signup" variant="secondary">
          Tashkilot sifatida ro‘yxatdan o‘tish
        </LinkButton>
      </div>
    }
  >
    Bu hisob hech qaysi tashkilotga biriktirilmagan. Tashkilot jamoasiga qo‘shilish uchun uning egasidan taklif havolasini so‘rang.
  </EmptyState>
);

interface TabContentProps {
  tab: TabName | null;
  editing: boolean;
  onDone(): void;
}
const TabContent = ({ tab, editing, onDone }: TabContentProps) => {
  const { data: profile, error, isPending, refetch } = useQuery(organizationQuery());
  const isGone = error instanceof ApiError && (error.status === 403 || error.status === 404);
  // A member who was removed meanwhile no longer sees the cached profile.
  if (isGone) return <NotFound />;
  if (isPending)
    return (
      <div role="status" className="space-y-5">
        <span className="sr-only">Yuklanmoqda...</span>
        <Skeleton className="h-11" />
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
      </div>
    );
  if (!profile) return <LoadError error={error} onRetry={() => refetch()} />;
  const allowed = tab && roleAllows(profile.role, tabs[tab].needs) ? tab : null;
  const Content = allowed && tabs[allowed].Content;
  return (
    <>
      {!editing && <Tabs profile={profile} current={allowed} />}
      {Content ? (
        <Suspense fallback={<Loading />}>
          <Content profile={profile} />
        </Suspense>
      ) : (
        <>
          <OrganizationHead profile={profile} />
          {editing ? (
            <Suspense fallback={<Loading />}>
              <OrganizationForm profile={profile} onDone={onDone} />
            </Suspense>
          ) : (
            <OrganizationView profile={profile} />
          )}
        </>
      )}
    </>
  );
};

const OrganizationProfileScreen = () => {
  usePage('Tashkilot profili');
  const signOut = useSignOut();
  const [params] = useSearchParams();
  const { data: profile, isError } = useQuery(organizationQuery());
  const [editRequested, setEditing] = useState(false);
  const tabParam = params.get('tab');
  const tab = isTab(tabParam) ? tabParam : null;
  const editing = editRequested && tab === null;
  const mayEdit = tab === null && !isError && profile !== undefined && roleAllows(profile.role, 'owner');
  return (
    <div className="mx-auto max-w-4xl space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle>Tashkilot profili</PageTitle>
        <div className="flex flex-wrap gap-2 *:px-3">
          <LinkButton to="/organizer" variant="quiet">
            <ArrowLeft aria-hidden="true" className="size-5 max-md:hidden" />
            Statistika
          </LinkButton>
          <Button variant="secondary" onClick={signOut}>
            Chiqish
          </Button>
          {mayEdit && !editing && <Button onClick={() => setEditing(true)}>Tahrirlash</Button>}
        </div>
      </div>
      <TabContent tab={tab} editing={editing} onDone={() => setEditing(false)} />
      {tab === null && !editing && <Account />}
    </div>
  );
};
export default organizersOnly(OrganizationProfileScreen);
