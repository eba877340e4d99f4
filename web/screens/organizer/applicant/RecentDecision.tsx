import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ApplicationStatus, applicationStatuses } from '#contract/application-rules.ts';
import { formatDate } from '#contract/uzbek.ts';
import { ownDecisionQuery } from '../../../data/review/recent-decision.ts';
import { Button } from '../../../ui/Button.tsx';
import { useUndoDecision } from './useUndoDecision.ts';

const leftOf = (until: string) => Date.parse(until) - Date.now();

interface MadeProps {
  id: number;
  status: ApplicationStatus;
  /** The application is being read again. */
  refreshing: boolean;
  onNext: (() => void) | undefined;
  onUndone(): void;
}
/** What was decided here a moment ago: until when it can be taken back, and the way on to the next one. */
export const RecentDecision = ({ id, status, refreshing, onNext, onUndone }: MadeProps) => {
  const { data: made } = useQuery(ownDecisionQuery(id));
  const { undo, isPending } = useUndoDecision();
  const [, tick] = useState(0);
  const until = made?.undo_until;
  useEffect(() => {
    if (!until) return;
    const timer = setTimeout(() => tick((count) => count + 1), Math.max(0, leftOf(until)));
    return () => clearTimeout(timer);
  }, [until]);
  // The answer comes before the application is read again; a colleague may have gone on since.
  if (!made || (made.to !== status && !refreshing)) return null;
  const open = leftOf(made.undo_until) > 0;
  const told = made.to !== 'under_review';
  return (
    <section aria-label="Qaror" className="space-y-3 rounded-2xl border border-success bg-success-soft p-4 text-success">
      <p className="font-medium">
        Yangi holat: “{applicationStatuses[made.to]}”.{' '}
        {open &&
          `${formatDate(made.undo_until, { time: true }).slice(-5)} gacha bekor qilishingiz mumkin${told ? ', talabaga xabar shundan keyin boradi' : ''}.`}
      </p>
      <p className="flex flex-wrap gap-3 max-sm:*:grow">
        {onNext && (
          <Button data-onwards onClick={onNext}>
            Keyingisiga o‘tish
          </Button>
        )}
        {open && (
          <Button look="secondary" data-onwards busy={isPending} onClick={() => undo(made.decision).then((undone) => undone && onUndone())}>
            Bekor qilish
          </Button>
        )}
      </p>
    </section>
  );
};
