import { useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ApplicationDetail } from '#contract/application.ts';
import { type ApplicationStatus, applicationStatuses } from '#contract/application-rules.ts';
import { formatStamp, initialsOf, noData } from '#contract/uzbek.ts';
import { applicationQuery } from '../../data/application-detail.ts';
import { Answers, ApplicantProfile, Attached } from '../../parts/ApplicantProfile.tsx';
import { ApplicationStatusBadge } from '../../parts/ApplicationStatusBadge.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Avatar, Skeleton } from '../../ui/Card.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import type { Deciding } from './DecisionSheet.tsx';

const stepLabels: Partial<Record<ApplicationStatus, string>> = {
  under_review: 'Ko‘rib chiqishga olish',
  interview_scheduled: 'Suhbat belgilash',
  accepted: 'Qabul qilish',
  rejected: 'Rad etish',
};

const Head = ({ item, name }: { item: ApplicationDetail; name: string }) => (
  <div className="flex items-start gap-4">
    <Avatar src={item.student?.avatar ?? null} initials={initialsOf(name, 'UZ')} className="size-16 text-xl" />
    <div className="min-w-0 flex-1">
      <p className="text-lg font-semibold">{name || noData}</p>
      <p className="text-muted">{item.opportunity.title}</p>
      <p className="mt-1 flex flex-wrap items-center gap-2 text-sm">
        <ApplicationStatusBadge status={item.status} />
        <span className="text-muted tabular-nums">{formatStamp(item.applied_at)}</span>
      </p>
    </div>
  </div>
);

/** Every step the application may take now. */
const Steps = ({ item, name, onDecide }: { item: ApplicationDetail; name: string; onDecide(deciding: Deciding): void }) =>
  item.next_statuses.map((to) => (
    <Button
      key={to}
      look={to === 'rejected' ? 'danger' : to === 'accepted' ? 'primary' : 'secondary'}
      onClick={() => onDecide({ id: item.id, name, title: item.opportunity.title, to })}
    >
      {stepLabels[to] ?? applicationStatuses[to]}
    </Button>
  ));

const Content = ({ item, children }: { item: ApplicationDetail; children: ReactNode }) => (
  <div className="space-y-6">
    {children}
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
      <ApplicantProfile student={item.student} />
    ) : (
      <p className="rounded-xl bg-danger-soft p-4 text-danger">Talaba profili topilmadi.</p>
    )}
    <Answers answers={item.answers} />
    <Attached documents={item.documents} />
  </div>
);

/** Everything about one application, and every legal step from here. */
const ApplicantDialog = ({ id, onDecide, onClose }: { id: number; onDecide(deciding: Deciding): void; onClose(): void }) => {
  const { data: item, error, isError, refetch } = useQuery(applicationQuery(id));
  const name = item?.student ? `${item.student.first_name} ${item.student.last_name}`.trim() : '';
  return (
    <Sheet
      open
      wide
      title="Ariza tafsilotlari"
      onClose={onClose}
      footer={item && item.next_statuses.length > 0 ? <Steps item={item} name={name} onDecide={onDecide} /> : undefined}
    >
      {item ? (
        <Content item={item}>
          <Head item={item} name={name} />
        </Content>
      ) : isError ? (
        <Failure error={error} onRetry={() => refetch()} />
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
export default ApplicantDialog;
