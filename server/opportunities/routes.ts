import { opportunityCalls } from '#contract/opportunity.ts';
import { reviewCalls } from '#contract/review.ts';
import { type Route, serve } from '../http/serve.ts';
import { readJudging, saveJudging } from './judging.ts';
import { changeOpportunity, closeOpportunity, createOpportunity, hideOpportunity, publishOpportunity } from './opportunities.ts';
import { countCategories, listOpportunities, readOpportunity, readStats } from './queries.ts';

export const opportunityRoutes: readonly Route[] = [
  serve(opportunityCalls.list).to('anyone', (asked) => listOpportunities(asked, asked.query)),
  serve(opportunityCalls.search).to('anyone', (asked) => listOpportunities(asked, asked.query)),
  serve(opportunityCalls.featured).to('anyone', (asked) => listOpportunities(asked, { ...asked.query, featured: true })),
  serve(opportunityCalls.active).to('organization', (asked) =>
    listOpportunities(asked, { ...asked.query, scope: 'mine', is_active: true }),
  ),
  serve(opportunityCalls.categories).to('anyone', (asked) => countCategories(asked)),
  serve(opportunityCalls.stats).to('organization', (asked) => readStats(asked)),
  serve(opportunityCalls.detail).to('anyone', (asked) => readOpportunity(asked, asked.params.id)),
  serve(opportunityCalls.create).to('organization', (asked) => createOpportunity(asked, asked.body)),
  serve(opportunityCalls.update).to('organization', (asked) => changeOpportunity(asked, asked.params.id, asked.body)),
  serve(opportunityCalls.replace).to('organization', (asked) => changeOpportunity(asked, asked.params.id, asked.body)),
  serve(opportunityCalls.remove).to('organization', (asked) => hideOpportunity(asked, asked.params.id)),
  serve(opportunityCalls.publish).to('organization', (asked) => publishOpportunity(asked, asked.params.id)),
  serve(opportunityCalls.close).to('organization', (asked) => closeOpportunity(asked, asked.params.id)),
  serve(reviewCalls.judging).to('organization', (asked) => readJudging(asked.db, asked.actor, asked.params.id)),
  serve(reviewCalls.saveJudging).to('organization', (asked) => saveJudging(asked, asked.actor, asked.params.id, asked.body)),
];
