import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { notificationCalls } from '#contract/notification.ts';
import { ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';
import { unreadQuery } from './unread.ts';

/** The student's messages, newest first, 50 a page. @param application only messages about this one */
export const notificationsQuery = (application?: number) =>
  infiniteQueryOptions({
    queryKey: ['notifications', 'list', application ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      ask(notificationCalls.list, { query: { page: pageParam, page_size: 50, ...(application ? { application } : {}) }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (last.next ? page + 1 : undefined),
    staleTime: staleTimes.detail,
  });

/** Marks messages as read, all without ids, and updates the unread count from the reply. */
export const useMarkRead = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[] | undefined) => ask(notificationCalls.read, { body: ids ? { ids } : {} }),
    onSuccess: ({ unread }) => client.setQueryData(unreadQuery().queryKey, unread),
    onSettled: () => client.invalidateQueries({ queryKey: ['notifications', 'list'] }),
  });
};
