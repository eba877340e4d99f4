import { useEffect } from 'react';
import type { StudentListName } from '#contract/student.ts';
import { readStored, removeStored, store } from '../../../lib/browserStorage.ts';

/** Storage name of the draft of an entry form. @param id absent for a new entry */
export const entryDraftName = (userId: number, name: StudentListName, id: number | undefined): string =>
  `profile-entry:${userId}:${name}:${id ?? 'new'}`;

const openKey = (userId: number) => `entry-open:${userId}`;
/** Stores the open sheet in this tab, so that it reopens after a reload or after the phone discarded the tab. */
export const useRememberOpenEntry = (userId: number, name: StudentListName, id: number | undefined) => {
  useEffect(() => {
    store(openKey(userId), `${name}:${id ?? 'new'}`, 'sessionStorage');
    return () => removeStored(openKey(userId), 'sessionStorage');
  }, [userId, name, id]);
};
/** Clears the stored sheet when a link leads to another section. The draft of its form stays. */
export const clearOpenEntry = (userId: number) => removeStored(openKey(userId), 'sessionStorage');
/** The entry of this list whose sheet was open, null when none was. */
export const readOpenEntry = (userId: number, name: StudentListName): number | 'new' | null => {
  const [list, id] = (readStored(openKey(userId), 'sessionStorage') ?? '').split(':');
  if (list !== name) return null;
  return id === 'new' ? 'new' : Number(id) || null;
};
