import { organizationCalls } from '#contract/organization.ts';
import { type Route, serve } from '../http/serve.ts';
import { readDashboard } from './dashboard.ts';
import { changeLogo } from './logo.ts';
import { changeProfile, readProfile } from './organizations.ts';
import { listOrganizations, readOrganization } from './publicOrganizations.ts';

export const organizationRoutes: readonly Route[] = [
  serve(organizationCalls.list).to('anyone', (context) => listOrganizations(context, context.query)),
  serve(organizationCalls.detail).to('anyone', (context) => readOrganization(context, context.params.id)),
  serve(organizationCalls.profile).to('organization', (context) => readProfile(context, context.actor.user_id)),
  serve(organizationCalls.update).to('organization', (context) => changeProfile(context, context.actor.user_id, context.body)),
  serve(organizationCalls.replace).to('organization', (context) => changeProfile(context, context.actor.user_id, context.body)),
  serve(organizationCalls.uploadLogo).to('organization', changeLogo),
  serve(organizationCalls.dashboard).to('organization', (context) => readDashboard(context, context.actor.user_id)),
];
