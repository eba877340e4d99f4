import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

/** Registers the parsers of request bodies. An empty body with a content type counts as no body, because many clients send one. */
export const registerBodyParsers = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    // Decoding as text would turn invalid UTF-8 into question marks.
    else if (!isUtf8(body)) done(new Refusal('invalid'), undefined);
    else parse(request, body.toString(), done);
  });
  app.addContentTypeParser<string>('text/plain', { parseAs: 'string' }, (_request, body, done) => {
    done(body === '' ? null : new Refusal('unsupported_media'), undefined);
  });
};
