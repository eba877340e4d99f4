import type { Route } from '../http/serve.ts';

export const opportunityRoutes: readonly Route[] = [];
