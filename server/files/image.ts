import sharp from 'sharp';
import { imageMaxPixels } from '#contract/file.ts';
import { concurrencyLimit } from '../http/concurrencyLimit.ts';

/** Why an upload was refused: too large, a type that is not accepted, or broken content. */
export class FileError extends Error {
  readonly reason: 'size' | 'type' | 'content';
  constructor(reason: FileError['reason'], cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/** Seconds one image may occupy a thread. */
export const imageTimeoutSeconds = 3;
sharp.concurrency(1);
sharp.cache(false);

/** Limits concurrent image work: decoding runs on the few threads that password hashing and disk access share. */
export const withImageSlot = concurrencyLimit({ maxRunning: 2, maxWaiting: 20, retryAfter: imageTimeoutSeconds });

export type ImageFormat = 'jpeg' | 'png' | 'webp';

/** The format by the first bytes; the sender's file name and media type are not trusted. */
export const detectImageFormat = (data: Buffer): ImageFormat | null => {
  if (data.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (data.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png';
  return data.toString('latin1', 0, 4) === 'RIFF' && data.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : null;
};

interface ImageOptions {
  /** Maximum width and height in pixels; a smaller image is not enlarged. */
  width: number;
  height?: number;
  format: ImageFormat;
}

/**
 * Decodes an image and encodes it again: upright, within the given size, without metadata or appended data.
 * @throws FileError when it is not a JPEG, PNG or WebP, has more than 40 megapixels, or is broken
 */
export const reencodeImage = async (data: Buffer, { width, height, format }: ImageOptions): Promise<Buffer> => {
  const detected = detectImageFormat(data);
  if (!detected) throw new FileError('type');
  return withImageSlot(async () => {
    try {
      const image = sharp(data, { limitInputPixels: imageMaxPixels, failOn: 'error', sequentialRead: true });
      const metadata = await image.metadata();
      if (metadata.format !== detected || metadata.width * metadata.height > imageMaxPixels) throw new FileError('content');
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
