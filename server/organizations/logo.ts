import { changeWithUpload, storeUpload } from '../files/storeUpload.ts';
import type { Actor } from '../http/actor.ts';
import type { Settle } from '../http/idempotency.ts';
import type { Upload } from '../http/multipart.ts';
import type { Deps } from '../http/serve.ts';
import { ownerOf } from './membership.ts';

interface Doing extends Deps {
  actor: Actor;
  files: Record<string, Upload>;
  settle: Settle;
}

/** A new logo, from the owner; the old one goes when it is there. @throws Refusal forbidden to other members, no_logo_file, picture_… */
export const changeLogo = async (doing: Doing): Promise<{ logo: string }> => {
  const { actor, db, files, settle, now } = doing;
  const { organization_id } = await ownerOf(db, actor.user_id);
  const kept = await storeUpload(doing, 'logo', files.logo, actor.user_id);
  return changeWithUpload(doing, kept, async (trx, letGo) => {
    const before = await trx.selectFrom('organizations').select('logo').where('id', '=', organization_id).forUpdate().executeTakeFirst();
    await trx.updateTable('organizations').set({ logo: kept.url, updated_at: now() }).where('id', '=', organization_id).execute();
    await letGo(before?.logo ?? null);
    const reply = { logo: kept.url };
    await settle(trx, reply);
    return reply;
  });
};
