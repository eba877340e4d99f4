import { CalendarCheck, ClockAlert } from 'lucide-react';
import type { OwnApplication } from '#contract/application.ts';
import { statusGroup } from '#contract/application-rules.ts';
import { formatDate } from '#contract/uzbek.ts';
import { statusPresentation } from '../../parts/application/statusPresentation.ts';
import { Badge } from '../../ui/Card.tsx';

type NotedApplication = Pick<OwnApplication, 'status' | 'reason' | 'is_late' | 'result_announcement_date' | 'updated_at'>;

/** Status of an application, and whether the promised reply is late. */
export const StatusBadges = ({ application: { status, is_late } }: { application: NotedApplication }) => {
  const { icon: Icon, tone, label } = statusPresentation(status);
  return (
    <p className="flex flex-wrap gap-2">
      <Badge tone={tone}>
        <Icon aria-hidden="true" className="size-4" />
        {label}
      </Badge>
      {is_late && (
        <Badge tone="danger">
          <ClockAlert aria-hidden="true" className="size-4" />
          Javob kechikmoqda
        </Badge>
      )}
    </p>
  );
};

/** Meaning and reason of the status, and the date of the promised reply. */
export const StatusNotes = ({ application }: { application: NotedApplication }) => {
  const { status, reason, result_announcement_date, updated_at } = application;
  return (
    <div className="rounded-xl bg-sunken p-3">
      <p>{statusPresentation(status).explanation}</p>
      {reason && <p className="mt-1 whitespace-pre-line">Tashkilot izohi: {reason}</p>}
      {result_announcement_date && statusGroup(status) === 'in_progress' && (
        <p className="mt-1 font-medium">Javob va’da qilingan sana: {formatDate(result_announcement_date)}</p>
      )}
      <p className="mt-1 flex items-center gap-1.5 text-sm text-muted">
        <CalendarCheck aria-hidden="true" className="size-4 shrink-0" />
        Yangilangan: {formatDate(updated_at, { time: true })}
      </p>
    </div>
  );
};
