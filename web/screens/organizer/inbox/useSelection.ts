import { useRef, useState } from 'react';
import type { ReceivedApplication } from '#contract/application.ts';
import { bulkMax } from '#contract/review-rules.ts';
import { toastError } from '../../../ui/toast.ts';

/** What is known of a chosen application, wherever the list has gone since. */
export type SelectedApplication = Pick<ReceivedApplication, 'id' | 'student_name' | 'opportunity_title' | 'status'>;

export interface Selection {
  chosen: ReadonlyMap<number, SelectedApplication>;
  /** @param range from the one ticked before up to this one (shift and click) */
  toggle(item: SelectedApplication, on: boolean, range: boolean): void;
  /** All that the page shows. */
  togglePage(on: boolean): void;
  clear(): void;
}

/** Applications ticked over several pages, as many as one decision may touch. @param shown those of the page */
export const useSelection = (shown: readonly SelectedApplication[]): Selection => {
  const [chosen, setChosen] = useState<ReadonlyMap<number, SelectedApplication>>(new Map());
  const last = useRef<number | null>(null);
  const put = (items: readonly SelectedApplication[], on: boolean) => {
    const next = new Map(chosen);
    for (const item of items) {
      if (!on) next.delete(item.id);
      else if (next.size < bulkMax || next.has(item.id)) next.set(item.id, item);
    }
    if (on && items.some(({ id }) => !next.has(id))) toastError(`Bir marta ko‘pi bilan ${bulkMax} ta ariza tanlang.`, 'Tanlov to‘ldi');
    setChosen(next);
  };
  return {
    chosen,
    toggle: (item, on, range) => {
      const from = range ? shown.findIndex(({ id }) => id === last.current) : -1;
      const to = shown.findIndex(({ id }) => id === item.id);
      last.current = item.id;
      put(from < 0 ? [item] : shown.slice(Math.min(from, to), Math.max(from, to) + 1), on);
    },
    togglePage: (on) => put(shown, on),
    clear: () => {
      last.current = null;
      setChosen(new Map());
    },
  };
};
