import { CalendarPlus, Clock, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ApplicationDetail } from '#contract/application.ts';
import { formatDate } from '#contract/uzbek.ts';
import { buttonClass } from '../../ui/Button.tsx';

/** Time and place of an interview with a calendar file, for the student and the organization. */
export const InterviewDetails = ({
  interview,
  children,
}: {
  interview: NonNullable<ApplicationDetail['interview']>;
  children?: ReactNode;
}) => (
  <section aria-label="Suhbat" className="space-y-3 rounded-2xl border border-brand bg-brand-soft p-4 text-brand-strong">
    <h3 className="text-lg font-semibold">Suhbat</h3>
    <p className="flex gap-2 font-medium">
      <Clock aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span>{formatDate(interview.at, { weekday: true, time: true })} (Toshkent vaqti)</span>
    </p>
    {interview.place && (
      <p className="flex gap-2">
        <MapPin aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span className="min-w-0 whitespace-pre-line">{interview.place}</span>
      </p>
    )}
    <p className="flex flex-wrap gap-3 max-sm:*:grow">
      {/* A plain link: in-app browsers open nothing else. */}
      <a href={interview.calendar_url} className={buttonClass('secondary')}>
        <CalendarPlus aria-hidden="true" className="size-5" />
        Kalendar fayli
      </a>
      {children}
    </p>
  </section>
);
