import { applicationCalls as calls } from '#contract/application.ts';
import { reviewCalls as review } from '#contract/review.ts';
import { listReply } from '../http/paging.ts';
import { type ApiRoute, serve } from '../http/serve.ts';
import { requireMembership } from '../organizations/membership.ts';
import { readCharts } from './charts.ts';
import { makeExport, openExport } from './exports.ts';
import { readApplicationStats, readReceived } from './list.ts';
import { sendMessages } from './messages.ts';
import { readNeighbours } from './neighbours.ts';

export const inboxRoutes: readonly ApiRoute[] = [
  serve(calls.received).to('organization', async ({ db, actor, query, request }) => {
    const { count, rows, is_exact } = await readReceived(db, await requireMembership(db, actor.user_id), query);
    return { ...listReply(request, query, count, rows), is_exact };
  }),
  serve(calls.stats).to('organization', async ({ db, actor, query }) => {
    const { organization_id } = await requireMembership(db, actor.user_id);
    return readApplicationStats(db, organization_id, query.opportunity);
  }),
  serve(review.charts).to('organization', async ({ db, actor, query, now }) => {
    const { organization_id } = await requireMembership(db, actor.user_id);
    return readCharts(db, organization_id, query.opportunity, now());
  }),
  serve(review.export).to('organization', (context) => makeExport(context, context.actor, context.body)),
  serve(review.exportFile).to('guest', (context) => openExport(context, context.params.id, context.query)),
  serve(review.message).to('organization', (context) => sendMessages(context, context.actor, context.body, context.storeReply)),
  serve(review.neighbours).to('organization', async ({ db, actor, params, query }) =>
    readNeighbours(db, await requireMembership(db, actor.user_id), params.id, query),
  ),
];
