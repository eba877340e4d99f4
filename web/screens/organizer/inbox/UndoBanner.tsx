import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { RecentDecision } from '#contract/review.ts';
import { undoMinutes } from '#contract/review-rules.ts';
import { recentDecisionsQuery } from '../../../data/review/received-applications.ts';
import { useNow } from '../../../lib/useNow.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';

/** How many are shown before the rest is asked for. */
const shownAtFirst = 2;

const leftText = (milliseconds: number): string =>
  milliseconds <= 0
    ? 'vaqti tugayapti'
    : milliseconds < 60_000
      ? `${Math.ceil(milliseconds / 1000)} soniya qoldi`
      : `${Math.ceil(milliseconds / 60_000)} daqiqa qoldi`;

const Line = ({ item, now, busy, onUndo }: { item: RecentDecision; now: number; busy: boolean; onUndo(): void }) => {
  const client = useQueryClient();
  const left = Date.parse(item.undo_until) - now;
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) client.invalidateQueries({ queryKey: recentDecisionsQuery().queryKey });
  }, [isOver, client]);
  const what = `${item.count} ta ariza: ${item.to_status_display}`;
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-t border-line py-1">
      <p className="min-w-0 flex-1 basis-32">
        <b className="font-semibold">{what}</b>{' '}
        <span className="inline-flex max-w-full flex-wrap gap-x-1 align-bottom text-sm text-muted">
          <span className="line-clamp-1">{item.author}</span>
          <span className="tabular-nums">· {leftText(left)}</span>
        </span>
      </p>
      <Button look="quiet" className="px-2! py-1!" busy={busy} aria-label={`Bekor qilish: ${what}`} onClick={onUndo}>
        <Undo2 aria-hidden="true" className="size-5" />
        Bekor qilish
      </Button>
    </li>
  );
};

const Decisions = ({ items, undoing, onUndo }: { items: RecentDecision[]; undoing: number | undefined; onUndo(id: number): void }) => {
  const now = useNow(1000);
  const [all, setAll] = useState(false);
  const shown = all ? items : items.slice(0, shownAtFirst);
  return (
    <section aria-labelledby="undoable" className="rounded-2xl border border-line bg-surface px-4 pt-3 pb-1 shadow-card">
      <h2 id="undoable" className="font-semibold">
        Hali bekor qilsa bo‘ladigan qarorlar
      </h2>
      <p className="pb-1 text-sm text-muted">Arizachilarga xabar qarordan {undoMinutes} daqiqa keyin boradi.</p>
      <ul>
        {shown.map((item) => (
          <Line key={item.id} item={item} now={now} busy={undoing === item.id} onUndo={() => onUndo(item.id)} />
        ))}
      </ul>
      {items.length > shownAtFirst && (
        <Button look="quiet" className="-ml-2 px-2!" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Kamroq ko‘rsatish' : `Barchasini ko‘rsatish (${items.length})`}
        </Button>
      )}
    </section>
  );
};

/**
 * Decisions nobody was told of yet, made here or by a colleague, each with its way back.
 * @param stayed what the last undo could not return, in words
 */
export const UndoBanner = ({
  undoing,
  onUndo,
  stayed,
  onSeen,
}: {
  undoing: number | undefined;
  onUndo(id: number): void;
  stayed: string | null;
  onSeen(): void;
}) => {
  const { data } = useQuery(recentDecisionsQuery());
  return (
    <>
      {stayed && (
        <div role="alert" className="flex items-start gap-2 rounded-2xl bg-warning-soft py-1 pr-1 pl-4 text-warning">
          <p className="flex-1 py-3">{stayed}</p>
          <IconButton label="Yopish" onClick={onSeen}>
            <X aria-hidden="true" className="size-5" />
          </IconButton>
        </div>
      )}
      {data && data.length > 0 && <Decisions items={data} undoing={undoing} onUndo={onUndo} />}
    </>
  );
};
