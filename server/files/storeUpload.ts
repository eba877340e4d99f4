import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { enforceRateLimit } from '../http/rateLimits.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import type { FileContent } from './documents.ts';
import { isReferenced } from './references.ts';
import { type FileKind, readUpload } from './uploadKinds.ts';

export const filesFolder = ({ config }: Pick<Deps, 'config'>): string => path.join(config.dataDir, 'files');
export const pathOf = (deps: Pick<Deps, 'config'>, name: string) => path.join(filesFolder(deps), ...name.split('/'));
const prefix = '/files/';
export const fileUrl = (name: string) => `${prefix}${name}`;
/** The name of a file of ours, null when an address leads elsewhere. */
export const fileNameFromUrl = (url: string | null): string | null => (url?.startsWith(prefix) ? url.slice(prefix.length) : null);

/** A file that lies on the disk but belongs to nothing yet. */
export interface StoredUpload {
  name: string;
  url: string;
  kind: FileKind;
  owner_id: number;
  content_type: string;
  size: number;
  original_name: string;
}

/** Whole or not at all: written beside its place, flushed, then moved there. */
const write = async (file: string, data: Buffer): Promise<void> => {
  const folder = path.dirname(file);
  const draft = `${file}.part`;
  try {
    await fs.mkdir(folder, { recursive: true });
    const handle = await fs.open(draft, 'wx', 0o644);
    try {
      await handle.writeFile(data);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await fs.rename(draft, file);
    const directory = await fs.open(folder, 'r');
    await directory.sync().finally(() => directory.close());
  } catch (error) {
    await Promise.all([fs.rm(draft, { force: true }), fs.rm(file, { force: true })]).catch(() => {});
    throw new Refusal('upload_failed', { cause: error });
  }
};

const nameMax = 200;
/** The sender's name for a file, without what could mislead, ending as its content does: a PDF is never saved as .exe. */
const savedName = (given: string, extension: FileContent['extension']): string => {
  const plain = given.replace(/[^\p{L}\p{M}\p{N}.,()‘’'_ -]/gu, '').trim();
  const stem = plain
    .replace(/\.(jpe?g|png|webp|gif|svg|pdf|docx?)$/i, '')
    .replace(/^[. ]+/, '')
    .slice(0, nameMax - extension.length - 1);
  return `${stem.toWellFormed() || 'fayl'}.${extension}`;
};

/**
 * Checks what was sent and writes it to the disk; `changeWithFile` then makes it belong to a row.
 * @throws Refusal or Invalid by kind when it is refused, Refusal upload_failed when the disk refuses, too_many_requests after many
 */
export const storeUpload = async (
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  kind: FileKind,
  upload: UploadedFile | undefined,
  owner_id: number,
): Promise<StoredUpload> => {
  await enforceRateLimit(deps, 'upload', owner_id);
  const { data, extension, content_type } = await readUpload(kind, upload?.data);
  const name = `${kind}/${randomBytes(16).toString('hex')}.${extension}`;
  await write(pathOf(deps, name), data);
  const original_name = savedName(upload?.name ?? '', extension);
  return { name, url: fileUrl(name), kind, owner_id, content_type, size: data.length, original_name };
};

/**
 * A second file with the content of one that is kept, for a row of its own: each can go without the other. Null when there
 * is none to copy. @throws Refusal upload_failed when the disk refuses
 */
export const copyUpload = async (
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  url: string | null,
  owner_id: number,
): Promise<StoredUpload | null> => {
  const original = fileNameFromUrl(url);
  if (!original) return null;
  const row = await deps.db
    .selectFrom('files')
    .select(['kind', 'content_type', 'original_name'])
    .where('name', '=', original)
    .executeTakeFirst();
  const data = row && (await fs.readFile(pathOf(deps, original)).catch(() => null));
  if (!data) return null;
  await enforceRateLimit(deps, 'upload', owner_id);
  const name = `${row.kind}/${randomBytes(16).toString('hex')}${path.extname(original)}`;
  await write(pathOf(deps, name), data);
  const { content_type, original_name } = row;
  return {
    name,
    url: fileUrl(name),
    kind: row.kind as FileKind,
    owner_id,
    content_type,
    size: data.length,
    original_name: original_name ?? '',
  };
};

export const removeFile = (deps: Pick<Deps, 'config'>, name: string) => fs.rm(pathOf(deps, name), { force: true }).catch(() => {});

/** A lost answer to COMMIT leaves open what happened, so the row is asked before its file goes. */
const eraseUnrecorded = async (deps: Pick<Deps, 'config' | 'db'>, { name }: StoredUpload) => {
  const recorded = await deps.db
    .selectFrom('files')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst()
    .catch(() => ({ name }));
  if (!recorded) await removeFile(deps, name);
};

/** The row of a file goes unless something else still needs it; a picture of an organization stands in one place alone. */
const removeRow = async (trx: Db, name: string): Promise<boolean> => {
  const { rows } = await sql<{ name: string }>`
    delete from files f where f.name = ${name} and (f.kind in ('cover', 'logo') or not (${isReferenced})) returning f.name`.execute(trx);
  return rows.length > 0;
};

/**
 * A change in one transaction together with the row of its file. A failed change takes the file along; a file the change
 * lets go of disappears once the change has happened, unless something else still refers to it.
 */
export const changeWithUpload = async <T>(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  kept: StoredUpload | null,
  change: (trx: Db, letGo: (url: string | null) => Promise<void>) => Promise<T>,
): Promise<T> => {
  const gone: string[] = [];
  try {
    const result = await deps.db.transaction().execute(async (trx) => {
      if (kept) {
        const { url: _, ...row } = kept;
        await trx
          .insertInto('files')
          .values({ ...row, created_at: deps.now() })
          .execute();
      }
      return change(trx, async (url) => {
        const name = fileNameFromUrl(url);
        if (name && (await removeRow(trx, name))) gone.push(name);
      });
    });
    await Promise.all(gone.map((name) => removeFile(deps, name)));
    return result;
  } catch (error) {
    if (kept) await eraseUnrecorded(deps, kept);
    throw error;
  }
};
