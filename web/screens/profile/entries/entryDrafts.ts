import { useEffect } from 'react';
import type { StudentListName } from '#contract/student.ts';
import { readStored, removeStored, store } from '../../../lib/browserStorage.ts';

/** Under which name the form of an entry keeps what is typed. @param id absent for a new entry */
export const entryDraftName = (person: number, name: StudentListName, id: number | undefined): string =>
  `profile-entry:${person}:${name}:${id ?? 'new'}`;

const openKey = (person: number) => `entry-open:${person}`;
/** Remembers in this tab which sheet is open: a reload, or a tab the phone has put aside, opens it again. */
export const useLeftOpen = (person: number, name: StudentListName, id: number | undefined) => {
  useEffect(() => {
    store(openKey(person), `${name}:${id ?? 'new'}`, 'sessionStorage');
    return () => removeStored(openKey(person), 'sessionStorage');
  }, [person, name, id]);
};
/** A link that leads to another section opens no second sheet; what was typed is kept with its form. */
export const forgetLeftOpen = (person: number) => removeStored(openKey(person), 'sessionStorage');
/** The entry of this list whose sheet was open, null when none was. */
export const leftOpen = (person: number, name: StudentListName): number | 'new' | null => {
  const [list, id] = (readStored(openKey(person), 'sessionStorage') ?? '').split(':');
  if (list !== name) return null;
  return id === 'new' ? 'new' : Number(id) || null;
};
