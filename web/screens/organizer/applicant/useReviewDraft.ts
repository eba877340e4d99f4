import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { ReviewAutosave } from '../../../data/review/review-draft.ts';
import { useSession } from '../../../lib/session.ts';

/** By user and application: an application opened again finds the edits that are still being saved. */
const opened = new Map<string, ReviewAutosave>();

/** The user's unsaved edits of a review, and the state of their saving. */
export const useReviewDraft = (application: number) => {
  const client = useQueryClient();
  const user = useSession()?.user_id ?? 0;
  const autosave = useMemo(() => {
    const key = `${user}:${application}`;
    const openedDraft = opened.get(key) ?? new ReviewAutosave(client, user, application);
    opened.set(key, openedDraft);
    return openedDraft;
  }, [client, user, application]);
  const snapshot = useSyncExternalStore(autosave.subscribe, autosave.read);
  useEffect(() => autosave.start(), [autosave]);
  return { ...snapshot, score: autosave.setScore, setComment: autosave.setComment, save: autosave.flush };
};
