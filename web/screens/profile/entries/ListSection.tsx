import { Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { EntryDescription } from '#contract/profile-entries.ts';
import { safeUrl } from '#contract/values.ts';
import { useRemoveEntry } from '../../../data/students/profile.ts';
import { ApiError, messageFor } from '../../../lib/api.ts';
import { removeFormDraft } from '../../../lib/form.ts';
import { useSession } from '../../../lib/session.ts';
import { LoadError } from '../../../parts/states/LoadError.tsx';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Badge, Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { SectionTitle } from '../SectionTitle.tsx';
import { entryDraftName, readOpenEntry } from './entryDrafts.ts';
import type { EntryListView } from './entryView.ts';
import { ListSkeleton } from './ListSkeleton.tsx';
import type { SheetLoader } from './useEntrySheet.ts';

interface ListSectionProps<Entry extends { id: number }> {
  listing: EntryListView<Entry>;
  entries: readonly Entry[] | undefined;
  error?: unknown;
  onRetry?: () => void;
  sheet: SheetLoader;
  /** Number of the visit by a link, 0 without one. Each new number opens the form of an empty list. */
  visit: number;
}

const EntryText = ({ entry, actions }: { entry: EntryDescription; actions: ReactNode }) => {
  const badges = [entry.type, ...entry.badges].filter(Boolean);
  return (
    <>
      <div className="flex items-start justify-between gap-1">
        <div className="min-w-0">
          <h3 className="font-semibold">{entry.title}</h3>
          {entry.lines.map((line) => (
            <p key={line} className="mt-0.5 text-sm text-muted">
              {line}
            </p>
          ))}
        </div>
        {/* Aligns the icons with the first line of text and the edge of the card. */}
        <div className="-my-3.5 -mr-3.5 flex shrink-0">{actions}</div>
      </div>
      {badges.length > 0 && (
        <p className="mt-2 flex flex-wrap gap-2">
          {badges.map((badge) => (
            <Badge key={badge}>{badge}</Badge>
          ))}
        </p>
      )}
      {entry.text && <p className="mt-2 whitespace-pre-line">{entry.text}</p>}
      {entry.links.map(({ label, url }) => {
        const href = safeUrl(url);
        return href ? (
          <a
            key={label}
            href={href}
            target="_blank"
            rel="noopener"
            className="mt-1 mr-4 inline-flex min-h-11 items-center text-brand underline underline-offset-2"
          >
            {label}
          </a>
        ) : null;
      })}
    </>
  );
};

/** One list of the profile with adding, editing and deleting. */
export const ListSection = <Entry extends { id: number }>({
  listing,
  entries,
  error,
  onRetry,
  sheet: { EntrySheet, load },
  visit,
}: ListSectionProps<Entry>) => {
  const { name, section, title, entity, empty } = listing;
  const userId = useSession()?.user_id ?? 0;
  const remove = useRemoveEntry(name);
  const [edited, setEdited] = useState<number | 'new' | null>(() => readOpenEntry(userId, name));
  const [entryToRemove, setEntryToRemove] = useState<Entry | null>(null);
  // An entry deleted elsewhere stays in its form, so that typed text is not lost.
  const editedEntry = useRef<Entry | null>(null);
  editedEntry.current = entries?.find(({ id }) => id === edited) ?? (editedEntry.current?.id === edited ? editedEntry.current : null);
  const entry = editedEntry.current;
  const open = (which: number | 'new') => {
    setEdited(which);
    // Usually loaded already; retries when the first load failed.
    load().catch(() => {
      setEdited(null);
      toastError(new ApiError(0, null).message);
    });
  };
  const isEmpty = entries && entries.length === 0;
  const visited = useRef(0);
  useEffect(() => {
    if (visit === visited.current || isEmpty === undefined) return;
    visited.current = visit;
    if (isEmpty) open('new');
  });
  const askToRemove = (one: Entry) => {
    setEdited(null);
    setEntryToRemove(one);
  };
  const confirmRemove = () => {
    if (!entryToRemove) return;
    remove.mutate(entryToRemove.id, {
      onSuccess: () => {
        removeFormDraft(entryDraftName(userId, name, entryToRemove.id));
        toastSuccess(`${entity} o‘chirildi`);
        setEntryToRemove(null);
        document.getElementById(`section-${section}`)?.focus({ preventScroll: true });
      },
      onError: (problem) => {
        toastError(messageFor(problem));
        setEntryToRemove(null);
      },
    });
  };
  return (
    <Card aria-labelledby={`section-${section}`}>
      <div className="flex items-center justify-between gap-2">
        <SectionTitle section={section}>{title}</SectionTitle>
        {Boolean(entries || error) && (
          <Button
            variant="secondary"
            className="shrink-0 px-[min(1rem,4vw)]!"
            aria-label={`${entity} qo‘shish`}
            onClick={() => open('new')}
          >
            <Plus aria-hidden="true" className="size-5" />
            Qo‘shish
          </Button>
        )}
      </div>
      {error && !entries ? <LoadError error={error} onRetry={onRetry} /> : null}
      {!entries && !error && <ListSkeleton />}
      {isEmpty && <p className="mt-3 text-muted">{empty}</p>}
      {entries && entries.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {entries.map((entry) => {
            const described = listing.describe(entry);
            return (
              <li key={entry.id} className="py-4 last:pb-0">
                <EntryText
                  entry={described}
                  actions={
                    <>
                      <IconButton label={`${described.title}: tahrirlash`} onClick={() => open(entry.id)}>
                        <Pencil aria-hidden="true" className="size-5" />
                      </IconButton>
                      <IconButton label={`${described.title}: o‘chirish`} onClick={() => askToRemove(entry)}>
                        <Trash2 aria-hidden="true" className="size-5" />
                      </IconButton>
                    </>
                  }
                />
              </li>
            );
          })}
        </ul>
      )}
      {EntrySheet && (edited === 'new' || entry) && (
        <EntrySheet
          key={edited}
          name={name}
          entity={entity}
          entry={entry}
          onClose={() => setEdited(null)}
          onRemove={() => entry && askToRemove(entry)}
        />
      )}
      <ConfirmDialog
        open={entryToRemove !== null}
        backStep="question"
        title={`${entity}ni o‘chirish`}
        confirm="O‘chirish"
        busy={remove.isPending}
        onConfirm={confirmRemove}
        onClose={() => setEntryToRemove(null)}
      >
        “{entryToRemove ? listing.describe(entryToRemove).title : ''}” o‘chiriladi. Bu amalni ortga qaytarib bo‘lmaydi.
      </ConfirmDialog>
    </Card>
  );
};
