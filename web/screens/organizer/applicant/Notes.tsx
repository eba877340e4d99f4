import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import type { ApplicationNote } from '#contract/review.ts';
import { formatDate } from '#contract/uzbek.ts';
import { notesQuery, useAddNote, useRemoveNote } from '../../../data/review/notes.ts';
import { messageFor } from '../../../lib/api.ts';
import { readStored, removeStored, store } from '../../../lib/browserStorage.ts';
import { useIdempotencyKey } from '../../../lib/idempotencyKey.ts';
import { useSession } from '../../../lib/session.ts';
import { LoadError } from '../../../parts/states/LoadError.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { leaveField } from './keyboardShortcuts.ts';

/** The unsent note, stored in this browser per application until it is saved. */
const useStoredText = (application: number) => {
  const key = `draft:note:${useSession()?.user_id ?? 0}:${application}`;
  const [text, setText] = useState(() => readStored(key) ?? '');
  useEffect(() => {
    if (text === '') removeStored(key);
    else store(key, text);
  }, [key, text]);
  return [text, setText] as const;
};

const NewNote = ({ application }: { application: number }) => {
  const [text, setText] = useStoredText(application);
  const [missing, setMissing] = useState(false);
  const keyFor = useIdempotencyKey();
  const add = useAddNote(application);
  const field = useId();
  const send = () => {
    const note = text.trim();
    setMissing(note === '');
    if (note === '' || add.isPending) return;
    add
      .mutateAsync({ text: note, idempotencyKey: keyFor({ application, note }) })
      .then(() => setText((current) => (current.trim() === note ? '' : current)))
      .catch((error: unknown) => toastError(messageFor(error)));
  };
  return (
    <div className="space-y-3">
      <div>
        <label htmlFor={field} className="mb-1.5 block font-medium">
          Yangi izoh
        </label>
        <textarea
          id={field}
          data-note
          rows={3}
          maxLength={5000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            leaveField(event);
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
          }}
          aria-invalid={missing && text.trim() === '' ? true : undefined}
          aria-describedby={`${field}-hint ${field}-error`}
          className="block w-full rounded-xl border border-control bg-surface px-3.5 py-2.5 aria-invalid:border-2 aria-invalid:border-danger"
        />
        <p id={`${field}-error`} role="alert" className="mt-1.5 text-sm font-medium text-danger empty:hidden">
          {missing && text.trim() === '' ? 'Izoh matnini kiriting.' : ''}
        </p>
      </div>
      <Button variant="secondary" busy={add.isPending} onClick={send}>
        {add.isPending ? 'Saqlanmoqda...' : 'Izoh qo‘shish'}
      </Button>
    </div>
  );
};

const Note = ({ note, onRemove }: { note: ApplicationNote; onRemove(): void }) => (
  <li className="rounded-xl border border-line py-2 pr-2 pl-4">
    <div className="flex items-start justify-between gap-2">
      <p className="min-w-0 pt-1 text-sm text-muted">
        <span className="font-medium text-ink">{note.author}</span> · {formatDate(note.created_at, { time: true })}
      </p>
      {note.is_own && (
        <Button variant="quiet" className="-my-1 shrink-0 px-3! text-sm" aria-label="O‘chirish: izoh" onClick={onRemove}>
          O‘chirish
        </Button>
      )}
    </div>
    <p className="pr-2 pb-1 whitespace-pre-line">{note.text}</p>
  </li>
);

/** Notes of the organization's members about an application; students never see them. */
export const Notes = ({ application }: { application: number }) => {
  const { data, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(notesQuery(application));
  const remove = useRemoveNote(application);
  const [removing, setRemoving] = useState<ApplicationNote | null>(null);
  const confirm = () =>
    removing &&
    remove
      .mutateAsync(removing.id)
      .then(() => toastSuccess('Izoh o‘chirildi'))
      .catch((problem: unknown) => toastError(messageFor(problem)))
      .finally(() => setRemoving(null));
  const notes = data?.pages.flatMap((page) => page.results);
  return (
    <section aria-labelledby="notes" className="space-y-3">
      <h3 id="notes" className="text-lg font-semibold">
        Izohlar
      </h3>
      <p className="text-sm text-muted">Izohlarni faqat tashkilotingiz a’zolari o‘qiydi. Talabalar ularni hech qachon ko‘rmaydi.</p>
      <NewNote application={application} />
      {!notes && isError && <LoadError error={error} onRetry={() => refetch()} />}
      {!notes && !isError && <Skeleton className="h-16" />}
      {notes?.length === 0 && <p className="text-muted">Hali izoh yozilmagan.</p>}
      {notes && notes.length > 0 && (
        <ul className="space-y-3">
          {notes.map((note) => (
            <Note key={note.id} note={note} onRemove={() => setRemoving(note)} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="secondary" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Yana ko‘rsatish
        </Button>
      )}
      <ConfirmDialog
        open={removing !== null}
        backStep="question"
        title="Izoh o‘chirilsinmi?"
        confirm="Ha, o‘chirish"
        busy={remove.isPending}
        onConfirm={confirm}
        onClose={() => setRemoving(null)}
      >
        <p className="whitespace-pre-line">“{removing?.text}”</p>
        <p className="mt-2">Izoh hamkasblaringizdan ham yashiriladi. Bu amalni ortga qaytarib bo‘lmaydi.</p>
      </ConfirmDialog>
    </section>
  );
};
