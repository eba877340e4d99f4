import { organizationCalls } from '#contract/organization.ts';
import { type ApiRoute, serve } from '../http/serve.ts';
import { readOrganizationDashboard } from './dashboard.ts';
import { changeLogo } from './logo.ts';
import { changeOwnOrganization, readOwnOrganization } from './organizations.ts';
import { listOrganizations, readOrganization } from './publicOrganizations.ts';

export const organizationRoutes: readonly ApiRoute[] = [
  serve(organizationCalls.list).to('anyone', (context) => listOrganizations(context, context.query)),
  serve(organizationCalls.detail).to('anyone', (context) => readOrganization(context, context.params.id)),
  serve(organizationCalls.profile).to('organization', (context) => readOwnOrganization(context, context.actor.user_id)),
  serve(organizationCalls.update).to('organization', (context) => changeOwnOrganization(context, context.actor.user_id, context.body)),
  serve(organizationCalls.replace).to('organization', (context) => changeOwnOrganization(context, context.actor.user_id, context.body)),
  serve(organizationCalls.uploadLogo).to('organization', changeLogo),
  serve(organizationCalls.dashboard).to('organization', (context) => readOrganizationDashboard(context, context.actor.user_id)),
];
