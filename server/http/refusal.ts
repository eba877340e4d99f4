import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { englishMessage } from '#contract/english.ts';
import { type ErrorCode, errorCatalog, type FieldErrors } from '#contract/errors.ts';

/** A request that a rule rejects. Sent as `{detail, code}` with the status of the code. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  /** Seconds a caller should wait; sent as Retry-After. */
  readonly retryAfter: number | undefined;
  constructor(code: ErrorCode, { retryAfter, cause }: { retryAfter?: number; cause?: unknown } = {}) {
    super(code, { cause });
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** A request with invalid fields. Sent as 400 with the field errors. */
export class Invalid extends Error {
  readonly fields: FieldErrors;
  constructor(fields: FieldErrors) {
    super('invalid');
    this.fields = fields;
  }
}

/** The path of an error's field. An invalid value in a list of plain values is an error of the list: `{field: [message]}`. */
const fieldPath = (path: readonly PropertyKey[]): readonly PropertyKey[] => {
  if (path.length === 0) return ['non_field_errors'];
  return path.length > 1 && typeof path.at(-1) === 'number' ? path.slice(0, -1) : path;
};

/** Converts zod issues to a tree of messages. A list of objects has `{}` for each entry without errors. */
export const toFieldErrors = (issues: readonly z.core.$ZodIssue[]): FieldErrors => {
  const root: FieldErrors = {};
  for (const issue of issues) {
    const path = fieldPath(issue.path);
    // biome-ignore lint/suspicious/noExplicitAny: the path decides which parts are records and which are arrays
    let node: any = root;
    path.forEach((part, index) => {
      const key = part as string | number;
      if (Array.isArray(node)) while (node.length <= Number(key)) node.push({});
      if (index === path.length - 1) {
        const messages = Array.isArray(node[key]) ? node[key] : [];
        if (!messages.includes(issue.message)) node[key] = [...messages, issue.message];
        return;
      }
      const isList = typeof path[index + 1] === 'number';
      const child = node[key];
      if (
        isList ? !Array.isArray(child) || typeof child[0] === 'string' : child === null || typeof child !== 'object' || Array.isArray(child)
      ) {
        node[key] = isList ? [] : {};
      }
      node = node[key];
    });
  }
  return root;
};

const translate = (errors: unknown): unknown => {
  if (typeof errors === 'string') return englishMessage(errors);
  if (Array.isArray(errors)) return errors.map(translate);
  if (errors !== null && typeof errors === 'object')
    return Object.fromEntries(Object.entries(errors).map(([key, value]) => [key, translate(value)]));
  return errors;
};

/** Database constraints whose violation is an error of the request. */
const constraints: Record<string, ErrorCode | FieldErrors> = {
  users_email_key: { email: ['Bu elektron pochta allaqachon ro‘yxatdan o‘tgan.'] },
  applications_student_opportunity_key: 'already_applied',
  opportunities_capacity: 'capacity_reached',
  opportunities_featured: 'featured_locked',
  // The account was deleted during the request.
  application_drafts_student_id_fkey: 'student_profile_not_found',
  languages_student_language_key: { language: ['Bu til allaqachon qo‘shilgan.'] },
  student_skills_student_skill_key: { skill_id: ['Bu ko‘nikma allaqachon qo‘shilgan.'] },
  members_pkey: 'already_in_organization',
  // The account was deleted during the upload.
  files_owner_id_fkey: 'unauthorized',
  student_skills_skill_id_fkey: { skill_id: ["Iltimos, ko'nikmani tanlang."] },
  social_links_student_platform_key: { platform: ['Bu platforma uchun havola allaqachon qo‘shilgan.'] },
};
/** Foreign keys to the writing user: violated when the account was deleted but its access token is still valid. */
const userForeignKey = /_(user|student|owner|actor)_id_fkey$|_created_by_fkey$/;
/** PostgreSQL codes for invalid values: NUL in text, numbers and dates out of range, text that is not a number. */
const invalidValueCodes = new Set(['22021', '22003', '22008', '22007', '22P02', '22001', '22P05']);
/** Codes for an unreachable or overloaded database, a lock timeout or a deadlock. */
const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '55P03',
  '40P01',
  '57014',
]);

const toRefusal = (error: FastifyError & { constraint?: string }): Refusal | Invalid => {
  if (error instanceof Refusal || error instanceof Invalid) return error;
  const { code = '', message = '' } = error;
  const known = error.constraint ? constraints[error.constraint] : undefined;
  if (known) return typeof known === 'string' ? new Refusal(known) : new Invalid(known);
  if (code === '23503' && userForeignKey.test(error.constraint ?? '')) return new Refusal('unauthorized', { cause: error });
  if (invalidValueCodes.has(code)) return new Refusal('invalid');
  if (
    unavailableCodes.has(code) ||
    code.startsWith('08') ||
    /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/.test(message)
  ) {
    return new Refusal('unavailable', { retryAfter: 2, cause: error });
  }
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Refusal('file_too_large');
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('payload_too_large');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('unsupported_media');
  if (code === 'FST_ERR_NOT_FOUND') return new Refusal('not_found');
  if (typeof error.statusCode === 'number' && error.statusCode < 500) return new Refusal('invalid');
  return new Refusal('internal', { cause: error });
};

/** Whether Accept-Language names Uzbek. */
export const wantsUzbek = (request: FastifyRequest): boolean => /\buz\b/i.test(request.headers['accept-language'] ?? '');

/** The language of the reply, stored with a consent given in the request. */
export const requestLanguage = (request: FastifyRequest): 'uz' | 'en' => (wantsUzbek(request) ? 'uz' : 'en');

type ErrorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Creates a handler that sends any thrown value as a reply: field errors, or one problem. @param problemText the body of a problem */
const createErrorHandler =
  (problemText: (code: ErrorCode, request: FastifyRequest, reply: FastifyReply) => string): ErrorHandler =>
  (error, request, reply) => {
    const refusal = toRefusal(error);
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-store');
    if (refusal instanceof Invalid)
      return reply.code(400).send(JSON.stringify(wantsUzbek(request) ? refusal.fields : translate(refusal.fields)));
    const [status] = errorCatalog[refusal.code];
    if (status >= 500) request.log.error({ err: refusal.cause ?? refusal }, 'refused');
    if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter));
    if (status === 401) reply.header('www-authenticate', 'Bearer');
    return reply.code(status).send(problemText(refusal.code, request, reply));
  };

const problemBody = (code: ErrorCode, request: FastifyRequest): string => {
  const [, uz, en] = errorCatalog[code];
  return JSON.stringify({ detail: wantsUzbek(request) ? uz : en, code });
};

/** Sends errors as JSON. */
export const errorHandler = createErrorHandler(problemBody);

/** Sends errors as an HTML page to browsers, for links to files that people open, and as JSON to other clients. */
export const htmlErrorHandler = createErrorHandler((code, request, reply) => {
  if (!/\btext\/html\b/.test(request.headers.accept ?? '')) return problemBody(code, request);
  reply.type('text/html; charset=utf-8');
  const [, detail] = errorCatalog[code];
  return `<!doctype html><html lang="uz"><meta name="viewport" content="width=device-width"><title>Imkon</title><p>${detail}</p></html>`;
});
