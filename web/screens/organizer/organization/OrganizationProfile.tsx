import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { OrganizationProfile as Profile } from '#contract/organization.ts';
import { roleAllows } from '#contract/organization-rules.ts';
import { organizationQuery } from '../../../data/organizations/organization.ts';
import { ApiError } from '../../../lib/api.ts';
import { Link, useSearchParams } from '../../../lib/router.tsx';
import { Account } from '../../../parts/account/Account.tsx';
import { Failure } from '../../../parts/states/LoadError.tsx';
import { Loading } from '../../../parts/states/Loading.tsx';
import { useSignOut } from '../../../shell/guards.tsx';
import { PageTitle, usePage } from '../../../shell/Page.tsx';
import { Button, LinkButton } from '../../../ui/Button.tsx';
import { EmptyState, Skeleton } from '../../../ui/Card.tsx';
import { late } from '../../../ui/lazyWithRetry.tsx';
import { organizersOnly } from '../shared/organizersOnly.tsx';
import { OrganizationHead } from './OrganizationHead.tsx';
import { OrganizationView } from './OrganizationView.tsx';

const OrganizationForm = late(() => import('./OrganizationForm.tsx'));

/** Parts of the page beside the profile itself; each has code of its own. */
const parts = {
  members: { label: 'A’zolar', needs: 'reviewer', Part: late(() => import('../people/Members.tsx')) },
  students: { label: 'Talabalar', needs: 'reviewer', Part: late(() => import('../people/Students.tsx')) },
  audit: { label: 'Jurnal', needs: 'owner', Part: late(() => import('../people/Audit.tsx')) },
} as const;
type PartName = keyof typeof parts;
const isPart = (name: string | null): name is PartName => name !== null && Object.hasOwn(parts, name);

const Tabs = ({ profile, part }: { profile: Profile; part: PartName | null }) => {
  const tab = (name: PartName | null, label: string) => (
    <li key={label}>
      <Link
        to={`/organizer/profile${name ? `?tab=${name}` : ''}`}
        aria-current={name === part ? 'page' : undefined}
        className={`flex min-h-11 items-center justify-center rounded-full border px-1.5 sm:px-4 ${name === part ? 'border-brand bg-brand-soft font-semibold text-brand-strong' : 'border-control bg-surface hover:bg-sunken'}`}
      >
        {label}
      </Link>
    </li>
  );
  return (
    <nav aria-label="Tashkilot bo‘limlari">
      <ul className="flex flex-wrap gap-1 *:grow sm:gap-2 sm:*:grow-0">
        {tab(null, 'Profil')}
        {(Object.keys(parts) as PartName[]).map((name) => roleAllows(profile.role, parts[name].needs) && tab(name, parts[name].label))}
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
        <LinkButton to="/signup" look="secondary">
          Tashkilot sifatida ro‘yxatdan o‘tish
        </LinkButton>
      </div>
    }
  >
    Bu hisob hech qaysi tashkilotga biriktirilmagan. Tashkilot jamoasiga qo‘shilish uchun uning egasidan taklif havolasini so‘rang.
  </EmptyState>
);

interface ShownProps {
  part: PartName | null;
  editing: boolean;
  onDone(): void;
}
const Shown = ({ part, editing, onDone }: ShownProps) => {
  const { data: profile, error, isPending, refetch } = useQuery(organizationQuery());
  const isGone = error instanceof ApiError && (error.status === 403 || error.status === 404);
  // Somebody who was taken out of the organization meanwhile sees nothing of it any more.
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
  if (!profile) return <Failure error={error} onRetry={() => refetch()} />;
  const opened = part && roleAllows(profile.role, parts[part].needs) ? part : null;
  const Part = opened && parts[opened].Part;
  return (
    <>
      {!editing && <Tabs profile={profile} part={opened} />}
      {Part ? (
        <Suspense fallback={<Loading />}>
          <Part profile={profile} />
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

const OrganizationProfile = () => {
  usePage('Tashkilot profili');
  const signOut = useSignOut();
  const [params] = useSearchParams();
  const { data: profile, isError } = useQuery(organizationQuery());
  const [wantsEdit, setEditing] = useState(false);
  const tab = params.get('tab');
  const part = isPart(tab) ? tab : null;
  const editing = wantsEdit && part === null;
  const mayEdit = part === null && !isError && profile !== undefined && roleAllows(profile.role, 'owner');
  return (
    <div className="mx-auto max-w-4xl space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle>Tashkilot profili</PageTitle>
        <div className="flex flex-wrap gap-2 *:px-3">
          <LinkButton to="/organizer" look="quiet">
            <ArrowLeft aria-hidden="true" className="size-5 max-md:hidden" />
            Statistika
          </LinkButton>
          <Button look="secondary" onClick={signOut}>
            Chiqish
          </Button>
          {mayEdit && !editing && <Button onClick={() => setEditing(true)}>Tahrirlash</Button>}
        </div>
      </div>
      <Shown part={part} editing={editing} onDone={() => setEditing(false)} />
      {part === null && !editing && <Account />}
    </div>
  );
};
export default organizersOnly(OrganizationProfile);
