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

// Building blocks of every schema: lenient in format (spaces, numbers as text, empty string as null), strict in content.

/** A row id: a positive int4. */
export const id = z.int(badValue).check(z.minimum(1, badValue), z.maximum(2147483647, badValue));

/** Required text, trimmed and NFC. @param max UTF-16 units @param message when missing or blank */
export const text = (max: number, message: string = requiredMessage) =>
  z.pipe(
    z.transform(clean),
    z.string(message).check(z.minLength(1, message), z.maxLength(max, tooLong(max)), z.refine(isStorableText, badCharacters)),
  );

/** Optional text: absent leaves the value, blank or null clears it. @param max UTF-16 units */
export const optionalText = (max: number) =>
  z.optional(
    z.pipe(
      z.transform(emptyToNull),
      z.nullable(z.string(badValue).check(z.maxLength(max, tooLong(max)), z.refine(isStorableText, badCharacters))),
    ),
  );

/** Converts a decimal number in text to a number; returns other values unchanged. */
export const toNumber = (value: unknown) => {
  const cleaned = emptyToNull(value);
  return typeof cleaned === 'string' && /^[+-]?\d{1,15}(\.\d{1,10})?$/.test(cleaned) ? Number(cleaned) : cleaned;
};

/** An optional whole number within a range: absent leaves the value, blank or null clears it. */
export const optionalInteger = (min: number, max: number, message = notWhole) =>
  z.optional(
    z.pipe(
      z.transform(toNumber),
      z.nullable(z.int(message).check(z.minimum(min, outOfRange(min, max)), z.maximum(max, outOfRange(min, max)))),
    ),
  );

/** A required whole number within a range. */
export const integer = (min: number, max: number, message = notWhole) =>
  z.pipe(z.transform(toNumber), z.int(message).check(z.minimum(min, outOfRange(min, max)), z.maximum(max, outOfRange(min, max))));

/** The id of another row, as a number or digits. */
export const reference = (message = badChoice) =>
  z.pipe(z.transform(toNumber), z.int(message).check(z.minimum(1, message), z.maximum(2147483647, message)));

/** A number of at most two decimals within a range, converted to a string ("7.50"). */
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
/** An optional day: absent leaves the value, blank or null clears it. */
export const optionalDay = z.optional(
  z.pipe(z.transform(emptyToNull), z.nullable(z.string(badDate).check(z.refine(isCalendarDate, badDate)))),
);

const toBoolean = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? parseBoolean(value) : value);
/** A boolean; text and numbers are converted by `parseBoolean`. */
export const flag = z.pipe(z.transform(toBoolean), z.boolean(badValue));
/** A flag that may be absent. */
export const optionalFlag = z.optional(flag);
const toStrictBoolean = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? parseStrictBoolean(value) : value);
/** An optional flag that refuses an unknown word instead of reading it as false. */
export const optionalStrictFlag = z.optional(z.pipe(z.transform(toStrictBoolean), z.boolean(badValue)));

const cleanEmail = (value: unknown) => (typeof value === 'string' ? value.normalize('NFC').trim().toLowerCase() : value);
/** A required e-mail address, trimmed, NFC and lower case, at most 254 characters. */
export const email = z.pipe(
  z.transform(cleanEmail),
  z.string(badEmail).check(z.maxLength(254, badEmail), z.regex(emailPattern, badEmail), z.refine(isStorableText, badEmail)),
);
/** An optional e-mail address: absent leaves the value, blank or null clears it. */
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
/** An optional http(s) address of at most 500 characters; `https://` is added when missing. */
export const optionalLink = z.optional(z.pipe(z.transform(toLink), z.nullable(linkChecks)));
/** A required http(s) address of at most 500 characters; `https://` is added when missing. */
export const link = (message = badUrl) =>
  z.pipe(
    z.transform((value) => toLink(value) ?? undefined),
    z.string(message).check(z.minLength(1, badUrl), z.maxLength(500, badUrl), z.refine(isStorableText, badUrl)),
  );

/** One key of a table of labels. */
export const choice = <Labels extends Record<string, string>>(labels: Labels, message = badChoice) =>
  z.enum(Object.keys(labels) as [keyof Labels & string, ...(keyof Labels & string)[]], message);

/** A filter with several keys of a table of labels, repeated or separated by commas. */
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

/** An `ordering` parameter; its message lists the allowed values. */
export const ordering = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.optional(z.enum(names, `ordering: ${names.join(', ')}`));

/** A moment in a reply, ISO 8601 UTC. */
export const moment = z.string();

/** Query of a signed link: expiry in Unix seconds, and signature. */
export const signed = z.object({ until: z.optional(z.string()), sig: z.optional(z.string()) });
