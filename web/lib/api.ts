import type * as z from 'zod/mini';
import { accountCalls } from '#contract/account.ts';
import type { BodyInput, Call, ParamsOf, QueryInput, ReplyOf } from '#contract/call.ts';
import type { FieldErrors } from '#contract/errors.ts';
import { errorMessage, unexpectedMessage } from '#contract/messages.ts';
import { accessToken, clearTokens, refreshToken, storeTokens, tokenUserId } from './session.ts';

/** A refused call, or one without a response (`status` 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body: unknown) {
    super(status === 0 ? 'Internet aloqasi yo‘q. Ulanishni tekshirib, qayta urining.' : errorMessage(status, body));
    this.status = status;
    this.body = body;
  }
  /** Stable error code of the reply, undefined when it has none. */
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

/** The Uzbek message to show for anything thrown. */
export const messageFor = (error: unknown): string => (error instanceof ApiError ? error.message : unexpectedMessage);

/** Sends one HTTP request. @throws when no response came */
export type Transport = (url: string, init: RequestInit) => Promise<{ status: number; text: string }>;

const networkTransport: Transport = async (url, init) => {
  const response = await fetch(url, init);
  return { status: response.status, text: await response.text() };
};

export interface AskOptions<C> {
  params?: ParamsOf<C>;
  query?: QueryInput<C>;
  /** A plain object, or a FormData when the body holds a file. */
  body?: BodyInput<C> | FormData;
  /** Sent as `Idempotency-Key`; the same for every attempt at one action. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Replaces `fetch`: uploads report their progress, the renderer calls the API in process. */
  transport?: Transport;
}

/** URL of a call; empty query values are left out, arrays are joined with commas. */
const buildUrl = (path: string, params: Record<string, unknown> = {}, query: Record<string, unknown> = {}): string => {
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
  {
    body,
    idempotencyKey,
    signal,
    transport = networkTransport,
  }: { body?: unknown; idempotencyKey?: string; signal?: AbortSignal; transport?: Transport },
  token: string | null,
) => {
  const isForm = typeof FormData !== 'undefined' && body instanceof FormData;
  const headers: Record<string, string> = { 'Accept-Language': 'uz', Accept: 'application/json' };
  if (body !== undefined && !isForm) headers['Content-Type'] = 'application/json';
  if (token) headers.Authorization = `Bearer ${token}`;
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey;
  let response: { status: number; text: string };
  try {
    response = await transport(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body: isForm ? (body as FormData) : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    throw new ApiError(0, null);
  }
  const isOk = response.status >= 200 && response.status < 300;
  let parsed: unknown = null;
  try {
    parsed = response.text ? JSON.parse(response.text) : null;
  } catch {
    // With an error status it is a proxy's error page, and the status decides. With a success status it is a captive
    // portal's page, which counts as no response.
    if (isOk) throw new ApiError(0, null);
  }
  if (isOk) return parsed;
  throw new ApiError(response.status, parsed);
};

let refreshing: Promise<boolean> | null = null;
/**
 * Exchanges the refresh token once for all calls and tabs. Signs out only when the server refuses the token, not when the
 * network fails. @returns whether there is a new access token. @throws ApiError when the exchange could not be made
 */
const refreshOnce = (stale: string | null): Promise<boolean> => {
  refreshing ??= (async () => {
    const exchange = async () => {
      // Another tab may have refreshed already.
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
    return navigator.locks ? navigator.locks.request('imkon-refresh', exchange) : exchange();
  })().finally(() => {
    refreshing = null;
  });
  return refreshing;
};

/**
 * Calls one endpoint of the contract and returns its parsed reply. A 401 refreshes the tokens and repeats the call once.
 * @throws ApiError when the call is refused or gets no response; AbortError when `signal` aborts it
 */
export const ask = async <C extends Call<string, z.core.$ZodType, z.core.$ZodType, z.core.$ZodType>>(
  call: C,
  { params, query, ...rest }: AskOptions<C> = {},
): Promise<ReplyOf<C>> => {
  const url = buildUrl(call.path, params as Record<string, unknown>, query as Record<string, unknown>);
  const token = typeof window === 'undefined' ? null : accessToken();
  try {
    return (await send(call.method, url, rest, token)) as ReplyOf<C>;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || token === null || error.code === 'bad_credentials') throw error;
    if (!(await refreshOnce(token))) throw error;
    const renewed = accessToken();
    // Another user signed in in another tab: the first user's call is not repeated with the second user's token.
    if (tokenUserId(renewed) !== tokenUserId(token)) throw error;
    try {
      return (await send(call.method, url, rest, renewed)) as ReplyOf<C>;
    } catch (second) {
      // The new token is refused too: the session is over, and the route guards redirect to sign-in.
      if (second instanceof ApiError && second.status === 401 && accessToken() === renewed) clearTokens();
      throw second;
    }
  }
};
