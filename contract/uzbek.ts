/**
 * Uzbek dates and numbers (specification 9). Not `Intl`, because phones often lack the locale `uz`.
 * A day is a calendar day in Asia/Tashkent (UTC+5, no daylight saving).
 */
const months = ['yanvar', 'fevral', 'mart', 'aprel', 'may', 'iyun', 'iyul', 'avgust', 'sentyabr', 'oktyabr', 'noyabr', 'dekabr'];
const shortMonths = ['yan', 'fev', 'mar', 'apr', 'may', 'iyn', 'iyl', 'avg', 'sen', 'okt', 'noy', 'dek'];
const weekdays = ['yakshanba', 'dushanba', 'seshanba', 'chorshanba', 'payshanba', 'juma', 'shanba'];

/** Fallback for a missing date (specification 9). */
export const noDate = "Ma'lumot mavjud emas";
/** Fallback on organizer screens (specification 9). */
export const noData = "Ma'lumot yo'q";

/** Milliseconds. */
const tashkentOffset = 5 * 60 * 60 * 1000;
const dayLength = 24 * 60 * 60 * 1000;

/** The calendar day of a moment in Tashkent, `YYYY-MM-DD`. */
export const tashkentDay = (moment: Date): string => new Date(moment.getTime() + tashkentOffset).toISOString().slice(0, 10);

/** The moment a Tashkent day begins. @param day `YYYY-MM-DD` @param offset days to add */
export const dayStart = (day: string, offset = 0): Date => new Date(Date.parse(`${day}T00:00:00Z`) - tashkentOffset + offset * dayLength);

/** Adds days (negative subtracts). @param day `YYYY-MM-DD`, as the result */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10);

/** Whole days from `from` to `to`, both `YYYY-MM-DD`. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayLength);

/** The parts of a day, or of a moment in Tashkent time; null for no date. */
const dateParts = (value: string | null | undefined) => {
  if (!value) return null;
  const isDay = /^\d{4}-\d\d-\d\d$/.test(value);
  const date = new Date(isDay ? `${value}T00:00:00Z` : Date.parse(value) + tashkentOffset);
  if (Number.isNaN(date.getTime())) return null;
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  return {
    day: date.getUTCDate(),
    month: date.getUTCMonth(),
    year: date.getUTCFullYear(),
    weekday: weekdays[date.getUTCDay()] as string,
    time: `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`,
  };
};

/** "5 sentyabr 2026", with a weekday "5 sentyabr 2026, shanba", with a time "5 sentyabr 2026 · 14:30". */
export const formatDate = (
  value: string | null | undefined,
  { weekday = false, time = false, fallback = noDate }: { weekday?: boolean; time?: boolean; fallback?: string } = {},
): string => {
  const parts = dateParts(value);
  if (!parts) return fallback;
  return `${parts.day} ${months[parts.month]} ${parts.year}${weekday ? `, ${parts.weekday}` : ''}${time ? ` · ${parts.time}` : ''}`;
};

/** Organizer screens: "5 sen 2026", with a time "5 sen 2026 · 14:30". */
export const formatShortDate = (value: string | null | undefined, { time = false } = {}): string => {
  const parts = dateParts(value);
  if (!parts) return noData;
  return `${parts.day} ${shortMonths[parts.month]} ${parts.year}${time ? ` · ${parts.time}` : ''}`;
};

/** A CV: "sen 2026". */
export const formatMonth = (value: string | null | undefined): string => {
  const parts = dateParts(value);
  return parts ? `${shortMonths[parts.month]} ${parts.year}` : noData;
};

/** The applicant dialog: year month day hour:minute, "2026 sentyabr 5 14:30". */
export const formatStamp = (value: string | null | undefined): string => {
  const parts = dateParts(value);
  return parts ? `${parts.year} ${months[parts.month]} ${parts.day} ${parts.time}` : noData;
};

/** "1 234 567", with no-break spaces between thousands. Text that is not a whole number is returned unchanged. */
export const formatNumber = (value: number | string): string => {
  const text = String(value);
  return /^-?\d+$/.test(text) ? text.replace(/\B(?=(\d{3})+$)/g, '\u00a0') : text;
};

/** Time left to a deadline in words (specification 9). @param days whole Tashkent days, negative when passed, null without a deadline */
export const remainingText = (days: number | null | undefined): string => {
  if (days === null || days === undefined) return 'Doimiy qabul';
  if (days < 0) return 'Muddati tugagan';
  if (days === 0) return 'Bugun oxirgi kun';
  if (days === 1) return '1 kun qoldi';
  if (days <= 7) return `${days} kun qoldi`;
  if (days <= 30) return `${Math.floor(days / 7)} hafta qoldi`;
  return `${Math.floor(days / 30)} oy qoldi`;
};

/** Whether the deadline banner is shown: 1 to 7 days (specification 9). */
export const isUrgent = (days: number | null | undefined): boolean => typeof days === 'number' && days >= 1 && days <= 7;

/** 'min - max', 'min+', '≤ max', or the fallback without limits (specification 9). */
export const formatRange = (min: number | null | undefined, max: number | null | undefined, fallback: string): string => {
  const low = min ?? null;
  const high = max ?? null;
  if (low !== null && high !== null) return `${low} - ${high}`;
  if (low !== null) return `${low}+`;
  if (high !== null) return `≤ ${high}`;
  return fallback;
};

/** Initials of the first two words of a name, upper case. */
export const initials = (name: string | null | undefined, fallback: string): string => {
  const letters = (name ?? '')
    .normalize('NFC')
    .split(/[\s-]+/)
    .map((word) => word.match(/\p{L}|\p{N}/u)?.[0] ?? '')
    .filter(Boolean)
    .slice(0, 2)
    .join('');
  return letters ? letters.toLocaleUpperCase('en') : fallback;
};

/** Describes how an organization answers applicants; null without a rate. @param rate percent @param days median days */
export const responseRateText = (rate: number | null, days: number | null): string | null => {
  if (rate === null) return null;
  const speed = days === null ? '' : `, odatda ${days === 0 ? 'shu kuniyoq' : `${days} kunda`}`;
  return `Arizalarning ${rate} % iga javob beradi${speed}`;
};
