import { useEffect, useRef, useState } from 'react';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import { useDecide } from '../../../data/review/received-applications.ts';
import { ApiError, messageFor } from '../../../lib/api.ts';
import { useIdempotencyKey } from '../../../lib/idempotencyKey.ts';
import { Button } from '../../../ui/Button.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { InterviewFields, interviewOf, interviewProblem, ReasonField, typedInterview } from '../shared/decisionFields.tsx';
import { decisionConsequence, decisionFailed, decisionTexts, undoAction } from '../shared/decisionTexts.ts';

export interface Deciding {
  id: number;
  name: string;
  title: string;
  to: ApplicationStatus;
  /** The interview that is planned already. */
  planned?: { at: string; place: string | null };
}

interface DecisionSheetProps {
  deciding: Deciding;
  /** Offered with the news. Toasts lie outside an open dialog and cannot be tapped there: whoever stands in one offers it itself. */
  onUndo?: (id: number) => void;
  onDone(): void;
  onDecided?: () => void;
}

/** A decision about one application with its reason; what was written stays when the answer is lost. */
const DecisionSheet = ({ deciding, onUndo, onDone, onDecided }: DecisionSheetProps) => {
  const { id, name, title, to, planned } = deciding;
  const [reason, setReason] = useState('');
  const [interview, setInterview] = useState(() => typedInterview(planned));
  const [tried, setTried] = useState(false);
  const decide = useDecide();
  const keyFor = useIdempotencyKey();
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What is done here most: a time is chosen, or the decision confirmed.
    const field = content.current?.querySelector<HTMLElement>('input');
    (field ?? content.current?.closest('dialog')?.querySelector<HTMLElement>('[data-act]'))?.focus();
  }, []);
  const text = decisionTexts(to);
  const problem = to === 'interview_scheduled' ? interviewProblem(interview) : null;
  const act = () => {
    setTried(true);
    if (problem) return;
    const decision = {
      id,
      to,
      ...(reason.trim() ? { reason: reason.trim() } : {}),
      ...(to === 'interview_scheduled' ? interviewOf(interview, planned !== undefined) : {}),
    };
    decide.mutate(
      { ...decision, idempotencyKey: keyFor(decision) },
      {
        onSuccess: ({ decision }) => {
          toastSuccess(text.done, undefined, onUndo && undoAction(decision, onUndo));
          onDone();
          onDecided?.();
        },
        onError: (error) => toastError(error instanceof ApiError && error.body !== null ? error.message : decisionFailed),
      },
    );
  };
  return (
    <Sheet
      open
      title={text.title}
      onClose={onDone}
      mayClose={() => !decide.isPending}
      backStep="sheet"
      footer={
        <>
          <Button look="secondary" disabled={decide.isPending} onClick={onDone}>
            Bekor qilish
          </Button>
          <Button look={to === 'rejected' ? 'danger' : 'primary'} data-act busy={decide.isPending} onClick={act}>
            {text.action}
          </Button>
        </>
      }
    >
      <div ref={content} className="space-y-4">
        <p>
          <b>{name}</b> — {title}.
        </p>
        <p className="text-muted">{decisionConsequence(to)}</p>
        {to === 'interview_scheduled' && <InterviewFields value={interview} problem={tried ? problem : null} onChange={setInterview} />}
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
export default DecisionSheet;
