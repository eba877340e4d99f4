import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { fileUrlPrefix, isFileUrl } from '#contract/fileUrl.ts';
import type { Db } from '../db/connect.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { enforceRateLimit } from '../http/rateLimits.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import type { FileContent } from './documents.ts';
import { isReferenced } from './references.ts';
import { type FileKind, readUpload } from './uploadKinds.ts';

/** The address of a stored file, `/files/kind/hex.ext`. */
export const fileUrl = (name: string) => `${fileUrlPrefix}${name}`;
/** The name of the stored file at an address; null when the address leads elsewhere. */
export const fileNameFromUrl = (url: string | null): string | null => (url && isFileUrl(url) ? url.slice(fileUrlPrefix.length) : null);

/** A file that is stored but has no row yet. */
export interface StoredUpload {
  name: string;
  url: string;
  kind: FileKind;
  owner_id: number;
  content_type: string;
  /** Bytes. */
  size: number;
  original_name: string;
}

type UploadDeps = Pick<Deps, 'config' | 'db' | 'now' | 'storage'>;

const newName = (kind: string, extension: string) => `${kind}/${randomBytes(16).toString('hex')}.${extension}`;

/** @throws Refusal upload_failed */
const putFile = ({ storage }: Pick<Deps, 'storage'>, name: string, content: Buffer | Readable): Promise<number> =>
  storage.put(name, content).catch((error: unknown) => {
    throw new Refusal('upload_failed', { cause: error });
  });

const maxNameLength = 200;
/** The sender's file name without misleading characters, with the extension of its content: a PDF is never saved as .exe. */
const safeFileName = (given: string, extension: FileContent['extension']): string => {
  const plain = given.replace(/[^\p{L}\p{M}\p{N}.,()‘’'_ -]/gu, '').trim();
  const stem = plain
    .replace(/\.(jpe?g|png|webp|gif|svg|pdf|docx?)$/i, '')
    .replace(/^[. ]+/, '')
    .slice(0, maxNameLength - extension.length - 1);
  return `${stem.toWellFormed() || 'fayl'}.${extension}`;
};

/**
 * Checks an uploaded file and stores it; `changeWithUpload` then creates its row.
 * @throws Refusal or Invalid, depending on the kind, when the file is not accepted; Refusal upload_failed when the storage
 * fails, too_many_requests
 */
export const storeUpload = async (
  deps: UploadDeps,
  kind: FileKind,
  upload: UploadedFile | undefined,
  owner_id: number,
): Promise<StoredUpload> => {
  await enforceRateLimit(deps, 'upload', owner_id);
  const { data, extension, content_type } = await readUpload(kind, upload?.data);
  const name = newName(kind, extension);
  const size = await putFile(deps, name, data);
  return { name, url: fileUrl(name), kind, owner_id, content_type, size, original_name: safeFileName(upload?.name ?? '', extension) };
};

/**
 * Copies a stored file for another row, so that each can be deleted without the other. Returns null when there is nothing
 * to copy. @throws Refusal upload_failed when the storage fails, too_many_requests
 */
export const copyUpload = async (deps: UploadDeps, url: string | null, owner_id: number): Promise<StoredUpload | null> => {
  const original = fileNameFromUrl(url);
  if (!original) return null;
  const row = await deps.db
    .selectFrom('files')
    .select(['kind', 'content_type', 'original_name'])
    .where('name', '=', original)
    .executeTakeFirst();
  if (!row || !(await deps.storage.stat(original))) return null;
  await enforceRateLimit(deps, 'upload', owner_id);
  const source = await deps.storage.get(original);
  if (!source) return null;
  const name = newName(row.kind, path.extname(original).slice(1));
  const size = await putFile(deps, name, source.stream);
  const { content_type, original_name } = row;
  return { name, url: fileUrl(name), kind: row.kind as FileKind, owner_id, content_type, size, original_name: original_name ?? '' };
};

/** Removes a stored file whose row is gone. A failure is ignored: the sweep finds files without a row. */
export const removeFile = ({ storage }: Pick<Deps, 'storage'>, name: string): Promise<void> => storage.remove(name).catch(() => {});

/** Removes a file after a failed change. A lost reply to COMMIT leaves the outcome open, so the row is looked up first. */
const removeIfUnrecorded = async (deps: Pick<Deps, 'db' | 'storage'>, { name }: StoredUpload) => {
  const row = await deps.db
    .selectFrom('files')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst()
    .catch(() => ({ name }));
  if (!row) await removeFile(deps, name);
};

/** Deletes the row of a file unless something still refers to it; a picture of an organization has only one reference. */
const deleteRow = async (trx: Db, name: string): Promise<boolean> => {
  const { rows } = await sql<{ name: string }>`
    delete from files f where f.name = ${name} and (f.kind in ('cover', 'logo') or not (${isReferenced})) returning f.name`.execute(trx);
  return rows.length > 0;
};

/**
 * Runs `change` in a transaction that also creates the row of an upload. When it fails, the upload is removed. `change`
 * calls `release` with the address it replaced: that file is removed after the commit unless something still refers to it.
 */
export const changeWithUpload = async <T>(
  deps: Pick<Deps, 'db' | 'now' | 'storage'>,
  upload: StoredUpload | null,
  change: (trx: Db, release: (url: string | null) => Promise<void>) => Promise<T>,
): Promise<T> => {
  const removed: string[] = [];
  try {
    const result = await deps.db.transaction().execute(async (trx) => {
      if (upload) {
        const { url: _, ...row } = upload;
        await trx
          .insertInto('files')
          .values({ ...row, created_at: deps.now() })
          .execute();
      }
      return change(trx, async (url) => {
        const name = fileNameFromUrl(url);
        if (name && (await deleteRow(trx, name))) removed.push(name);
      });
    });
    await Promise.all(removed.map((name) => removeFile(deps, name)));
    return result;
  } catch (error) {
    if (upload) await removeIfUnrecorded(deps, upload);
    throw error;
  }
};
