import { useId, useState } from 'react';
import { type ApplicationStatus, applicationStatuses } from '#contract/application-rules.ts';
import { useDecide } from '../../data/received-applications.ts';
import { ApiError, messageFor } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';

export interface Deciding {
  id: number;
  name: string;
  title: string;
  to: ApplicationStatus;
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
};
const otherWords = (to: ApplicationStatus) => ({
  title: 'Ariza holatini o‘zgartirish',
  action: 'O‘zgartirish',
  done: 'Ariza holati yangilandi.',
  effect: `Talaba arizasining yangi holatini ko‘radi: “${applicationStatuses[to]}”.`,
});
const failed = 'Amalni bajarishda xatolik yuz berdi.';
const reasonMax = 1000;

/** A decision about one application with its reason; what was written stays when the answer is lost. */
export const DecisionSheet = ({ deciding, onDone }: { deciding: Deciding | null; onDone(): void }) => {
  const [reason, setReason] = useState('');
  const decide = useDecide();
  const field = useId();
  if (!deciding) return null;
  const { id, name, title, to } = deciding;
  const text = words[to] ?? otherWords(to);
  const act = () =>
    decide.mutate(
      { id, to, ...(reason.trim() ? { reason: reason.trim() } : {}) },
      {
        onSuccess: () => {
          toastSuccess(text.done);
          onDone();
        },
        onError: (error) => toastError(error instanceof ApiError && error.body !== null ? error.message : failed),
      },
    );
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
          <b>{name}</b> — {title}. {text.effect}
        </p>
        <div>
          <label htmlFor={field} className="mb-1.5 block font-medium">
            Sabab <span className="font-normal text-muted">(ixtiyoriy)</span>
          </label>
          <textarea
            id={field}
            rows={4}
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
