import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { Deps } from '../http/serve.ts';
import { filesFolder } from './storeUpload.ts';

/** Pixels of a side: three for each point it is printed at. */
const side = 252;

/** A picture of a person as a square JPEG, which is what a PDF can hold; null when there is none or it cannot be read. */
export const avatarJpeg = async (deps: Pick<Deps, 'config'>, url: string | null): Promise<Buffer | null> => {
  const name = /^\/files\/(avatar\/[0-9a-f]{32}\.webp)$/.exec(url ?? '')?.[1];
  if (!name) return null;
  try {
    const data = await fs.readFile(path.join(filesFolder(deps), name));
    return await sharp(data).resize(side, side, { fit: 'cover' }).flatten({ background: '#ffffff' }).jpeg({ quality: 85 }).toBuffer();
  } catch {
    return null;
  }
};
