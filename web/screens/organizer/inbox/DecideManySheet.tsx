import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { applicationStatuses } from '#contract/application-rules.ts';
import { decisionPreviewQuery, seenApplications, useDecideMany } from '../../../data/review/received-applications.ts';
import { ApiError, messageFor } from '../../../lib/api.ts';
import { useDebounced } from '../../../lib/useDebounced.ts';
import { LoadError } from '../../../parts/states/LoadError.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Card.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { InterviewFields, interviewOf, interviewProblem, noInterview, ReasonField } from '../shared/decisionFields.tsx';
import { decisionConsequence, decisionFailed, decisionTexts, undoAction, whySkipped } from '../shared/decisionTexts.ts';
import type { BulkAction } from './BulkBar.tsx';
import { receivedName } from './ReceivedParts.tsx';
import type { SelectedApplication } from './useSelection.ts';

const Names = ({ items, whyOf }: { items: readonly SelectedApplication[]; whyOf?: (item: SelectedApplication) => string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keys
  <ul className="mt-2 max-h-48 space-y-1 overflow-y-auto rounded-xl bg-sunken px-4 py-2" tabIndex={0}>
    {items.map((item) => (
      <li key={item.id}>
        {receivedName(item)} <span className="text-sm text-muted">— {whyOf ? whyOf(item) : item.opportunity_title}</span>
      </li>
    ))}
  </ul>
);

/** One decision about many: who changes and who does not is said before it happens; what was written stays when the answer is lost. */
const DecideManySheet = ({
  to,
  chosen,
  onUndo,
  onDecided,
  onClose,
}: {
  to: BulkAction;
  chosen: ReadonlyMap<number, SelectedApplication>;
  onUndo(id: number): void;
  onDecided(): void;
  onClose(): void;
}) => {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState(noInterview);
  const [tried, setTried] = useState(false);
  const interview = to === 'interview_scheduled' ? interviewOf(typed) : {};
  const problem = to === 'interview_scheduled' ? interviewProblem(typed) : null;
  // Whoever is called already moves only when there is a new time or place.
  const rested = useDebounced(typed, 400);
  const planned = to === 'interview_scheduled' ? interviewOf(rested) : {};
  const preview = useQuery(decisionPreviewQuery({ ids: [...chosen.keys()], to, ...planned }));
  const decide = useDecideMany();
  const text = decisionTexts(to);

  // As the lists show them now: somebody else may have decided since they were ticked.
  const seen = seenApplications(client);
  const itemOf = (id: number): SelectedApplication => seen.get(id) ?? (chosen.get(id) as SelectedApplication);
  const moving = (preview.data?.updated_ids ?? []).map(itemOf);
  const skipped = preview.data?.skipped ?? [];
  const codes = new Map(skipped.map(({ id, code }) => [id, code]));

  const act = () => {
    setTried(true);
    if (problem || moving.length === 0) return;
    decide.mutate(
      // Those who were named above, and nobody else.
      { ids: moving.map(({ id }) => id), to, ...(reason.trim() ? { reason: reason.trim() } : {}), ...interview },
      {
        onSuccess: (done) => {
          const left = done.skipped.length;
          toastSuccess(
            `${done.updated} ${text.doneMany}`,
            left > 0 ? `${left} ta ariza shu orada o‘zgargani uchun o‘z holida qoldi.` : undefined,
            undoAction(done.decision, onUndo),
          );
          onDecided();
        },
        onError: (error) => toastError(error instanceof ApiError && error.body !== null ? error.message : decisionFailed),
      },
    );
  };
  const isReady = preview.data !== undefined && !preview.isPlaceholderData;
  return (
    <Sheet
      open
      title={text.titleOfMany}
      onClose={onClose}
      mayClose={() => !decide.isPending}
      backStep="sheet"
      footer={
        <>
          <Button look="secondary" disabled={decide.isPending} onClick={onClose}>
            Orqaga
          </Button>
          <Button
            look={to === 'rejected' ? 'danger' : 'primary'}
            busy={decide.isPending || !isReady}
            aria-disabled={moving.length === 0 || undefined}
            onClick={act}
          >
            {text.action} {moving.length > 0 && `(${moving.length})`}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {preview.isError ? (
          <LoadError error={preview.error} onRetry={() => preview.refetch()} />
        ) : !preview.data ? (
          <div role="status" className="space-y-2">
            <span className="sr-only">Yuklanmoqda...</span>
            <Skeleton className="h-6" />
            <Skeleton className="h-24" />
          </div>
        ) : (
          <div aria-live="polite" aria-busy={preview.isFetching} className="space-y-4">
            {moving.length > 0 ? (
              <div>
                <p>
                  <b>{moving.length} ta ariza</b> “{applicationStatuses[to]}” holatiga o‘tadi:
                </p>
                <Names items={moving} />
              </div>
            ) : (
              <p className="font-medium">Tanlangan arizalarning hech biri o‘zgarmaydi.</p>
            )}
            {skipped.length > 0 && (
              <div>
                <p>
                  <b>{skipped.length} ta ariza</b> o‘z holida qoladi:
                </p>
                <Names
                  items={skipped.map(({ id }) => itemOf(id))}
                  whyOf={({ id, status }) => whySkipped(codes.get(id) ?? '', to, status)}
                />
              </div>
            )}
            {moving.length > 0 && <p className="text-muted">{decisionConsequence(to)}</p>}
          </div>
        )}
        {to === 'interview_scheduled' && <InterviewFields value={typed} problem={tried ? problem : null} onChange={setTyped} />}
        <ReasonField value={reason} onChange={setReason} />
        {decide.isError && (
          <p role="alert" className="font-medium text-danger">
            {messageFor(decide.error)}
          </p>
        )}
      </div>
    </Sheet>
  );
};
export default DecideManySheet;
