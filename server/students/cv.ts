import {
  type DateStyle,
  describeAchievement,
  describeEducation,
  describeExamScore,
  describeExperience,
  describeLanguage,
  describeProject,
  describeSkill,
  describeSocialLink,
  type EntryDescription,
  shortUrl,
} from '#contract/profile-entries.ts';
import type { ExamScore, StudentProfile } from '#contract/student.ts';
import { formatDate, formatMonth } from '#contract/uzbek.ts';
import { safeUrl } from '#contract/values.ts';
import { avatarJpeg } from '../files/avatarJpeg.ts';
import { assertValidLink, type LinkSignature } from '../files/signedLinks.ts';
import { concurrencyLimit } from '../http/concurrencyLimit.ts';
import type { Download } from '../http/download.ts';
import { enforceRateLimit } from '../http/rateLimits.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { type PdfEntry, renderPdf } from './pdf.ts';
import { readEntries } from './profileEntries.ts';
import { findStudentProfile } from './studentProfile.ts';

/** The data of a CV: a profile, or the profile snapshot of an application. */
export type CvFacts = Pick<
  StudentProfile,
  | 'avatar'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'phone'
  | 'date_of_birth'
  | 'location'
  | 'university'
  | 'major'
  | 'graduation_year'
  | 'bio'
  | 'portfolio_url'
  | 'education'
  | 'experiences'
  | 'skills'
  | 'projects'
  | 'languages'
  | 'achievements'
  | 'social_links'
> & {
  /** Absent from a snapshot. */
  exam_scores?: ExamScore[];
};

const joined = (...parts: (string | number | null | undefined | false)[]) => parts.filter(Boolean).join(' · ');
const dates: DateStyle = { format: formatMonth, ongoing: 'hozirgacha' };

/** Links only to http(s) addresses; any other stored address is printed as text. */
const cvLink = (url: string, label?: string) => ({ text: label ? `${label}: ${shortUrl(url)}` : shortUrl(url), url: safeUrl(url) });

const cvEntry = ({ title, type, lines: [first, ...rest], text, links }: EntryDescription): PdfEntry => ({
  title,
  lines: [joined(first, type), ...rest],
  text,
  links: links.map(({ url }) => cvLink(url)),
});
/** "Python – Yuqori · 2 yil tajriba", spaced closely. */
const cvLine = ({ title, lines: [first] }: EntryDescription): PdfEntry => ({ text: `${title} – ${first}`, close: true });

const cvSections = (facts: CvFacts): { heading: string; entries: PdfEntry[] }[] => [
  { heading: 'Haqimda', entries: facts.bio?.trim() ? [{ text: facts.bio }] : [] },
  { heading: "Ta'lim tarixi", entries: facts.education.map((one) => cvEntry(describeEducation(one, dates))) },
  { heading: 'Ish tajribasi', entries: facts.experiences.map((one) => cvEntry(describeExperience(one, dates))) },
  { heading: 'Loyihalar', entries: facts.projects.map((one) => cvEntry(describeProject(one, dates))) },
  { heading: 'Akademik natijalar', entries: (facts.exam_scores ?? []).map((one) => cvEntry(describeExamScore(one))) },
  { heading: 'Yutuqlar', entries: facts.achievements.map((one) => cvEntry(describeAchievement(one, dates))) },
  { heading: "Ko'nikmalar", entries: facts.skills.map((one) => cvLine(describeSkill(one))) },
  { heading: 'Tillar', entries: facts.languages.map((one) => cvLine(describeLanguage(one))) },
  {
    heading: 'Ijtimoiy havolalar',
    entries: [
      ...(facts.portfolio_url ? [cvLink(facts.portfolio_url, 'Portfolio')] : []),
      ...facts.social_links.map(describeSocialLink).flatMap(({ title, links }) => links.map(({ url }) => cvLink(url, title))),
    ].map((link) => ({ links: [link], close: true })),
  },
];

const fullName = ({ first_name, last_name }: Pick<CvFacts, 'first_name' | 'last_name'>) => `${first_name} ${last_name}`.trim();

/** "Aziza Karimova CV.pdf", without characters that are unsafe in file names or headers; at most 80 characters of the name. */
export const cvFileName = (facts: Pick<CvFacts, 'first_name' | 'last_name'>): string => {
  const name = fullName(facts)
    .replace(/[\p{C}\\/:*?"<>|]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return `${[...name].slice(0, 80).join('')} CV.pdf`.trim();
};

/**
 * Renders a profile as a PDF of one column. Sections without data are left out.
 * @param picture a JPEG, or null
 * @param at the creation date of the document
 */
export const renderCv = (facts: CvFacts, picture: Buffer | null, at: Date): Promise<Buffer> => {
  const { university, major, graduation_year, email, phone, location, date_of_birth } = facts;
  const name = fullName(facts);
  return renderPdf(
    {
      title: `${name} CV`.trim(),
      name: name || 'CV',
      picture,
      lines: [
        joined(university, major, graduation_year && `bitirish yili: ${graduation_year}`),
        joined(email, phone, location),
        date_of_birth && `Tug‘ilgan sana: ${formatDate(date_of_birth)}`,
      ],
      sections: cvSections(facts),
    },
    at,
  );
};

type CvDeps = Pick<Deps, 'config' | 'db' | 'now' | 'storage'>;

/** Rendering uses the main thread, so one CV is rendered at a time: parallel rendering would delay every other request. */
const renderLimit = concurrencyLimit({ maxRunning: 1, maxWaiting: 60, retryAfter: 5 });

/** The CV as a download. @throws Refusal `unavailable` when 60 others are already waiting */
export const cvDownload = (deps: CvDeps, facts: CvFacts): Promise<Download> =>
  renderLimit(async () => ({
    name: cvFileName(facts),
    body: await renderCv(facts, await avatarJpeg(deps, facts.avatar), deps.now()),
  }));

/**
 * A student's own CV, for anyone with the signed link: it holds the phone even when hidden, and public links only.
 * @throws Refusal `link_expired`; `not_found` when the account was deleted
 */
export const openCv = async (deps: CvDeps, student_id: number, link: LinkSignature): Promise<Download> => {
  assertValidLink(deps, `/api/students/cv/${student_id}/`, link);
  const profile = await findStudentProfile(deps.db, student_id);
  if (!profile) throw new Refusal('not_found');
  // After the lookup, so that no counter is written for a deleted account.
  await enforceRateLimit(deps, 'cv', student_id);
  const scores = await readEntries(deps.db, 'exam-scores', student_id, { page: 1, page_size: 100 });
  const social_links = profile.social_links.filter(({ is_public }) => is_public);
  return cvDownload(deps, { ...profile, social_links, exam_scores: scores.results as ExamScore[] });
};
