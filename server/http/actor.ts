import { createSigner, createVerifier } from 'fast-jwt';
import type { FastifyRequest } from 'fastify';
import type { UserType } from '#contract/account-rules.ts';
import { Refusal } from './refusal.ts';

/** The signed-in caller, as the access token names them. */
export interface Actor {
  user_id: number;
  user_type: UserType;
  session_id: string;
}

/** Lifetime of an access token. */
const accessMinutes = 15;

export interface Tokens {
  /** Issues a signed access token. @param now moment of issue */
  sign(actor: Actor, now: Date): string;
  /** The actor of a request, null without a token. @throws Refusal `unauthorized` when the token is invalid or expired */
  read(request: FastifyRequest, now: Date): Actor | null;
}

/** Issues and reads access tokens (JWT, HS256). @param secret the signing key */
export const makeTokens = (secret: string): Tokens => {
  const signer = createSigner({ key: secret, algorithm: 'HS256' });
  // `read` checks expiry against the `now` of its caller, so the verifier ignores it.
  const verifier = createVerifier({ key: secret, algorithms: ['HS256'], ignoreExpiration: true, cache: false });
  return {
    sign: ({ user_id, user_type, session_id }, now) => {
      const iat = Math.floor(now.getTime() / 1000);
      return signer({ sub: String(user_id), user_type, sid: session_id, typ: 'access', iat, exp: iat + accessMinutes * 60 });
    },
    read: (request, now) => {
      const header = request.headers.authorization;
      if (header === undefined) return null;
      const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header)?.[1];
      if (!token) throw new Refusal('unauthorized');
      try {
        const claims = verifier(token) as { sub?: unknown; user_type?: unknown; sid?: unknown; typ?: unknown; exp?: unknown };
        const id = Number(claims.sub);
        const known = claims.user_type === 'student' || claims.user_type === 'organization' || claims.user_type === 'admin';
        if (claims.typ !== 'access' || !Number.isInteger(id) || id < 1 || !known || typeof claims.sid !== 'string')
          throw new Refusal('unauthorized');
        if (typeof claims.exp !== 'number' || claims.exp * 1000 <= now.getTime()) throw new Refusal('unauthorized');
        return { user_id: id, user_type: claims.user_type as UserType, session_id: claims.sid };
      } catch (error) {
        throw error instanceof Refusal ? error : new Refusal('unauthorized', { cause: error });
      }
    },
  };
};
