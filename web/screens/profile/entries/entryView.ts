import type { StudentListName } from '#contract/student.ts';
import { formatDate } from '#contract/uzbek.ts';

/** What a card of the list shows of an entry. */
export interface EntryView {
  title: string;
  lines: (string | null | undefined | false)[];
  links?: (readonly [label: string, url: string | null])[];
  badges?: (string | false)[];
  text?: string | null;
}

/** One of the eight lists of a profile, as it is shown: everything in which it differs from the others. */
export interface EntryListView<Entry extends { id: number }> {
  name: StudentListName;
  /** Key of /profile?section=… */
  section: string;
  title: string;
  /** One of them, as its toasts call it. */
  entity: string;
  empty: string;
  view(entry: Entry): EntryView;
}

/** "5 sentyabr 2024 – 1 iyun 2026", or until now. */
export const entryPeriod = (from: string | null, until: string | null, current: boolean): string =>
  `${formatDate(from)} – ${current ? 'Hozirgacha' : formatDate(until)}`;
