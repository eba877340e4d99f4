import type { FastifyRequest } from 'fastify';
import type { Call } from '#contract/call.ts';
import { Refusal } from './refusal.ts';
import { toJsonSchema } from './schema.ts';

export interface Upload {
  name: string;
  data: Buffer;
}

/** Bytes; each kind of file has its own, smaller limit where it is kept. */
export const uploadMaxBytes = 12 * 1024 * 1024;

const nested = new Map<Call, Set<string>>();
/** Fields of a call that are lists or objects; a title such as "[2026]" is none of them and stays text. */
const nestedFields = (call: Call): Set<string> => {
  let names = nested.get(call);
  if (!names) {
    const { properties = {} } = (call.body ? toJsonSchema(call.body) : {}) as { properties?: Record<string, { type?: string }> };
    names = new Set(Object.keys(properties).filter((name) => properties[name]?.type === 'array' || properties[name]?.type === 'object'));
    nested.set(call, names);
  }
  return names;
};

/** Browsers send every line break of a multipart text as CRLF; typed it was one LF, as it comes in JSON. */
const asTyped = (value: unknown): unknown => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value);

const jsonText = (value: string): unknown => {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};

const readForm = async (request: FastifyRequest, call: Call, files: Record<string, Upload>) => {
  const fields: Record<string, unknown> = Object.create(null);
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      if (call.files?.includes(part.fieldname)) files[part.fieldname] = { name: part.filename ?? '', data: await part.toBuffer() };
      // Read past without being held in memory.
      else part.file.resume();
    } else if (part.fieldname !== '__proto__') {
      if (part.valueTruncated) throw new Refusal('payload_too_large');
      fields[part.fieldname] =
        typeof part.value === 'string' && nestedFields(call).has(part.fieldname) ? jsonText(part.value) : asTyped(part.value);
    }
  }
  return { ...fields };
};

/**
 * The body as one object, however it came. In multipart, scalars are text, lists and objects are JSON text,
 * and files stand under the names the call declares; a file under another name is passed over.
 */
export const readBody = async (request: FastifyRequest, call: Call): Promise<{ fields: unknown; files: Record<string, Upload> }> => {
  const files: Record<string, Upload> = {};
  if (!request.isMultipart()) return { fields: request.body ?? {}, files };
  if (!call.files) throw new Refusal('unsupported_media');
  try {
    return { fields: await readForm(request, call, files), files };
  } catch (error) {
    // A form that is cut off or has no boundary is the sender's mistake, though its parser says only "error".
    const explained = error instanceof Refusal || typeof (error as { statusCode?: unknown }).statusCode === 'number';
    throw explained ? error : new Refusal('invalid', { cause: error });
  }
};
