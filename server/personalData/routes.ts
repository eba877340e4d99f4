import { accountCalls } from '#contract/account.ts';
import { type Route, serve } from '../http/serve.ts';
import { archiveLink, archiveOf, openArchive } from './archive.ts';
import { deleteAccount } from './deletion.ts';

/** What a person may do with everything that is theirs; it spans the nouns, so it stands after them. */
export const personalRoutes: readonly Route[] = [
  serve(accountCalls.export).to('user', (context) => archiveOf(context, context.actor.user_id)),
  serve(accountCalls.exportLink).to('user', async (context) => archiveLink(context, context.actor.user_id)),
  serve(accountCalls.exportFile).to('guest', (context) => openArchive(context, context.params.user_id, context.query)),
  serve(accountCalls.deleteAccount).to('user', (context) => deleteAccount(context, context.actor, context.body)),
];
