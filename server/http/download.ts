import type { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';

/** A file that answers a call instead of JSON. */
export interface Download {
  /** What it is saved as. */
  name: string;
  /** Its media type, where a call answers with several. */
  type?: string;
  body: Buffer | Readable;
}

/** Saved, never shown: whatever is in it, it cannot act as a page of ours. */
export const sendDownload = (reply: FastifyReply, usual: string, { name, type = usual, body }: Download) =>
  reply
    .type(type)
    .headers({
      'content-disposition': contentDisposition(name, { type: 'attachment' }),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(body);
