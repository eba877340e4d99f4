import type { ErrorCode } from './errors.ts';
import { formatNumber } from './uzbek.ts';

/** Types of opportunities and their labels (specification 3). */
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

/** States of an opportunity and their labels (specification 4); closed and archived read the same. */
export const opportunityStatuses = {
  draft: 'Qoralama',
  published: 'Faol',
  closed: 'Yopilgan',
  cancelled: 'Bekor qilingan',
  archived: 'Yopilgan',
} as const;
export type OpportunityStatus = keyof typeof opportunityStatuses;
export const unknownStatus = 'Holat aniqlanmagan';
/** The label of a status; `unknownStatus` for any other value. */
export const statusLabel = (status: string | null | undefined): string =>
  (opportunityStatuses as Record<string, string>)[status ?? ''] ?? unknownStatus;
/** States from which publish and close are allowed; cancelled and archived are set by PATCH. */
export const publishableFrom: readonly OpportunityStatus[] = ['draft', 'closed', 'archived'];
export const closableFrom: readonly OpportunityStatus[] = ['draft', 'published'];
/** closed and archived read the same. */
export const haveSameLabel = (a: OpportunityStatus, b: OpportunityStatus): boolean => opportunityStatuses[a] === opportunityStatuses[b];
/**
 * Why PATCH may not set a status, null when it may. Publishing and closing follow the rules of their calls, cancelled is
 * final, and no state returns to draft. A change between states of one label (closed, archived) is always allowed.
 */
export const statusObstacle = (from: OpportunityStatus, to: OpportunityStatus): ErrorCode | null => {
  if (haveSameLabel(from, to)) return null;
  if (from === 'cancelled') return to === 'published' ? 'cannot_publish' : 'invalid_operation';
  if (to === 'published') return publishableFrom.includes(from) ? null : 'cannot_publish';
  if (to === 'closed') return closableFrom.includes(from) ? null : 'already_closed';
  return to === 'draft' ? 'invalid_operation' : null;
};
/** Maximum length of a title, in UTF-16 units. */
export const titleMaxLength = 200;
const copySuffix = ' (nusxa)';
/** The title of a copy, cut to `titleMaxLength` without splitting a surrogate pair. */
export const duplicateTitle = (title: string): string => {
  const maxLength = titleMaxLength - copySuffix.length;
  const cut =
    title.length <= maxLength
      ? title
      : title
          .slice(0, maxLength)
          .replace(/[\ud800-\udbff]$/, '')
          .trimEnd();
  return `${cut}${copySuffix}`;
};

/** Statuses offered by the form, without archived, whose label is that of closed. */
export const formStatuses: readonly OpportunityStatus[] = ['draft', 'published', 'closed', 'cancelled'];

/** Levels of a profile requirement and their labels; only `required` blocks an application. */
export const requirementLevels = { required: 'Majburiy', recommended: 'Tavsiya etiladi', optional: 'Ixtiyoriy' } as const;
export type RequirementLevel = keyof typeof requirementLevels;

/** Sections of a profile requirement. The labels are the headings of the profile page. */
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

/** Types of additional questions and their labels. */
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

/** Why an application cannot be sent, null when it can. Selects the label and explanation of the button. */
export type ApplyObstacle = 'applied' | 'withdrawn' | 'organization' | 'status' | 'deadline' | 'capacity' | null;

/** The fields of an opportunity that decide whether it accepts applications. */
export interface ApplyConditions {
  status: OpportunityStatus;
  is_deadline_passed: boolean;
  application_count: number;
  max_applications: number | null;
}

/** Whether `max_applications` is not reached; 0 or null means no limit. */
export const hasCapacity = (item: Pick<ApplyConditions, 'application_count' | 'max_applications'>): boolean =>
  !item.max_applications || Number(item.application_count) < item.max_applications;

/**
 * Whether the viewer may apply (specification 5). Drafts accept applications, because invited students can open them.
 * @param viewer user type, null when signed out
 * @param applied status of the viewer's own application, null when there is none
 */
export const applyObstacle = (item: ApplyConditions, viewer: string | null, applied: string | null): ApplyObstacle => {
  if (viewer === 'organization' || viewer === 'admin') return 'organization';
  if (applied) return applied === 'withdrawn' ? 'withdrawn' : 'applied';
  if (item.status !== 'published' && item.status !== 'draft') return 'status';
  if (item.is_deadline_passed) return 'deadline';
  return hasCapacity(item) ? null : 'capacity';
};

/** Message for a limit below the number of received applications. */
export const maxApplicationsBelowReceived = (received: number): string =>
  `Yuborilgan arizalar sonidan (${received}) kam bo‘lmasligi kerak.`;

/** Lists are counted exactly up to this number of rows. */
export const exactCountMax = 10_000;
/** Search results are counted exactly up to this number. */
export const exactMatchCountMax = 1000;

/** The count of a list with a plus when it is a lower bound: by `is_exact` where the list has it, else by the limits above. */
export const resultCountText = (
  { count, next, is_exact }: { count: number; next: string | null; is_exact?: boolean },
  search = '',
): string => {
  const isLowerBound =
    is_exact === undefined ? next !== null && count >= (search.trim() === '' ? exactCountMax : exactMatchCountMax) : !is_exact;
  return `${formatNumber(count)}${isLowerBound ? '+' : ''}`;
};
