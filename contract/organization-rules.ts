/** Types of organizations and their labels (specification 3). */
export const organizationTypes = {
  university: 'Universitet',
  company: 'Kompaniya',
  nonprofit: 'Notijorat tashkilot',
  government: 'Davlat tashkiloti',
  research: 'Tadqiqot instituti',
  startup: 'Startap',
  foundation: "Jamg'arma",
  ngo: 'NNT',
} as const;
export type OrganizationType = keyof typeof organizationTypes;

/** Roles of members and their labels. */
export const memberRoles = { owner: 'Egasi', manager: 'Menejer', reviewer: 'Ko‘rib chiquvchi' } as const;
export type MemberRole = keyof typeof memberRoles;
/** Actions recorded in the audit log of an organization, and their labels. */
export const auditActions = {
  member_invited: 'Xodim taklif qilindi',
  invitation_revoked: 'Taklif bekor qilindi',
  member_joined: 'A’zo qo‘shildi',
  role_changed: 'A’zoning roli o‘zgartirildi',
  member_removed: 'A’zo chiqarildi',
  member_left: 'A’zo tashkilotdan chiqdi',
  students_invited: 'Talabalar taklif qilindi',
  applications_exported: 'Arizalar eksport qilindi',
  applicants_messaged: 'Arizachilarga xabar yuborildi',
  blind_on: 'Nomzodlarning ismlari yashirildi',
  blind_off: 'Nomzodlarning ismlari ochildi',
  featured_locked: 'Administrator tavsiya etishni chekladi',
  featured_unlocked: 'Administrator tavsiya etishga yana ruxsat berdi',
} as const;
export type AuditAction = keyof typeof auditActions;

const rank: Record<MemberRole, number> = { reviewer: 1, manager: 2, owner: 3 };
/** Whether a role includes another: owner > manager > reviewer. */
export const roleAllows = (role: MemberRole, needed: MemberRole): boolean => rank[role] >= rank[needed];
