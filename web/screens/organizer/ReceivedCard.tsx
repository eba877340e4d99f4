import { Check, Eye, X } from 'lucide-react';
import type { ReceivedApplication } from '#contract/application.ts';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import { formatShortDate, initialsOf, noData } from '#contract/uzbek.ts';
import { ApplicationStatusBadge } from '../../parts/ApplicationStatusBadge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Avatar } from '../../ui/Card.tsx';

/** What the columns hold on wide screens, where the cards are rows; each card says it again for whoever does not see them. */
export const ReceivedHead = () => (
  <div aria-hidden="true" className="ledger-row text-sm text-muted max-lg:hidden">
    <span>Talaba va tadbir</span>
    <span>Pochta va universitet</span>
    <span className="text-right">Yuborilgan</span>
    <span className="text-right">Amallar</span>
  </div>
);

/** One application received; it is decided here only while it waits. */
export const ReceivedCard = ({
  item,
  onOpen,
  onDecide,
}: {
  item: ReceivedApplication;
  onOpen(): void;
  onDecide(to: ApplicationStatus): void;
}) => {
  const name = item.student_name || noData;
  return (
    <article
      aria-label={`${name}: ${item.opportunity_title}`}
      className="ledger-row flex h-full flex-col gap-3 rounded-2xl border border-line bg-surface p-5 shadow-card"
    >
      <div className="flex items-start gap-3">
        <Avatar src={item.student_avatar} initials={initialsOf(item.student_name, 'UZ')} className="size-12" />
        <div className="min-w-0 flex-1">
          <h2 className="text-lg font-semibold">{name}</h2>
          <p className="text-muted">{item.opportunity_title}</p>
          <p className="mt-1">
            <ApplicationStatusBadge status={item.status} />
          </p>
        </div>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
        <dt className="text-muted">Pochta</dt>
        <dd>{item.student_email || noData}</dd>
        <dt className="text-muted">Universitet</dt>
        <dd>{item.student_university || noData}</dd>
        <dt className="text-muted">Yuborilgan</dt>
        <dd className="tabular-nums">{formatShortDate(item.applied_at, { time: true })}</dd>
      </dl>
      <div className="mt-auto flex flex-wrap items-center gap-2 pt-1">
        <Button look="secondary" className="px-3!" onClick={onOpen}>
          <Eye aria-hidden="true" className="size-5" />
          Batafsil
        </Button>
        {item.status === 'pending' ? (
          <>
            <Button className="px-3!" onClick={() => onDecide('accepted')}>
              <Check aria-hidden="true" className="size-5" />
              Qabul qilish
            </Button>
            <Button look="danger" className="px-3!" onClick={() => onDecide('rejected')}>
              <X aria-hidden="true" className="size-5" />
              Rad etish
            </Button>
          </>
        ) : (
          <p className="text-sm text-muted">Ushbu ariza holati yangilangan.</p>
        )}
      </div>
    </article>
  );
};
