/** Stored values of profile lists and their labels (specification 3). */
export const degrees = {
  high_school: "O'rta maktab",
  associate: "O'rta maxsus",
  bachelor: 'Bakalavr',
  master: 'Magistr',
  phd: 'PhD',
  certificate: 'Sertifikat dasturi',
} as const;
export const experienceTypes = {
  internship: 'Amaliyot',
  part_time: 'Yarim stavka',
  full_time: "To'liq stavka",
  volunteer: 'Volontyorlik',
  freelance: 'Frilans',
  project: 'Loyiha',
} as const;
export const achievementTypes = {
  award: 'Mukofot',
  certification: 'Sertifikat',
  competition: 'Musobaqa',
  scholarship: 'Grant',
  recognition: "E'tirof",
  publication: 'Nashr',
} as const;
export const languageLevels = {
  elementary: "Boshlang'ich",
  limited_working: 'Cheklangan ishchi',
  professional_working: 'Professional ishchi',
  full_professional: "To'liq professional",
  native: 'Ona tili',
} as const;
/** `proficiency_level` of a skill. */
export const skillLevels = { 1: "Boshlang'ich", 2: "O'rta", 3: 'Yuqori', 4: 'Mutaxassis' } as const;
export const skillCategories = {
  technical: 'Texnik',
  language: 'Til',
  soft_skill: 'Ijtimoiy ko‘nikma',
  tool: 'Vosita',
  certification: 'Sertifikat',
} as const;
export const socialPlatforms = {
  github: 'GitHub',
  linkedin: 'LinkedIn',
  twitter: 'Twitter',
  website: 'Veb-sayt',
  instagram: 'Instagram',
  facebook: 'Facebook',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  medium: 'Medium',
  devto: 'Dev.to',
  stackoverflow: 'Stack Overflow',
  kaggle: 'Kaggle',
  behance: 'Behance',
  dribbble: 'Dribbble',
  telegram: 'Telegram',
  custom: 'Boshqa',
} as const;

export const endBeforeStart = 'Tugash sanasi boshlanish sanasidan oldin bo‘lmasligi kerak.';

/** Characters of the text about the student (specification 9). */
export const aboutMax = 500;
