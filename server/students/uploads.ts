import type { Db } from '../db/connect.ts';
import { signedUrl } from '../files/signedLinks.ts';
import { changeWithUpload, storeUpload } from '../files/storeUpload.ts';
import type { Actor } from '../http/actor.ts';
import type { StoreReply } from '../http/idempotency.ts';
import type { UploadedFile } from '../http/multipart.ts';
import type { Deps } from '../http/serve.ts';
import { touchStudent } from './studentProfile.ts';

interface UploadContext extends Deps {
  actor: Actor;
  files: Record<string, UploadedFile>;
  storeReply: StoreReply;
}
type Field = 'avatar' | 'resume';

/** Sets the file URL in the profile and locks its row until the transaction ends. @returns the previous URL */
const replaceUrl = async (trx: Db, field: Field, student_id: number, url: string | null, at: Date): Promise<string | null> => {
  await touchStudent(trx, student_id, at);
  const before = await trx.selectFrom('students').select(field).where('user_id', '=', student_id).executeTakeFirstOrThrow();
  await trx
    .updateTable('students')
    .set({ [field]: url })
    .where('user_id', '=', student_id)
    .execute();
  return before[field] ?? null;
};

const changeUpload = async <Reply>(
  context: UploadContext,
  field: Field,
  toReply: (stored: { url: string; original_name: string }) => Reply,
): Promise<Reply> => {
  const { actor, files, storeReply, now } = context;
  const stored = await storeUpload(context, field, files[field], actor.user_id);
  return changeWithUpload(context, stored, async (trx, releaseUpload) => {
    await releaseUpload(await replaceUrl(trx, field, actor.user_id, stored.url, now()));
    const reply = toReply(stored);
    await storeReply(trx, reply);
    return reply;
  });
};

/** Replaces the picture; the old file is removed afterwards. @throws Refusal picture_…, file_missing, upload_failed */
export const changePicture = (context: UploadContext) => changeUpload(context, 'avatar', ({ url }) => ({ avatar: url }));

/** Replaces the resume; applications keep the file they were sent with. @throws Refusal document_…, file_missing, upload_failed */
export const changeResume = (context: UploadContext) =>
  changeUpload(context, 'resume', ({ url, original_name }) => ({ resume: signedUrl(context, url), resume_name: original_name }));

/** Removes the picture or the resume from the profile, if there is one. */
export const clearUpload = async (
  context: Pick<UploadContext, 'db' | 'now' | 'storage' | 'actor'>,
  field: Field,
): Promise<Record<string, never>> => {
  await changeWithUpload(context, null, async (trx, releaseUpload) =>
    releaseUpload(await replaceUrl(trx, field, context.actor.user_id, null, context.now())),
  );
  return {};
};
