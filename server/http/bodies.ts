import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

/** Which bodies are read: JSON, and forms where a call takes files. Many programs name a type and then send nothing: that is no body. */
export const readBodies = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body, done);
  });
  app.addContentTypeParser<string>('text/plain', { parseAs: 'string' }, (_request, body, done) => {
    done(body === '' ? null : new Refusal('unsupported_media'), undefined);
  });
};
