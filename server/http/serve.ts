import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { BodyOf, Call, ParamsOf, QueryOf, ReplyOf } from '#contract/call.ts';
import { type ErrorCode, errorCatalog } from '#contract/errors.ts';
import { describeIssue } from '#contract/values.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/connect.ts';
import type { Storage } from '../storage/storage.ts';
import type { Actor, Tokens } from './actor.ts';
import { type Download, sendDownload } from './download.ts';
import { noStoredReply, runIdempotently, type StoreReply } from './idempotency.ts';
import { readBody, type UploadedFile } from './multipart.ts';
import { errorHandler, htmlErrorHandler, Invalid, Refusal, toFieldErrors } from './refusal.ts';
import { type ResponseCache, sendCached } from './responseCache.ts';
import { toJsonSchema } from './schema.ts';

/** Dependencies of the server. Tests pass their own clock and database. */
export interface Deps {
  config: Config;
  db: Db;
  /** What people upload. */
  storage: Storage;
  tokens: Tokens;
  now(): Date;
  /** Cache of replies to signed-out visitors; without it every request reads the database. */
  responseCache?: ResponseCache;
}

/**
 * Who may call. `guest`: anyone, the token is not read (signing in). `anyone`: signed in or not. `user`: signed in.
 * `staff`: organizers and administrators. The others: users of that type.
 */
export type Audience = 'guest' | 'anyone' | 'user' | 'student' | 'organization' | 'staff' | 'admin';

/** What a handler gets: the dependencies, and the request parsed by the schemas of its call. */
export interface Context<C, A> extends Deps {
  actor: A;
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  /** Files of a multipart body by field name. */
  files: Record<string, UploadedFile>;
  request: FastifyRequest;
  /** Stores the reply for the request's Idempotency-Key; to call inside the handler's transaction. */
  storeReply: StoreReply;
}
type ActorFor<A extends Audience> = A extends 'guest' ? null : A extends 'anyone' ? Actor | null : Actor;

export interface RouteOptions {
  /** The write changes nothing in cached replies, so the response cache is not cleared. */
  keepsResponseCache?: boolean;
  /** Not served in production. */
  development?: boolean;
}
declare module 'fastify' {
  interface FastifyContextConfig {
    audience?: Audience;
    keepsResponseCache?: boolean;
  }
}

export interface ApiRoute extends RouteOptions {
  call: Call;
  audience: Audience;
  // biome-ignore lint/suspicious/noExplicitAny: each handler is typed where it is written, in `to`
  handler: (context: any) => Promise<unknown>;
}

/** Defines a route: `serve(call).to(audience, handler)`. */
export const serve = <C extends Call<string, z.core.$ZodType, z.core.$ZodType, z.core.$ZodType>>(call: C) => ({
  to: <A extends Audience>(
    audience: A,
    handler: (context: Context<C, ActorFor<A>>) => Promise<C extends { download: string } ? Download : ReplyOf<C>>,
    options: RouteOptions = {},
  ): ApiRoute => ({
    call: call as unknown as Call,
    audience,
    handler,
    ...options,
  }),
});

z.config({ customError: describeIssue });

/** @throws Invalid with the field errors, or Refusal with the code `invalid` when one is given */
const parse = <S extends z.core.$ZodType>(schema: S | undefined, value: unknown, invalid?: ErrorCode): z.core.output<S> | undefined => {
  if (!schema) return undefined;
  const result = z.safeParse(schema, value);
  if (!result.success) throw invalid ? new Refusal(invalid) : new Invalid(toFieldErrors(result.error.issues));
  return result.data;
};

/** A blank parameter counts as absent: `featured=` does not mean `featured=false`. */
const withoutBlanks = (query: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query as Record<string, unknown>).filter(([, value]) => typeof value !== 'string' || value.trim() !== ''),
  );

/** Parses ids as positive int4 values. @throws Refusal `not_found` for other ids */
const readParams = (params: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (name !== 'id' && !name.endsWith('_id')) return [name, value];
      if (!/^[1-9]\d{0,9}$/.test(value) || Number(value) > 2147483647) throw new Refusal('not_found');
      return [name, Number(value)];
    }),
  );

