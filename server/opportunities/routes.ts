import { opportunityCalls } from '#contract/opportunity.ts';
import { reviewCalls } from '#contract/review.ts';
import { type Route, serve } from '../http/serve.ts';
import { duplicateOpportunity } from './duplicate.ts';
import { changeFeatured, lockFeatured } from './featured.ts';
import { changeOpportunity, closeOpportunity, createOpportunity, hideOpportunity, publishOpportunity } from './opportunities.ts';
import { countCategories, listOpportunities, readDebug, readOpportunity, readStats } from './queries.ts';
import { readReviewSettings, saveReviewSettings } from './reviewCriteria.ts';
import { recordView } from './views.ts';

export const opportunityRoutes: readonly Route[] = [
  serve(opportunityCalls.list).to('anyone', (asked) => listOpportunities(asked, asked.query)),
  serve(opportunityCalls.search).to('anyone', (asked) => listOpportunities(asked, asked.query)),
  serve(opportunityCalls.featured).to('anyone', (asked) => listOpportunities(asked, { ...asked.query, featured: true })),
  serve(opportunityCalls.active).to('organization', (asked) =>
    listOpportunities(asked, { ...asked.query, scope: 'mine', is_active: true }),
  ),
  serve(opportunityCalls.categories).to('anyone', (asked) => countCategories(asked)),
  serve(opportunityCalls.stats).to('organization', (asked) => readStats(asked)),
  serve(opportunityCalls.debug).to('admin', (asked) => readDebug(asked.db), { development: true }),
  serve(opportunityCalls.detail).to('anyone', (asked) => readOpportunity(asked, asked.params.id)),
  serve(opportunityCalls.create).to('organization', (asked) => createOpportunity(asked, asked.body)),
  serve(opportunityCalls.update).to('staff', (asked) =>
    (asked.actor.user_type === 'admin' ? changeFeatured : changeOpportunity)(asked, asked.params.id, asked.body),
  ),
  serve(opportunityCalls.replace).to('organization', (asked) => changeOpportunity(asked, asked.params.id, asked.body)),
  serve(opportunityCalls.remove).to('organization', (asked) => hideOpportunity(asked, asked.params.id)),
  serve(opportunityCalls.publish).to('organization', (asked) => publishOpportunity(asked, asked.params.id)),
  serve(opportunityCalls.close).to('organization', (asked) => closeOpportunity(asked, asked.params.id)),
  serve(opportunityCalls.duplicate).to('organization', (asked) => duplicateOpportunity(asked, asked.params.id)),
  serve(opportunityCalls.view).to('anyone', (asked) => recordView(asked, asked.params.id), { quiet: true }),
  serve(opportunityCalls.lockFeatured).to('admin', (asked) => lockFeatured(asked, asked.params.id, asked.body.locked)),
  serve(reviewCalls.reviewSettings).to('organization', (asked) => readReviewSettings(asked.db, asked.actor, asked.params.id)),
  serve(reviewCalls.saveReviewSettings).to('organization', (asked) => saveReviewSettings(asked, asked.actor, asked.params.id, asked.body)),
];
