import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

/** Which bodies are read: JSON, and forms where a call takes files. Many programs name a type and then send nothing: that is no body. */
export const registerBodyParsers = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    // Read as text, what is no UTF-8 would be kept as question marks.
    else if (!isUtf8(body)) done(new Refusal('invalid'), undefined);
    else parse(request, body.toString(), done);
  });
  app.addContentTypeParser<string>('text/plain', { parseAs: 'string' }, (_request, body, done) => {
    done(body === '' ? null : new Refusal('unsupported_media'), undefined);
  });
};
