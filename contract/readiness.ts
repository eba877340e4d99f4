import type { ProfileSection, RequirementLevel } from './opportunity-rules.ts';

/** What of a profile the rules below look at; both the wire's profile and a snapshot fit it. */
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

export interface SectionRequirement {
  section: ProfileSection;
  requirement_level?: RequirementLevel | null;
  minimum_items?: number | null;
}

const filled = (value: string | null | undefined): boolean => typeof value === 'string' && value.trim() !== '';
const many = (values: readonly unknown[] | undefined): number => values?.length ?? 0;
const has = (value: boolean): number => (value ? 1 : 0);

/** How many items of a section a profile holds (specification 5, "Counts"). */
export const countSection = (section: ProfileSection, profile: ProfileFacts): number => {
  const achievements = (...types: string[]) =>
    (profile.achievements ?? []).filter((item) => types.includes(item.achievement_type ?? '')).length;
  const hasLink = (platform: string) => (profile.social_links ?? []).some((item) => item.platform === platform && filled(item.url));
  const about = filled(profile.about_me) || filled(profile.bio);
  switch (section) {
    case 'basic_info':
      return [filled(profile.phone), filled(profile.location), about, filled(profile.university), filled(profile.major)].filter(Boolean)
        .length;
    case 'education':
      return many(profile.education);
    case 'experience':
      return many(profile.experiences);
    case 'skills':
      return many(profile.skills);
    case 'projects':
      return many(profile.projects);
    case 'languages':
      return many(profile.languages);
    case 'certifications':
      return achievements('certification');
    case 'awards':
      return achievements('award', 'competition', 'scholarship', 'recognition');
    case 'extracurricular':
      return (profile.experiences ?? []).filter((item) => item.experience_type === 'volunteer' || item.experience_type === 'project')
        .length;
    case 'personal_statement':
      return has(about);
    case 'portfolio':
      return has(filled(profile.portfolio_url));
    case 'resume':
      return has(filled(profile.resume));
    case 'linkedin':
    case 'github':
      return has(hasLink(section));
    case 'website':
      return has(filled(profile.portfolio_url) || hasLink('website'));
  }
};

/** How many fields basic_info counts: nobody can have more. */
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
/** Sections that are there or not: their minimum is never above one and the form does not ask for it. */
export const yesNoSections: readonly ProfileSection[] = ['resume', 'portfolio', 'linkedin', 'github', 'website', 'personal_statement'];

/** How many items a requirement asks for (specification 5, "Minimum"). */
export const minimumItems = ({ section, requirement_level, minimum_items }: SectionRequirement): number => {
  if (typeof minimum_items === 'number') return minimum_items;
  const level = requirement_level ?? 'recommended';
  if (section === 'basic_info') return level === 'optional' ? 0 : 2;
  if (contentSections.includes(section)) return 1;
  return level === 'optional' ? 0 : 1;
};

export interface SectionState<Requirement extends SectionRequirement = SectionRequirement> {
  requirement: Requirement;
  count: number;
  minimum: number;
  satisfied: boolean;
}

export interface Readiness<Requirement extends SectionRequirement = SectionRequirement> {
  sections: SectionState<Requirement>[];
  /** Requirements of level `required` that are not met; only these block. */
  missing: Requirement[];
  /** Rounded percent of satisfied required sections, 100 when there are none. */
  progress: number;
  ready: boolean;
}

/** Which sections of a profile an opportunity still misses; the same answer in the browser and on the server. */
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

/** The tab of /profile where a requirement is met (specification 2). */
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

/** What a profile worth showing holds, the most telling first; the weights add up to 100. */
const completenessSteps: readonly {
  key: string;
  /** Section of /profile where it is done. */
  tab: string;
  label: string;
  weight: number;
  done(profile: ProfileFacts & { avatar?: string | null }): boolean;
}[] = [
  {
    key: 'contacts',
    tab: 'overview',
    label: 'Telefon raqamingiz va manzilingizni kiriting',
    weight: 15,
    done: ({ phone, location }) => filled(phone) && filled(location),
  },
  {
    key: 'study',
    tab: 'study',
    label: 'Universitet va mutaxassisligingizni kiriting',
    weight: 15,
    done: ({ university, major }) => filled(university) && filled(major),
  },
  {
    key: 'about',
    tab: 'about',
    label: 'O‘zingiz haqingizda qisqacha yozing',
    weight: 10,
    done: (profile) => countSection('personal_statement', profile) > 0,
  },
  { key: 'education', tab: 'education', label: 'Ta’lim tarixingizni qo‘shing', weight: 10, done: ({ education }) => many(education) > 0 },
  { key: 'skills', tab: 'skills', label: 'Kamida 3 ta ko‘nikma qo‘shing', weight: 10, done: ({ skills }) => many(skills) >= 3 },
  {
    key: 'languages',
    tab: 'languages',
    label: 'Biladigan tillaringizni qo‘shing',
    weight: 10,
    done: ({ languages }) => many(languages) > 0,
  },
  {
    key: 'experience',
    tab: 'experience',
    label: 'Tajriba yoki loyihangizni qo‘shing',
    weight: 10,
    done: ({ experiences, projects }) => many(experiences) + many(projects) > 0,
  },
  { key: 'resume', tab: 'resume', label: 'Rezyumengizni yuklang', weight: 10, done: ({ resume }) => filled(resume) },
  {
    key: 'links',
    tab: 'links',
    label: 'Ijtimoiy tarmoqdagi sahifangiz havolasini qo‘shing',
    weight: 5,
    done: ({ social_links }) => many(social_links) > 0,
  },
  { key: 'avatar', tab: 'avatar', label: 'Profil rasmingizni yuklang', weight: 5, done: ({ avatar }) => filled(avatar) },
];

export interface ProfileCompleteness {
  /** 0 to 100. */
  percent: number;
  /** The one thing to do next, null when the profile is whole. */
  next: { key: string; tab: string; label: string } | null;
}

/** How whole a profile is, and what is best done next; the same answer in the browser and on the server. */
export const profileCompleteness = (profile: ProfileFacts & { avatar?: string | null }): ProfileCompleteness => {
  const left = completenessSteps.filter(({ done }) => !done(profile));
  const [next] = left;
  return {
    percent: 100 - left.reduce((sum, { weight }) => sum + weight, 0),
    next: next ? { key: next.key, tab: next.tab, label: next.label } : null,
  };
};
