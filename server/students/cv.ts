import type { ExamScore, StudentProfile } from '#contract/student.ts';
import { achievementTypes, degrees, experienceTypes, languageLevels, skillLevels, socialPlatforms } from '#contract/student-rules.ts';
import { formatDate, formatMonth } from '#contract/uzbek.ts';
import { safeUrl } from '#contract/values.ts';
import { avatarJpeg } from '../files/avatarJpeg.ts';
import { assertValidLink } from '../files/signedLinks.ts';
import { concurrencyLimit } from '../http/concurrencyLimit.ts';
import type { Download } from '../http/download.ts';
import { enforceRateLimit } from '../http/rateLimits.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { renderPdf, type SheetEntry } from './pdf.ts';
import { readEntries } from './profileEntries.ts';
import { findStudentProfile } from './studentProfile.ts';

/** What a CV is made of: a profile, or the snapshot an application was sent with. */
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
  /** A snapshot holds none. */
  exam_scores?: ExamScore[];
};

const joined = (...parts: (string | number | null | undefined | false)[]) => parts.filter(Boolean).join(' · ');

/** "sen 2023 – hozirgacha" */
const periodOf = (from: string | null, until: string | null, current: boolean): string | null => {
  if (!from) return null;
  const end = current ? 'hozirgacha' : until && formatMonth(until);
  return end ? `${formatMonth(from)} – ${end}` : formatMonth(from);
};

/** Nothing but http(s) can be opened from a CV; whatever else was kept stays text. */
const linkTo = (url: string | null, label?: string) => {
  const shown = (url ?? '').replace(/^https?:\/\//i, '').replace(/\/$/, '');
  return url ? [{ text: label ? `${label}: ${shown}` : shown, url: safeUrl(url) }] : [];
};

/** Short things, one a line. */
const listed = (texts: string[]): SheetEntry[] => texts.map((text) => ({ text, close: true }));

const sectionsOf = (facts: CvFacts): { heading: string; entries: SheetEntry[] }[] => [
  { heading: 'Haqimda', entries: facts.bio?.trim() ? [{ text: facts.bio }] : [] },
  {
    heading: "Ta'lim tarixi",
    entries: facts.education.map((one) => ({
      title: one.institution,
      lines: [
        joined(degrees[one.degree], one.field_of_study, one.gpa && `GPA: ${one.gpa}`),
        periodOf(one.start_date, one.end_date, one.is_current),
      ],
      text: one.description,
    })),
  },
  {
    heading: 'Ish tajribasi',
    entries: facts.experiences.map((one) => ({
      title: one.title,
      lines: [
        joined(one.company, one.location, experienceTypes[one.experience_type]),
        periodOf(one.start_date, one.end_date, one.is_current),
      ],
      text: one.description,
    })),
  },
  {
    heading: 'Loyihalar',
    entries: facts.projects.map((one) => ({
      title: one.title,
      lines: [periodOf(one.start_date, one.end_date, one.is_ongoing), one.technologies.map(({ name }) => name).join(', ')],
      text: one.description,
      links: [...linkTo(one.project_url), ...linkTo(one.github_url)],
    })),
  },
  {
    heading: 'Akademik natijalar',
    entries: (facts.exam_scores ?? []).map((one) => ({
      title: `${one.exam.name}: ${one.section.name} – ${one.score}`,
      lines: [one.taken_date && formatDate(one.taken_date), one.notes],
    })),
  },
  {
    heading: 'Yutuqlar',
    entries: facts.achievements.map((one) => ({
      title: one.title,
      lines: [
        joined(achievementTypes[one.achievement_type], one.issuing_organization, one.date_achieved && formatMonth(one.date_achieved)),
        one.certificate && `Sertifikat kodi: ${one.certificate}`,
      ],
      text: one.description,
      links: linkTo(one.certificate_url),
    })),
  },
  {
    heading: "Ko'nikmalar",
    entries: listed(
      facts.skills.map((one) =>
        joined(
          `${one.skill.name} – ${skillLevels[one.proficiency_level as keyof typeof skillLevels]}`,
          one.years_experience !== null && `${one.years_experience} yil tajriba`,
        ),
      ),
    ),
  },
  { heading: 'Tillar', entries: listed(facts.languages.map((one) => `${one.language} – ${languageLevels[one.proficiency]}`)) },
  {
    heading: 'Ijtimoiy havolalar',
    entries: [
      ...linkTo(facts.portfolio_url, 'Portfolio'),
      ...facts.social_links.flatMap((one) => linkTo(one.url, socialPlatforms[one.platform])),
    ].map((link) => ({ links: [link], close: true })),
  },
];

const nameOf = ({ first_name, last_name }: Pick<CvFacts, 'first_name' | 'last_name'>) => `${first_name} ${last_name}`.trim();

/** "Aziza Karimova CV.pdf", without what a file system or a header would stumble over. */
export const cvFileName = (facts: Pick<CvFacts, 'first_name' | 'last_name'>): string => {
  const name = nameOf(facts)
    .replace(/[\p{C}\\/:*?"<>|]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return `${[...name].slice(0, 80).join('')} CV.pdf`.trim();
};

/**
 * A profile as a PDF: one column, sections in the order a reader of CVs expects, those without data left out.
 * @param picture a JPEG, null for none
 */
export const renderCv = (facts: CvFacts, picture: Buffer | null, at: Date): Promise<Buffer> => {
  const { university, major, graduation_year, email, phone, location, date_of_birth } = facts;
  const name = nameOf(facts);
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
      sections: sectionsOf(facts),
    },
    at,
  );
};

type Opening = Pick<Deps, 'config' | 'db' | 'now'>;
export type LinkSignature = { until?: string | undefined; sig?: string | undefined };

/** Drawing is work of the server's own thread: done by many at once, their turns add up and everybody else waits for all. */
const inTurn = concurrencyLimit({ atOnce: 1, waitingMax: 60, retryAfter: 5 });

/** The CV as a file to save. @throws Refusal unavailable when too many are asked for at once */
export const cvDownload = (deps: Opening, facts: CvFacts): Promise<Download> =>
  inTurn(async () => ({
    name: cvFileName(facts),
    body: await renderCv(facts, await avatarJpeg(deps, facts.avatar), deps.now()),
  }));

/**
 * A student's own CV, whoever the student hands the link to: the phone is the student's to give, links that are not
 * public stay out. @throws Refusal link_expired, not_found when the account is gone
 */
export const openCv = async (deps: Opening, student_id: number, link: LinkSignature): Promise<Download> => {
  assertValidLink(deps, `/api/students/cv/${student_id}/`, link);
  const profile = await findStudentProfile(deps.db, student_id);
  if (!profile) throw new Refusal('not_found');
  // After the look: of somebody who is gone nothing is written any more.
  await enforceRateLimit(deps, 'cv', student_id);
  const scores = await readEntries(deps.db, 'exam-scores', student_id, { page: 1, page_size: 100 });
  const social_links = profile.social_links.filter(({ is_public }) => is_public);
  return cvDownload(deps, { ...profile, social_links, exam_scores: scores.results as ExamScore[] });
};
