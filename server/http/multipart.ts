import type { FastifyRequest } from 'fastify';
import type { Call } from '#contract/call.ts';
import { Refusal } from './refusal.ts';
import { toJsonSchema } from './schema.ts';

/** A file of a multipart body. */
export interface UploadedFile {
  /** The name the client sent. */
  name: string;
  data: Buffer;
}

/** Bytes of one file. Each kind of file has a smaller limit, checked when it is stored. */
export const uploadMaxBytes = 12 * 1024 * 1024;

const nestedByCall = new Map<Call, Set<string>>();
/** Names of the fields that are lists or objects. Other fields are not parsed, so a title such as "[2026]" stays text. */
const nestedFields = (call: Call): Set<string> => {
  let names = nestedByCall.get(call);
  if (!names) {
    const { properties = {} } = (call.body ? toJsonSchema(call.body) : {}) as { properties?: Record<string, { type?: string }> };
    names = new Set(Object.keys(properties).filter((name) => properties[name]?.type === 'array' || properties[name]?.type === 'object'));
    nestedByCall.set(call, names);
  }
  return names;
};

/** Browsers send line breaks in multipart text as CRLF; JSON bodies have LF. */
const normalizeLineBreaks = (value: unknown): unknown => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value);

const parseJson = (value: string): unknown => {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};

const readForm = async (request: FastifyRequest, call: Call, files: Record<string, UploadedFile>) => {
  const fields: Record<string, unknown> = Object.create(null);
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      if (call.files?.includes(part.fieldname)) files[part.fieldname] = { name: part.filename ?? '', data: await part.toBuffer() };
      // Discards the file without buffering it.
      else part.file.resume();
    } else if (part.fieldname !== '__proto__') {
      if (part.valueTruncated) throw new Refusal('payload_too_large');
      fields[part.fieldname] =
        typeof part.value === 'string' && nestedFields(call).has(part.fieldname) ? parseJson(part.value) : normalizeLineBreaks(part.value);
    }
  }
  return { ...fields };
};

/**
 * Reads the body of a request: JSON, or multipart where a call takes files. In multipart, scalars are text and lists and objects
 * are JSON text. Files with names that the call does not declare are ignored.
 * @throws Refusal `unsupported_media`, `payload_too_large`, `file_too_large` or `invalid`
 */
export const readBody = async (request: FastifyRequest, call: Call): Promise<{ fields: unknown; files: Record<string, UploadedFile> }> => {
  const files: Record<string, UploadedFile> = {};
  if (!request.isMultipart()) return { fields: request.body ?? {}, files };
  if (!call.files) throw new Refusal('unsupported_media');
  try {
    return { fields: await readForm(request, call, files), files };
  } catch (error) {
    // The parser throws a plain error for a truncated form or one without a boundary; both are errors of the client.
    const hasStatus = error instanceof Refusal || typeof (error as { statusCode?: unknown }).statusCode === 'number';
    throw hasStatus ? error : new Refusal('invalid', { cause: error });
  }
};
