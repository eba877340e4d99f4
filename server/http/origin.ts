import type { FastifyRequest } from 'fastify';
import type { Deps } from './serve.ts';

/** The origin (`https://host`) of links in a reply. Not for mails, see `mailOrigin`: the Host header is from the client. */
export const requestOrigin = (deps: Pick<Deps, 'config'>, request: FastifyRequest): string =>
  deps.config.publicUrl ?? `${request.protocol}://${request.host}`;
