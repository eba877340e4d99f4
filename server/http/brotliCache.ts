import { promisify } from 'node:util';
import zlib from 'node:zlib';

const compress = promisify(zlib.brotliCompress);
/** Texts kept. */
const most = 200;

/**
 * Brotli at its densest, a tenth smaller than what is compressed on the way out: a rendered page then arrives with the
 * first packets. It takes some 50 ms of a thread, so it is done once a text and for one text at a time; while another is
 * under way the answer is null, and the text goes out compressed as usual.
 */
const kept = new Map<string, Buffer>();
let busy = false;
export const compressCached = async (etag: string, text: string): Promise<Buffer | null> => {
  const before = kept.get(etag);
  if (before) return before;
  if (busy) return null;
  busy = true;
  try {
    const dense = await compress(text, { params: { [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT } });
    if (kept.size >= most) kept.delete(kept.keys().next().value as string);
    kept.set(etag, dense);
    return dense;
  } finally {
    busy = false;
  }
};
