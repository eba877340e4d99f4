import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { notificationCalls } from '#contract/notification.ts';
import { ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';
import { unreadQuery } from './unread.ts';

/** What was said to the student, newest first, a page at a time; about one application when told. */
export const notificationsQuery = (application?: number) =>
  infiniteQueryOptions({
    queryKey: ['notifications', 'list', application ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      ask(notificationCalls.list, { query: { page: pageParam, page_size: 50, ...(application ? { application } : {}) }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (last.next ? page + 1 : undefined),
    staleTime: staleTimes.detail,
  });

/** Marks what was opened as read; the number beside the navigation follows at once. */
export const useMarkRead = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[] | undefined) => ask(notificationCalls.read, { body: ids ? { ids } : {} }),
    onSuccess: ({ unread }) => client.setQueryData(unreadQuery().queryKey, unread),
    onSettled: () => client.invalidateQueries({ queryKey: ['notifications', 'list'] }),
  });
};
