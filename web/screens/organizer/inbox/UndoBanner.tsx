import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { RecentDecision } from '#contract/review.ts';
import { undoMinutes } from '#contract/review-rules.ts';
import { recentDecisionsQuery } from '../../../data/review/received-applications.ts';
import { useNow } from '../../../lib/useNow.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';

/** Decisions shown before the list is expanded. */
const collapsedCount = 2;

const leftText = (milliseconds: number): string =>
  milliseconds <= 0
    ? 'vaqti tugayapti'
    : milliseconds < 60_000
      ? `${Math.ceil(milliseconds / 1000)} soniya qoldi`
      : `${Math.ceil(milliseconds / 60_000)} daqiqa qoldi`;

const DecisionRow = ({ item, now, busy, onUndo }: { item: RecentDecision; now: number; busy: boolean; onUndo(): void }) => {
  const client = useQueryClient();
  const left = Date.parse(item.undo_until) - now;
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) client.invalidateQueries({ queryKey: recentDecisionsQuery().queryKey });
  }, [isOver, client]);
  const summary = `${item.count} ta ariza: ${item.to_status_display}`;
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-t border-line py-1">
      <p className="min-w-0 flex-1 basis-32">
        <b className="font-semibold">{summary}</b>{' '}
        <span className="inline-flex max-w-full flex-wrap gap-x-1 align-bottom text-sm text-muted">
          <span className="line-clamp-1">{item.author}</span>
          <span className="tabular-nums">· {leftText(left)}</span>
        </span>
      </p>
      <Button variant="quiet" className="px-2! py-1!" busy={busy} aria-label={`Bekor qilish: ${summary}`} onClick={onUndo}>
        <Undo2 aria-hidden="true" className="size-5" />
        Bekor qilish
      </Button>
    </li>
  );
};

const Decisions = ({ items, undoing, onUndo }: { items: RecentDecision[]; undoing: number | undefined; onUndo(id: number): void }) => {
  const now = useNow(1000);
  const [expanded, setExpanded] = useState(false);
  const shown = expanded ? items : items.slice(0, collapsedCount);
  return (
    <section aria-labelledby="undoable" className="rounded-2xl border border-line bg-surface px-4 pt-3 pb-1 shadow-card">
      <h2 id="undoable" className="font-semibold">
        Hali bekor qilsa bo‘ladigan qarorlar
      </h2>
      <p className="pb-1 text-sm text-muted">Arizachilarga xabar qarordan {undoMinutes} daqiqa keyin boradi.</p>
      <ul>
        {shown.map((item) => (
          <DecisionRow key={item.id} item={item} now={now} busy={undoing === item.id} onUndo={() => onUndo(item.id)} />
        ))}
      </ul>
      {items.length > collapsedCount && (
        <Button variant="quiet" className="-ml-2 px-2!" aria-expanded={expanded} onClick={() => setExpanded(!expanded)}>
          {expanded ? 'Kamroq ko‘rsatish' : `Barchasini ko‘rsatish (${items.length})`}
        </Button>
      )}
    </section>
  );
};

/**
 * Decisions of the organization that can still be undone, because applicants are not notified yet.
 * @param notUndone message about applications the last undo could not restore
 */
export const UndoBanner = ({
  undoing,
  onUndo,
  notUndone,
  onClose,
}: {
  undoing: number | undefined;
  onUndo(id: number): void;
  notUndone: string | null;
  onClose(): void;
}) => {
  const { data } = useQuery(recentDecisionsQuery());
  return (
    <>
      {notUndone && (
        <div role="alert" className="flex items-start gap-2 rounded-2xl bg-warning-soft py-1 pr-1 pl-4 text-warning">
          <p className="flex-1 py-3">{notUndone}</p>
          <IconButton label="Yopish" onClick={onClose}>
            <X aria-hidden="true" className="size-5" />
          </IconButton>
        </div>
      )}
      {data && data.length > 0 && <Decisions items={data} undoing={undoing} onUndo={onUndo} />}
    </>
  );
};
