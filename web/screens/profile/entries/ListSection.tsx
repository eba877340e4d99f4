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
import { entryDraftName, leftOpen } from './entryDrafts.ts';
import type { EntryListView } from './entryView.ts';
import { ListSkeleton } from './ListSkeleton.tsx';
import type { SheetLoader } from './useEntrySheet.ts';

interface ListSectionProps<Entry extends { id: number }> {
  listing: EntryListView<Entry>;
  entries: readonly Entry[] | undefined;
  error?: unknown;
  onRetry?: () => void;
  sheet: SheetLoader;
  /** A link led here: an empty list opens its form, once for each number. */
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

/** One list of a profile: what is there, add, change, delete. */
export const ListSection = <Entry extends { id: number }>({
  listing,
  entries,
  error,
  onRetry,
  sheet: { EntrySheet, load },
  visit,
}: ListSectionProps<Entry>) => {
  const { name, section, title, entity, empty } = listing;
  const person = useSession()?.user_id ?? 0;
  const remove = useRemoveEntry(name);
  const [edited, setEdited] = useState<number | 'new' | null>(() => leftOpen(person, name));
  const [doomed, setDoomed] = useState<Entry | null>(null);
  // One that was deleted elsewhere stays in its form: what is typed there is not lost with it.
  const shown = useRef<Entry | null>(null);
  shown.current = entries?.find(({ id }) => id === edited) ?? (shown.current?.id === edited ? shown.current : null);
  const entry = shown.current;
  const open = (which: number | 'new') => {
    setEdited(which);
    // It came with the page, unless the network was gone then.
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
  const confirmRemoval = (one: Entry) => {
    setEdited(null);
    setDoomed(one);
  };
  const removeDoomed = () => {
    if (!doomed) return;
    remove.mutate(doomed.id, {
      onSuccess: () => {
        removeFormDraft(entryDraftName(person, name, doomed.id));
        toastSuccess(`${entity} o‘chirildi`);
        setDoomed(null);
        document.getElementById(`section-${section}`)?.focus({ preventScroll: true });
      },
      onError: (problem) => {
        toastError(messageFor(problem));
        setDoomed(null);
      },
    });
  };
  return (
    <Card aria-labelledby={`section-${section}`}>
      <div className="flex items-center justify-between gap-2">
        <SectionTitle section={section}>{title}</SectionTitle>
        {Boolean(entries || error) && (
          <Button look="secondary" className="shrink-0 px-[min(1rem,4vw)]!" aria-label={`${entity} qo‘shish`} onClick={() => open('new')}>
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
                      <IconButton label={`${described.title}: o‘chirish`} onClick={() => confirmRemoval(entry)}>
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
          onRemove={() => entry && confirmRemoval(entry)}
        />
      )}
      <ConfirmDialog
        open={doomed !== null}
        backStep="question"
        title={`${entity}ni o‘chirish`}
        confirm="O‘chirish"
        busy={remove.isPending}
        onConfirm={removeDoomed}
        onClose={() => setDoomed(null)}
      >
        “{doomed ? listing.describe(doomed).title : ''}” o‘chiriladi. Bu amalni ortga qaytarib bo‘lmaydi.
      </ConfirmDialog>
    </Card>
  );
};
