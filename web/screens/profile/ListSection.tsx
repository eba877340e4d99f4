import { Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { linkOf } from '#contract/values.ts';
import { useRemoveEntry } from '../../data/students.ts';
import { messageFor } from '../../lib/api.ts';
import { Failure } from '../../parts/Failure.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Badge, Card, Skeleton } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { EntrySheet } from './EntrySheet.tsx';
import type { EntryView, Listing } from './listing.ts';
import { SectionTitle } from './SectionTitle.tsx';

interface ListSectionProps<Entry extends { id: number }> {
  listing: Listing<Entry>;
  entries: readonly Entry[] | undefined;
  error?: unknown;
  onRetry?: () => void;
}

const Shown = ({ view, actions }: { view: EntryView; actions: ReactNode }) => (
  <>
    <div className="flex items-start gap-1">
      <h3 className="min-w-0 grow pt-2.5 font-semibold">{view.title}</h3>
      {actions}
    </div>
    {view.lines.map((line) =>
      line ? (
        <p key={line} className="text-sm text-muted">
          {line}
        </p>
      ) : null,
    )}
    {view.links?.map(([label, url]) => {
      const href = linkOf(url);
      return href ? (
        <a
          key={label}
          href={href}
          target="_blank"
          rel="noopener"
          className="mr-4 inline-flex min-h-11 items-center text-brand underline underline-offset-2"
        >
          {label}
        </a>
      ) : null;
    })}
    {view.text && <p className="mt-2 whitespace-pre-line">{view.text}</p>}
    {view.badges?.some(Boolean) && (
      <p className="mt-2 flex flex-wrap gap-2">{view.badges.map((badge) => (badge ? <Badge key={badge}>{badge}</Badge> : null))}</p>
    )}
  </>
);

/** One list of a profile: what is there, add, change, delete. */
export const ListSection = <Entry extends { id: number }>({ listing, entries, error, onRetry }: ListSectionProps<Entry>) => {
  const { name, section, title, entity, empty } = listing;
  const remove = useRemoveEntry(name);
  const [edited, setEdited] = useState<Entry | 'new' | null>(null);
  const [doomed, setDoomed] = useState<Entry | null>(null);
  const confirmRemoval = (entry: Entry) => {
    setEdited(null);
    setDoomed(entry);
  };
  const removeDoomed = () => {
    if (!doomed) return;
    remove.mutate(doomed.id, {
      onSuccess: () => toastSuccess(`${entity} o‘chirildi`),
      onError: (problem) => toastError(messageFor(problem)),
      onSettled: () => setDoomed(null),
    });
  };
  return (
    <Card aria-labelledby={`section-${section}`}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SectionTitle section={section}>{title}</SectionTitle>
        <Button look="secondary" className="max-w-full shrink-0 px-4!" aria-label={`${entity} qo‘shish`} onClick={() => setEdited('new')}>
          <Plus aria-hidden="true" className="size-5" />
          Qo‘shish
        </Button>
      </div>
      {error && !entries ? <Failure error={error} onRetry={onRetry} /> : null}
      {!entries && !error && (
        <div className="mt-4 space-y-3">
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </div>
      )}
      {entries?.length === 0 && <p className="mt-3 text-muted">{empty}</p>}
      {entries && entries.length > 0 && (
        <ul className="mt-2 divide-y divide-line">
          {entries.map((entry) => {
            const view = listing.view(entry);
            return (
              <li key={entry.id} className="py-2">
                <Shown
                  view={view}
                  actions={
                    <>
                      <IconButton label={`${view.title}: tahrirlash`} onClick={() => setEdited(entry)}>
                        <Pencil aria-hidden="true" className="size-5" />
                      </IconButton>
                      <IconButton label={`${view.title}: o‘chirish`} onClick={() => confirmRemoval(entry)}>
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
      {edited && (
        <EntrySheet
          key={edited === 'new' ? 'new' : edited.id}
          listing={listing}
          entry={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onRemove={confirmRemoval}
        />
      )}
      <ConfirmDialog
        open={doomed !== null}
        title={`${entity}ni o‘chirish`}
        confirm="O‘chirish"
        busy={remove.isPending}
        onConfirm={removeDoomed}
        onClose={() => setDoomed(null)}
      >
        “{doomed ? listing.view(doomed).title : ''}” o‘chiriladi. Bu amalni ortga qaytarib bo‘lmaydi.
      </ConfirmDialog>
    </Card>
  );
};
