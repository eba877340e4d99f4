import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ApplicationStatus, applicationStatuses } from '#contract/application-rules.ts';
import { formatDate } from '#contract/uzbek.ts';
import { ownDecisionQuery } from '../../../data/review/recent-decision.ts';
import { Button } from '../../../ui/Button.tsx';
import { useUndoDecision } from './useUndoDecision.ts';

/** Milliseconds until a moment. */
const timeLeft = (until: string) => Date.parse(until) - Date.now();

interface OwnDecisionBannerProps {
  id: number;
  status: ApplicationStatus;
  /** The application is being refetched. */
  refreshing: boolean;
  onNext: (() => void) | undefined;
  onUndone(): void;
}
/** The viewer's latest decision: until when it can be undone, and a button to the next undecided application. */
export const OwnDecisionBanner = ({ id, status, refreshing, onNext, onUndone }: OwnDecisionBannerProps) => {
  const { data: decision } = useQuery(ownDecisionQuery(id));
  const { undo, isPending } = useUndoDecision();
  const [, tick] = useState(0);
  const until = decision?.undo_until;
  useEffect(() => {
    if (!until) return;
    const timer = setTimeout(() => tick((count) => count + 1), Math.max(0, timeLeft(until)));
    return () => clearTimeout(timer);
  }, [until]);
  // The reply comes before the refetched application. A different status afterwards is a colleague's decision.
  if (!decision || (decision.to !== status && !refreshing)) return null;
  const canUndo = timeLeft(decision.undo_until) > 0;
  const notifies = decision.to !== 'under_review';
  return (
    <section aria-label="Qaror" className="space-y-3 rounded-2xl border border-success bg-success-soft p-4 text-success">
      <p className="font-medium">
        Yangi holat: “{applicationStatuses[decision.to]}”.{' '}
        {canUndo &&
          `${formatDate(decision.undo_until, { time: true }).slice(-5)} gacha bekor qilishingiz mumkin${notifies ? ', talabaga xabar shundan keyin boradi' : ''}.`}
      </p>
      <p className="flex flex-wrap gap-3 max-sm:*:grow">
        {onNext && (
          <Button data-next onClick={onNext}>
            Keyingisiga o‘tish
          </Button>
        )}
        {canUndo && (
          <Button
            variant="secondary"
            data-next
            busy={isPending}
            onClick={() => undo(decision.decision).then((undone) => undone && onUndone())}
          >
            Bekor qilish
          </Button>
        )}
      </p>
    </section>
  );
};
