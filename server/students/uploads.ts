import type { Db } from '../db/connect.ts';
import { signedUrl } from '../files/signedLinks.ts';
import { changeWithUpload, storeUpload } from '../files/storeUpload.ts';
import type { Actor } from '../http/actor.ts';
import type { Settle } from '../http/idempotency.ts';
import type { Upload } from '../http/multipart.ts';
import type { Deps } from '../http/serve.ts';
import { touchStudent } from './studentProfile.ts';

interface Doing extends Deps {
  actor: Actor;
  files: Record<string, Upload>;
  settle: Settle;
}
type Field = 'avatar' | 'resume';

/** Puts another address into the profile, whose row is held until the transaction ends; returns the one before. */
const replace = async (trx: Db, field: Field, student_id: number, url: string | null, at: Date): Promise<string | null> => {
  await touchStudent(trx, student_id, at);
  const before = await trx.selectFrom('students').select(field).where('user_id', '=', student_id).executeTakeFirstOrThrow();
  await trx
    .updateTable('students')
    .set({ [field]: url })
    .where('user_id', '=', student_id)
    .execute();
  return before[field] ?? null;
};

const change = async <Reply>(
  doing: Doing,
  field: Field,
  replyOf: (kept: { url: string; original_name: string }) => Reply,
): Promise<Reply> => {
  const { actor, files, settle, now } = doing;
  const kept = await storeUpload(doing, field, files[field], actor.user_id);
  return changeWithUpload(doing, kept, async (trx, letGo) => {
    await letGo(await replace(trx, field, actor.user_id, kept.url, now()));
    const reply = replyOf(kept);
    await settle(trx, reply);
    return reply;
  });
};

/** A new picture; the old one goes when it is there. @throws Refusal picture_…, file_missing, upload_failed */
export const changePicture = (doing: Doing) => change(doing, 'avatar', ({ url }) => ({ avatar: url }));

/** A new resume; applications keep the one they were sent with. @throws Refusal document_…, file_missing, upload_failed */
export const changeResume = (doing: Doing) =>
  change(doing, 'resume', ({ url, original_name }) => ({ resume: signedUrl(doing, url), resume_name: original_name }));

/** Takes the picture or the resume out of the profile; taking away what is not there changes nothing. */
export const clearUpload = async (doing: Pick<Doing, 'config' | 'db' | 'now' | 'actor'>, field: Field): Promise<Record<string, never>> => {
  await changeWithUpload(doing, null, async (trx, letGo) => letGo(await replace(trx, field, doing.actor.user_id, null, doing.now())));
  return {};
};
