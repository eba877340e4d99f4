import { queryOptions } from '@tanstack/react-query';
import { notificationCalls } from '#contract/notification.ts';
import { ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';

// Apart from notifications.ts: the navigation needs this on every first load, and the messages only their own screen.

/** How many messages the student has not opened; asked again when the window is looked at again. */
export const unreadQuery = () =>
  queryOptions({
    queryKey: ['notifications', 'unread'],
    queryFn: async ({ signal }) => (await ask(notificationCalls.list, { query: { page_size: 1 }, signal })).unread,
    staleTime: staleTimes.detail,
  });
