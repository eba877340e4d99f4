/**
 * Checks of single values and their messages. No schemas here, so that a screen can load this without the schema library.
 * Messages are Uzbek; english.ts translates them for callers without `Accept-Language: uz`.
 */
export const requiredMessage = 'Ushbu maydonni to‘ldiring.';
export const badCharacters = 'Matnda ruxsat etilmagan belgi bor.';
export const tooLong = (max: number) => `Ko‘pi bilan ${max} ta belgi kiriting.`;
export const notWhole = 'Butun son kiriting.';
export const notNumber = 'Son kiriting.';
export const outOfRange = (min: number, max: number) => `${min} dan ${max} gacha son kiriting.`;
export const badDate = 'Sanani to‘g‘ri kiriting.';
export const badUrl = 'Havolani to‘g‘ri kiriting (masalan, https://example.uz).';
export const badEmail = 'Elektron pochta noto‘g‘ri';
export const badChoice = 'Ro‘yxatdagi qiymatlardan birini tanlang.';
export const badValue = 'Qiymat noto‘g‘ri.';

/** Only whitespace, format characters and blank letters. */
const invisible = /^[\s\p{Cf}\u115f\u1160\u2800\u3164\uffa0]*$/u;
/** Text as it is stored: NFC, trimmed, empty when nothing in it is visible. Other values pass unchanged. */
export const clean = (value: unknown) => (typeof value === 'string' ? (invisible.test(value) ? '' : value.normalize('NFC').trim()) : value);
/** `clean`, with null for an empty text. */
export const emptyToNull = (value: unknown) => {
  const cleaned = clean(value);
  return cleaned === '' ? null : cleaned;
};
/** Whether PostgreSQL can store the text: no NUL, no lone surrogate. */
export const isStorableText = (value: string) => !value.includes('\u0000') && value.isWellFormed();

/** Whether the text is an existing day `YYYY-MM-DD` from 1900 to 2200. */
export const isCalendarDate = (value: string) => {
  if (!/^\d{4}-\d\d-\d\d$/.test(value) || value < '1900-01-01' || value > '2200-12-31') return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
};
const truthy = new Set(['true', '1', 'ha', 'yes', 'on']);
/** 'true', '1', 'ha', 'yes' and 'on' are true, everything else is false (specification 5). */
export const parseBoolean = (value: unknown): boolean =>
  value === true || value === 1 || (typeof value === 'string' && truthy.has(value.trim().toLowerCase()));
const falsy = new Set(['false', '0', 'yo‘q', "yo'q", 'no', 'off', '']);
/** As `parseBoolean`, but undefined for a word that is neither true nor false. */
export const parseStrictBoolean = (value: string | number): boolean | undefined =>
  parseBoolean(value) || (falsy.has(String(value).trim().toLowerCase()) ? false : undefined);
/** The pattern of the specification (5): text, '@', text, '.', text, without spaces. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** Adds `https://` to an address without a scheme. */
export const withScheme = (value: string): string =>
  /^[a-z][a-z0-9+.-]*:/i.test(value) && !/^[\w.-]+:\d/.test(value) ? value : `https://${value.replace(/^\/+/, '')}`;
/** The http(s) address to link to; null for any other scheme, a host without a dot, or an address with a user name. */
export const safeUrl = (value: string | null | undefined): string | null => {
  if (!value) return null;
  try {
    const url = new URL(withScheme(value.trim()));
    return (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname.includes('.') && !url.username ? url.href : null;
  } catch {
    return null;
  }
};
/** Splits text into trimmed lines and drops blank ones. */
export const nonEmptyLines = (value: string): string[] =>
  value
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);

/** The message of a schema issue whose check sets none. */
export const describeIssue = (issue: { code?: string; input?: unknown; maximum?: unknown }): string => {
  if (issue.input === undefined || issue.input === null) return requiredMessage;
  if (issue.code === 'invalid_value') return badChoice;
  return badValue;
};
