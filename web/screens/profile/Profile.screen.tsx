import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../data/students/profile.ts';
import { ApiError } from '../../lib/api.ts';
import { Redirect } from '../../lib/router.tsx';
import { LoadError } from '../../parts/states/LoadError.tsx';
import { RequireUser } from '../../shell/guards.tsx';
import { PageTitle, usePage } from '../../shell/Page.tsx';
import { Card, Skeleton } from '../../ui/Card.tsx';
import { entryListViews } from './entries/entryViews.ts';
import { ListSkeleton } from './entries/ListSkeleton.tsx';
import { ProfileView } from './ProfileView.tsx';
import { SignOut } from './SignOut.tsx';

/** Milliseconds. Signed file links are valid for at least half an hour, so an open screen must refetch them. */
const linkRefreshInterval = 20 * 60_000;

/** The student's own profile; other visitors are redirected (specification 2). */
const Profile = () => {
  usePage('Profil');
  return (
    <RequireUser kind="student">
      <OwnProfile />
    </RequireUser>
  );
};

const OwnProfile = () => {
  const { data: profile, error, isPending, refetch } = useQuery({ ...profileQuery(), refetchInterval: linkRefreshInterval });
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 403 || status === 404) return <Redirect to="/organizer/profile" replace state={{ sentFrom: '/profile' }} />;
  if (profile) return <ProfileView profile={profile} />;
  return (
    <div className="mx-auto max-w-3xl space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle>Profil</PageTitle>
        <SignOut />
      </div>
      {isPending && !error ? (
        <ProfileSkeleton />
      ) : (
        <LoadError {...(error ? { error } : { message: "Profil ma'lumotlari topilmadi" })} onRetry={refetch} />
      )}
    </div>
  );
};

/** Shows the titles of the lists and placeholders of their entries. */
const ProfileSkeleton = () => (
  <div role="status" className="space-y-5">
    <div className="relative">
      <Skeleton className="h-96" />
      {/* Delayed like the skeleton, so it is not visible when the response is quick; positioned to take no space. */}
      <p className="absolute top-5 left-5 text-muted [animation:appear_1ms_150ms_both]">Yuklanmoqda...</p>
    </div>
    <Skeleton className="h-92 sm:h-72" />
    <Skeleton className="h-62 sm:h-52" />
    {Object.values(entryListViews).map(({ name, title }) => (
      <Card key={name}>
        <p className="text-lg font-semibold">{title}</p>
        <ListSkeleton />
      </Card>
    ))}
  </div>
);

export default Profile;
