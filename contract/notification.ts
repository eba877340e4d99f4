import * as z from 'zod/mini';
import { get, post } from './call.ts';
import { moment, reference } from './fields.ts';
import { listOf, pageQuery } from './paging.ts';

/** Something an organization says to a person: about an application, a message, an invitation. */
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

export const notificationCalls = {
  list: get('/notifications/', {
    summary: 'What was said to the caller, newest first; `unread` counts all.',
    query: z.object({ application: z.optional(reference()), ...pageQuery() }),
    reply: z.extend(listOf(notification), { unread: z.int() }),
  }),
  read: post('/notifications/read/', {
    summary: 'Mark as read: the named ones, or all.',
    body: z.object({ ids: z.optional(z.array(reference()).check(z.maxLength(100))) }),
    reply: z.object({ unread: z.int() }),
  }),
};
