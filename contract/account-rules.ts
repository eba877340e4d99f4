/** Account types and their labels. Sign-up offers student and organization only (specification 6). */
export const userTypes = { student: 'Talaba', organization: 'Tashkilot', admin: 'Platforma administratori' } as const;
export type UserType = keyof typeof userTypes;

/** Characters. The server may require more (PASSWORD_MIN_LENGTH). */
export const passwordMinLength = 8;
/** UTF-8 bytes. Bounds the time of hashing. */
export const passwordMaxBytes = 512;
/** Message for a password below a minimum of `min` characters. */
export const passwordShorterThan = (min: number) => `Parol kamida ${min} belgidan iborat bo‘lishi kerak`;
export const passwordTooShort = passwordShorterThan(passwordMinLength);
export const passwordsDiffer = 'Parollar mos emas';
export const passwordTooLong = 'Parol juda uzun.';
export const passwordTooCommon = 'Bu parol juda oddiy. Boshqasini tanlang.';
export const emailTaken = 'Bu elektron pochta allaqachon ro‘yxatdan o‘tgan.';
export const invitedAnother = 'Taklif boshqa elektron pochta manziliga yuborilgan. Taklif kelgan manzilni kiriting.';
/** Version of /terms that a person accepts by signing up or applying. Change it whenever that text changes. */
export const consentVersion = '2026-09-01';

const nameMissing = (label: string) => `${label} maydoni to‘ldirilishi kerak`;
export const fullNameMissing = nameMissing('To‘liq ism');
export const organizationNameMissing = nameMissing('Tashkilot nomi');
export const organizationTypeMissing = 'Tashkilot turi tanlanishi kerak';
export const organizationCountryMissing = 'Tashkilot mamlakati to‘ldirilishi kerak';
export const organizationCityMissing = 'Tashkilot shahri to‘ldirilishi kerak';

/** Splits a full name: the first word is first_name, the rest last_name (absent when there is one word). */
export const splitName = (fullName: string): { first_name: string; last_name?: string } => {
  const [first = '', ...rest] = fullName.trim().split(/\s+/);
  return rest.length > 0 ? { first_name: first, last_name: rest.join(' ') } : { first_name: first };
};
