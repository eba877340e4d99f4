import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { applicationStatuses } from '#contract/application-rules.ts';
import { cachedApplications, decisionPreviewQuery, useDecideMany } from '../../../data/review/received-applications.ts';
import { ApiError, messageFor } from '../../../lib/api.ts';
import { useDebounced } from '../../../lib/useDebounced.ts';
import { LoadError } from '../../../parts/states/LoadError.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Card.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { InterviewFields, interviewProblem, noInterview, ReasonField, toInterview } from '../shared/decisionFields.tsx';
import { decisionConsequence, decisionFailed, decisionTexts, skipReason, undoAction } from '../shared/decisionTexts.ts';
import type { BulkAction } from './BulkBar.tsx';
import { receivedName } from './ReceivedParts.tsx';
import type { SelectedApplication } from './useSelection.ts';

const ApplicantNames = ({ items, reason }: { items: readonly SelectedApplication[]; reason?: (item: SelectedApplication) => string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list must scroll with the keyboard
  <ul className="mt-2 max-h-48 space-y-1 overflow-y-auto rounded-xl bg-sunken px-4 py-2" tabIndex={0}>
    {items.map((item) => (
      <li key={item.id}>
        {receivedName(item)} <span className="text-sm text-muted">— {reason ? reason(item) : item.opportunity_title}</span>
      </li>
    ))}
  </ul>
);

/** One decision about several applications, with a preview of which change and which are skipped. The text stays when the call fails. */
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
  const interview = to === 'interview_scheduled' ? toInterview(typed) : {};
  const problem = to === 'interview_scheduled' ? interviewProblem(typed) : null;
  // Applicants who are already invited change only with a new time or place, so the preview depends on both.
  const debounced = useDebounced(typed, 400);
  const previewedInterview = to === 'interview_scheduled' ? toInterview(debounced) : {};
  const preview = useQuery(decisionPreviewQuery({ ids: [...chosen.keys()], to, ...previewedInterview }));
  const decide = useDecideMany();
  const text = decisionTexts(to);

  // The cached lists are newer than the selection: a colleague may have decided since.
  const cached = cachedApplications(client);
  const application = (id: number): SelectedApplication => cached.get(id) ?? (chosen.get(id) as SelectedApplication);
  const changing = (preview.data?.updated_ids ?? []).map(application);
  const skipped = preview.data?.skipped ?? [];
  const skipCodes = new Map(skipped.map(({ id, code }) => [id, code]));

  const submit = () => {
    setTried(true);
    if (problem || changing.length === 0) return;
    decide.mutate(
      // Only the applications that the preview names.
      { ids: changing.map(({ id }) => id), to, ...(reason.trim() ? { reason: reason.trim() } : {}), ...interview },
      {
        onSuccess: (done) => {
          const skippedCount = done.skipped.length;
          toastSuccess(
            `${done.updated} ${text.doneMany}`,
            skippedCount > 0 ? `${skippedCount} ta ariza shu orada o‘zgargani uchun o‘z holida qoldi.` : undefined,
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
          <Button variant="secondary" disabled={decide.isPending} onClick={onClose}>
            Orqaga
          </Button>
          <Button
            variant={to === 'rejected' ? 'danger' : 'primary'}
            busy={decide.isPending || !isReady}
            aria-disabled={changing.length === 0 || undefined}
            onClick={submit}
          >
            {text.action} {changing.length > 0 && `(${changing.length})`}
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
            {changing.length > 0 ? (
              <div>
                <p>
                  <b>{changing.length} ta ariza</b> “{applicationStatuses[to]}” holatiga o‘tadi:
                </p>
                <ApplicantNames items={changing} />
              </div>
            ) : (
              <p className="font-medium">Tanlangan arizalarning hech biri o‘zgarmaydi.</p>
            )}
            {skipped.length > 0 && (
              <div>
                <p>
                  <b>{skipped.length} ta ariza</b> o‘z holida qoladi:
                </p>
                <ApplicantNames
                  items={skipped.map(({ id }) => application(id))}
                  reason={({ id, status }) => skipReason(skipCodes.get(id) ?? '', to, status)}
                />
              </div>
            )}
            {changing.length > 0 && <p className="text-muted">{decisionConsequence(to)}</p>}
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
