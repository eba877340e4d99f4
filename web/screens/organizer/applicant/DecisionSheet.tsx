import { useEffect, useRef, useState } from 'react';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import { useDecide } from '../../../data/review/received-applications.ts';
import { ApiError, messageFor } from '../../../lib/api.ts';
import { useIdempotencyKey } from '../../../lib/idempotencyKey.ts';
import { Button } from '../../../ui/Button.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { InterviewFields, interviewProblem, ReasonField, toInterview, toTypedInterview } from '../shared/decisionFields.tsx';
import { decisionConsequence, decisionFailed, decisionTexts, undoAction } from '../shared/decisionTexts.ts';

/** The application to decide about, and the status it would get. */
export interface DecisionTarget {
  id: number;
  name: string;
  title: string;
  to: ApplicationStatus;
  /** The interview planned so far. */
  planned?: { at: string; place: string | null };
}

interface DecisionSheetProps {
  target: DecisionTarget;
  /** Adds an undo button to the toast. Omitted inside a dialog, where toasts cannot be tapped. */
  onUndo?: (id: number) => void;
  onDone(): void;
  onDecided?: () => void;
}

/** Confirms a decision about one application, with a reason. The text stays when the call fails. */
const DecisionSheet = ({ target, onUndo, onDone, onDecided }: DecisionSheetProps) => {
  const { id, name, title, to, planned } = target;
  const [reason, setReason] = useState('');
  const [interview, setInterview] = useState(() => toTypedInterview(planned));
  const [tried, setTried] = useState(false);
  const decide = useDecide();
  const keyFor = useIdempotencyKey();
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Focus the interview date, or else the confirm button.
    const field = content.current?.querySelector<HTMLElement>('input');
    (field ?? content.current?.closest('dialog')?.querySelector<HTMLElement>('[data-confirm]'))?.focus();
  }, []);
  const text = decisionTexts(to);
  const problem = to === 'interview_scheduled' ? interviewProblem(interview) : null;
  const submit = () => {
    setTried(true);
    if (problem) return;
    const decision = {
      id,
      to,
      ...(reason.trim() ? { reason: reason.trim() } : {}),
      ...(to === 'interview_scheduled' ? toInterview(interview, planned !== undefined) : {}),
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
          <Button variant="secondary" disabled={decide.isPending} onClick={onDone}>
            Bekor qilish
          </Button>
          <Button variant={to === 'rejected' ? 'danger' : 'primary'} data-confirm busy={decide.isPending} onClick={submit}>
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
