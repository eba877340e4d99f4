import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { applicationCalls, type OwnApplication } from '#contract/application.ts';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import { studentCalls } from '#contract/student.ts';
import { ask } from '../../lib/api.ts';
import { readSession } from '../../lib/session.ts';
import { staleTimes } from '../client.ts';
import { removeLocalDraft } from './local-draft.ts';

// Apart from applications.ts: the page of an opportunity carries that one.

interface Page {
  count: number;
  next: string | null;
  results: OwnApplication[];
}

/** A student's own applications, newest first, a page at a time; of one status when told. */
export const ownApplicationsQuery = (status: ApplicationStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: ['applications', 'own', status ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      // The same call answers organizations with theirs; this screen is for students alone.
      ask(applicationCalls.list, {
        query: { page: pageParam, ordering: '-applied_at', ...(status ? { status } : {}) },
        signal,
      }) as Promise<Page>,
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (last.next ? page + 1 : undefined),
    staleTime: staleTimes.detail,
    placeholderData: keepPreviousData,
  });

/** How many of a student's own applications stand where. */
export const ownApplicationFiguresQuery = () =>
  queryOptions({
    queryKey: ['applications', 'own-figures'],
    queryFn: ({ signal }) => ask(studentCalls.applicationStats, { signal }),
    staleTime: staleTimes.detail,
  });

/** Applications begun and not sent: the hundred last changed. */
export const unfinishedApplicationsQuery = () =>
  queryOptions({
    queryKey: ['applications', 'begun'],
    queryFn: async ({ signal }) => (await ask(applicationCalls.drafts, { query: { page_size: 100 }, signal })).results,
    staleTime: staleTimes.detail,
  });

/** Forgets an application that was begun. */
export const useDiscardDraft = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (opportunity_id: number) => ask(applicationCalls.removeDraft, { params: { opportunity_id } }),
    // This browser's own copy would bring it back.
    onSuccess: (_, opportunity_id) => removeLocalDraft(readSession()?.user_id ?? 0, opportunity_id),
    onSettled: () => client.invalidateQueries({ queryKey: ['applications'] }),
  });
};
