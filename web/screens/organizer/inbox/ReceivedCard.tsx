import { Check, Eye, X } from 'lucide-react';
import type { ReceivedApplication } from '#contract/application.ts';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import { formatShortDate, initials, noData } from '#contract/uzbek.ts';
import { ApplicationStatusBadge } from '../../../parts/application/ApplicationStatusBadge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Avatar } from '../../../ui/Card.tsx';
import { BlindBadge, type ReceivedListProps, receivedName, SelectBox, scoreCell } from './ReceivedParts.tsx';

/** One received application; it can be decided here only while it is pending. */
const ReceivedCard = ({
  item,
  mayDecide,
  chosen,
  onToggle,
  onOpen,
  onDecide,
}: {
  item: ReceivedApplication;
  mayDecide: boolean;
  chosen: boolean;
  onToggle(on: boolean, range: boolean): void;
  onOpen(): void;
  onDecide(to: ApplicationStatus): void;
}) => {
  const name = receivedName(item);
  const facts: [string, string][] = [
    ...(item.is_blind ? [] : [['Pochta', item.student_email || noData] as [string, string]]),
    ['Universitet', item.student_university || noData],
    ['Yuborilgan', formatShortDate(item.applied_at, { time: true })],
    ...(item.review_count > 0 ? [['Ball', `${scoreCell(item)} (${item.review_count})`] as [string, string]] : []),
    ...(item.note_count > 0 ? [['Izohlar', `${item.note_count}`] as [string, string]] : []),
  ];
  return (
    <article
      aria-label={`${name}: ${item.opportunity_title}`}
      className={`flex h-full flex-col gap-3 rounded-2xl border bg-surface p-5 shadow-card ${chosen ? 'border-brand' : 'border-line'}`}
    >
      <div className="flex flex-wrap items-start gap-3 max-xs:gap-2">
        <Avatar src={item.student_avatar} initials={initials(item.student_name, 'UZ')} className="size-12 max-xs:size-10" />
        <div className="min-w-0 flex-1 basis-32">
          <h2 className="text-lg font-semibold max-xs:text-base">{name}</h2>
          <p className="line-clamp-3 text-muted">{item.opportunity_title}</p>
          <p className="mt-1 flex flex-wrap gap-2">
            <ApplicationStatusBadge status={item.status} />
            {item.is_blind && <BlindBadge />}
          </p>
        </div>
        {mayDecide && (
          <div className="-mt-2 -mr-3">
            <SelectBox label={`Tanlash: ${name}`} checked={chosen} onChange={onToggle} />
          </div>
        )}
      </div>
      <dl className="space-y-1">
        {facts.map(([term, value]) => (
          <div key={term} className="flex flex-wrap gap-x-3">
            <dt className="w-24 max-w-full text-muted">{term}</dt>
            <dd className="min-w-0 flex-1 basis-32 tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-auto grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(7rem,50%-0.25rem)),1fr))] items-center gap-2 pt-1">
        <Button variant="secondary" className={`px-3! ${item.status === 'pending' && mayDecide ? 'col-span-full' : ''}`} onClick={onOpen}>
          <Eye aria-hidden="true" className="size-5" />
          Batafsil
        </Button>
        {item.status !== 'pending' ? (
          <p className="text-sm text-muted">Ushbu ariza holati yangilangan.</p>
        ) : (
          mayDecide && (
            <>
              <Button className="px-3!" onClick={() => onDecide('accepted')}>
                <Check aria-hidden="true" className="size-5 max-sm:hidden" />
                Qabul qilish
              </Button>
              <Button variant="danger" className="px-3!" onClick={() => onDecide('rejected')}>
                <X aria-hidden="true" className="size-5 max-sm:hidden" />
                Rad etish
              </Button>
            </>
          )
        )}
      </div>
    </article>
  );
};

/** Received applications as cards, for phones and tablets. */
export const ReceivedCards = ({
  items,
  mayDecide,
  isChosen,
  onToggle,
  onTogglePage,
  onOpen,
  onDecide,
  isBusy,
}: ReceivedListProps & { isBusy: boolean }) => {
  const selectedCount = items.filter(({ id }) => isChosen(id)).length;
  return (
    <div className="space-y-2">
      {mayDecide && (
        <SelectBox
          visible
          label="Sahifadagi hammasini tanlash"
          checked={selectedCount === items.length}
          mixed={selectedCount > 0 && selectedCount < items.length}
          onChange={onTogglePage}
        />
      )}
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-2" aria-busy={isBusy}>
        {items.map((item) => (
          <li key={item.id}>
            <ReceivedCard
              item={item}
              mayDecide={mayDecide}
              chosen={isChosen(item.id)}
              onToggle={(on, range) => onToggle(item, on, range)}
              onOpen={() => onOpen(item.id)}
              onDecide={(to) => onDecide(item, to)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
};
