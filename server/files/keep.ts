import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { coverFailed, coverTooLarge, coverWrongType } from '#contract/file.ts';
import type { Db } from '../db/connect.ts';
import { limit } from '../http/limits.ts';
import type { Upload } from '../http/multipart.ts';
import { Invalid, Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { ImageError, reencode } from './image.ts';

/** Public pictures: how wide they are kept, which field they come in, and what a refusal says. */
export const publicKinds = {
  cover: { width: 1600, field: 'cover_image', refusals: { size: coverTooLarge, type: coverWrongType, content: coverFailed } },
} as const;
export type PublicKind = keyof typeof publicKinds;

export const filesFolder = ({ config }: Pick<Deps, 'config'>): string => path.join(config.dataDir, 'files');
const pathOf = (deps: Pick<Deps, 'config'>, name: string) => path.join(filesFolder(deps), ...name.split('/'));
const urlOf = (name: string) => `/files/${name}`;

/** A file that lies on the disk but belongs to nothing yet. */
export interface Kept {
  name: string;
  url: string;
  kind: PublicKind;
  owner_id: number;
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

const encoded = async (kind: PublicKind, upload: Upload): Promise<Buffer> => {
  const { width, field, refusals } = publicKinds[kind];
  try {
    return await reencode(upload.data, width);
  } catch (error) {
    throw error instanceof ImageError ? new Invalid({ [field]: [refusals[error.reason]] }) : error;
  }
};

/**
 * Checks a picture and writes it to the disk; `changeWithFile` then makes it belong to a row.
 * @throws Invalid on its field when it is refused, Refusal upload_failed when the disk refuses, too_many_requests after many
 */
export const keep = async (
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  kind: PublicKind,
  upload: Upload,
  owner_id: number,
): Promise<Kept> => {
  await limit(deps, 'upload', owner_id);
  const data = await encoded(kind, upload);
  const name = `${kind}/${randomBytes(16).toString('hex')}.webp`;
  await write(pathOf(deps, name), data);
  return {
    name,
    url: urlOf(name),
    kind,
    owner_id,
    size: data.length,
    original_name: upload.name.replace(/[^\p{L}\p{N}._ -]/gu, '').slice(0, 200),
  };
};

const erase = (deps: Pick<Deps, 'config'>, name: string) => fs.rm(pathOf(deps, name), { force: true }).catch(() => {});

/** A lost answer to COMMIT leaves open what happened, so the row is asked before its file goes. */
const eraseUnrecorded = async (deps: Pick<Deps, 'config' | 'db'>, { name }: Kept) => {
  const recorded = await deps.db
    .selectFrom('files')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst()
    .catch(() => ({ name }));
  if (!recorded) await erase(deps, name);
};

/**
 * A change in one transaction together with the row of its file. A failed change takes the file along; a file the change
 * lets go of disappears once the change has happened.
 */
export const changeWithFile = async <T>(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  kept: Kept | null,
  change: (trx: Db, letGo: (url: string | null) => Promise<void>) => Promise<T>,
): Promise<T> => {
  const gone: string[] = [];
  try {
    const result = await deps.db.transaction().execute(async (trx) => {
      if (kept) {
        const { url: _, ...row } = kept;
        await trx
          .insertInto('files')
          .values({ ...row, content_type: 'image/webp', created_at: deps.now() })
          .execute();
      }
      return change(trx, async (url) => {
        const name = url?.startsWith('/files/') ? url.slice('/files/'.length) : null;
        if (!name) return;
        const removed = await trx.deleteFrom('files').where('name', '=', name).returning('name').executeTakeFirst();
        if (removed) gone.push(removed.name);
      });
    });
    await Promise.all(gone.map((name) => erase(deps, name)));
    return result;
  } catch (error) {
    if (kept) await eraseUnrecorded(deps, kept);
    throw error;
  }
};
