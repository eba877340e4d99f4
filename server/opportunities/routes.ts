import { opportunityCalls } from '#contract/opportunity.ts';
import { reviewCalls } from '#contract/review.ts';
import { type ApiRoute, serve } from '../http/serve.ts';
import { readOpportunity } from './detail.ts';
import { duplicateOpportunity } from './duplicate.ts';
import { changeFeatured, lockFeatured } from './featured.ts';
import { countCategories, readDebug, readOpportunityStats } from './figures.ts';
import { listOpportunities } from './list.ts';
import { changeOpportunity, closeOpportunity, createOpportunity, hideOpportunity, publishOpportunity } from './opportunities.ts';
import { readReviewSettings, saveReviewSettings } from './reviewCriteria.ts';
import { recordOpportunityView } from './views.ts';

export const opportunityRoutes: readonly ApiRoute[] = [
  serve(opportunityCalls.list).to('anyone', (context) => listOpportunities(context, context.query)),
  serve(opportunityCalls.search).to('anyone', (context) => listOpportunities(context, context.query)),
  serve(opportunityCalls.featured).to('anyone', (context) => listOpportunities(context, { ...context.query, featured: true })),
  serve(opportunityCalls.active).to('organization', (context) =>
    listOpportunities(context, { ...context.query, scope: 'mine', is_active: true }),
  ),
  serve(opportunityCalls.categories).to('anyone', (context) => countCategories(context)),
  serve(opportunityCalls.stats).to('organization', (context) => readOpportunityStats(context)),
  serve(opportunityCalls.debug).to('admin', ({ db }) => readDebug(db), { development: true }),
  serve(opportunityCalls.detail).to('anyone', (context) => readOpportunity(context, context.params.id)),
  serve(opportunityCalls.create).to('organization', (context) => createOpportunity(context, context.body)),
  serve(opportunityCalls.update).to('staff', (context) =>
    (context.actor.user_type === 'admin' ? changeFeatured : changeOpportunity)(context, context.params.id, context.body),
  ),
  serve(opportunityCalls.replace).to('organization', (context) => changeOpportunity(context, context.params.id, context.body)),
  serve(opportunityCalls.remove).to('organization', (context) => hideOpportunity(context, context.params.id)),
  serve(opportunityCalls.publish).to('organization', (context) => publishOpportunity(context, context.params.id)),
  serve(opportunityCalls.close).to('organization', (context) => closeOpportunity(context, context.params.id)),
  serve(opportunityCalls.duplicate).to('organization', (context) => duplicateOpportunity(context, context.params.id)),
  serve(opportunityCalls.view).to('anyone', (context) => recordOpportunityView(context, context.params.id), { keepsResponseCache: true }),
  serve(opportunityCalls.lockFeatured).to('admin', (context) => lockFeatured(context, context.params.id, context.body.locked)),
  serve(reviewCalls.reviewSettings).to('organization', ({ db, actor, params }) => readReviewSettings(db, actor, params.id)),
  serve(reviewCalls.saveReviewSettings).to('organization', (context) =>
    saveReviewSettings(context, context.actor, context.params.id, context.body),
  ),
];
