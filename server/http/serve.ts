import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { BodyOf, Call, ParamsOf, QueryOf, ReplyOf } from '#contract/call.ts';
import { type ErrorCode, errorCatalog } from '#contract/errors.ts';
import { describeIssue } from '#contract/values.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/connect.ts';
import type { Actor, Tokens } from './actor.ts';
import { type Download, sendDownload } from './download.ts';
import { nothingToSettle, runOnce, type Settle } from './idempotency.ts';
import { readBody, type Upload } from './multipart.ts';
import { errorHandler, fieldErrorsOf, htmlErrorHandler, Invalid, Refusal } from './refusal.ts';
import { type ResponseCache, sendCached } from './responseCache.ts';
import { toJsonSchema } from './schema.ts';

/** What the server is made of; tests hand in their own clock and database. */
export interface Deps {
  config: Config;
  db: Db;
  tokens: Tokens;
  now(): Date;
  /** Answers kept for a second for whoever is not signed in; absent, every request asks the database. */
  shared?: ResponseCache;
}

/**
 * Who may call. `guest`: a token is not even looked at (signing in). `anyone`: signed in or not.
 * `user`: every signed-in person. `staff`: organizers and administrators. The rest: that role alone.
 */
export type Audience = 'guest' | 'anyone' | 'user' | 'student' | 'organization' | 'staff' | 'admin';

export interface Context<C, A> extends Deps {
  actor: A;
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  /** Files of a multipart body by field name. */
  files: Record<string, Upload>;
  request: FastifyRequest;
  /** Keeps the answer for the request's Idempotency-Key inside the handler's own transaction. */
  settle: Settle;
}
type ActorFor<A extends Audience> = A extends 'guest' ? null : A extends 'anyone' ? Actor | null : Actor;

export interface RouteOptions {
  /** Changes nothing that anybody is shown: shared answers stay good. */
  quiet?: boolean;
  /** Does not exist in production. */
  development?: boolean;
}
declare module 'fastify' {
  interface FastifyContextConfig {
    audience?: Audience;
    quiet?: boolean;
  }
}

export interface Route extends RouteOptions {
  call: Call;
  audience: Audience;
  // biome-ignore lint/suspicious/noExplicitAny: each handler is typed where it is written, in `to`
  handler: (context: any) => Promise<unknown>;
}

/** `serve(call).to(audience, handler)`: one line of a noun's routes. */
export const serve = <C extends Call<string, z.core.$ZodType, z.core.$ZodType, z.core.$ZodType>>(call: C) => ({
  to: <A extends Audience>(
    audience: A,
    handler: (context: Context<C, ActorFor<A>>) => Promise<C extends { download: string } ? Download : ReplyOf<C>>,
    options: RouteOptions = {},
  ): Route => ({
    call: call as unknown as Call,
    audience,
    handler,
    ...options,
  }),
});

z.config({ customError: describeIssue });

const read = <S extends z.core.$ZodType>(schema: S | undefined, value: unknown, invalid?: ErrorCode): z.core.output<S> | undefined => {
  if (!schema) return undefined;
  const result = z.safeParse(schema, value);
  if (!result.success) throw invalid ? new Refusal(invalid) : new Invalid(fieldErrorsOf(result.error.issues));
  return result.data;
};

/** A blank parameter asks for nothing, as an empty field of a form does: `featured=` is no wish for what is not featured. */
const asked = (query: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query as Record<string, unknown>).filter(([, value]) => typeof value !== 'string' || value.trim() !== ''),
  );

/** Keys are whole numbers of an int4; anything else names nothing. */
const readParams = (given: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      if (name !== 'id' && !name.endsWith('_id')) return [name, value];
      if (!/^[1-9]\d{0,9}$/.test(value) || Number(value) > 2147483647) throw new Refusal('not_found');
      return [name, Number(value)];
    }),
  );

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

/** An access token outlives its account by up to a quarter of an hour. */
const isGone = async ({ db }: Deps, { user_id }: Actor): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('id', '=', user_id).executeTakeFirst()) === undefined;
const isMissing = (error: unknown) => error instanceof Refusal && errorCatalog[error.code][0] === 404;

/** Answers the calls below /api, with and without the closing slash. */
export const mount = (app: FastifyInstance, deps: Deps, routes: readonly Route[]) => {
  app.addHook('onResponse', async (request) => {
    const { quiet } = request.routeOptions.config;
    if (request.method !== 'GET' && request.method !== 'HEAD' && !quiet) deps.shared?.forget();
  });
  for (const { call, audience, handler, quiet = false, development = false } of routes) {
    if (development && deps.config.production) continue;
    const status = call.status ?? 200;
    app.route({
      method: call.method,
      url: `/api${call.path}`,
      schema: status === 204 || call.download ? {} : { response: { [status]: toJsonSchema(call.reply) } },
      config: { audience, quiet },
      errorHandler: call.download ? htmlErrorHandler : errorHandler,
      handler: async (request, reply) => {
        const actor = actorFor(audience, deps, request);
        if (actor === null && audience === 'anyone' && call.method === 'GET' && deps.shared) {
          const shared = await deps.shared.get(request.url, async () => {
            const context = {
              ...deps,
              actor,
              params: readParams(request.params as Record<string, string>),
              query: read(call.query, asked(request.query)),
              body: undefined,
              files: {},
              request,
              settle: nothingToSettle,
            };
            const answer = await handler(context);
            return { status, text: reply.code(status).serialize(answer) as string };
          });
          // A proxy that kept this answer may not hand it to whoever comes with a token.
          reply.header('vary', 'Authorization');
          return sendCached(request, reply, shared, 'application/json; charset=utf-8');
        }
        // A deleted person writes nothing; what they read is refused when it is found missing.
        if (actor && call.method !== 'GET' && (await isGone(deps, actor))) throw new Refusal('unauthorized');
        const params = readParams(request.params as Record<string, string>);
        const query = read(call.query, asked(request.query));
        const { fields, files } = await readBody(request, call);
        // A form takes as long as its sender does, long enough to delete an account meanwhile.
        if (actor && request.isMultipart() && (await isGone(deps, actor))) throw new Refusal('unauthorized');
        const body = read(call.body, fields, call.invalid);
        const context = { ...deps, actor, params, query, body, files, request };
        reply.header('cache-control', 'no-store').code(status);
        const key = call.idempotent ? request.headers['idempotency-key'] : undefined;
        if (typeof key === 'string') {
          return runOnce(deps, { actor, key, call, params, body, files }, reply, (settle) => handler({ ...context, settle }));
        }
        const answer = await handler({ ...context, settle: nothingToSettle }).catch(async (error: unknown) => {
          throw actor && isMissing(error) && (await isGone(deps, actor)) ? new Refusal('unauthorized') : error;
        });
        if (call.download) return sendDownload(reply, call.download, answer as Download);
        return status === 204 ? reply.send() : answer;
      },
    });
  }
};
