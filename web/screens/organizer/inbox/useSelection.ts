import { useRef, useState } from 'react';
import type { ReceivedApplication } from '#contract/application.ts';
import { bulkMax } from '#contract/review-rules.ts';
import { toastError } from '../../../ui/toast.ts';

/** A selected application; stays known when the list shows another page. */
export type SelectedApplication = Pick<ReceivedApplication, 'id' | 'student_name' | 'opportunity_title' | 'status'>;

export interface Selection {
  chosen: ReadonlyMap<number, SelectedApplication>;
  /** @param range also every row from the last toggled one to this one (shift-click) */
  toggle(item: SelectedApplication, on: boolean, range: boolean): void;
  /** Every row of the page. */
  togglePage(on: boolean): void;
  clear(): void;
}

/** Applications selected over several pages, at most `bulkMax`. @param shown rows of the current page */
export const useSelection = (shown: readonly SelectedApplication[]): Selection => {
  const [chosen, setChosen] = useState<ReadonlyMap<number, SelectedApplication>>(new Map());
  const lastToggled = useRef<number | null>(null);
  const select = (items: readonly SelectedApplication[], on: boolean) => {
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
      const from = range ? shown.findIndex(({ id }) => id === lastToggled.current) : -1;
      const to = shown.findIndex(({ id }) => id === item.id);
      lastToggled.current = item.id;
      select(from < 0 ? [item] : shown.slice(Math.min(from, to), Math.max(from, to) + 1), on);
    },
    togglePage: (on) => select(shown, on),
    clear: () => {
      lastToggled.current = null;
      setChosen(new Map());
    },
  };
};
