import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Deps } from '../http/serve.ts';
import { fileNameFromUrl } from './storeUpload.ts';

/** Pixels of a side: three for each point it is printed at. */
const side = 252;

/** A person's picture as a square JPEG, the format a PDF can embed; null when there is none or it cannot be read. */
export const avatarJpeg = async ({ storage }: Pick<Deps, 'storage'>, url: string | null): Promise<Buffer | null> => {
  const name = fileNameFromUrl(url);
  if (!name || !/^avatar\/[0-9a-f]{32}\.webp$/.test(name)) return null;
  try {
    const stored = await storage.get(name);
    if (!stored) return null;
    const image = sharp(await buffer(stored.stream)).resize(side, side, { fit: 'cover' });
    return await image.flatten({ background: '#ffffff' }).jpeg({ quality: 85 }).toBuffer();
  } catch {
    return null;
  }
};
