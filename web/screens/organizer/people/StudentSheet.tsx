import { useQuery } from '@tanstack/react-query';
import type { StudentCard } from '#contract/student.ts';
import { initials } from '#contract/uzbek.ts';
import { studentCardQuery } from '../../../data/organizations/organization-students.ts';
import { ApiError } from '../../../lib/api.ts';
import { Link } from '../../../lib/router.tsx';
import { OutboundLink, ProfileFact, ProfileLists, ProfilePart } from '../../../parts/application/ApplicantProfile.tsx';
import { LoadError } from '../../../parts/states/LoadError.tsx';
import { Avatar, Skeleton } from '../../../ui/Card.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';

const StudentCardDetails = ({ card }: { card: StudentCard }) => {
  const { profile } = card;
  const name = `${card.first_name} ${card.last_name}`.trim();
  return (
    <div className="space-y-6">
      <div className="flex items-center gap-4">
        <Avatar src={profile?.avatar} initials={initials(name, 'UZ')} className="size-16 text-xl" />
        <div className="min-w-0">
          <h3 className="text-xl font-semibold">{name}</h3>
          <p className="text-muted">{[card.university, card.major].filter(Boolean).join(' · ')}</p>
          <Link
            to={`/organizer/applications?search=${encodeURIComponent(name)}`}
            className="inline-flex min-h-11 items-center text-brand underline underline-offset-4"
          >
            Arizalarini ko‘rish
          </Link>
        </div>
      </div>
      {profile ? (
        <>
          <ProfilePart title="Asosiy ma’lumotlar">
            <dl className="grid gap-3 sm:grid-cols-2">
              <ProfileFact name="Manzil">{profile.location}</ProfileFact>
              <ProfileFact name="Bitirish yili">{profile.graduation_year}</ProfileFact>
              <ProfileFact name="Portfolio">{profile.portfolio_url && <OutboundLink url={profile.portfolio_url} />}</ProfileFact>
            </dl>
            <dl>
              <ProfileFact name="Haqida">{profile.about_me}</ProfileFact>
            </dl>
          </ProfilePart>
          <ProfileLists student={{ ...profile, social_links: card.social_links }} />
        </>
      ) : (
        <p className="rounded-xl bg-sunken p-4">
          Bu talabaning to‘liq profili sizga ochiq emas: u arizasini bekor qilgan yoki sizga ariza topshirmagan.
        </p>
      )}
    </div>
  );
};

/** A student's profile as far as the organization may see it. */
const StudentSheet = ({ id, onClose }: { id: number; onClose(): void }) => {
  const { data: card, error, isError, refetch } = useQuery(studentCardQuery(id));
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <Sheet open wide title="Talaba profili" onClose={onClose}>
      {card ? (
        <StudentCardDetails card={card} />
      ) : isGone ? (
        <p className="rounded-xl bg-danger-soft p-4 text-danger">Talaba profili topilmadi.</p>
      ) : isError ? (
        <LoadError error={error} onRetry={() => refetch()} />
      ) : (
        <div role="status" className="space-y-4">
          <span className="sr-only">Yuklanmoqda...</span>
          <Skeleton className="h-16" />
          <Skeleton className="h-40" />
          <Skeleton className="h-40" />
        </div>
      )}
    </Sheet>
  );
};
export default StudentSheet;
