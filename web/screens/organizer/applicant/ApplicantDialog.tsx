import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ApplicationDetail } from '#contract/application.ts';
import { type ApplicationStatus, applicationStatuses } from '#contract/application-rules.ts';
import { applicationQuery } from '../../../data/applications/application-detail.ts';
import { neighboursQuery } from '../../../data/review/neighbours.ts';
import type { ReceivedFilter } from '../../../data/review/received-applications.ts';
import { reviewQuery } from '../../../data/review/review.ts';
import { ApiError } from '../../../lib/api.ts';
import { useSearchParams } from '../../../lib/router.tsx';
import { LoadError } from '../../../parts/states/LoadError.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState, Skeleton } from '../../../ui/Card.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { decisionTexts } from '../shared/decisionTexts.ts';
import { ApplicantDetails, applicantName } from './ApplicantDetails.tsx';
import DecisionSheet, { type DecisionTarget } from './DecisionSheet.tsx';
import { type ShortcutAction, useKeyboardShortcuts } from './keyboardShortcuts.ts';
import { OwnDecisionBanner } from './OwnDecisionBanner.tsx';
import { type Neighbours, Tools } from './Tools.tsx';

/** A button for each status the application may move to; a reviewer has none. */
const DecisionButtons = ({ item, onDecide }: { item: ApplicationDetail; onDecide(to: ApplicationStatus): void }) =>
  item.next_statuses.map((to) => (
    <Button
      key={to}
      variant={to === 'rejected' ? 'danger' : to === 'accepted' ? 'primary' : 'secondary'}
      // On phones accept and reject are side by side at the bottom, as in the bar of the list.
      className={`max-sm:px-3! ${to === 'accepted' || to === 'rejected' ? '' : 'max-sm:basis-full'}`}
      onClick={() => onDecide(to)}
    >
      {decisionTexts(to).action}
    </Button>
  ));

const LoadingApplicant = () => (
  <div role="status" className="space-y-4">
    <span className="sr-only">Yuklanmoqda...</span>
    <Skeleton className="h-16" />
    <Skeleton className="h-40" />
    <Skeleton className="h-40" />
  </div>
);

/** Opens another application in the same history entry, so that Back closes the dialog. */
const useReplaceApplication = () => {
  const [, setParams] = useSearchParams();
  return (id: number) =>
    setParams(
      (params) => {
        params.set('application', String(id));
        return params;
      },
      { replace: true, state: window.history.state },
    );
};

/** The neighbours of an application in the list it was opened from. The next ones are prefetched once `loaded`. */
const useNeighbours = (id: number, filter: ReceivedFilter, loaded: boolean) => {
  const client = useQueryClient();
  const open = useReplaceApplication();
  const { data } = useQuery(neighboursQuery(id, filter));
  const pending = useRef<{ from: number; direction: keyof Neighbours } | null>(null);
  const { next, next_undecided } = data ?? {};
  // A stable dependency: the list creates a new filter object at each render.
  const filterKey = JSON.stringify(filter);
  useEffect(() => {
    // The open application loads first.
    if (!loaded) return;
    for (const upcoming of new Set([next, next_undecided])) {
      if (!upcoming) continue;
      client.prefetchQuery(applicationQuery(upcoming));
      client.prefetchQuery(reviewQuery(upcoming));
      client.prefetchQuery(neighboursQuery(upcoming, JSON.parse(filterKey)));
    }
  }, [client, loaded, filterKey, next, next_undecided]);
  const goTo = (direction: keyof Neighbours) => {
    // Pressed before the neighbours are loaded: goes there as soon as they are.
    pending.current = data ? null : { from: id, direction };
    const to = data?.[direction];
    if (to) open(to);
  };
  const latestGoTo = useRef(goTo);
  latestGoTo.current = goTo;
  useEffect(() => {
    const step = pending.current;
    if (data && step?.from === id) latestGoTo.current(step.direction);
  }, [data, id]);
  return { neighbours: data, goTo };
};

interface ApplicantDialogProps {
  id: number;
  /** Filter and ordering of the list it was opened from; they define the neighbours. */
  filter: ReceivedFilter;
  onClose(): void;
}

