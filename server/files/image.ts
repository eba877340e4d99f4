import sharp from 'sharp';
import { imageMaxPixels } from '#contract/file.ts';
import { concurrencyLimit } from '../http/concurrencyLimit.ts';

/** Why bytes are no file of ours. */
export class FileError extends Error {
  readonly reason: 'size' | 'type' | 'content';
  constructor(reason: FileError['reason'], cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/** Seconds one image may keep a thread busy. */
export const imageTimeoutSeconds = 3;
sharp.concurrency(1);
sharp.cache(false);

/** Work on images: decoding is done by a few threads which password hashing and the disk share. */
export const withImageSlot = concurrencyLimit({ maxRunning: 2, maxWaiting: 20, retryAfter: imageTimeoutSeconds });

export type ImageFormat = 'jpeg' | 'png' | 'webp';

/** The format by the first bytes; names and headers of the sender say nothing. */
export const imageFormatOf = (data: Buffer): ImageFormat | null => {
  if (data.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (data.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png';
  return data.toString('latin1', 0, 4) === 'RIFF' && data.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : null;
};

interface Shape {
  /** Pixels, at most; a smaller image stays as it is. */
  width: number;
  height?: number;
  format: ImageFormat;
}

/**
 * An image decoded and encoded anew: upright, of bounded size, without metadata or anything that came along.
 * @throws FileError when it is no JPEG, PNG or WebP, larger than 40 megapixels, or broken
 */
export const reencode = async (data: Buffer, { width, height, format }: Shape): Promise<Buffer> => {
  const given = imageFormatOf(data);
  if (!given) throw new FileError('type');
  return withImageSlot(async () => {
    try {
      const image = sharp(data, { limitInputPixels: imageMaxPixels, failOn: 'error', sequentialRead: true });
      const about = await image.metadata();
      if (about.format !== given || about.width * about.height > imageMaxPixels) throw new FileError('content');
      const upright = image.autoOrient().resize({ width, height, fit: 'inside', withoutEnlargement: true });
      const encoded =
        format === 'webp'
          ? upright.webp({ quality: 82 })
          : format === 'jpeg'
            ? upright.jpeg({ quality: 85, mozjpeg: false })
            : upright.png();
      return await encoded.timeout({ seconds: imageTimeoutSeconds }).toBuffer();
    } catch (error) {
      throw error instanceof FileError ? error : new FileError('content', error);
    }
  });
};
