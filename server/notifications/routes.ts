import { notificationCalls } from '#contract/notification.ts';
import { listReply } from '../http/paging.ts';
import { type ApiRoute, serve } from '../http/serve.ts';
import { markRead, readNotifications } from './notifications.ts';

export const notificationRoutes: readonly ApiRoute[] = [
  serve(notificationCalls.list).to('user', async ({ db, actor, query, request, now }) => {
    const { count, results, unread } = await readNotifications(db, actor.user_id, query, now());
    return { ...listReply(request, query, count, results), unread };
  }),
  serve(notificationCalls.read).to('user', ({ db, actor, body, now }) => markRead(db, actor.user_id, body.ids, now())),
];