/** One application with every possible decision, and navigation to its neighbours in the list. */
const ApplicantDialog = ({ id, filter, onClose }: ApplicantDialogProps) => {
  const client = useQueryClient();
  const { data: item, error, isError, isFetching, refetch } = useQuery(applicationQuery(id));
  const { neighbours, goTo } = useNeighbours(id, filter, item !== undefined);
  const [target, setTarget] = useState<DecisionTarget | null>(null);
  const [decisionCount, setDecisionCount] = useState(0);
  const [showsHelp, setShowsHelp] = useState(false);
  const region = useRef<HTMLDivElement>(null);

  // When the focused element disappeared with the previous applicant, the focus moves to this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each applicant
  useEffect(() => {
    region.current?.parentElement?.scrollTo(0, 0);
    if (document.activeElement === document.body) region.current?.focus({ preventScroll: true });
  }, [id]);
  // After a decision the focus moves to the button of the next application.
  useEffect(() => {
    if (decisionCount === 0) return;
    const nextButton = region.current?.querySelector<HTMLElement>('[data-next]');
    (nextButton ?? region.current)?.focus();
    nextButton?.closest('section')?.scrollIntoView({ block: 'nearest' });
  }, [decisionCount]);
  // The list shows scores and notes too: it is refetched once, when the dialog closes.
  useEffect(
    () => () => {
      client.refetchQueries({ queryKey: ['applications', 'received'], type: 'active', stale: true });
    },
    [client],
  );

  const openDecision = (to: ApplicationStatus) =>
    item &&
    setTarget({
      id,
      name: applicantName(item) || 'Talaba',
      title: item.opportunity.title,
      to,
      ...(item.interview && to === 'interview_scheduled' ? { planned: item.interview } : {}),
    });
  const actions: Record<ShortcutAction, () => unknown> = {
    next: () => goTo('next'),
    previous: () => goTo('previous'),
    undecided: () => goTo('next_undecided'),
    score: () => {
      const fields = [...(region.current?.querySelectorAll<HTMLInputElement>('[data-score]') ?? [])];
      (fields.find(({ value }) => value === '') ?? fields[0])?.focus();
    },
    note: () => region.current?.querySelector<HTMLElement>('[data-note]')?.focus(),
    accept: () => item?.next_statuses.includes('accepted') && openDecision('accepted'),
    reject: () => item?.next_statuses.includes('rejected') && openDecision('rejected'),
    help: () => setShowsHelp((shown) => !shown),
  };
  useKeyboardShortcuts((action) => actions[action]());

  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <>
      <Sheet
        open
        wide="widest"
        title="Ariza tafsilotlari"
        onClose={onClose}
        tools={<Tools neighbours={neighbours} showsHelp={showsHelp} onHelp={actions.help} onGoTo={goTo} />}
        footer={item && item.next_statuses.length > 0 ? <DecisionButtons item={item} onDecide={openDecision} /> : undefined}
      >
        <div ref={region} data-applicant tabIndex={-1} aria-busy={isFetching || undefined}>
          <p role="status" className="sr-only">
            {item ? `${applicantName(item)}: ${applicationStatuses[item.status]}` : ''}
          </p>
          {item ? (
            <ApplicantDetails
              key={id}
              item={item}
              onInterview={
                item.status === 'interview_scheduled' && item.next_statuses.length > 0
                  ? () => openDecision('interview_scheduled')
                  : undefined
              }
            >
              <OwnDecisionBanner
                id={id}
                status={item.status}
                refreshing={isFetching}
                onNext={neighbours?.next_undecided ? actions.undecided : undefined}
                onUndone={() => region.current?.focus()}
              />
            </ApplicantDetails>
          ) : isGone ? (
            <EmptyState
              title="Ariza topilmadi"
              action={
                <Button variant="secondary" onClick={onClose}>
                  Arizalar ro‘yxatiga qaytish
                </Button>
              }
            >
              Bunday ariza yo‘q yoki u boshqa tashkilotga yuborilgan.
            </EmptyState>
          ) : isError ? (
            <LoadError error={error} onRetry={() => refetch()} />
          ) : (
            <LoadingApplicant />
          )}
        </div>
      </Sheet>
      {target && <DecisionSheet target={target} onDone={() => setTarget(null)} onDecided={() => setDecisionCount((count) => count + 1)} />}
    </>
  );
};
export default ApplicantDialog;
