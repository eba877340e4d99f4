import { CalendarClock } from 'lucide-react';
import { formatDate, isUrgent, remainingText } from '#contract/uzbek.ts';

interface Deadline {
  application_deadline: string | null;
  days_until_deadline: number | null;
}

export const urgentText = 'Arizangizni tezroq yuboring';

/** Deadline and remaining time. */
export const DeadlineNote = ({ item, className = '' }: { item: Deadline; className?: string }) => {
  const days = item.days_until_deadline;
  const isSoon = days !== null && days >= 0 && days <= 7;
  return (
    <p className={`flex items-start gap-2 font-semibold ${className}`}>
      <CalendarClock aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span>
        {item.application_deadline && `${formatDate(item.application_deadline)} · `}
        <span className={days !== null && days < 0 ? 'text-muted' : isSoon ? 'text-danger' : 'text-success'}>{remainingText(days)}</span>
      </span>
    </p>
  );
};

/** Shown when one to seven days remain. */
export const UrgentNote = ({ days }: { days: number | null }) =>
  isUrgent(days) ? <p className="rounded-lg bg-warning-soft px-3 py-1.5 text-sm font-semibold text-warning">{urgentText}</p> : null;
