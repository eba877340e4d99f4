import { promisify } from 'node:util';
import zlib from 'node:zlib';

const compress = promisify(zlib.brotliCompress);
/** Texts in the cache; the oldest is dropped first. */
const maxEntries = 200;

const cache = new Map<string, Buffer>();
let isBusy = false;
/**
 * A text compressed with Brotli at its highest quality, about a tenth smaller than the compression of the reply itself: a
 * rendered page then arrives with the first packets. Compressing takes about 50 ms of a thread, so each text is compressed once
 * and only one at a time.
 * @param etag identifies the text
 * @returns null while another text is being compressed; the caller then sends the text as usual
 */
export const compressCached = async (etag: string, text: string): Promise<Buffer | null> => {
  const cached = cache.get(etag);
  if (cached) return cached;
  if (isBusy) return null;
  isBusy = true;
  try {
    const compressed = await compress(text, { params: { [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT } });
    if (cache.size >= maxEntries) cache.delete(cache.keys().next().value as string);
    cache.set(etag, compressed);
    return compressed;
  } finally {
    isBusy = false;
  }
};
