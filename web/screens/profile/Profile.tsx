import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../data/students.ts';
import { ApiError } from '../../lib/api.ts';
import { Redirect, useLocation } from '../../lib/router.tsx';
import { useSession } from '../../lib/session.ts';
import { Failure } from '../../parts/Failure.tsx';
import { PageTitle, usePage } from '../../shell/Page.tsx';
import { Skeleton } from '../../ui/Card.tsx';
import { ProfileView } from './ProfileView.tsx';

/** Who may be here: a student. Everybody else is sent where they belong. */
const Profile = () => {
  usePage('Profil');
  const session = useSession();
  const { search } = useLocation();
  const organizer = session?.user_type === 'organization';
  const { data: profile, error, isPending, refetch } = useQuery({ ...profileQuery(), enabled: session !== null && !organizer });

  const status = error instanceof ApiError ? error.status : undefined;
  if (!session || status === 401) return <Redirect to="/login" replace state={{ from: `/profile${search}` }} />;
  if (organizer || status === 403 || status === 404) return <Redirect to="/organizer/profile" replace state={{ from: '/profile' }} />;
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
