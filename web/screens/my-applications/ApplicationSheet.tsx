import { useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { ApplicationDetail } from '#contract/application.ts';
import { missingApplicationId } from '#contract/messages.ts';
import { parseId } from '#contract/screens.ts';
import { formatDate } from '#contract/uzbek.ts';
import { applicationQuery } from '../../data/applications/application-detail.ts';
import { checkStatusQuery } from '../../data/applications/check-status.ts';
import { opportunityQuery } from '../../data/opportunities/opportunities.ts';
import { ApiError } from '../../lib/api.ts';
import { Link } from '../../lib/router.tsx';
import { AnswerList, ApplicantProfile } from '../../parts/application/ApplicantProfile.tsx';
import { ApplicationHistory } from '../../parts/application/ApplicationHistory.tsx';
import { InterviewDetails } from '../../parts/application/InterviewDetails.tsx';
import { ReinstateButton, WithdrawButton } from '../../parts/application/WithdrawButton.tsx';
import { LoadError } from '../../parts/states/LoadError.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { EmptyState, Skeleton } from '../../ui/Card.tsx';
import { lazyWithRetry } from '../../ui/lazyWithRetry.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { Documents } from './Documents.tsx';
import { Messages } from './Messages.tsx';
import { StatusBadges, StatusNotes } from './StatusNotes.tsx';

const AnswersSheet = lazyWithRetry(() => import('./AnswersSheet.tsx'));

const ApplicationHead = ({ item }: { item: ApplicationDetail }) => (
  <div className="space-y-3">
    <StatusBadges application={item} />
    <div>
      <p className="text-lg font-semibold">
        <Link to={`/event/${item.opportunity.id}`} className="inline-block py-2 text-brand-strong underline underline-offset-4">
          {item.opportunity.title}
        </Link>
      </p>
      <p className="text-muted">{item.organization_name}</p>
      <p className="text-sm text-muted">Ariza yuborildi: {formatDate(item.applied_at, { time: true })}</p>
    </div>
    <StatusNotes application={item} />
  </div>
);

const SheetSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="space-y-5 rounded-2xl border border-line p-4 sm:p-5">
    <h3 className="text-xl font-semibold">{title}</h3>
    {children}
  </section>
);

/** The profile as it was sent. */
const SentProfile = ({ item }: { item: ApplicationDetail }) => (
  <SheetSection title="Yuborilgan paytdagi profil">
    {item.profile_changed && (
      <p className="rounded-xl bg-warning-soft p-4 text-warning">
        Profilingiz ariza yuborilganidan keyin o‘zgargan. Tashkilot quyidagi, yuborilgan paytdagi holatini ko‘radi.
      </p>
    )}
    {item.cv_url && (
      <a href={item.cv_url} className={buttonClass('secondary', 'w-full sm:w-auto')}>
        <FileDown aria-hidden="true" className="size-5" />
        PDF shaklida yuklab olish
      </a>
    )}
    {item.student && <ApplicantProfile student={item.student} own />}
  </SheetSection>
);

/** Changes the answers until the organization has opened the application. */
const ChangeAnswers = ({ item }: { item: ApplicationDetail }) => {
  const [open, setOpen] = useState(false);
  const { data: opportunity } = useQuery(opportunityQuery(item.opportunity.id));
  if (!opportunity || opportunity.additional_questions.length === 0) return null;
  return (
    <>
      <Button variant="secondary" className="w-full sm:w-auto" onClick={() => setOpen(true)}>
        Javoblarni o‘zgartirish
      </Button>
      {open && (
        <Suspense fallback={null}>
          <AnswersSheet item={item} opportunity={opportunity} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

const Content = ({ item }: { item: ApplicationDetail }) => (
  <div className="space-y-6">
    <ApplicationHead item={item} />
    {item.interview && <InterviewDetails interview={item.interview} />}
    <Messages application={item.id} />
    <ApplicationHistory history={item.history} />
    <AnswerList answers={item.answers} />
    {item.can_change_answers && <ChangeAnswers item={item} />}
    <Documents item={item} />
    <SentProfile item={item} />
  </div>
);

/** Actions the student may take now. */
const useSteps = (item: ApplicationDetail | undefined): ReactNode[] => {
  const withdrawn = item?.status === 'withdrawn';
  const { data: check } = useQuery({ ...checkStatusQuery(item?.opportunity.id ?? 0), enabled: withdrawn });
  if (!item) return [];
  const { id, opportunity, next_statuses } = item;
  return [
    next_statuses.includes('withdrawn') && <WithdrawButton key="withdraw" id={id} title={opportunity.title} />,
    withdrawn && check?.can_reinstate && <ReinstateButton key="reinstate" id={id} title={opportunity.title} />,
  ].filter(Boolean);
};

const NotFoundNotice = ({ title, children, onClose }: { title: string; children: string; onClose(): void }) => (
  <EmptyState
    title={title}
    action={
      <Button variant="secondary" onClick={onClose}>
        Arizalar ro‘yxatiga qaytish
      </Button>
    }
  >
    {children}
  </EmptyState>
);

const SheetSkeleton = () => (
  <div role="status" className="space-y-4">
    <span className="sr-only">Yuklanmoqda...</span>
    <Skeleton className="h-40" />
    <Skeleton className="h-32" />
    <Skeleton className="h-40" />
  </div>
);

/** Details of one of the student's own applications. @param id from the address, may be invalid */
const ApplicationSheet = ({ id: address, onClose }: { id: string; onClose(): void }) => {
  const id = parseId(address);
  const known = Number.isInteger(id);
  const { data: item, error, refetch } = useQuery({ ...applicationQuery(id), enabled: known });
  const steps = useSteps(item);
  const isNotFound = error instanceof ApiError && [400, 403, 404].includes(error.status);
  return (
    <Sheet open wide title="Ariza tafsilotlari" onClose={onClose} footer={steps.length > 0 ? steps : undefined}>
      {!known ? (
        <NotFoundNotice title={missingApplicationId} onClose={onClose}>
          Havola to‘liq emas. Arizani ro‘yxatdan oching.
        </NotFoundNotice>
      ) : item ? (
        <Content item={item} />
      ) : isNotFound ? (
        <NotFoundNotice title="Ariza topilmadi" onClose={onClose}>
          Bunday ariza yo‘q yoki u boshqa hisobga tegishli.
        </NotFoundNotice>
      ) : error ? (
        <LoadError error={error} onRetry={() => refetch()} />
      ) : (
        <SheetSkeleton />
      )}
    </Sheet>
  );
};
export default ApplicationSheet;
