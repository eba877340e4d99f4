import type { ErrorCode } from './errors.ts';
import { formatNumber } from './uzbek.ts';

export const opportunityTypes = {
  conference: 'Konferensiya',
  volunteer: 'Volontyorlik',
  international_events: 'Xalqaro tadbirlar',
  scholarship: 'Stipendiya',
  camp: 'Lager',
  grant: 'Grant',
  mentoring: 'Mentorlik',
  academic_program: 'Akademik dastur',
} as const;
export type OpportunityType = keyof typeof opportunityTypes;

export const opportunityStatuses = {
  draft: 'Qoralama',
  published: 'Faol',
  closed: 'Yopilgan',
  cancelled: 'Bekor qilingan',
  archived: 'Yopilgan',
} as const;
export type OpportunityStatus = keyof typeof opportunityStatuses;
export const unknownStatus = 'Holat aniqlanmagan';
export const statusLabel = (status: string | null | undefined): string =>
  (opportunityStatuses as Record<string, string>)[status ?? ''] ?? unknownStatus;
/** From where the explicit actions may leave; cancelled and archived are set by PATCH. */
export const publishableFrom: readonly OpportunityStatus[] = ['draft', 'closed', 'archived'];
export const closableFrom: readonly OpportunityStatus[] = ['draft', 'published'];
const readSame = (a: OpportunityStatus, b: OpportunityStatus) => opportunityStatuses[a] === opportunityStatuses[b];
/**
 * Why a form may not set a status, null when it may: the rules of publish and close; cancelled is final, and nothing
 * becomes a draft again. A status that reads the same (closed, archived) is no change.
 */
export const statusObstacle = (from: OpportunityStatus, to: OpportunityStatus): ErrorCode | null => {
  if (readSame(from, to)) return null;
  if (from === 'cancelled') return to === 'published' ? 'cannot_publish' : 'invalid_operation';
  if (to === 'published') return publishableFrom.includes(from) ? null : 'cannot_publish';
  if (to === 'closed') return closableFrom.includes(from) ? null : 'already_closed';
  return to === 'draft' ? 'invalid_operation' : null;
};
/** UTF-16 units of a title. */
export const titleMaxLength = 200;
const copyMark = ' (nusxa)';
/** The title of a copy, within the length of titles; a sign of two units is not cut in half. */
export const duplicateTitle = (title: string): string => {
  const room = titleMaxLength - copyMark.length;
  const cut =
    title.length <= room
      ? title
      : title
          .slice(0, room)
          .replace(/[\ud800-\udbff]$/, '')
          .trimEnd();
  return `${cut}${copyMark}`;
};

/** Statuses the form offers; archived reads like closed. */
export const formStatuses: readonly OpportunityStatus[] = ['draft', 'published', 'closed', 'cancelled'];

export const requirementLevels = { required: 'Majburiy', recommended: 'Tavsiya etiladi', optional: 'Ixtiyoriy' } as const;
export type RequirementLevel = keyof typeof requirementLevels;

/** Read as the headings of the profile page. */
export const profileSections = {
  basic_info: 'Shaxsiy ma’lumotlar',
  education: "Ta'lim tarixi",
  experience: 'Ish tajribasi',
  skills: "Ko'nikmalar",
  projects: 'Loyihalar',
  languages: 'Tillar',
  certifications: 'Sertifikatlar',
  awards: 'Yutuqlar',
  extracurricular: 'Darsdan tashqari faoliyat',
  personal_statement: 'Haqimda',
  portfolio: 'Portfolio',
  resume: 'Rezyume',
  linkedin: 'LinkedIn',
  github: 'GitHub',
  website: 'Veb-sayt',
} as const;
export type ProfileSection = keyof typeof profileSections;

export const questionTypes = {
  text: 'Qisqa matn',
  textarea: 'Uzun matn',
  number: 'Raqam',
  email: 'Elektron pochta',
  url: 'Havola',
  date: 'Sana',
  file: 'Fayl',
  select: 'Tanlov',
  checkbox: 'Belgilash',
} as const;
export type QuestionType = keyof typeof questionTypes;

/** Why an application cannot be sent now, null when it can; drives the button and its reason. */
export type ApplyObstacle = 'applied' | 'withdrawn' | 'organization' | 'status' | 'deadline' | 'capacity' | null;

/** What of an opportunity decides whether it takes applications; the wire's own item fits. */
export interface ApplyConditions {
  status: OpportunityStatus;
  is_deadline_passed: boolean;
  application_count: number;
  max_applications: number | null;
}

export const hasCapacity = (item: Pick<ApplyConditions, 'application_count' | 'max_applications'>): boolean =>
  !item.max_applications || Number(item.application_count) < item.max_applications;

/** @param viewer user type, null when signed out. @param applied status of the viewer's own application, null when none */
export const applyObstacle = (item: ApplyConditions, viewer: string | null, applied: string | null): ApplyObstacle => {
  if (viewer === 'organization' || viewer === 'admin') return 'organization';
  if (applied) return applied === 'withdrawn' ? 'withdrawn' : 'applied';
  if (item.status !== 'published' && item.status !== 'draft') return 'status';
  if (item.is_deadline_passed) return 'deadline';
  return hasCapacity(item) ? null : 'capacity';
};

/** Refusal of a limit that is lower than what was already received. */
export const maxApplicationsBelowReceived = (received: number): string =>
  `Yuborilgan arizalar sonidan (${received}) kam bo‘lmasligi kerak.`;

/** How far a list is counted, and the matches of a search. */
export const exactCountMax = 10_000;
export const exactMatchCountMax = 1000;

/** The count of a list as a screen shows it: with a plus where it is a lower bound. Some lists say themselves whether it is. */
export const resultCountText = (
  { count, next, is_exact }: { count: number; next: string | null; is_exact?: boolean },
  search = '',
): string => {
  const bounded =
    is_exact === undefined ? next !== null && count >= (search.trim() === '' ? exactCountMax : exactMatchCountMax) : !is_exact;
  return `${formatNumber(count)}${bounded ? '+' : ''}`;
};
