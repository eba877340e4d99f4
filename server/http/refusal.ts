import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { englishMessage } from '#contract/english.ts';
import { type ErrorCode, errorCatalog, type FieldErrors } from '#contract/errors.ts';

/** Thrown by guards: becomes `{detail, code}` with the status of its code. */
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

/** Thrown when fields are wrong: becomes 400 with the field errors alone. */
export class Invalid extends Error {
  readonly fields: FieldErrors;
  constructor(fields: FieldErrors) {
    super('invalid');
    this.fields = fields;
  }
}

/** A value that is wrong in a plain list (a filter, addresses, keys) is said of the list: `{field: [message]}`. */
const fieldOf = (path: readonly PropertyKey[]): readonly PropertyKey[] => {
  if (path.length === 0) return ['non_field_errors'];
  return path.length > 1 && typeof path.at(-1) === 'number' ? path.slice(0, -1) : path;
};

/** zod's issues as a tree of messages; an array of objects holds `{}` where an entry has no error. */
export const fieldErrorsOf = (issues: readonly z.core.$ZodIssue[]): FieldErrors => {
  const root: FieldErrors = {};
  for (const issue of issues) {
    const path = fieldOf(issue.path);
    // biome-ignore lint/suspicious/noExplicitAny: a tree of records and arrays, built by the path
    let at: any = root;
    path.forEach((part, index) => {
      const key = part as string | number;
      if (Array.isArray(at)) while (at.length <= Number(key)) at.push({});
      if (index === path.length - 1) {
        const before = Array.isArray(at[key]) ? at[key] : [];
        if (!before.includes(issue.message)) at[key] = [...before, issue.message];
        return;
      }
      const next = typeof path[index + 1] === 'number';
      const holds = at[key];
      if (
        next ? !Array.isArray(holds) || typeof holds[0] === 'string' : holds === null || typeof holds !== 'object' || Array.isArray(holds)
      ) {
        at[key] = next ? [] : {};
      }
      at = at[key];
    });
  }
  return root;
};

const translated = (errors: unknown): unknown => {
  if (typeof errors === 'string') return englishMessage(errors);
  if (Array.isArray(errors)) return errors.map(translated);
  if (errors !== null && typeof errors === 'object')
    return Object.fromEntries(Object.entries(errors).map(([key, value]) => [key, translated(value)]));
  return errors;
};

/** Constraints of the database that say something a person can mend. */
const constraints: Record<string, ErrorCode | FieldErrors> = {
  users_email_key: { email: ['Bu elektron pochta allaqachon ro‘yxatdan o‘tgan.'] },
  applications_student_opportunity_key: 'already_applied',
  opportunities_capacity: 'capacity_reached',
  opportunities_featured: 'featured_locked',
  // Somebody whose account went a moment ago.
  application_drafts_student_id_fkey: 'student_profile_not_found',
  languages_student_language_key: { language: ['Bu til allaqachon qo‘shilgan.'] },
  student_skills_student_skill_key: { skill_id: ['Bu ko‘nikma allaqachon qo‘shilgan.'] },
  members_pkey: 'already_in_organization',
  // The account was deleted while its file was under way.
  files_owner_id_fkey: 'unauthorized',
  student_skills_skill_id_fkey: { skill_id: ["Iltimos, ko'nikmani tanlang."] },
  social_links_student_platform_key: { platform: ['Bu platforma uchun havola allaqachon qo‘shilgan.'] },
};
/** A row that refers to the person who writes it: they deleted their account a moment ago, and their token lives on. */
const ofPerson = /_(user|student|owner|actor)_id_fkey$|_created_by_fkey$/;
/** NUL in text, numbers and dates out of range, text that is no number. */
const badValues = new Set(['22021', '22003', '22008', '22007', '22P02', '22001', '22P05']);
const away = new Set([
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

const meaningOf = (error: FastifyError & { constraint?: string }): Refusal | Invalid => {
  if (error instanceof Refusal || error instanceof Invalid) return error;
  const { code = '', message = '' } = error;
  const known = error.constraint ? constraints[error.constraint] : undefined;
  if (known) return typeof known === 'string' ? new Refusal(known) : new Invalid(known);
  if (code === '23503' && ofPerson.test(error.constraint ?? '')) return new Refusal('unauthorized', { cause: error });
  if (badValues.has(code)) return new Refusal('invalid');
  if (
    away.has(code) ||
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

export const wantsUzbek = (request: FastifyRequest): boolean => /\buz\b/i.test(request.headers['accept-language'] ?? '');

/** The language a consent was read in. */
export const languageOf = (request: FastifyRequest): 'uz' | 'en' => (wantsUzbek(request) ? 'uz' : 'en');

type Refusing = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Where anything thrown becomes an answer: of fields that are wrong, or of one problem. */
const refusing =
  (bodyOf: (code: ErrorCode, request: FastifyRequest, reply: FastifyReply) => string): Refusing =>
  (error, request, reply) => {
    const meaning = meaningOf(error);
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-store');
    if (meaning instanceof Invalid)
      return reply.code(400).send(JSON.stringify(wantsUzbek(request) ? meaning.fields : translated(meaning.fields)));
    const [status] = errorCatalog[meaning.code];
    if (status >= 500) request.log.error({ err: meaning.cause ?? meaning }, 'refused');
    if (meaning.retryAfter !== undefined) reply.header('retry-after', String(meaning.retryAfter));
    if (status === 401) reply.header('www-authenticate', 'Bearer');
    return reply.code(status).send(bodyOf(meaning.code, request, reply));
  };

const problemBody = (code: ErrorCode, request: FastifyRequest): string => {
  const [, uz, en] = errorCatalog[code];
  return JSON.stringify({ detail: wantsUzbek(request) ? uz : en, code });
};

export const errorHandler = refusing(problemBody);

/** Files are opened by people, by a link of their own: a browser gets its refusal as words on a page. */
export const htmlErrorHandler = refusing((code, request, reply) => {
  if (!/\btext\/html\b/.test(request.headers.accept ?? '')) return problemBody(code, request);
  reply.type('text/html; charset=utf-8');
  const words = errorCatalog[code][1];
  return `<!doctype html><html lang="uz"><meta name="viewport" content="width=device-width"><title>Imkon</title><p>${words}</p></html>`;
});
