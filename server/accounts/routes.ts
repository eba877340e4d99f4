import { accountCalls } from '#contract/account.ts';
import { type Route, serve } from '../http/serve.ts';
import { readUser } from './accounts.ts';

export const accountRoutes: readonly Route[] = [serve(accountCalls.profile).to('user', ({ db, actor }) => readUser(db, actor.user_id))];
