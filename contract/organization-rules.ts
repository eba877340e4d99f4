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

export const memberRoles = { owner: 'Egasi', manager: 'Menejer', reviewer: 'Ko‘rib chiquvchi' } as const;
export type MemberRole = keyof typeof memberRoles;
const rank: Record<MemberRole, number> = { reviewer: 1, manager: 2, owner: 3 };
/** Each role includes the next: owner > manager > reviewer. */
export const roleAllows = (role: MemberRole, needed: MemberRole): boolean => rank[role] >= rank[needed];
