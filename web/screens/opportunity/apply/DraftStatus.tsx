import { CloudAlert, CloudCheck, LoaderCircle } from 'lucide-react';
import { formatDate, tashkentDay } from '#contract/uzbek.ts';
import type { SaveState } from '../../../data/applications/draft.ts';
import { ApiError, messageFor } from '../../../lib/api.ts';

/** "14:32" for a moment of today in Tashkent, with its date for any other. */
export const momentText = (at: string): string => {
  const whole = formatDate(at, { time: true });
  return tashkentDay(new Date(at)) === tashkentDay(new Date()) ? (whole.split(' · ')[1] as string) : whole;
};

const failedText = ({ error, inBrowser }: { error: unknown; inBrowser: boolean }): string => {
  const isAway = error instanceof ApiError && error.status === 0;
  const why = isAway ? 'internet yo‘q.' : messageFor(error);
  if (inBrowser) return `Saqlanmadi: ${why} Javoblaringiz shu qurilmada turibdi.`;
  return `Saqlanmadi: ${why} Saqlanmaguncha sahifani yopmang.`;
};

const Line = ({ state }: { state: SaveState }) => {
  const icon = 'mt-0.5 size-4 shrink-0';
  switch (state.is) {
    case 'nothing':
      return null;
    case 'saving':
      // Seen, not read out at every pause; what came of it is.
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
          Saqlandi {momentText(state.at)}
        </span>
      );
    case 'failed':
      return (
        <span className="flex gap-1.5 font-medium text-danger">
          <CloudAlert aria-hidden="true" className={icon} />
          {failedText(state)}
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

/** Where the answers are kept just now. */
export const DraftStatus = ({ state }: { state: SaveState }) => (
  <p role="status" className="text-sm">
    <Line state={state} />
  </p>
);
