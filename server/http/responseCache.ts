import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Milliseconds an answer for anybody is served again without asking the database. */
const keptFor = 1000;
const most = 500;

export interface CachedResponse {
  status: number;
  text: string;
  etag: string;
}

/** Answers that are the same for everybody who is not signed in: kept for a second, asked for once however many wait. */
export interface ResponseCache {
  get(key: string, make: () => Promise<{ status: number; text: string }>): Promise<CachedResponse>;
  /** After a write on this server nobody is shown what was before. */
  forget(): void;
}

/** @param time milliseconds that only move forward */
export const createResponseCache = (time: () => number = () => performance.now()): ResponseCache => {
  let kept = new Map<string, { until: number; answer: Promise<CachedResponse> }>();
  return {
    get: (key, make) => {
      const before = kept.get(key);
      if (before && before.until > time()) return before.answer;
      if (kept.size >= most) kept = new Map();
      const answer = make().then(({ status, text }) => ({
        status,
        text,
        etag: `"${createHash('sha1').update(text).digest('base64url')}"`,
      }));
      const entry = { until: time() + keptFor, answer };
      kept.set(key, entry);
      // A failure is nobody's answer but its own.
      answer.catch(() => kept.get(key) === entry && kept.delete(key));
      return answer;
    },
    forget: () => {
      kept = new Map();
    },
  };
};

/** Whether the asker says to have this very answer already. */
export const matchesEtag = (request: FastifyRequest, { status, etag }: CachedResponse): boolean =>
  status === 200 && (request.headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false);

/** Sends a shared answer, or 304 to whoever has it already. The browser always asks; a proxy may keep it for a second. */
export const sendCached = (request: FastifyRequest, reply: FastifyReply, shared: CachedResponse, type: string, body?: Buffer) => {
  reply.headers({ etag: shared.etag, 'cache-control': 'public, max-age=0, s-maxage=1, must-revalidate', 'content-type': type });
  if (matchesEtag(request, shared)) return reply.code(304).send();
  return reply.code(shared.status).send(body ?? shared.text);
};
