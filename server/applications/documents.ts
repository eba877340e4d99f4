import { sql } from 'kysely';
import type { ApplicationDocument } from '#contract/application.ts';
import { canWithdraw } from '#contract/application-rules.ts';
import { documentsFull, documentsMax } from '#contract/file.ts';
import { badUrl } from '#contract/values.ts';
import type { Db } from '../db/connect.ts';
import { utcText } from '../db/sqlLabels.ts';
import { signedUrl, unsignedUrl } from '../files/signedLinks.ts';
import { changeWithUpload, fileUrl, storeUpload } from '../files/storeUpload.ts';
import type { Actor } from '../http/actor.ts';
import type { StoreReply } from '../http/idempotency.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { type PageQuery, pageWindow } from '../http/paging.ts';
import { Invalid, Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { findAccessibleApplication } from '../review/access.ts';
import { ownDocuments } from './answers.ts';
import { lockOwnApplication } from './ownApplications.ts';

interface DocumentContext extends Deps {
  actor: Actor;
  params: { application_id: number };
}
type Row = Omit<ApplicationDocument, 'url'> & { file: string };
const columns = ['id', 'name', 'file', utcText(sql`created_at`).as('created_at')] as const;
const toDocument = (deps: Pick<Deps, 'config' | 'now'>, { file, ...document }: Row): ApplicationDocument => ({
  ...document,
  url: signedUrl(deps, fileUrl(file)),
});

/** Stores a file for an answer or document of an application that is not sent yet. @throws Refusal document_…, file_missing, upload_failed */
export const uploadDocument = async (context: Deps & { actor: Actor; files: Record<string, UploadedFile>; storeReply: StoreReply }) => {
  const upload = await storeUpload(context, 'document', context.files.file, context.actor.user_id);
  return changeWithUpload(context, upload, async (trx) => {
    const reply = { url: signedUrl(context, upload.url), name: upload.original_name };
    await context.storeReply(trx, reply);
    return reply;
  });
};

/** Locks the actor's own application. @throws Refusal application_not_found, invalid_operation once it is decided or withdrawn */
const lockUndecided = async (trx: Db, { actor, params }: Pick<DocumentContext, 'actor' | 'params'>) => {
  const { id, status } = await lockOwnApplication(trx, actor, params.application_id);
  if (!canWithdraw(status)) throw new Refusal('invalid_operation');
  return id;
};

interface AddContext extends DocumentContext {
  files: Record<string, UploadedFile>;
  body: { name?: string | null | undefined; file?: string | null | undefined };
  storeReply: StoreReply;
}
/**
 * Adds a document to the actor's undecided application: an uploaded file, or the address of one uploaded before.
 * @throws Refusal application_not_found, invalid_operation, file_missing, document_…; Invalid on `file` when it belongs to
 * another student, or there are `documentsMax` already
 */
export const addDocument = async (context: AddContext): Promise<ApplicationDocument> => {
  const { actor, body, db, files, now, storeReply } = context;
  // Checked before the file is decoded and written, and again in the transaction that adds it.
  await db.transaction().execute((trx) => lockUndecided(trx, context));
  const url = files.file ? null : body.file;
  const upload = url ? null : await storeUpload(context, 'document', files.file, actor.user_id);
  return changeWithUpload(context, upload, async (trx) => {
    const application_id = await lockUndecided(trx, context);
    const [source] = upload ? [upload] : await ownDocuments(trx, actor.user_id, [unsignedUrl(url ?? '')]);
    if (!source) throw new Invalid({ file: [badUrl] });
    const { count } = await trx
      .selectFrom('application_documents')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('application_id', '=', application_id)
      .executeTakeFirstOrThrow();
    if (count >= documentsMax) throw new Invalid({ file: [documentsFull] });
    const row = await trx
      .insertInto('application_documents')
      .values({ application_id, name: body.name ?? source.original_name ?? 'fayl', file: source.name, created_at: now() })
      .returning(columns)
      .executeTakeFirstOrThrow();
    const reply = toDocument(context, row);
    await storeReply(trx, reply);
    return reply;
  });
};

/**
 * Removes a document from the actor's undecided application; its file is deleted unless something else refers to it.
 * @throws Refusal application_not_found, invalid_operation, not_found
 */
export const removeDocument = async (context: DocumentContext & { params: { id: number } }): Promise<void> => {
  await changeWithUpload(context, null, async (trx, removeUpload) => {
    const application_id = await lockUndecided(trx, context);
    const removed = await trx
      .deleteFrom('application_documents')
      .where('id', '=', context.params.id)
      .where('application_id', '=', application_id)
      .returning('file')
      .executeTakeFirst();
    if (!removed) throw new Refusal('not_found');
    await removeUpload(fileUrl(removed.file));
  });
};

/** @throws Refusal application_not_found */
const requireOwn = async (db: Db, { user_id }: Actor, id: number): Promise<void> => {
  const row = await db.selectFrom('applications').select('id').where('id', '=', id).where('student_id', '=', user_id).executeTakeFirst();
  if (!row) throw new Refusal('application_not_found');
};

/** Documents of an application, for its student and for the organization that received it. @throws Refusal application_not_found */
export const listDocuments = async (
  context: DocumentContext & { query: PageQuery },
): Promise<{ count: number; rows: ApplicationDocument[] }> => {
  const { actor, db, params, query } = context;
  const id = params.application_id;
  if (actor.user_type === 'student') await requireOwn(db, actor, id);
  // Files and their names identify the author, so a blind review hides them.
  else if ((await findAccessibleApplication(db, actor, id)).is_blind) return { count: 0, rows: [] };
  const { limit, offset } = pageWindow(query);
  // At most `documentsMax` rows, so all are read and counted in one statement.
  const rows = await db.selectFrom('application_documents').select(columns).where('application_id', '=', id).orderBy('id').execute();
  return { count: rows.length, rows: rows.slice(offset, offset + limit).map((row) => toDocument(context, row)) };
};
