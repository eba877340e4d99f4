import type { ProfileSection, RequirementLevel } from './opportunity-rules.ts';

/** The profile fields used by the rules below; a profile and a snapshot both match. */
export interface ProfileFacts {
  phone?: string | null;
  location?: string | null;
  about_me?: string | null;
  bio?: string | null;
  university?: string | null;
  major?: string | null;
  portfolio_url?: string | null;
  resume?: string | null;
  education?: readonly unknown[];
  experiences?: readonly { experience_type?: string | null }[];
  skills?: readonly unknown[];
  projects?: readonly unknown[];
  languages?: readonly unknown[];
  achievements?: readonly { achievement_type?: string | null }[];
  social_links?: readonly { platform?: string | null; url?: string | null }[];
}

/** A profile requirement of an opportunity. Without a level it is recommended. */
export interface SectionRequirement {
  section: ProfileSection;
  requirement_level?: RequirementLevel | null;
  minimum_items?: number | null;
}

const isFilled = (value: string | null | undefined): boolean => typeof value === 'string' && value.trim() !== '';
const countItems = (values: readonly unknown[] | undefined): number => values?.length ?? 0;
const asCount = (value: boolean): number => (value ? 1 : 0);

/** Number of items of a section in a profile (specification 5, "Counts"). */
export const countSection = (section: ProfileSection, profile: ProfileFacts): number => {
  const achievements = (...types: string[]) =>
    (profile.achievements ?? []).filter((item) => types.includes(item.achievement_type ?? '')).length;
  const hasLink = (platform: string) => (profile.social_links ?? []).some((item) => item.platform === platform && isFilled(item.url));
  const about = isFilled(profile.about_me) || isFilled(profile.bio);
  switch (section) {
    case 'basic_info':
      return [isFilled(profile.phone), isFilled(profile.location), about, isFilled(profile.university), isFilled(profile.major)].filter(
        Boolean,
      ).length;
    case 'education':
      return countItems(profile.education);
    case 'experience':
      return countItems(profile.experiences);
    case 'skills':
      return countItems(profile.skills);
    case 'projects':
      return countItems(profile.projects);
    case 'languages':
      return countItems(profile.languages);
    case 'certifications':
      return achievements('certification');
    case 'awards':
      return achievements('award', 'competition', 'scholarship', 'recognition');
    case 'extracurricular':
      return (profile.experiences ?? []).filter((item) => item.experience_type === 'volunteer' || item.experience_type === 'project')
        .length;
    case 'personal_statement':
      return asCount(about);
    case 'portfolio':
      return asCount(isFilled(profile.portfolio_url));
    case 'resume':
      return asCount(isFilled(profile.resume));
    case 'linkedin':
    case 'github':
      return asCount(hasLink(section));
    case 'website':
      return asCount(isFilled(profile.portfolio_url) || hasLink('website'));
  }
};

/** Maximum of `countSection` for basic_info. */
export const basicFieldCount = 5;
const contentSections: readonly ProfileSection[] = [
  'education',
  'experience',
  'skills',
  'projects',
  'languages',
  'certifications',
  'awards',
  'extracurricular',
];
/** Sections that exist at most once. Their minimum is at most one and is not a field of the form. */
export const yesNoSections: readonly ProfileSection[] = ['resume', 'portfolio', 'linkedin', 'github', 'website', 'personal_statement'];

/** Number of items a requirement asks for (specification 5, "Minimum"). */
export const minimumItems = ({ section, requirement_level, minimum_items }: SectionRequirement): number => {
  if (typeof minimum_items === 'number') return minimum_items;
  const level = requirement_level ?? 'recommended';
  if (section === 'basic_info') return level === 'optional' ? 0 : 2;
  if (contentSections.includes(section)) return 1;
  return level === 'optional' ? 0 : 1;
};

/** How a profile meets one requirement. */
export interface SectionState<Requirement extends SectionRequirement = SectionRequirement> {
  requirement: Requirement;
  count: number;
  minimum: number;
  satisfied: boolean;
}

/** How a profile meets the requirements of an opportunity. */
export interface Readiness<Requirement extends SectionRequirement = SectionRequirement> {
  sections: SectionState<Requirement>[];
  /** Unmet requirements of level `required`; only these block an application. */
  missing: Requirement[];
  /** Rounded percent of satisfied required sections, 100 when there are none. */
  progress: number;
  ready: boolean;
}

