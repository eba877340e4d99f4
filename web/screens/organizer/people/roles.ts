import { type MemberRole, memberRoles, roleAllows } from '#contract/organization-rules.ts';

/** What each role may do, in Uzbek. */
export const roleDescriptions: Record<MemberRole, string> = {
  owner: 'Hammasi: a’zolar va rollar, tashkilot profili, jurnal.',
  manager: 'E’lon yaratadi va tahrirlaydi, arizalar bo‘yicha qaror qabul qiladi, taklif yuboradi.',
  reviewer: 'Arizalarni o‘qiydi, baholaydi va izoh yozadi. Qaror qabul qilmaydi.',
};

/** The roles a member of this role may grant: up to their own. */
export const grantableRoles = (role: MemberRole): Partial<Record<MemberRole, string>> =>
  Object.fromEntries(Object.entries(memberRoles).filter(([granted]) => roleAllows(role, granted as MemberRole)));
