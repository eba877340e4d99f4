import sharp from 'sharp';
import { imageMaxBytes, imageMaxPixels } from '#contract/file.ts';
import { Refusal } from '../http/refusal.ts';

/** Why bytes are no image of ours. */
export class ImageError extends Error {
  readonly reason: 'size' | 'type' | 'content';
  constructor(reason: ImageError['reason'], cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/** Seconds one image may keep a thread busy. */
const patience = 3;
// Decoding is done by a few threads which password hashing and the disk share.
const atOnce = 2;
const queueMax = 20;
sharp.concurrency(1);
sharp.cache(false);

let running = 0;
const waiting: (() => void)[] = [];
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= atOnce) {
    if (waiting.length >= queueMax) throw new Refusal('unavailable', { retryAfter: patience });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
};

/** The format by the first bytes; names and headers of the sender say nothing. */
const formatOf = (data: Buffer): 'jpeg' | 'png' | 'webp' | null => {
  if (data.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (data.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png';
  return data.toString('latin1', 0, 4) === 'RIFF' && data.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : null;
};

/**
 * A picture decoded and encoded anew as WebP: upright, at most `width` wide, without metadata or anything that came along.
 * @param width pixels
 * @throws ImageError when it is too large (5 MB, 40 megapixels), of another type, or broken
 */
export const reencode = async (data: Buffer, width: number): Promise<Buffer> => {
  if (data.length > imageMaxBytes) throw new ImageError('size');
  const format = formatOf(data);
  if (!format) throw new ImageError('type');
  return inTurn(async () => {
    try {
      const image = sharp(data, { limitInputPixels: imageMaxPixels, failOn: 'error', sequentialRead: true });
      const about = await image.metadata();
      if (about.format !== format || about.width * about.height > imageMaxPixels) throw new ImageError('content');
      return await image
        .autoOrient()
        .resize({ width, withoutEnlargement: true })
        .webp({ quality: 82 })
        .timeout({ seconds: patience })
        .toBuffer();
    } catch (error) {
      throw error instanceof ImageError ? error : new ImageError('content', error);
    }
  });
};
