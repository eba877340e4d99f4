import { useEffect, useId, useRef, useState } from 'react';
import { type ApplicationStatus, applicationStatuses } from '#contract/application-rules.ts';
import { undoMinutes } from '#contract/review-rules.ts';
import { useDecideOne } from '../../data/decisions.ts';
import { ApiError, messageFor } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { InterviewFields, interviewBody, interviewProblems, startOf } from './applicant/InterviewFields.tsx';
import { useUndoing } from './applicant/useUndoing.ts';

export interface Deciding {
  id: number;
  name: string;
  title: string;
  to: ApplicationStatus;
  /** The interview that is planned already. */
  interview?: { at: string; place: string | null };
}

const words: Partial<Record<ApplicationStatus, { title: string; action: string; done: string; effect: string }>> = {
  accepted: {
    title: 'Arizani qabul qilish',
    action: 'Qabul qilish',
    done: 'Ariza qabul qilindi.',
    effect: 'Talaba arizasi qabul qilinganini ko‘radi.',
  },
  rejected: {
    title: 'Arizani rad etish',
    action: 'Rad etish',
    done: 'Ariza rad etildi.',
    effect: 'Talaba arizasi rad etilganini ko‘radi.',
  },
  interview_scheduled: {
    title: 'Suhbat belgilash',
    action: 'Suhbat belgilash',
    done: 'Suhbat belgilandi.',
    effect: 'Talaba suhbat vaqti va joyini ko‘radi, uni kalendariga qo‘sha oladi.',
  },
};
const otherWords = (to: ApplicationStatus) => ({
  title: 'Ariza holatini o‘zgartirish',
  action: 'O‘zgartirish',
  done: 'Ariza holati yangilandi.',
  effect: `Talaba arizasining yangi holatini ko‘radi: “${applicationStatuses[to]}”.`,
});
const failed = 'Amalni bajarishda xatolik yuz berdi.';
const reasonMax = 1000;

interface DecisionSheetProps {
  deciding: Deciding | null;
  onDone(): void;
  /** Says itself how to take it back; without it the toast does. */
  onDecided?: () => void;
}

/** A decision about one application with its reason; what was written stays when the answer is lost. */
export const DecisionSheet = ({ deciding, onDone, onDecided }: DecisionSheetProps) => {
  const [reason, setReason] = useState('');
  const [interview, setInterview] = useState(() => startOf(deciding?.interview));
  const [tried, setTried] = useState(false);
  const decide = useDecideOne();
  const { undo } = useUndoing();
  const field = useId();
  const start = useRef<HTMLDivElement>(null);
  const opened = deciding !== null;
  useEffect(() => {
    // What is done here most: choosing a time, or confirming.
    if (opened)
      (start.current?.querySelector('input') ?? start.current?.closest('dialog')?.querySelector<HTMLElement>('[data-act]'))?.focus();
  }, [opened]);
  if (!deciding) return null;
  const { id, name, title, to } = deciding;
  const text = words[to] ?? otherWords(to);
  const plans = to === 'interview_scheduled';
  const problems = plans ? interviewProblems(interview) : {};

  const act = () => {
    setTried(true);
    const [wrong] = Object.keys(problems);
    if (wrong) return start.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
    decide.mutate(
      { id, to, ...(reason.trim() ? { reason: reason.trim() } : {}), ...(plans ? interviewBody(interview) : {}) },
      {
        onSuccess: ({ decision }) => {
          toastSuccess(
            text.done,
            undefined,
            decision && !onDecided ? { label: 'Bekor qilish', act: () => undo(decision.id) } : undefined,
          );
          onDone();
          onDecided?.();
        },
        onError: (error) => toastError(error instanceof ApiError && error.body !== null ? error.message : failed),
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
          <Button look={to === 'rejected' ? 'danger' : 'primary'} data-act busy={decide.isPending} onClick={act}>
            {text.action}
          </Button>
        </>
      }
    >
      <div ref={start} className="space-y-4">
        <p>
          <b>{name}</b> — {title}. {text.effect}
          {to !== 'under_review' && ` Unga xabar ${undoMinutes} daqiqadan keyin boradi, ungacha qarorni bekor qilishingiz mumkin.`}
        </p>
        {plans && <InterviewFields value={interview} problems={tried ? problems : {}} onChange={setInterview} />}
        <div>
          <label htmlFor={field} className="mb-1.5 block font-medium">
            Sabab <span className="font-normal text-muted">(ixtiyoriy)</span>
          </label>
          <textarea
            id={field}
            rows={plans ? 2 : 4}
            maxLength={reasonMax}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            aria-describedby={`${field}-hint`}
            className="block w-full rounded-xl border border-control bg-surface px-3.5 py-2.5"
          />
          <p id={`${field}-hint`} className="mt-1.5 text-sm text-muted">
            Yozganingizni talaba ham o‘qiydi.
          </p>
        </div>
        {decide.isError && (
          <p role="alert" className="font-medium text-danger">
            {messageFor(decide.error)}
          </p>
        )}
      </div>
    </Sheet>
  );
};
