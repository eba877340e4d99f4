/**
 * How an entry of a profile reads on the profile page, in the applicant dialog and in the CV. Only dates and layout
 * differ between the three. Imports types and labels only, so that a browser loads it without the schema library.
 */
import type { Achievement, Education, ExamScore, Experience, Language, Project, SocialLink, StudentSkill } from './student.ts';
import {
  achievementTypes,
  degrees,
  experienceTypes,
  languageLevels,
  skillCategories,
  skillLevels,
  socialPlatforms,
} from './student-rules.ts';
import { formatDate } from './uzbek.ts';

/** One entry as text. Absent values are left out, so every string has something to show. */
export interface EntryDescription {
  title: string;
  /** The kind of entry, such as "Amaliyot"; null for lists without kinds. */
  type: string | null;
  /** Facts, one line each. */
  lines: string[];
  /** Marks such as "Tasdiqlangan". */
  badges: string[];
  /** Addresses as the student typed them: pass `url` through `safeUrl` before linking to it. */
  links: { label: string; url: string }[];
  text: string | null;
}

/** How dates are written: in full on the profile page, short on organizer screens, months in a CV. */
export interface DateStyle {
  /** @param day `YYYY-MM-DD` */
  format(day: string): string;
  /** Stands for the end of an entry that is still going on. */
  ongoing: string;
}

type Part = string | null | undefined | false;
const present = (parts: Part[]): string[] => parts.filter((part): part is string => Boolean(part));
const joined = (...parts: Part[]): string => present(parts).join(' · ');

/** "5 sen 2024 – 1 iyn 2026"; null without a start, the start alone without an end. */
const period = (dates: DateStyle, from: string | null, until: string | null, isOngoing: boolean): string | null => {
  if (!from) return null;
  const end = isOngoing ? dates.ongoing : until && dates.format(until);
  return end ? `${dates.format(from)} – ${end}` : dates.format(from);
};

interface Parts {
  type?: string;
  lines?: Part[];
  badges?: Part[];
  links?: [label: string, url: string | null][];
  text?: string | null;
}
const description = (title: string, { type, lines = [], badges = [], links = [], text }: Parts): EntryDescription => ({
  title,
  type: type ?? null,
  lines: present(lines),
  badges: present(badges),
  links: links.flatMap(([label, url]) => (url ? [{ label, url }] : [])),
  text: text || null,
});

/** An address without its scheme and closing slash, to be read. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\//i, '').replace(/\/$/, '');

/** Degree, field and GPA, then the period. */
export const describeEducation = (entry: Education, dates: DateStyle): EntryDescription =>
  description(entry.institution, {
    lines: [
      joined(degrees[entry.degree], entry.field_of_study, entry.gpa && `GPA: ${entry.gpa}`),
      period(dates, entry.start_date, entry.end_date, entry.is_current),
    ],
    text: entry.description,
  });

/** Company and place, then the period. */
export const describeExperience = (entry: Experience, dates: DateStyle): EntryDescription =>
  description(entry.title, {
    type: experienceTypes[entry.experience_type],
    lines: [joined(entry.company, entry.location), period(dates, entry.start_date, entry.end_date, entry.is_current)],
    text: entry.description,
  });

/** The period, then technologies. */
export const describeProject = (entry: Project, dates: DateStyle): EntryDescription =>
  description(entry.title, {
    lines: [period(dates, entry.start_date, entry.end_date, entry.is_ongoing), entry.technologies.map(({ name }) => name).join(', ')],
    badges: [entry.featured && 'Asosiy'],
    links: [
      ['Loyiha', entry.project_url],
      ['GitHub', entry.github_url],
    ],
    text: entry.description,
  });

/** Score and day; the day is written in full everywhere, because a score expires by the day. */
export const describeExamScore = (entry: ExamScore): EntryDescription =>
  description(`${entry.exam.name}: ${entry.section.name}`, {
    lines: [joined(`Ball: ${entry.score}`, entry.taken_date && formatDate(entry.taken_date))],
    text: entry.notes,
  });

/** Issuer and date, then the certificate code. */
export const describeAchievement = (entry: Achievement, dates: DateStyle): EntryDescription =>
  description(entry.title, {
    type: achievementTypes[entry.achievement_type],
    lines: [
      joined(entry.issuing_organization, entry.date_achieved && dates.format(entry.date_achieved)),
      entry.certificate && `Sertifikat kodi: ${entry.certificate}`,
    ],
    links: [['Sertifikat', entry.certificate_url]],
    text: entry.description,
  });

/** Level and years, then the category. */
export const describeSkill = (entry: StudentSkill): EntryDescription =>
  description(entry.skill.name, {
    lines: [
      joined(
        skillLevels[entry.proficiency_level as keyof typeof skillLevels],
        entry.years_experience !== null && `${entry.years_experience} yil tajriba`,
      ),
      skillCategories[entry.skill.category],
    ],
    badges: [entry.verified && 'Tasdiqlangan'],
  });

/** The level. */
export const describeLanguage = (entry: Language): EntryDescription =>
  description(entry.language, { lines: [languageLevels[entry.proficiency]] });

/** The platform, linked. Whether a link is public is shown on the profile page alone. */
export const describeSocialLink = (entry: SocialLink): EntryDescription =>
  description(socialPlatforms[entry.platform], { links: [[shortUrl(entry.url), entry.url]] });
