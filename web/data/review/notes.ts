import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { reviewCalls } from '#contract/review.ts';
import { ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';

/** Members' notes on an application, newest first, by pages. */
export const notesQuery = (application_id: number) =>
  infiniteQueryOptions({
    queryKey: ['applications', 'notes', application_id],
    queryFn: ({ pageParam, signal }) => ask(reviewCalls.notes, { params: { application_id }, query: { page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (last.next ? page + 1 : undefined),
    staleTime: staleTimes.detail,
  });

const refreshNotes = (client: QueryClient, application_id: number) => {
  // The list shows the number of notes; it is refetched when the dialog closes.
  client.invalidateQueries({ queryKey: ['applications', 'received'], refetchType: 'none' });
  return client.invalidateQueries({ queryKey: ['applications', 'notes', application_id] });
};

/** Adds a note; every attempt has the same key. */
export const useAddNote = (application_id: number) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ text, idempotencyKey }: { text: string; idempotencyKey: string }) =>
      ask(reviewCalls.addNote, { params: { application_id }, body: { text }, idempotencyKey }),
    onSettled: () => refreshNotes(client, application_id),
  });
};

/** Removes the user's own note. */
export const useRemoveNote = (application_id: number) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => ask(reviewCalls.removeNote, { params: { application_id, id } }),
    onSettled: () => refreshNotes(client, application_id),
  });
};
