import type * as z from 'zod/mini';
import { accountCalls } from '#contract/account.ts';
import type { BodyInput, Call, ParamsOf, QueryInput, ReplyOf } from '#contract/call.ts';
import type { FieldErrors } from '#contract/errors.ts';
import { errorMessage, unexpectedMessage } from '#contract/messages.ts';
import { accessToken, clearTokens, refreshToken, storeTokens, userIdOf } from './session.ts';

/** A call the server refused, or an answer that never came (`status` 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body: unknown) {
    super(status === 0 ? 'Internet aloqasi yo‘q. Ulanishni tekshirib, qayta urining.' : errorMessage(status, body));
    this.status = status;
    this.body = body;
  }
  /** Stable name of the refusal. */
  get code(): string | undefined {
    return (this.body as { code?: string } | null)?.code;
  }
  /** Field errors of a 400, undefined for any other refusal. */
  get fields(): FieldErrors | undefined {
    return this.status === 400 && this.body !== null && typeof this.body === 'object' && !('detail' in this.body)
      ? (this.body as FieldErrors)
      : undefined;
  }
}

/** What a person reads for anything thrown. */
export const messageFor = (error: unknown): string => (error instanceof ApiError ? error.message : unexpectedMessage);

export type Transport = (url: string, init: RequestInit) => Promise<{ status: number; text: string }>;

const overNetwork: Transport = async (url, init) => {
  const response = await fetch(url, init);
  return { status: response.status, text: await response.text() };
};
let transport = overNetwork;
/** On the server, calls are answered in process, signed out. */
export const setTransport = (other: Transport) => {
  transport = other;
};

export interface Asking<C> {
  params?: ParamsOf<C>;
  query?: QueryInput<C>;
  /** A plain object, or a FormData when a file comes along. */
  body?: BodyInput<C> | FormData;
  /** The same key for every try of one intention. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Another way to the server than the usual one: a file's tells how far it is. */
  over?: Transport;
}

const addressOf = (path: string, params: Record<string, unknown> = {}, query: Record<string, unknown> = {}): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) {
      if (value.length > 0) search.set(name, value.join(','));
    } else if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return `/api${path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))}${text ? `?${text}` : ''}`;
};

const send = async (
  method: string,
  url: string,
  { body, idempotencyKey, signal, over = transport }: { body?: unknown; idempotencyKey?: string; signal?: AbortSignal; over?: Transport },
  token: string | null,
) => {
  const form = typeof FormData !== 'undefined' && body instanceof FormData;
  const headers: Record<string, string> = { 'Accept-Language': 'uz', Accept: 'application/json' };
  if (body !== undefined && !form) headers['Content-Type'] = 'application/json';
  if (token) headers.Authorization = `Bearer ${token}`;
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey;
  let answer: { status: number; text: string };
  try {
    answer = await over(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body: form ? (body as FormData) : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    throw new ApiError(0, null);
  }
  const isFine = answer.status >= 200 && answer.status < 300;
  let parsed: unknown = null;
  try {
    parsed = answer.text ? JSON.parse(answer.text) : null;
  } catch {
    // A proxy's error page: the status speaks. A page instead of what was asked for is no answer of ours (networks that ask
    // for a sign-in of their own do this).
    if (isFine) throw new ApiError(0, null);
  }
  if (isFine) return parsed;
  throw new ApiError(answer.status, parsed);
};

let refreshing: Promise<boolean> | null = null;
/**
 * Trades the refresh token once for all calls and tabs. Signs out only when the server says the session has ended,
 * never because the network is away. @returns whether there is a new access token
 */
const refreshOnce = (stale: string | null): Promise<boolean> => {
  refreshing ??= (async () => {
    const trade = async () => {
      // Another tab may have been first.
      if (accessToken() !== stale) return accessToken() !== null;
      const refresh = refreshToken();
      if (!refresh) {
        clearTokens();
        return false;
      }
      try {
        const { method, path } = accountCalls.refresh;
        storeTokens((await send(method, `/api${path}`, { body: { refresh } }, null)) as ReplyOf<typeof accountCalls.refresh>);
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) {
          clearTokens();
          return false;
        }
        throw error;
      }
    };
    return navigator.locks ? navigator.locks.request('imkon-refresh', trade) : trade();
  })().finally(() => {
    refreshing = null;
  });
  return refreshing;
};

/** Asks one call of the contract. @throws ApiError */
export const ask = async <C extends Call<string, z.core.$ZodType, z.core.$ZodType, z.core.$ZodType>>(
  call: C,
  { params, query, ...rest }: Asking<C> = {},
): Promise<ReplyOf<C>> => {
  const url = addressOf(call.path, params as Record<string, unknown>, query as Record<string, unknown>);
  const token = typeof window === 'undefined' ? null : accessToken();
  try {
    return (await send(call.method, url, rest, token)) as ReplyOf<C>;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || token === null || error.code === 'bad_credentials') throw error;
    if (!(await refreshOnce(token))) throw error;
    const renewed = accessToken();
    // Another tab let somebody else in: what one person asked for is not done in the name of the next.
    if (userIdOf(renewed) !== userIdOf(token)) throw error;
    try {
      return (await send(call.method, url, rest, renewed)) as ReplyOf<C>;
    } catch (again) {
      // Fresh tokens are refused too: this session is over, and the guards send the person to sign in.
      if (again instanceof ApiError && again.status === 401 && accessToken() === renewed) clearTokens();
      throw again;
    }
  }
};
