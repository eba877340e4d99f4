import * as z from 'zod/mini';
import {
  badCharacters,
  badChoice,
  badDate,
  badEmail,
  badUrl,
  badValue,
  clean,
  emailPattern,
  emptyToNull,
  isCalendarDate,
  isStorableText,
  notNumber,
  notWhole,
  outOfRange,
  parseBoolean,
  parseStrictBoolean,
  requiredMessage,
  safeUrl,
  tooLong,
} from './values.ts';

// Building blocks of every schema: forgiving about form (spaces, numbers as text, empty string = nothing), strict about content.

/** An int4 key of a row. */
export const id = z.int(badValue).check(z.minimum(1, badValue), z.maximum(2147483647, badValue));

/** Text that must not be blank, trimmed and NFC. @param max length in UTF-16 units */
export const text = (max: number, message: string = requiredMessage) =>
  z.pipe(
    z.transform(clean),
    z.string(message).check(z.minLength(1, message), z.maxLength(max, tooLong(max)), z.refine(isStorableText, badCharacters)),
  );

/** Text that may be absent (unchanged), or blank or null (cleared). */
export const optionalText = (max: number) =>
  z.optional(
    z.pipe(
      z.transform(emptyToNull),
      z.nullable(z.string(badValue).check(z.maxLength(max, tooLong(max)), z.refine(isStorableText, badCharacters))),
    ),
  );

/** Digits as a number; anything else as it is. */
export const toNumber = (value: unknown) => {
  const cleaned = emptyToNull(value);
  return typeof cleaned === 'string' && /^[+-]?\d{1,15}(\.\d{1,10})?$/.test(cleaned) ? Number(cleaned) : cleaned;
};

/** A whole number or null; numbers written as text are read. */
export const optionalInteger = (min: number, max: number, message = notWhole) =>
  z.optional(
    z.pipe(
      z.transform(toNumber),
      z.nullable(z.int(message).check(z.minimum(min, outOfRange(min, max)), z.maximum(max, outOfRange(min, max)))),
    ),
  );

export const integer = (min: number, max: number, message = notWhole) =>
  z.pipe(z.transform(toNumber), z.int(message).check(z.minimum(min, outOfRange(min, max)), z.maximum(max, outOfRange(min, max))));

/** A key of another row, sent as a number or as digits. */
export const reference = (message = badChoice) =>
  z.pipe(z.transform(toNumber), z.int(message).check(z.minimum(1, message), z.maximum(2147483647, message)));

/** A decimal number of at most two places, kept as a string ("7.50"). */
export const decimal = (min: number, max: number, message = notNumber) =>
  z.pipe(
    z.transform(toNumber),
    z.pipe(
      z.number(message).check(
        z.minimum(min, message),
        z.maximum(max, message),
        z.refine((value) => Number(value.toFixed(2)) === value, message),
      ),
      z.transform((value: number) => value.toFixed(2)),
    ),
  );

/** A calendar day, `YYYY-MM-DD`. */
export const day = (message = badDate) => z.pipe(z.transform(clean), z.string(message).check(z.refine(isCalendarDate, message)));
export const optionalDay = z.optional(
  z.pipe(z.transform(emptyToNull), z.nullable(z.string(badDate).check(z.refine(isCalendarDate, badDate)))),
);

const toBoolean = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? parseBoolean(value) : value);
export const flag = z.pipe(z.transform(toBoolean), z.boolean(badValue));
export const optionalFlag = z.optional(flag);
const toPlainBoolean = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? parseStrictBoolean(value) : value);
/** A flag nobody may mistype: what is neither a yes nor a no is refused instead of being a no. */
export const optionalCarefulFlag = z.optional(z.pipe(z.transform(toPlainBoolean), z.boolean(badValue)));

const cleanEmail = (value: unknown) => (typeof value === 'string' ? value.normalize('NFC').trim().toLowerCase() : value);
export const email = z.pipe(
  z.transform(cleanEmail),
  z.string(badEmail).check(z.maxLength(254, badEmail), z.regex(emailPattern, badEmail), z.refine(isStorableText, badEmail)),
);
export const optionalEmail = z.optional(
  z.pipe(
    z.transform((value) => emptyToNull(cleanEmail(value))),
    z.nullable(z.string(badEmail).check(z.maxLength(254, badEmail), z.regex(emailPattern, badEmail), z.refine(isStorableText, badEmail))),
  ),
);

const toLink = (value: unknown) => {
  const cleaned = emptyToNull(value);
  return typeof cleaned === 'string' && cleaned.length <= 500 ? (safeUrl(cleaned) ?? '') : cleaned;
};
const linkChecks = z.string(badUrl).check(z.minLength(1, badUrl), z.maxLength(500, badUrl), z.refine(isStorableText, badUrl));
export const optionalLink = z.optional(z.pipe(z.transform(toLink), z.nullable(linkChecks)));
export const link = (message = badUrl) =>
  z.pipe(
    z.transform((value) => toLink(value) ?? undefined),
    z.string(message).check(z.minLength(1, badUrl), z.maxLength(500, badUrl), z.refine(isStorableText, badUrl)),
  );

/** An enumeration whose stored values are the keys of a table of labels. */
export const choice = <Labels extends Record<string, string>>(labels: Labels, message = badChoice) =>
  z.enum(Object.keys(labels) as [keyof Labels & string, ...(keyof Labels & string)[]], message);

/** A filter that may repeat or hold a comma list; unknown values are refused. */
export const choices = <Labels extends Record<string, string>>(labels: Labels) =>
  z.optional(
    z.pipe(
      z.transform((value) =>
        (Array.isArray(value) ? value : [value])
          .flatMap((part) => (typeof part === 'string' ? part.split(',') : [part]))
          .map(clean)
          .filter((part) => part !== ''),
      ),
      z.array(choice(labels)),
    ),
  );

/** An `ordering` parameter; the refusal names what is allowed. */
export const ordering = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.optional(z.enum(names, `ordering: ${names.join(', ')}`));

/** A moment in a reply, ISO 8601 UTC. */
export const moment = z.string();
/** A calendar day in a reply. */
export const replyDay = z.string();
/** A whole number in a reply that is also read when it comes as text. */
export const count = z.int();

/** What a short-lived link carries: until when it holds, in seconds since 1970, and its signature. */
export const signed = z.object({ until: z.optional(z.string()), sig: z.optional(z.string()) });