/** @throws Refusal `unauthorized`, or the code of the missing role */
const actorFor = (audience: Audience, { tokens, now }: Deps, request: FastifyRequest): Actor | null => {
  if (audience === 'guest') return null;
  const actor = tokens.read(request, now());
  if (audience === 'anyone') return actor;
  if (!actor) throw new Refusal('unauthorized');
  if (audience === 'user' || actor.user_type === audience) return actor;
  if (audience === 'staff') {
    if (actor.user_type === 'student') throw new Refusal('organizers_only');
  } else throw new Refusal(audience === 'student' ? 'students_only' : audience === 'organization' ? 'organizers_only' : 'admins_only');
  return actor;
};

/** Whether the account was deleted: its access tokens stay valid for up to 15 minutes. */
const isDeleted = async ({ db }: Deps, { user_id }: Actor): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('id', '=', user_id).executeTakeFirst()) === undefined;
const isNotFound = (error: unknown) => error instanceof Refusal && errorCatalog[error.code][0] === 404;

/** Registers the routes below /api. */
export const mount = (app: FastifyInstance, deps: Deps, routes: readonly ApiRoute[]) => {
  app.addHook('onResponse', async (request) => {
    const { keepsResponseCache } = request.routeOptions.config;
    if (request.method !== 'GET' && request.method !== 'HEAD' && !keepsResponseCache) deps.responseCache?.clear();
  });
  for (const { call, audience, handler, keepsResponseCache = false, development = false } of routes) {
    if (development && deps.config.production) continue;
    const status = call.status ?? 200;
    app.route({
      method: call.method,
      url: `/api${call.path}`,
      schema: status === 204 || call.download ? {} : { response: { [status]: toJsonSchema(call.reply) } },
      config: { audience, keepsResponseCache },
      errorHandler: call.download ? htmlErrorHandler : errorHandler,
      handler: async (request, reply) => {
        const actor = actorFor(audience, deps, request);
        if (actor === null && audience === 'anyone' && call.method === 'GET' && deps.responseCache) {
          const cached = await deps.responseCache.get(request.url, async () => {
            const context = {
              ...deps,
              actor,
              params: readParams(request.params as Record<string, string>),
              query: parse(call.query, withoutBlanks(request.query)),
              body: undefined,
              files: {},
              request,
              storeReply: noStoredReply,
            };
            const body = await handler(context);
            return { status, text: reply.code(status).serialize(body) as string };
          });
          // A proxy must not send this response to a request with a token.
          reply.header('vary', 'Authorization');
          return sendCached(request, reply, cached, 'application/json; charset=utf-8');
        }
        // A deleted account may not write. Its reads are checked below, when a row is not found.
        if (actor && call.method !== 'GET' && (await isDeleted(deps, actor))) throw new Refusal('unauthorized');
        const params = readParams(request.params as Record<string, string>);
        const query = parse(call.query, withoutBlanks(request.query));
        const { fields, files } = await readBody(request, call);
        // An upload may last long enough for the account to be deleted during it.
        if (actor && request.isMultipart() && (await isDeleted(deps, actor))) throw new Refusal('unauthorized');
        const body = parse(call.body, fields, call.invalid);
        const context = { ...deps, actor, params, query, body, files, request };
        reply.header('cache-control', 'no-store').code(status);
        const key = call.idempotent ? request.headers['idempotency-key'] : undefined;
        if (typeof key === 'string') {
          return runIdempotently(deps, { actor, key, call, params, body, files }, reply, (storeReply) =>
            handler({ ...context, storeReply }),
          );
        }
        const result = await handler({ ...context, storeReply: noStoredReply }).catch(async (error: unknown) => {
          throw actor && isNotFound(error) && (await isDeleted(deps, actor)) ? new Refusal('unauthorized') : error;
        });
        if (call.download) return sendDownload(reply, call.download, result as Download);
        return status === 204 ? reply.send() : result;
      },
    });
  }
};
