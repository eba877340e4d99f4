import { ArrowDown, CalendarClock, EyeOff, FileDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ApplicationDetail } from '#contract/application.ts';
import { formatStamp, initials, noData } from '#contract/uzbek.ts';
import { AnswerList, ApplicantProfile, AttachedDocuments } from '../../../parts/application/ApplicantProfile.tsx';
import { ApplicationHistory } from '../../../parts/application/ApplicationHistory.tsx';
import { ApplicationStatusBadge } from '../../../parts/application/ApplicationStatusBadge.tsx';
import { InterviewDetails } from '../../../parts/application/InterviewDetails.tsx';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { Avatar, Badge } from '../../../ui/Card.tsx';
import { Notes } from './Notes.tsx';
import { ReviewForm } from './ReviewForm.tsx';

/** The applicant's full name; empty when it is hidden or the account was deleted. */
export const applicantName = ({ student }: ApplicationDetail): string =>
  student ? `${student.first_name} ${student.last_name}`.trim() : '';

const ApplicantHeader = ({ item }: { item: ApplicationDetail }) => (
  <div className="flex flex-wrap items-start gap-4">
    <Avatar src={item.student?.avatar ?? null} initials={initials(applicantName(item), 'UZ')} className="size-16 text-xl" />
    <div className="min-w-0 flex-1 basis-40">
      <p className="text-lg font-semibold">{applicantName(item) || noData}</p>
      <p className="text-muted">{item.opportunity.title}</p>
      <p className="mt-1 flex flex-wrap items-center gap-2 text-sm">
        <ApplicationStatusBadge status={item.status} />
        {item.is_blind && (
          <Badge>
            <EyeOff aria-hidden="true" className="size-4" />
            Ism yashirilgan
          </Badge>
        )}
        <span className="text-muted tabular-nums">{formatStamp(item.applied_at)}</span>
      </p>
    </div>
  </div>
);

/** Why the application cannot be scored; null when it can. */
const reviewObstacle = ({ status, student }: ApplicationDetail): string | null => {
  if (status === 'withdrawn') return 'Talaba arizasini bekor qilgan, uni baholab bo‘lmaydi.';
  return student ? null : 'Talabaning hisobi o‘chirilgan, arizani baholab bo‘lmaydi.';
};

const Profile = ({ item }: { item: ApplicationDetail }) => (
  <div className="min-w-0 space-y-6">
    {item.reason && (
      <p className="rounded-xl bg-sunken p-4">
        <b>Qaror sababi:</b> {item.reason}
      </p>
    )}
    {item.profile_changed && (
      <p className="rounded-xl bg-warning-soft p-4 text-warning">
        Quyida ariza yuborilgan paytdagi profil ko‘rsatilgan. Talaba profilini keyin o‘zgartirgan.
      </p>
    )}
    {item.cv_url && (
      <a href={item.cv_url} className={buttonClass('secondary')}>
        <FileDown aria-hidden="true" className="size-5" />
        PDF shaklida yuklab olish
      </a>
    )}
    {item.student ? (
      <ApplicantProfile student={item.student} blind={item.is_blind} />
    ) : (
      <p className="rounded-xl bg-danger-soft p-4 text-danger">Talaba profili topilmadi.</p>
    )}
    <AnswerList answers={item.answers} />
    <AttachedDocuments documents={item.documents} />
    <ApplicationHistory history={item.history} />
  </div>
);

interface ApplicantDetailsProps {
  item: ApplicationDetail;
  /** The banner of the latest decision. */
  children: ReactNode;
  onInterview: (() => void) | undefined;
}

/** One application: the profile and answers on one side, the review and notes on the other. */
export const ApplicantDetails = ({ item, children, onInterview }: ApplicantDetailsProps) => {
  const mayDecide = item.next_statuses.length > 0;
  return (
    <div className="space-y-6">
      <ApplicantHeader item={item} />
      <Button
        variant="quiet"
        className="-my-2 w-full lg:hidden"
        onClick={() => {
          const review = document.querySelector<HTMLElement>('[data-review]');
          review?.scrollIntoView();
          review?.focus({ preventScroll: true });
        }}
      >
        Baholashga o‘tish
        <ArrowDown aria-hidden="true" className="size-5" />
      </Button>
      {item.is_blind && (
        <p className="rounded-xl bg-sunken p-4">
          Bu imkoniyatning arizalari ismsiz ko‘rib chiqiladi: faqat tajriba va javoblar baholanishi uchun ism, rasm, aloqa ma’lumotlari va
          havolalar hech kimga ko‘rsatilmaydi.
        </p>
      )}
      {children}
      {item.interview && (
        <InterviewDetails interview={item.interview}>
          {onInterview && (
            <Button variant="secondary" onClick={onInterview}>
              <CalendarClock aria-hidden="true" className="size-5" />
              Vaqt yoki joyni o‘zgartirish
            </Button>
          )}
        </InterviewDetails>
      )}
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_23rem] lg:items-start">
        <Profile item={item} />
        <div className="min-w-0 space-y-8 max-lg:border-t max-lg:border-line max-lg:pt-6">
          <ReviewForm application={item.id} opportunity={item.opportunity.id} obstacle={reviewObstacle(item)} mayEdit={mayDecide} />
          <Notes application={item.id} />
        </div>
      </div>
    </div>
  );
};
