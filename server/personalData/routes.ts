import { accountCalls } from '#contract/account.ts';
import { type ApiRoute, serve } from '../http/serve.ts';
import { archiveLink, createArchive, openArchive } from './archive.ts';
import { deleteAccount } from './deletion.ts';

/** Export and deletion of all data of an account. The folder imports every other feature, so it comes last in the import order. */
export const personalDataRoutes: readonly ApiRoute[] = [
  serve(accountCalls.export).to('user', (context) => createArchive(context, context.actor.user_id)),
  serve(accountCalls.exportLink).to('user', async (context) => archiveLink(context, context.actor.user_id)),
  serve(accountCalls.exportFile).to('guest', (context) => openArchive(context, context.params.user_id, context.query)),
  serve(accountCalls.deleteAccount).to('user', (context) => deleteAccount(context, context.actor, context.body)),
];
