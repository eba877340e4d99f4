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
import { Applicant, applicantName } from './Applicant.tsx';
import DecisionSheet, { type Deciding } from './DecisionSheet.tsx';
import { type ShortcutAction, useKeyboardShortcuts } from './keyboardShortcuts.ts';
import { RecentDecision } from './RecentDecision.tsx';
import { type Neighbours, Tools } from './Tools.tsx';

/** Every step the application may take now; a reviewer has none. */
const Steps = ({ item, onStep }: { item: ApplicationDetail; onStep(to: ApplicationStatus): void }) =>
  item.next_statuses.map((to) => (
    <Button
      key={to}
      look={to === 'rejected' ? 'danger' : to === 'accepted' ? 'primary' : 'secondary'}
      // On phones the two answers stand side by side under a thumb, where the bar of the list has them.
      className={`max-sm:px-3! ${to === 'accepted' || to === 'rejected' ? '' : 'max-sm:basis-full'}`}
      onClick={() => onStep(to)}
    >
      {decisionTexts(to).action}
    </Button>
  ));

const Waiting = () => (
  <div role="status" className="space-y-4">
    <span className="sr-only">Yuklanmoqda...</span>
    <Skeleton className="h-16" />
    <Skeleton className="h-40" />
    <Skeleton className="h-40" />
  </div>
);

/** Leads to another application in place: Back closes the dialog wherever one has got to. */
const useGo = () => {
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

/** Other applications of the list this one was opened from; the ones to come are brought beforehand. */
const useNeighbours = (id: number, filter: ReceivedFilter, settled: boolean) => {
  const client = useQueryClient();
  const go = useGo();
  const { data } = useQuery(neighboursQuery(id, filter));
  const wanted = useRef<{ from: number; way: keyof Neighbours } | null>(null);
  const { next, next_undecided } = data ?? {};
  // The list makes another object of the same filter at each render.
  const same = JSON.stringify(filter);
  useEffect(() => {
    // First what is looked at, then what may come.
    if (!settled) return;
    for (const coming of new Set([next, next_undecided])) {
      if (!coming) continue;
      client.prefetchQuery(applicationQuery(coming));
      client.prefetchQuery(reviewQuery(coming));
      client.prefetchQuery(neighboursQuery(coming, JSON.parse(same)));
    }
  }, [client, settled, same, next, next_undecided]);
  const walk = (way: keyof Neighbours) => {
    // Pressed before it is known who comes: gone as soon as it is.
    wanted.current = data ? null : { from: id, way };
    const to = data?.[way];
    if (to) go(to);
  };
  const later = useRef(walk);
  later.current = walk;
  useEffect(() => {
    const step = wanted.current;
    if (data && step?.from === id) later.current(step.way);
  }, [data, id]);
  return { neighbours: data, walk };
};

interface ApplicantDialogProps {
  id: number;
  /** Of the list it was opened from: whoever comes next comes next there. */
  filter: ReceivedFilter;
  onClose(): void;
}

/** Everything about one application, every legal step from here, and the way to the next one. */
const ApplicantDialog = ({ id, filter, onClose }: ApplicantDialogProps) => {
  const client = useQueryClient();
  const { data: item, error, isError, isFetching, refetch } = useQuery(applicationQuery(id));
  const { neighbours, walk } = useNeighbours(id, filter, item !== undefined);
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const [decided, setDecided] = useState(0);
  const [helping, setHelping] = useState(false);
  const region = useRef<HTMLDivElement>(null);

  // What had the focus may have gone with the applicant before; a button of the row above keeps it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each applicant
  useEffect(() => {
    region.current?.parentElement?.scrollTo(0, 0);
    if (document.activeElement === document.body) region.current?.focus({ preventScroll: true });
  }, [id]);
  // After a decision the way on is the next thing to do.
  useEffect(() => {
    if (decided === 0) return;
    const onwards = region.current?.querySelector<HTMLElement>('[data-onwards]');
    (onwards ?? region.current)?.focus();
    onwards?.closest('section')?.scrollIntoView({ block: 'nearest' });
  }, [decided]);
  // Scores and notes stand in the list too; it is read once, not at each of them.
  useEffect(
    () => () => {
      client.refetchQueries({ queryKey: ['applications', 'received'], type: 'active', stale: true });
    },
    [client],
  );

  const step = (to: ApplicationStatus) =>
    item &&
    setDeciding({
      id,
      name: applicantName(item) || 'Talaba',
      title: item.opportunity.title,
      to,
      ...(item.interview && to === 'interview_scheduled' ? { planned: item.interview } : {}),
    });
  const deeds: Record<ShortcutAction, () => unknown> = {
    next: () => walk('next'),
    previous: () => walk('previous'),
    undecided: () => walk('next_undecided'),
    score: () => {
      const fields = [...(region.current?.querySelectorAll<HTMLInputElement>('[data-score]') ?? [])];
      (fields.find(({ value }) => value === '') ?? fields[0])?.focus();
    },
    note: () => region.current?.querySelector<HTMLElement>('[data-note]')?.focus(),
    accept: () => item?.next_statuses.includes('accepted') && step('accepted'),
    reject: () => item?.next_statuses.includes('rejected') && step('rejected'),
    help: () => setHelping((shown) => !shown),
  };
  useKeyboardShortcuts((deed) => deeds[deed]());

  const gone = error instanceof ApiError && error.status === 404;
  return (
    <>
      <Sheet
        open
        wide="widest"
        title="Ariza tafsilotlari"
        onClose={onClose}
        tools={<Tools neighbours={neighbours} helping={helping} onHelp={deeds.help} onWalk={walk} />}
        footer={item && item.next_statuses.length > 0 ? <Steps item={item} onStep={step} /> : undefined}
      >
        <div ref={region} data-applicant tabIndex={-1} aria-busy={isFetching || undefined}>
          <p role="status" className="sr-only">
            {item ? `${applicantName(item)}: ${applicationStatuses[item.status]}` : ''}
          </p>
          {item ? (
            <Applicant
              key={id}
              item={item}
              onInterview={
                item.status === 'interview_scheduled' && item.next_statuses.length > 0 ? () => step('interview_scheduled') : undefined
              }
            >
              <RecentDecision
                id={id}
                status={item.status}
                refreshing={isFetching}
                onNext={neighbours?.next_undecided ? deeds.undecided : undefined}
                onUndone={() => region.current?.focus()}
              />
            </Applicant>
          ) : gone ? (
            <EmptyState
              title="Ariza topilmadi"
              action={
                <Button look="secondary" onClick={onClose}>
                  Arizalar ro‘yxatiga qaytish
                </Button>
              }
            >
              Bunday ariza yo‘q yoki u boshqa tashkilotga yuborilgan.
            </EmptyState>
          ) : isError ? (
            <LoadError error={error} onRetry={() => refetch()} />
          ) : (
            <Waiting />
          )}
        </div>
      </Sheet>
      {deciding && (
        <DecisionSheet deciding={deciding} onDone={() => setDeciding(null)} onDecided={() => setDecided((count) => count + 1)} />
      )}
    </>
  );
};
export default ApplicantDialog;
