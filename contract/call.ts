import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * A call describes one endpoint: the server implements it (`serve`), the browser requests it (`ask`), tests validate each
 * reply by it, and the OpenAPI page is generated from it. Paths are relative to `/api`.
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}` ? Name | Names<Rest> : never;

/** Path parameters: `:id` and `:…_id` are whole numbers, others are text. */
export type Params<Path extends string> = {
  [Name in Names<Path>]: Name extends 'id' | `${string}_id` ? number : string;
};

type Schema = z.core.$ZodType;

/** Schemas and properties of a call. */
export interface CallOptions<Query extends Schema, Body extends Schema, Reply extends Schema> {
  /** One sentence for the OpenAPI page. */
  summary: string;
  query?: Query;
  body?: Body;
  reply: Reply;
  /** Success status, 200 by default; 204 has no body. */
  status?: 200 | 201 | 204;
  /** Fields that may be a file in a multipart/form-data body. */
  files?: readonly string[];
  /** Media type of a file reply; the handler returns a `Download` instead of JSON. */
  download?: string;
  /** Accepts an Idempotency-Key header, so that a retry after a lost response has no second effect. */
  idempotent?: boolean;
  /** Error of an invalid body, where the specification has one text for the whole body instead of field errors. */
  invalid?: ErrorCode;
}

/** One endpoint. */
export interface Call<
  Path extends string = string,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Reply extends Schema = Schema,
> extends CallOptions<Query, Body, Reply> {
  method: Method;
  path: Path;
}

// `…Of` is the parsed value, `…Input` the value a client may send.
export type QueryOf<C> = C extends { query?: infer Q extends Schema } ? z.core.output<Q> : never;
export type QueryInput<C> = C extends { query?: infer Q extends Schema } ? z.core.input<Q> : never;
export type BodyOf<C> = C extends { body?: infer B extends Schema } ? z.core.output<B> : never;
export type BodyInput<C> = C extends { body?: infer B extends Schema } ? z.core.input<B> : never;
export type ReplyOf<C> = C extends { reply: infer R extends Schema } ? z.core.output<R> : never;
export type ParamsOf<C> = C extends { path: infer P extends string } ? Params<P> : never;

const call =
  (method: Method) =>
  <Path extends string, Query extends Schema, Body extends Schema, Reply extends Schema>(
    path: Path,
    options: CallOptions<Query, Body, Reply>,
  ): Call<Path, Query, Body, Reply> => ({ method, path, ...options });

export const get = /* @__PURE__ */ call('GET');
export const post = /* @__PURE__ */ call('POST');
export const put = /* @__PURE__ */ call('PUT');
export const patch = /* @__PURE__ */ call('PATCH');
export const remove = /* @__PURE__ */ call('DELETE');
