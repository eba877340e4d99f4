import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { ApplicationStatus } from '#contract/application-rules.ts';

/** A decision made here a moment ago, until it is undone or its time is over. */
export interface OwnDecision {
  decision: number;
  to: ApplicationStatus;
  /** ISO 8601: until then nobody is told, and it can be undone. */
  undo_until: string;
}
const all = ['applications', 'made'];
/** What was decided last about an application in this window. Signing out forgets it with all that is one person's. */
export const ownDecisionQuery = (id: number) =>
  queryOptions<OwnDecision | null>({ queryKey: [...all, id], queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY });

/** It was taken back, here or by the list's own way. */
export const removeOwnDecision = (client: QueryClient, decision: number) => {
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: all }))
    if ((state.data as OwnDecision | null | undefined)?.decision === decision) client.setQueryData(queryKey, null);
};
