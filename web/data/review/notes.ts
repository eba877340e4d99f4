import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { reviewCalls } from '#contract/review.ts';
import { ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';

/** What members wrote about an application, newest first, a page at a time. */
export const notesQuery = (application_id: number) =>
  infiniteQueryOptions({
    queryKey: ['applications', 'notes', application_id],
    queryFn: ({ pageParam, signal }) => ask(reviewCalls.notes, { params: { application_id }, query: { page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (last.next ? page + 1 : undefined),
    staleTime: staleTimes.detail,
  });

const refreshNotes = (client: QueryClient, application_id: number) => {
  // Their number stands in the list, which is read again when the dialog closes.
  client.invalidateQueries({ queryKey: ['applications', 'received'], refetchType: 'none' });
  return client.invalidateQueries({ queryKey: ['applications', 'notes', application_id] });
};

export const useAddNote = (application_id: number) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ text, idempotencyKey }: { text: string; idempotencyKey: string }) =>
      ask(reviewCalls.addNote, { params: { application_id }, body: { text }, idempotencyKey }),
    onSettled: () => refreshNotes(client, application_id),
  });
};

export const useRemoveNote = (application_id: number) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => ask(reviewCalls.removeNote, { params: { application_id, id } }),
    onSettled: () => refreshNotes(client, application_id),
  });
};
