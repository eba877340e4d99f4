import type { Route } from '../http/serve.ts';

export const applicationRoutes: readonly Route[] = [];
