import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../data/students/profile.ts';
import { ApiError } from '../../lib/api.ts';
import { Redirect } from '../../lib/router.tsx';
import { Failure } from '../../parts/states/LoadError.tsx';
import { RequireUser } from '../../shell/guards.tsx';
import { PageTitle, usePage } from '../../shell/Page.tsx';
import { Card, Skeleton } from '../../ui/Card.tsx';
import { listings } from './entries/entryViews.ts';
import { ListSkeleton } from './entries/ListSkeleton.tsx';
import { ProfileView } from './ProfileView.tsx';
import { SignOut } from './SignOut.tsx';

/** Milliseconds: links to files hold for half an hour at least, and a screen may stay open for longer. */
const linksHold = 20 * 60_000;

/** A student's own; everybody else is sent where they belong. */
const Profile = () => {
  usePage('Profil');
  return (
    <RequireUser kind="student">
      <OwnProfile />
    </RequireUser>
  );
};

const OwnProfile = () => {
  const { data: profile, error, isPending, refetch } = useQuery({ ...profileQuery(), refetchInterval: linksHold });
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
        <Waiting />
      ) : (
        <Failure {...(error ? { error } : { message: "Profil ma'lumotlari topilmadi" })} onRetry={refetch} />
      )}
    </div>
  );
};

/** The lists have their names already, and the shape of what will stand in them. */
const Waiting = () => (
  <div role="status" className="space-y-5">
    <div className="relative">
      <Skeleton className="h-96" />
      {/* In the skeleton and as late as it: it takes no room and is not seen when the answer is quick. */}
      <p className="absolute top-5 left-5 text-muted [animation:appear_1ms_150ms_both]">Yuklanmoqda...</p>
    </div>
    <Skeleton className="h-92 sm:h-72" />
    <Skeleton className="h-62 sm:h-52" />
    {Object.values(listings).map(({ name, title }) => (
      <Card key={name}>
        <p className="text-lg font-semibold">{title}</p>
        <ListSkeleton />
      </Card>
    ))}
  </div>
);

export default Profile;
