import type { Route } from '../http/serve.ts';

export const studentRoutes: readonly Route[] = [];
