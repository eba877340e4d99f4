import { useCallback, useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import type { Call, ParamsOf, ReplyOf } from '#contract/call.ts';
import { ApiError, ask, type Transport } from './api.ts';
import { newIdempotencyKey } from './idempotencyKey.ts';

/** A transport that reports progress, which `fetch` cannot. */
const progressTransport =
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
  /** Name of the body's field for the file. */
  field: string;
  file: File;
  params?: ParamsOf<C>;
  /** Other fields of the body. */
  fields?: Record<string, string>;
  /** Share of the body sent, 0 to 1. Starts again when the session is refreshed. */
  onProgress?(share: number): void;
  signal?: AbortSignal;
  /** The same for every attempt with the same file. */
  idempotencyKey?: string;
}

/** Sends one file as multipart/form-data. @throws ApiError when refused or without a response; AbortError when cancelled */
export const upload = <C extends AnyCall>(
  call: C,
  { field, file, fields = {}, onProgress = () => {}, ...rest }: UploadOptions<C>,
): Promise<ReplyOf<C>> => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append(field, file);
  return ask(call, { body, transport: progressTransport(onProgress), ...rest });
};

export interface Upload<Reply> {
  /** 0 to 1 while a file is being sent, null otherwise. */
  progress: number | null;
  /** The file being sent, or the last one that failed. */
  file: File | null;
  /** Error of the last file; null after a cancel. */
  error: unknown;
  /** Sends a file and cancels the one being sent. @returns the reply, undefined when cancelled or failed (see `error`) */
  start(file: File, options?: Pick<UploadOptions<AnyCall>, 'fields'>): Promise<Reply | undefined>;
  cancel(): void;
  /** Clears the error. */
  clear(): void;
}

/** Whether another attempt with the same file makes sense: not after a refusal of its type or size. */
export const canRetryUpload = (error: unknown): boolean => error instanceof ApiError && error.status !== 400 && error.status !== 413;

const idle = { progress: null, file: null, error: null } as const;

/**
 * Uploads files to one call, one at a time. Every attempt with a file has the same idempotency key, so that a lost reply
 * leads to no second copy. Unmounting cancels.
 */
export const useUpload = <C extends AnyCall>(call: C, field: string, params?: ParamsOf<C>): Upload<ReplyOf<C>> => {
  const [state, setState] = useState<{ progress: number | null; file: File | null; error: unknown }>(idle);
  const running = useRef<AbortController | null>(null);
  const keys = useRef(new WeakMap<File, string>());
  useEffect(() => () => running.current?.abort(), []);

  const start: Upload<ReplyOf<C>>['start'] = async (file, options = {}) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const isCurrent = () => running.current === controller && !controller.signal.aborted;
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
        signal: controller.signal,
        onProgress: (progress) => isCurrent() && setState({ progress, file, error: null }),
      });
      if (isCurrent()) setState(idle);
      return controller.signal.aborted ? undefined : reply;
    } catch (error) {
      if (isCurrent()) setState({ progress: null, file, error });
      return undefined;
    }
  };
  const cancel = useCallback(() => {
    running.current?.abort();
    setState(idle);
  }, []);
  return { ...state, start, cancel, clear: cancel };
};
