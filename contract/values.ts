/**
 * What single values may be and what is said when they are not. No schemas here: screens that check nothing
 * load this without the schema library. Messages are Uzbek; `english` holds what callers without `Accept-Language: uz` read.
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

/** Signs that take no room or leave it empty. */
const unseen = /^[\s\p{Cf}\u115f\u1160\u2800\u3164\uffa0]*$/u;
/** Text as it is kept; one in which nothing can be seen is empty. */
export const clean = (value: unknown) => (typeof value === 'string' ? (unseen.test(value) ? '' : value.normalize('NFC').trim()) : value);
export const emptyToNull = (value: unknown) => {
  const cleaned = clean(value);
  return cleaned === '' ? null : cleaned;
};
/** PostgreSQL cannot hold NUL, and half a surrogate pair is not text. */
export const isStorableText = (value: string) => !value.includes('\u0000') && value.isWellFormed();

export const isCalendarDate = (value: string) => {
  if (!/^\d{4}-\d\d-\d\d$/.test(value) || value < '1900-01-01' || value > '2200-12-31') return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
};
const truthy = new Set(['true', '1', 'ha', 'yes', 'on']);
/** 'true', '1', 'ha' and 'yes' are true (specification 5). */
export const parseBoolean = (value: unknown): boolean =>
  value === true || value === 1 || (typeof value === 'string' && truthy.has(value.trim().toLowerCase()));
const falsy = new Set(['false', '0', 'yo‘q', "yo'q", 'no', 'off', '']);
/** The same where a guess would do harm: undefined for a word that is neither. */
export const parseStrictBoolean = (value: string | number): boolean | undefined =>
  parseBoolean(value) || (falsy.has(String(value).trim().toLowerCase()) ? false : undefined);
/** The specification's loose pattern: non-space text, '@', text, '.', text. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** `https://` is put before an address without a scheme; anything that is not http(s) is refused. */
export const withScheme = (value: string): string =>
  /^[a-z][a-z0-9+.-]*:/i.test(value) && !/^[\w.-]+:\d/.test(value) ? value : `https://${value.replace(/^\/+/, '')}`;
/** The address to link to, or null when the text is no http(s) address. */
export const safeUrl = (value: string | null | undefined): string | null => {
  if (!value) return null;
  try {
    const url = new URL(withScheme(value.trim()));
    return (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname.includes('.') && !url.username ? url.href : null;
  } catch {
    return null;
  }
};
/** Multi-line lists the form keeps as text: one entry a line, blanks dropped. */
export const nonEmptyLines = (value: string): string[] =>
  value
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);

/** The message of an issue whose schema names none. */
export const describeIssue = (issue: { code?: string; input?: unknown; maximum?: unknown }): string => {
  if (issue.input === undefined || issue.input === null) return requiredMessage;
  if (issue.code === 'invalid_value') return badChoice;
  return badValue;
};
