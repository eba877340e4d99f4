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
import type { Settle } from '../http/idempotency.ts';
import type { Upload } from '../http/multipart.ts';
import { type PageQuery, pageWindow } from '../http/paging.ts';
import { Invalid, Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { findAccessibleApplication } from '../review/access.ts';
import { ownDocuments } from './answers.ts';
import { lockOwnApplication } from './applications.ts';

interface Doing extends Deps {
  actor: Actor;
  params: { application_id: number };
}
type Row = Omit<ApplicationDocument, 'url'> & { file: string };
const columns = ['id', 'name', 'file', utcText(sql`created_at`).as('created_at')] as const;
const shown = (deps: Pick<Deps, 'config' | 'now'>, { file, ...document }: Row): ApplicationDocument => ({
  ...document,
  url: signedUrl(deps, fileUrl(file)),
});

/** Keeps a file for an answer or a document that is still to be sent. @throws Refusal document_…, file_missing, upload_failed */
export const uploadDocument = async (doing: Deps & { actor: Actor; files: Record<string, Upload>; settle: Settle }) => {
  const kept = await storeUpload(doing, 'document', doing.files.file, doing.actor.user_id);
  return changeWithUpload(doing, kept, async (trx) => {
    const reply = { url: signedUrl(doing, kept.url), name: kept.original_name };
    await doing.settle(trx, reply);
    return reply;
  });
};

/** @throws Refusal application_not_found, invalid_operation once it is decided or withdrawn */
const lockUndecided = async (trx: Db, { actor, params }: Pick<Doing, 'actor' | 'params'>) => {
  const { id, status } = await lockOwnApplication(trx, actor, params.application_id);
  if (!canWithdraw(status)) throw new Refusal('invalid_operation');
  return id;
};

interface Adding extends Doing {
  files: Record<string, Upload>;
  body: { name?: string | null | undefined; file?: string | null | undefined };
  settle: Settle;
}
/**
 * Adds a document to one's own undecided application: a file, or one uploaded before.
 * @throws Refusal file_missing, document_…; Invalid on `file` when it is not one's own, or there are ten already
 */
export const addDocument = async (doing: Adding): Promise<ApplicationDocument> => {
  const { actor, body, db, files, now, settle } = doing;
  // Asked before a file is decoded and written for nothing; asked again under the lock.
  await db.transaction().execute((trx) => lockUndecided(trx, doing));
  const url = files.file ? null : body.file;
  const kept = url ? null : await storeUpload(doing, 'document', files.file, actor.user_id);
  return changeWithUpload(doing, kept, async (trx) => {
    const application_id = await lockUndecided(trx, doing);
    const [source] = kept ? [kept] : await ownDocuments(trx, actor.user_id, [unsignedUrl(url ?? '')]);
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
    const reply = shown(doing, row);
    await settle(trx, reply);
    return reply;
  });
};

/** Takes a document back from one's own undecided application; its file goes unless something else refers to it. */
export const removeDocument = async (doing: Doing & { params: { id: number } }): Promise<void> => {
  await changeWithUpload(doing, null, async (trx, letGo) => {
    const application_id = await lockUndecided(trx, doing);
    const removed = await trx
      .deleteFrom('application_documents')
      .where('id', '=', doing.params.id)
      .where('application_id', '=', application_id)
      .returning('file')
      .executeTakeFirst();
    if (!removed) throw new Refusal('not_found');
    await letGo(fileUrl(removed.file));
  });
};

/** @throws Refusal application_not_found */
const findOwn = async (db: Db, { user_id }: Actor, id: number): Promise<void> => {
  const own = await db.selectFrom('applications').select('id').where('id', '=', id).where('student_id', '=', user_id).executeTakeFirst();
  if (!own) throw new Refusal('application_not_found');
};

/** Documents of an application, for its student and for the organization that received it. @throws Refusal application_not_found */
export const listDocuments = async (doing: Doing & { query: PageQuery }): Promise<{ count: number; rows: ApplicationDocument[] }> => {
  const { actor, db, params, query } = doing;
  const id = params.application_id;
  if (actor.user_type === 'student') await findOwn(db, actor, id);
  // A file names its author inside and out.
  else if ((await findAccessibleApplication(db, actor, id)).is_blind) return { count: 0, rows: [] };
  const { limit, offset } = pageWindow(query);
  // Ten at most, so all of them are read and counted at once.
  const rows = await db.selectFrom('application_documents').select(columns).where('application_id', '=', id).orderBy('id').execute();
  return { count: rows.length, rows: rows.slice(offset, offset + limit).map((row) => shown(doing, row)) };
};
