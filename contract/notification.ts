import * as z from 'zod/mini';
import { get, post } from './call.ts';
import { moment, reference } from './fields.ts';
import { pagedList, pageQuery } from './paging.ts';

/** A notification from an organization: a decision, a message or an invitation. `application` and `opportunity` are ids. */
export const notification = z.object({
  id: z.int(),
  kind: z.enum(['decision', 'message', 'invitation']),
  title: z.string(),
  text: z.string(),
  organization_name: z.nullable(z.string()),
  application: z.nullable(z.int()),
  opportunity: z.nullable(z.int()),
  created_at: moment,
  read_at: z.nullable(moment),
});
export type Notification = z.infer<typeof notification>;

/** Notifications of the caller. */
export const notificationCalls = {
  list: get('/notifications/', {
    summary: 'Notifications of the caller, newest first; `unread` counts all unread ones.',
    query: z.object({ application: z.optional(reference()), ...pageQuery() }),
    reply: z.extend(pagedList(notification), { unread: z.int() }),
  }),
  read: post('/notifications/read/', {
    summary: 'Mark notifications as read: those in `ids`, or all.',
    body: z.object({ ids: z.optional(z.array(reference()).check(z.maxLength(100))) }),
    reply: z.object({ unread: z.int() }),
  }),
};
