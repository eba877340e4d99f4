import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { ApplicationStatus } from '#contract/application-rules.ts';

/** A decision made in this window that can still be undone. */
export interface OwnDecision {
  decision: number;
  to: ApplicationStatus;
  /** ISO 8601: until then the student is not notified and the decision can be undone. */
  undo_until: string;
}
const keyPrefix = ['applications', 'own-decision'];
/** The latest decision made in this window about an application. Stored in the cache, so that sign-out clears it. */
export const ownDecisionQuery = (id: number) =>
  queryOptions<OwnDecision | null>({ queryKey: [...keyPrefix, id], queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY });

/** Removes a decision that has been undone, here or from the list. */
export const removeOwnDecision = (client: QueryClient, decision: number) => {
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: keyPrefix }))
    if ((state.data as OwnDecision | null | undefined)?.decision === decision) client.setQueryData(queryKey, null);
};
