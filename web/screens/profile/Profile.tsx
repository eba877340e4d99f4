import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../data/students.ts';
import { ApiError } from '../../lib/api.ts';
import { Redirect } from '../../lib/router.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { RequireUser } from '../../shell/guards.tsx';
import { PageTitle, usePage } from '../../shell/Page.tsx';
import { Skeleton } from '../../ui/Card.tsx';
import { ProfileView } from './ProfileView.tsx';

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
  const { data: profile, error, isPending, refetch } = useQuery(profileQuery());
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 403 || status === 404) return <Redirect to="/organizer/profile" replace state={{ sentFrom: '/profile' }} />;
  if (profile) return <ProfileView profile={profile} />;
  return (
    <div className="mx-auto max-w-3xl space-y-5">
      <PageTitle>Profil</PageTitle>
      {isPending && !error ? (
        <Waiting />
      ) : (
        <Failure {...(error ? { error } : { message: "Profil ma'lumotlari topilmadi" })} onRetry={refetch} />
      )}
    </div>
  );
};

const Waiting = () => (
  <div role="status" className="space-y-5">
    <span className="sr-only">Yuklanmoqda...</span>
    <Skeleton className="h-28" />
    <Skeleton className="h-64" />
    <Skeleton className="h-48" />
  </div>
);

export default Profile;
