import fs from 'node:fs/promises';
import path from 'node:path';
import type { Storage, StoredFile } from './storage.ts';

const partialSuffix = '.part';

/** A missing file, or a path that leads through something that is not a folder. */
const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code));
const nullWhenMissing = (error: unknown): null => {
  if (isMissing(error)) return null;
  throw error;
};

/** Flushes the entries of a folder, so that a rename in it survives a power cut. */
const syncFolder = async (folder: string): Promise<void> => {
  const directory = await fs.open(folder, 'r');
  await directory.sync().finally(() => directory.close());
};

/** Storage in a folder of the local disk, `root/kind/file`. The folders are created by the first write. */
export const diskStorage = (root: string): Storage => {
  const pathTo = (name: string): string => {
    const [kind = '', file = '', ...rest] = name.split('/');
    const isSegment = (text: string) => text !== '' && text !== '.' && text !== '..' && !/[\\\0]/.test(text);
    if (rest.length > 0 || !isSegment(kind) || !isSegment(file)) throw new Error(`Not the name of a stored file: ${JSON.stringify(name)}`);
    return path.join(root, kind, file);
  };
  const readFolder = (folder: string) => fs.readdir(folder, { withFileTypes: true }).catch((error) => nullWhenMissing(error) ?? []);

  const stat = async (name: string): Promise<StoredFile | null> => {
    const found = await fs.stat(pathTo(name)).catch(nullWhenMissing);
    return found?.isFile() ? { name, size: found.size, modified_at: found.mtime, partial: name.endsWith(partialSuffix) } : null;
  };

  return {
    // Written beside its place, flushed, then renamed: a reader never sees half a file.
    put: async (name, content) => {
      const file = pathTo(name);
      const folder = path.dirname(file);
      const partial = `${file}${partialSuffix}`;
      try {
        await fs.mkdir(folder, { recursive: true });
        const handle = await fs.open(partial, 'wx', 0o644);
        let size: number;
        try {
          await handle.writeFile(content);
          await handle.sync();
          ({ size } = await handle.stat());
        } finally {
          await handle.close();
        }
        await fs.rename(partial, file);
        await syncFolder(folder);
        return size;
      } catch (error) {
        if (!Buffer.isBuffer(content)) content.destroy();
        await Promise.all([fs.rm(partial, { force: true }), fs.rm(file, { force: true })]).catch(() => {});
        throw error;
      }
    },
    get: async (name) => {
      const handle = await fs.open(pathTo(name), 'r').catch(nullWhenMissing);
      if (!handle) return null;
      try {
        const { size } = await handle.stat();
        return { size, stream: handle.createReadStream() };
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
    stat,
    remove: async (name) => {
      await fs.rm(pathTo(name), { force: true }).catch(nullWhenMissing);
    },
    list: async function* () {
      for (const folder of await readFolder(root)) {
        if (!folder.isDirectory()) continue;
        for (const file of await readFolder(path.join(root, folder.name))) {
          // It may have been removed since the folder was read.
          const found = await stat(`${folder.name}/${file.name}`);
          if (found) yield found;
        }
      }
    },
  };
};
