import { useCallback, useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import type { Call, ParamsOf, ReplyOf } from '#contract/call.ts';
import { ApiError, ask, type Transport } from './api.ts';
import { newIdempotencyKey } from './idempotencyKey.ts';

/** `fetch` does not say how much of a body has left. */
const telling =
  (onProgress: (share: number) => void): Transport =>
  (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method ?? 'POST', url);
      for (const [name, value] of Object.entries(headers as Record<string, string>)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () => resolve({ status: request.status, text: request.responseText });
      request.onerror = () => reject(new TypeError('No answer'));
      request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'));
      if (signal?.aborted) return request.onabort(new ProgressEvent('abort'));
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(body as FormData);
    });

type AnyCall = Call<string, z.core.$ZodType, z.core.$ZodType, z.core.$ZodType>;

export interface UploadOptions<C> {
  /** Name of the field that holds the file. */
  field: string;
  file: File;
  params?: ParamsOf<C>;
  /** Other fields of the body. */
  fields?: Record<string, string>;
  /** How much has left, 0 to 1. After a renewed session it begins anew. */
  onProgress?(share: number): void;
  signal?: AbortSignal;
  /** The same for every try of the same file. */
  idempotencyKey?: string;
}

/** Sends one file as multipart/form-data. @throws ApiError on a refusal or a lost answer, AbortError when cancelled */
export const upload = <C extends AnyCall>(
  call: C,
  { field, file, fields = {}, onProgress = () => {}, ...rest }: UploadOptions<C>,
): Promise<ReplyOf<C>> => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append(field, file);
  return ask(call, { body, transport: telling(onProgress), ...rest });
};

export interface Upload<Reply> {
  /** 0 to 1 while a file is under way, null otherwise. */
  progress: number | null;
  /** The file under way, or the one that did not arrive. */
  file: File | null;
  /** Why the last one did not arrive; null after a cancel. */
  error: unknown;
  /** Sends a file in place of whatever was under way. @returns undefined when it was cancelled or refused: see `error` */
  start(file: File, options?: Pick<UploadOptions<AnyCall>, 'fields'>): Promise<Reply | undefined>;
  cancel(): void;
  /** Forgets what did not arrive. */
  clear(): void;
}

/** Whether the same file may arrive the next time: it was not refused for what it is. */
export const canRetryUpload = (error: unknown): boolean => error instanceof ApiError && error.status !== 400 && error.status !== 413;

const idle = { progress: null, file: null, error: null } as const;

/**
 * One file at a time to one call. A file that is tried again carries the same key, so that a lost answer leaves no second
 * copy; whoever leaves the screen cancels.
 */
export const useUpload = <C extends AnyCall>(call: C, field: string, params?: ParamsOf<C>): Upload<ReplyOf<C>> => {
  const [state, setState] = useState<{ progress: number | null; file: File | null; error: unknown }>(idle);
  const running = useRef<AbortController | null>(null);
  const keys = useRef(new WeakMap<File, string>());
  useEffect(() => () => running.current?.abort(), []);

  const start: Upload<ReplyOf<C>>['start'] = async (file, options = {}) => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    const isMine = () => running.current === mine && !mine.signal.aborted;
    const idempotencyKey = keys.current.get(file) ?? newIdempotencyKey();
    keys.current.set(file, idempotencyKey);
    setState({ progress: 0, file, error: null });
    try {
      const reply = await upload(call, {
        ...options,
        field,
        file,
        ...(params ? { params } : {}),
        idempotencyKey,
        signal: mine.signal,
        onProgress: (progress) => isMine() && setState({ progress, file, error: null }),
      });
      if (isMine()) setState(idle);
      return mine.signal.aborted ? undefined : reply;
    } catch (error) {
      if (isMine()) setState({ progress: null, file, error });
      return undefined;
    }
  };
  const cancel = useCallback(() => {
    running.current?.abort();
    setState(idle);
  }, []);
  return { ...state, start, cancel, clear: cancel };
};
