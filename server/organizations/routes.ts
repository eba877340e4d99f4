import type { Route } from '../http/serve.ts';

export const organizationRoutes: readonly Route[] = [];
