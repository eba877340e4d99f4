import type { FastifyRequest } from 'fastify';
import type { Deps } from './serve.ts';

/** The address people reach us by; never for a mail, see `mailOrigin`. */
export const requestOrigin = (deps: Pick<Deps, 'config'>, request: FastifyRequest): string =>
  deps.config.publicUrl ?? `${request.protocol}://${request.host}`;