/** Checks a profile against the requirements of an opportunity; shared by browser and server. */
export const profileReadiness = <Requirement extends SectionRequirement>(
  requirements: readonly Requirement[],
  profile: ProfileFacts,
): Readiness<Requirement> => {
  const sections = requirements.map((requirement) => {
    const count = countSection(requirement.section, profile);
    const minimum = minimumItems(requirement);
    return { requirement, count, minimum, satisfied: count >= minimum };
  });
  const required = sections.filter(({ requirement }) => requirement.requirement_level === 'required');
  const missing = required.filter(({ satisfied }) => !satisfied).map(({ requirement }) => requirement);
  const progress = required.length === 0 ? 100 : Math.round(((required.length - missing.length) / required.length) * 100);
  return { sections, missing, progress, ready: missing.length === 0 };
};

/** Section of /profile?section=… for each requirement (specification 2). */
export const profileTabBySection: Record<ProfileSection, string> = {
  basic_info: 'overview',
  education: 'education',
  experience: 'experience',
  extracurricular: 'experience',
  skills: 'skills',
  projects: 'projects',
  languages: 'languages',
  certifications: 'achievements',
  awards: 'achievements',
  personal_statement: 'about',
  portfolio: 'portfolio',
  resume: 'resume',
  linkedin: 'links',
  github: 'links',
  website: 'links',
};

/** Steps to a complete profile, in the order they are suggested. The weights add up to 100. */
const completenessSteps: readonly {
  key: string;
  /** Section of /profile?section=… where the step is done. */
  tab: string;
  label: string;
  weight: number;
  isDone(profile: ProfileFacts & { avatar?: string | null }): boolean;
}[] = [
  {
    key: 'contacts',
    tab: 'overview',
    label: 'Telefon raqamingiz va manzilingizni kiriting',
    weight: 15,
    isDone: ({ phone, location }) => isFilled(phone) && isFilled(location),
  },
  {
    key: 'study',
    tab: 'study',
    label: 'Universitet va mutaxassisligingizni kiriting',
    weight: 15,
    isDone: ({ university, major }) => isFilled(university) && isFilled(major),
  },
  {
    key: 'about',
    tab: 'about',
    label: 'O‘zingiz haqingizda qisqacha yozing',
    weight: 10,
    isDone: (profile) => countSection('personal_statement', profile) > 0,
  },
  {
    key: 'education',
    tab: 'education',
    label: 'Ta’lim tarixingizni qo‘shing',
    weight: 10,
    isDone: ({ education }) => countItems(education) > 0,
  },
  { key: 'skills', tab: 'skills', label: 'Kamida 3 ta ko‘nikma qo‘shing', weight: 10, isDone: ({ skills }) => countItems(skills) >= 3 },
  {
    key: 'languages',
    tab: 'languages',
    label: 'Biladigan tillaringizni qo‘shing',
    weight: 10,
    isDone: ({ languages }) => countItems(languages) > 0,
  },
  {
    key: 'experience',
    tab: 'experience',
    label: 'Tajriba yoki loyihangizni qo‘shing',
    weight: 10,
    isDone: ({ experiences, projects }) => countItems(experiences) + countItems(projects) > 0,
  },
  { key: 'resume', tab: 'resume', label: 'Rezyumengizni yuklang', weight: 10, isDone: ({ resume }) => isFilled(resume) },
  {
    key: 'links',
    tab: 'links',
    label: 'Ijtimoiy tarmoqdagi sahifangiz havolasini qo‘shing',
    weight: 5,
    isDone: ({ social_links }) => countItems(social_links) > 0,
  },
  { key: 'avatar', tab: 'avatar', label: 'Profil rasmingizni yuklang', weight: 5, isDone: ({ avatar }) => isFilled(avatar) },
];

/** How complete a profile is, and the next step. */
export interface ProfileCompleteness {
  /** 0 to 100. */
  percent: number;
  /** The first step that is not done; null when the profile is complete. */
  next: { key: string; tab: string; label: string } | null;
}

/** Computes completeness; shared by browser and server. */
export const profileCompleteness = (profile: ProfileFacts & { avatar?: string | null }): ProfileCompleteness => {
  const remaining = completenessSteps.filter(({ isDone }) => !isDone(profile));
  const [next] = remaining;
  return {
    percent: 100 - remaining.reduce((sum, { weight }) => sum + weight, 0),
    next: next ? { key: next.key, tab: next.tab, label: next.label } : null,
  };
};
