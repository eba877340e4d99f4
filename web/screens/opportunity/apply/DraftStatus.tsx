import { CloudAlert, CloudCheck, LoaderCircle } from 'lucide-react';
import { formatDate, tashkentDay } from '#contract/uzbek.ts';
import type { SaveStatus } from '../../../data/applications/draft.ts';
import { ApiError, messageFor } from '../../../lib/api.ts';

/** A time as "14:32" on the same Tashkent day, with its date otherwise. @param at ISO 8601 */
export const momentText = (at: string): string => {
  const dateAndTime = formatDate(at, { time: true });
  return tashkentDay(new Date(at)) === tashkentDay(new Date()) ? (dateAndTime.split(' · ')[1] as string) : dateAndTime;
};

const failedText = ({ error, inBrowser }: { error: unknown; inBrowser: boolean }): string => {
  const isOffline = error instanceof ApiError && error.status === 0;
  const reason = isOffline ? 'internet yo‘q.' : messageFor(error);
  if (inBrowser) return `Saqlanmadi: ${reason} Javoblaringiz shu qurilmada turibdi.`;
  return `Saqlanmadi: ${reason} Saqlanmaguncha sahifani yopmang.`;
};

const Line = ({ status }: { status: SaveStatus }) => {
  const icon = 'mt-0.5 size-4 shrink-0';
  switch (status.is) {
    case 'idle':
      return null;
    case 'saving':
      // Hidden from screen readers, which would announce it at every pause in typing.
      return (
        <span aria-hidden="true" className="flex gap-1.5 text-muted">
          <LoaderCircle className={`${icon} motion-safe:animate-spin`} />
          Saqlanmoqda…
        </span>
      );
    case 'saved':
      return (
        <span className="flex gap-1.5 text-success">
          <CloudCheck aria-hidden="true" className={icon} />
          Saqlandi {momentText(status.at)}
        </span>
      );
    case 'failed':
      return (
        <span className="flex gap-1.5 font-medium text-danger">
          <CloudAlert aria-hidden="true" className={icon} />
          {failedText(status)}
        </span>
      );
    case 'unread':
      return (
        <span className="flex gap-1.5 text-warning">
          <CloudAlert aria-hidden="true" className={icon} />
          Serverdagi javoblaringizni olib bo‘lmadi. Qayta urinilmoqda…
        </span>
      );
  }
};

/** Whether the answers are saved. */
export const DraftStatus = ({ status }: { status: SaveStatus }) => (
  <p role="status" className="text-sm">
    <Line status={status} />
  </p>
);
