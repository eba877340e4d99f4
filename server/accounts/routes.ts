import { accountCalls } from '#contract/account.ts';
import { requestLanguage } from '../http/refusal.ts';
import { type ApiRoute, serve } from '../http/serve.ts';
import { changeOwnPassword, logIn, readUser, readUserDetails, registerAccount, renameUser } from './accounts.ts';
import { logOut, refreshSession } from './sessions.ts';

export const accountRoutes: readonly ApiRoute[] = [
  serve(accountCalls.register).to('guest', (context) =>
    registerAccount(context, context.body, {
      ip: context.request.ip,
      language: requestLanguage(context.request),
      storeReply: context.storeReply,
    }),
  ),
  serve(accountCalls.login).to('guest', (context) => logIn(context, context.body, context.request.ip)),
  serve(accountCalls.refresh).to('guest', (context) => refreshSession(context, context.body.refresh)),
  serve(accountCalls.logout).to('guest', async (context) => {
    await logOut(context, context.body.refresh);
    return {};
  }),
  serve(accountCalls.changePassword).to('user', (context) => changeOwnPassword(context, context.actor, context.body)),
  serve(accountCalls.replacePassword).to('user', (context) => changeOwnPassword(context, context.actor, context.body)),
  serve(accountCalls.profile).to('user', ({ db, actor }) => readUser(db, actor.user_id)),
  ...[accountCalls.updateProfile, accountCalls.replaceProfile].map((call) =>
    serve(call).to('user', async (context) => {
      await renameUser(context, context.actor.user_id, context.body);
      return readUser(context.db, context.actor.user_id);
    }),
  ),
  serve(accountCalls.details).to('user', ({ db, actor }) => readUserDetails(db, actor.user_id)),
  ...[accountCalls.updateDetails, accountCalls.replaceDetails].map((call) =>
    serve(call).to('user', async (context) => {
      await renameUser(context, context.actor.user_id, context.body);
      return readUserDetails(context.db, context.actor.user_id);
    }),
  ),
];
