import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { VerdictKeeper } from '../../../data/review/verdict-keeper.ts';
import { useSession } from '../../../lib/session.ts';

/** One for each application looked at, so that coming back finds what is still under way. */
const keepers = new Map<string, VerdictKeeper>();

/** What is given here on top of what the server has, and how far its saving is. */
export const useReviewDraft = (application: number) => {
  const client = useQueryClient();
  const person = useSession()?.user_id ?? 0;
  const keeper = useMemo(() => {
    const name = `${person}:${application}`;
    const found = keepers.get(name) ?? new VerdictKeeper(client, person, application);
    keepers.set(name, found);
    return found;
  }, [client, person, application]);
  const view = useSyncExternalStore(keeper.subscribe, keeper.read);
  useEffect(() => keeper.start(), [keeper]);
  return { ...view, score: keeper.score, say: keeper.say, save: keeper.save };
};
