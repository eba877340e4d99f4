import { changeWithUpload, storeUpload } from '../files/storeUpload.ts';
import type { Actor } from '../http/actor.ts';
import type { StoreReply } from '../http/idempotency.ts';
import type { UploadedFile } from '../http/multipart.ts';
import type { Deps } from '../http/serve.ts';
import { requireOwner } from './membership.ts';

interface LogoContext extends Deps {
  actor: Actor;
  files: Record<string, UploadedFile>;
  storeReply: StoreReply;
}

/** Replaces the logo; the old file is removed afterwards. Owners only. @throws Refusal forbidden, no_logo_file, picture_… */
export const changeLogo = async (context: LogoContext): Promise<{ logo: string }> => {
  const { actor, db, files, storeReply, now } = context;
  const { organization_id } = await requireOwner(db, actor.user_id);
  const stored = await storeUpload(context, 'logo', files.logo, actor.user_id);
  return changeWithUpload(context, stored, async (trx, releaseUpload) => {
    const before = await trx.selectFrom('organizations').select('logo').where('id', '=', organization_id).forUpdate().executeTakeFirst();
    await trx.updateTable('organizations').set({ logo: stored.url, updated_at: now() }).where('id', '=', organization_id).execute();
    await releaseUpload(before?.logo ?? null);
    const reply = { logo: stored.url };
    await storeReply(trx, reply);
    return reply;
  });
};
