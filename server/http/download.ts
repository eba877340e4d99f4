import type { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';

/** The reply of a call that returns a file instead of JSON. */
export interface Download {
  /** File name for saving. */
  name: string;
  /** Media type, for a call that returns several kinds of files. */
  type?: string;
  body: Buffer | Readable;
}

/**
 * Sends a file as an attachment, so that its content cannot run as a page of this site.
 * @param defaultType media type of a download without its own
 */
export const sendDownload = (reply: FastifyReply, defaultType: string, { name, type = defaultType, body }: Download) =>
  reply
    .type(type)
    .headers({
      'content-disposition': contentDisposition(name, { type: 'attachment' }),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(body);
