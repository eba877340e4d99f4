import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { applicationCalls, type OwnApplication } from '#contract/application.ts';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import { studentCalls } from '#contract/student.ts';
import { ask } from '../../lib/api.ts';
import { readSession } from '../../lib/session.ts';
import { staleTimes } from '../client.ts';
import { removeLocalDraft } from './local-draft.ts';

interface OwnApplicationPage {
  count: number;
  next: string | null;
  results: OwnApplication[];
}

/** The student's own applications, newest first, by pages. @param status only those of this status */
export const ownApplicationsQuery = (status: ApplicationStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: ['applications', 'own', status ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      // The reply has another type for organizations; only students call it here.
      ask(applicationCalls.list, {
        query: { page: pageParam, ordering: '-applied_at', ...(status ? { status } : {}) },
        signal,
      }) as Promise<OwnApplicationPage>,
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (last.next ? page + 1 : undefined),
    staleTime: staleTimes.detail,
    placeholderData: keepPreviousData,
  });

/** Numbers of the student's own applications by status. */
export const ownApplicationFiguresQuery = () =>
  queryOptions({
    queryKey: ['applications', 'own-figures'],
    queryFn: ({ signal }) => ask(studentCalls.applicationStats, { signal }),
    staleTime: staleTimes.detail,
  });

/** Drafts of applications that have not been sent: the 100 last changed. */
export const unfinishedApplicationsQuery = () =>
  queryOptions({
    queryKey: ['applications', 'drafts'],
    queryFn: async ({ signal }) => (await ask(applicationCalls.drafts, { query: { page_size: 100 }, signal })).results,
    staleTime: staleTimes.detail,
  });

/** Deletes the draft of an application. */
export const useDiscardDraft = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (opportunity_id: number) => ask(applicationCalls.removeDraft, { params: { opportunity_id } }),
    // The copy in this browser would restore the draft.
    onSuccess: (_, opportunity_id) => removeLocalDraft(readSession()?.user_id ?? 0, opportunity_id),
    onSettled: () => client.invalidateQueries({ queryKey: ['applications'] }),
  });
};
