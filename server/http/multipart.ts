import type { FastifyRequest } from 'fastify';
import type { Call } from '#contract/call.ts';
import { Refusal } from './refusal.ts';

export interface Upload {
  name: string;
  data: Buffer;
}

/** Bytes; each kind of file has its own, smaller limit where it is kept. */
export const uploadMaxBytes = 12 * 1024 * 1024;

const jsonText = (value: string): unknown => {
  const trimmed = value.trim();
  if (!/^(\[[\s\S]*\]|\{[\s\S]*\})$/.test(trimmed)) return value;
  try {
    return JSON.parse(trimmed);
  } catch {
    return value;
  }
};

const readForm = async (request: FastifyRequest, wanted: readonly string[], files: Record<string, Upload>) => {
  const fields: Record<string, unknown> = Object.create(null);
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const data = await part.toBuffer();
      if (wanted.includes(part.fieldname)) files[part.fieldname] = { name: part.filename ?? '', data };
    } else if (part.fieldname !== '__proto__') {
      if (part.valueTruncated) throw new Refusal('payload_too_large');
      fields[part.fieldname] = typeof part.value === 'string' ? jsonText(part.value) : part.value;
    }
  }
  return { ...fields };
};

/**
 * The body as one object, however it came. In multipart, scalars are text, lists and objects are JSON text,
 * and files stand under the names the call declares; a file under another name is passed over.
 */
export const bodyOf = async (request: FastifyRequest, call: Call): Promise<{ fields: unknown; files: Record<string, Upload> }> => {
  const files: Record<string, Upload> = {};
  if (!request.isMultipart()) {
    if (call.method === 'GET' || call.method === 'DELETE') return { fields: request.body ?? {}, files };
    return { fields: request.body ?? {}, files };
  }
  if (!call.files) throw new Refusal('unsupported_media');
  try {
    return { fields: await readForm(request, call.files, files), files };
  } catch (error) {
    // A form that is cut off or has no boundary is the sender's mistake, though its parser says only "error".
    const explained = error instanceof Refusal || typeof (error as { statusCode?: unknown }).statusCode === 'number';
    throw explained ? error : new Refusal('invalid', { cause: error });
  }
};
