import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The whole cache is cleared when it has so many entries. */
const maxEntries = 500;

export interface CachedResponse {
  status: number;
  text: string;
  etag: string;
  /** Seconds a shared cache in front may serve it. */
  maxAge: number;
}

/** Short-lived cache of responses that are the same for every signed-out visitor. Concurrent requests share one run of `make`. */
export interface ResponseCache {
  /** The cached response, or the one that `make` returns. A rejection of `make` is passed on and not cached. */
  get(key: string, make: () => Promise<{ status: number; text: string }>): Promise<CachedResponse>;
  /** Drops all entries; called after a write on this server, so that no reader gets the state before it. */
  clear(): void;
}

/**
 * @param seconds how long a response is served again without a query
 * @param time a monotonic clock in milliseconds
 */
export const createResponseCache = ({
  seconds = 1,
  time = () => performance.now(),
}: {
  seconds?: number;
  time?: () => number;
} = {}): ResponseCache => {
  let entries = new Map<string, { expiresAt: number; response: Promise<CachedResponse> }>();
  return {
    get: (key, make) => {
      const cached = entries.get(key);
      if (cached && cached.expiresAt > time()) return cached.response;
      if (entries.size >= maxEntries) entries = new Map();
      const response = make().then(({ status, text }) => ({
        status,
        text,
        etag: `"${createHash('sha1').update(text).digest('base64url')}"`,
        maxAge: seconds,
      }));
      const entry = { expiresAt: time() + seconds * 1000, response };
      entries.set(key, entry);
      // A failure is not cached.
      response.catch(() => entries.get(key) === entry && entries.delete(key));
      return response;
    },
    clear: () => {
      entries = new Map();
    },
  };
};

/** Whether If-None-Match names this response. */
export const matchesEtag = (request: FastifyRequest, { status, etag }: CachedResponse): boolean =>
  status === 200 && (request.headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false);

/**
 * Sends a cached response, or 304 when the client has it. Browsers always revalidate; a proxy may store it for `maxAge` seconds.
 * @param type the media type
 * @param body what to send in place of the text, such as its compressed form
 */
export const sendCached = (request: FastifyRequest, reply: FastifyReply, cached: CachedResponse, type: string, body?: Buffer) => {
  reply.headers({
    etag: cached.etag,
    'cache-control': `public, max-age=0, s-maxage=${cached.maxAge}, must-revalidate`,
    'content-type': type,
  });
  if (matchesEtag(request, cached)) return reply.code(304).send();
  return reply.code(cached.status).send(body ?? cached.text);
};
