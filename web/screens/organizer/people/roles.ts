import { type MemberRole, memberRoles, roleAllows } from '#contract/organization-rules.ts';

/** What each role may do, in one sentence. */
export const roleMeanings: Record<MemberRole, string> = {
  owner: 'Hammasi: a’zolar va rollar, tashkilot profili, jurnal.',
  manager: 'E’lon yaratadi va tahrirlaydi, arizalar bo‘yicha qaror qabul qiladi, taklif yuboradi.',
  reviewer: 'Arizalarni o‘qiydi, baholaydi va izoh yozadi. Qaror qabul qilmaydi.',
};

/** The roles this one may give: nobody gives more than their own. */
export const grantableRoles = (role: MemberRole): Partial<Record<MemberRole, string>> =>
  Object.fromEntries(Object.entries(memberRoles).filter(([one]) => roleAllows(role, one as MemberRole)));
