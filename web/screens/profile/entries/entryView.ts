import type { EntryDescription } from '#contract/profile-entries.ts';
import type { StudentListName } from '#contract/student.ts';

/** What the profile page shows for one of the eight lists; `entryForms` holds their forms. */
export interface EntryListView<Entry extends { id: number }> {
  name: StudentListName;
  /** Key of /profile?section=… */
  section: string;
  title: string;
  /** Singular noun used in buttons and toasts. */
  entity: string;
  empty: string;
  describe(entry: Entry): EntryDescription;
}
