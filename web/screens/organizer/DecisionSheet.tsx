import { useState } from 'react';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import { useDecide } from '../../data/received-applications.ts';
import { ApiError, messageFor } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { InterviewFields, interviewOf, interviewProblem, noInterview, ReasonField } from './decisionFields.tsx';
import { consequenceOf, decisionFailed, undoAction, wordsOf } from './decisionWords.ts';

export interface Deciding {
  id: number;
  name: string;
  title: string;
  to: ApplicationStatus;
}

/** A decision about one application with its reason; what was written stays when the answer is lost. */
const DecisionSheet = ({ deciding, onUndo, onDone }: { deciding: Deciding; onUndo(id: number): void; onDone(): void }) => {
  const { id, name, title, to } = deciding;
  const [reason, setReason] = useState('');
  const [interview, setInterview] = useState(noInterview);
  const [tried, setTried] = useState(false);
  const decide = useDecide();
  const text = wordsOf(to);
  const problem = to === 'interview_scheduled' ? interviewProblem(interview) : null;
  const act = () => {
    setTried(true);
    if (problem) return;
    decide.mutate(
      {
        id,
        to,
        ...(reason.trim() ? { reason: reason.trim() } : {}),
        ...(to === 'interview_scheduled' ? interviewOf(interview) : {}),
      },
      {
        onSuccess: ({ decision }) => {
          toastSuccess(text.done, undefined, undoAction(decision, onUndo));
          onDone();
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
      footer={
        <>
          <Button look="secondary" onClick={onDone}>
            Bekor qilish
          </Button>
          <Button look={to === 'rejected' ? 'danger' : 'primary'} busy={decide.isPending} onClick={act}>
            {text.action}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <p>
          <b>{name}</b> — {title}.
        </p>
        <p className="text-muted">{consequenceOf(to)}</p>
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
