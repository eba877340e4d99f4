import { queryOptions } from '@tanstack/react-query';
import { notificationCalls } from '#contract/notification.ts';
import { ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';

// Not in notifications.ts: the navigation of every screen loads this count.

/** Number of the student's unread messages. */
export const unreadQuery = () =>
  queryOptions({
    queryKey: ['notifications', 'unread'],
    queryFn: async ({ signal }) => (await ask(notificationCalls.list, { query: { page_size: 1 }, signal })).unread,
    staleTime: staleTimes.detail,
  });
