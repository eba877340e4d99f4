import * as z from 'zod/mini';
import { type ApplicationStatus, applicationStatuses } from './application-rules.ts';
import { get, patch, post, put, remove } from './call.ts';
import {
  choice,
  day,
  decimal,
  integer,
  link,
  moment,
  optionalDay,
  optionalFlag,
  optionalInteger,
  optionalLink,
  optionalText,
  reference,
  signed,
  text,
} from './fields.ts';
import { listOf, pageQuery } from './paging.ts';
import {
  aboutMax,
  achievementTypes,
  degrees,
  endBeforeStart,
  experienceTypes,
  languageLevels,
  skillCategories,
  socialPlatforms,
} from './student-rules.ts';

const words = z.nullable(z.string());
const until = "Iltimos, tugash sanasini kiriting yoki 'Hozirgacha' ni belgilang.";
const untilEducation = "Iltimos, tugash sanasini kiriting yoki 'Hozirgacha'ni belgilang.";
const from = 'Iltimos, boshlanish sanasini kiriting.';
/**
 * What lies behind a current or ongoing entry: an end date is asked for only when it has ended. Said together with what
 * else is missing, not after it.
 */
const ended = <Flag extends string>(flag: Flag, message: string) =>
  z.refine<Record<string, unknown>>((item) => item[flag] === true || Boolean(item.end_date), {
    error: message,
    path: ['end_date'],
    when: ({ value, issues }) =>
      typeof value === 'object' && value !== null && !issues.some((issue) => issue.path?.[0] === 'end_date' || issue.path?.[0] === flag),
  });
const ordered = z.refine<Record<string, unknown>>(
  (item) =>
    item.is_current === true ||
    item.is_ongoing === true ||
    !item.end_date ||
    !item.start_date ||
    String(item.end_date) >= String(item.start_date),
  { error: endBeforeStart, path: ['end_date'] },
);

const degree = 'Iltimos, darajani tanlang.';
const educationFields = z.object({
  institution: text(200, "Iltimos, o'quv yurtini kiriting."),
  degree: choice(degrees, degree),
  field_of_study: text(200, "Iltimos, yo'nalishni kiriting."),
  start_date: day(from),
  end_date: optionalDay,
  is_current: optionalFlag,
  gpa: optionalText(20),
  description: optionalText(2000),
});
const experienceFields = z.object({
  title: text(200, 'Iltimos, vazifani kiriting.'),
  company: text(200, 'Iltimos, tashkilot nomini kiriting.'),
  experience_type: choice(experienceTypes, 'Iltimos, tajriba turini tanlang.'),
  description: text(2000, 'Iltimos, qisqacha tavsif yozing.'),
  start_date: day(from),
  end_date: optionalDay,
  is_current: optionalFlag,
  location: optionalText(200),
});
const projectFields = z.object({
  title: text(200, 'Iltimos, loyiha nomini kiriting.'),
  description: text(2000, 'Iltimos, loyiha haqida qisqacha yozing.'),
  start_date: day(from),
  end_date: optionalDay,
  is_ongoing: optionalFlag,
  featured: optionalFlag,
  project_url: optionalLink,
  github_url: optionalLink,
  technologies: z.optional(z.array(text(60)).check(z.maxLength(30, 'Ko‘pi bilan 30 ta texnologiya kiriting.'))),
});
const score = "Ballni to'g'ri kiriting.";
const examScoreFields = z.object({
  exam_id: reference('Iltimos, imtihonni tanlang.'),
  section_id: reference("Iltimos, bo'limni tanlang."),
  score: decimal(0, 99999, score),
  taken_date: optionalDay,
  notes: optionalText(1000),
});
const achievementFields = z.object({
  title: text(200, 'Iltimos, yutuq nomini kiriting.'),
  achievement_type: choice(achievementTypes, 'Iltimos, yutuq turini tanlang.'),
  date_achieved: day('Iltimos, sanani kiriting.'),
  description: optionalText(2000),
  issuing_organization: optionalText(200),
  certificate: optionalText(100),
  certificate_url: optionalLink,
});
const languageFields = z.object({
  language: text(60, 'Iltimos, til nomini kiriting.'),
  proficiency: choice(languageLevels, degree),
});
const skillFields = z.object({
  skill_id: reference("Iltimos, ko'nikmani tanlang."),
  proficiency_level: integer(1, 4, degree),
  years_experience: optionalInteger(0, 80, "Tajriba yillari butun son bo'lishi kerak."),
});
const socialLinkFields = z.object({
  platform: choice(socialPlatforms, 'Iltimos, platformani tanlang.'),
  url: link('Iltimos, havolani kiriting.'),
  is_public: optionalFlag,
});

export const educationInput = educationFields.check(ended('is_current', untilEducation), ordered);
export const experienceInput = experienceFields.check(ended('is_current', until), ordered);
export const projectInput = projectFields.check(ended('is_ongoing', until), ordered);
export const examScoreInput = examScoreFields;
export const achievementInput = achievementFields;
export const languageInput = languageFields;
export const skillInput = skillFields;
export const socialLinkInput = socialLinkFields;

export const education = z.object({
  id: z.int(),
  institution: z.string(),
  degree: choice(degrees),
  degree_display: z.string(),
  field_of_study: z.string(),
  start_date: words,
  end_date: words,
  is_current: z.boolean(),
  gpa: words,
  description: words,
});
export const experience = z.object({
  id: z.int(),
  title: z.string(),
  company: z.string(),
  location: words,
  start_date: words,
  end_date: words,
  is_current: z.boolean(),
  description: z.string(),
  experience_type: choice(experienceTypes),
  experience_type_display: z.string(),
});
export const project = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  start_date: words,
  end_date: words,
  is_ongoing: z.boolean(),
  featured: z.boolean(),
  project_url: words,
  github_url: words,
  technologies: z.array(z.object({ name: z.string() })),
});
export const examScore = z.object({
  id: z.int(),
  exam: z.object({ id: z.int(), name: z.string(), sections: z.array(z.object({ id: z.int(), name: z.string() })) }),
  section: z.object({ id: z.int(), name: z.string() }),
  score: z.string(),
  taken_date: words,
  notes: words,
});
export const achievement = z.object({
  id: z.int(),
  title: z.string(),
  achievement_type: choice(achievementTypes),
  achievement_type_display: z.string(),
  date_achieved: words,
  description: words,
  issuing_organization: words,
  certificate: words,
  certificate_url: words,
});
export const language = z.object({
  id: z.int(),
  language: z.string(),
  proficiency: choice(languageLevels),
  proficiency_display: z.string(),
});
export const skill = z.object({ id: z.int(), name: z.string(), category: choice(skillCategories) });
export const studentSkill = z.object({
  id: z.int(),
  skill,
  proficiency_level: z.int(),
  years_experience: z.nullable(z.int()),
  verified: z.boolean(),
});
export const socialLink = z.object({ id: z.int(), platform: choice(socialPlatforms), url: z.string(), is_public: z.boolean() });

export type Education = z.infer<typeof education>;
export type Experience = z.infer<typeof experience>;
export type Project = z.infer<typeof project>;
export type ExamScore = z.infer<typeof examScore>;
export type Achievement = z.infer<typeof achievement>;
export type Language = z.infer<typeof language>;
export type StudentSkill = z.infer<typeof studentSkill>;
export type SocialLink = z.infer<typeof socialLink>;

export const studentProfile = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: words,
  phone_visible: z.boolean(),
  date_of_birth: words,
  location: words,
  university: words,
  major: words,
  graduation_year: z.nullable(z.int()),
  /** One value under both names. */
  about_me: words,
  bio: words,
  avatar: words,
  portfolio_url: words,
  /** A short-lived link to the file, as every link to a private one. */
  resume: words,
  /** The name the file was uploaded under. */
  resume_name: words,
  /** A short-lived link to the profile as a PDF. */
  cv_url: z.string(),
  education: z.array(education),
  experiences: z.array(experience),
  skills: z.array(studentSkill),
  projects: z.array(project),
  languages: z.array(language),
  achievements: z.array(achievement),
  social_links: z.array(socialLink),
  updated_at: moment,
});
export type StudentProfile = z.infer<typeof studentProfile>;

export const studentProfileInput = z.object({
  first_name: z.optional(text(150)),
  last_name: optionalText(150),
  phone: optionalText(40),
  phone_visible: optionalFlag,
  date_of_birth: optionalDay,
  location: optionalText(200),
  university: optionalText(200),
  major: optionalText(200),
  graduation_year: optionalInteger(1950, 2100),
  about_me: optionalText(aboutMax),
  bio: optionalText(aboutMax),
  portfolio_url: optionalLink,
});

/**
 * A student as others see them. `profile` is there for the student and for an organization the student applied to or
 * whose invitation was accepted; to everybody else the card is a name, a university, a major and public links.
 */
export const studentCard = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  university: words,
  major: words,
  social_links: z.array(socialLink),
  profile: z.nullable(
    z.object({
      avatar: words,
      location: words,
      graduation_year: z.nullable(z.int()),
      about_me: words,
      portfolio_url: words,
      education: z.array(education),
      experiences: z.array(experience),
      skills: z.array(studentSkill),
      projects: z.array(project),
      languages: z.array(language),
      achievements: z.array(achievement),
    }),
  ),
});

export type StudentCard = z.infer<typeof studentCard>;

/** The five verbs of one list of a profile, served and asked by one engine. Lists are asked with page size 100. */
const list = <Path extends string, Item extends z.core.$ZodType, Input extends z.core.$ZodType, Partial extends z.core.$ZodType>(
  path: Path,
  noun: string,
  item: Item,
  input: Input,
  partial: Partial,
) => ({
  list: get(`/students/${path}/`, { summary: `The student's own list: ${noun}.`, query: z.object(pageQuery()), reply: listOf(item) }),
  create: post(`/students/${path}/`, { summary: `Add an entry: ${noun}.`, body: input, reply: item, status: 201, idempotent: true }),
  retrieve: get(`/students/${path}/:id/`, { summary: `One entry: ${noun}.`, reply: item }),
  replace: put(`/students/${path}/:id/`, { summary: `Replace an entry: ${noun}.`, body: input, reply: item }),
  update: patch(`/students/${path}/:id/`, { summary: `Change an entry, absent fields stay: ${noun}.`, body: partial, reply: item }),
  remove: remove(`/students/${path}/:id/`, { summary: `Delete an entry: ${noun}.`, reply: z.object({}), status: 204 }),
});

export const studentLists = {
  education: list('education', 'education', education, educationInput, z.partial(educationFields)),
  experience: list('experience', 'experience', experience, experienceInput, z.partial(experienceFields)),
  projects: list('projects', 'projects', project, projectInput, z.partial(projectFields)),
  'exam-scores': list('exam-scores', 'exam scores', examScore, examScoreInput, z.partial(examScoreFields)),
  achievements: list('achievements', 'achievements', achievement, achievementInput, z.partial(achievementFields)),
  languages: list('languages', 'languages', language, languageInput, z.partial(languageFields)),
  skills: list('skills', 'skills', studentSkill, skillInput, z.partial(skillFields)),
  'social-links': list('social-links', 'social links', socialLink, socialLinkInput, z.partial(socialLinkFields)),
};
export type StudentListName = keyof typeof studentLists;

export const examSection = z.object({
  id: z.int(),
  name: z.string(),
  name_uz: words,
  min: z.number(),
  max: z.number(),
  step: z.number(),
  is_total: z.boolean(),
});
const completeness = z.object({
  percent: z.int(),
  next: z.nullable(z.object({ key: z.string(), tab: z.string(), label: z.string() })),
});
/** Figures over a student's own applications. */
export const ownApplicationStats = z.object({
  total: z.int(),
  in_progress: z.int(),
  accepted: z.int(),
  closed: z.int(),
  by_status: z.object(
    Object.fromEntries(Object.keys(applicationStatuses).map((key) => [key, z.int()])) as Record<ApplicationStatus, z.ZodMiniInt>,
  ),
});
export const studentDashboard = z.object({
  completeness,
  applications: ownApplicationStats,
  /** Applications begun and not sent. */
  draft_count: z.int(),
  /** Of applications begun or wished for: the three whose deadline is next. */
  upcoming_deadlines: z.array(
    z.object({ opportunity: z.int(), title: z.string(), application_deadline: z.string(), days_until_deadline: z.int() }),
  ),
});
const searchQuery = (usual: number, most: number) => z.object({ search: z.optional(z.string()), ...pageQuery(usual, most) });

export const studentCalls = {
  dashboard: get('/students/dashboard/', { summary: 'What a student has done and what is next.', reply: studentDashboard }),
  applicationStats: get('/students/application-stats/', {
    summary: 'Figures over the student’s own applications.',
    reply: ownApplicationStats,
  }),
  card: get('/students/card/:student_id/', { summary: 'A student as the caller may see them.', reply: studentCard }),
  uploadPicture: post('/students/upload-profile-picture/', {
    summary: 'A new picture (JPEG, PNG or WebP, at most 5 MB); the old one goes when it is there.',
    files: ['avatar'],
    reply: z.object({ avatar: z.string() }),
    idempotent: true,
  }),
  removePicture: remove('/students/upload-profile-picture/', {
    summary: 'Take the picture away.',
    reply: z.object({}),
    status: 204,
  }),
  uploadResume: post('/students/upload-resume/', {
    summary: 'A new resume (PDF, DOCX, JPEG or PNG, at most 10 MB); applications keep the one they were sent with.',
    files: ['resume'],
    reply: z.object({ resume: z.string(), resume_name: words }),
    idempotent: true,
  }),
  removeResume: remove('/students/upload-resume/', { summary: 'Take the resume away.', reply: z.object({}), status: 204 }),
  seedExams: post('/students/exams/seed-defaults/', {
    summary: 'Load the exams again from the product’s own files; changes nothing when all are there.',
    reply: z.object({ changed: z.int() }),
  }),
  profile: get('/students/profile/', { summary: 'The student’s own profile with its lists.', reply: studentProfile }),
  update: patch('/students/profile/', {
    summary: 'Change the profile; absent fields stay, null clears.',
    body: studentProfileInput,
    reply: studentProfile,
  }),
  cvFile: get('/students/cv/:student_id/', {
    summary: 'The profile as a PDF; opened by the link `cv_url` of the profile.',
    query: signed,
    reply: z.unknown(),
    download: 'application/pdf',
  }),
  replace: put('/students/profile/', {
    summary: 'Change the profile; absent fields stay, null clears.',
    body: studentProfileInput,
    reply: studentProfile,
  }),
  upsertSocialLink: post('/students/social-links/upsert/', {
    summary: 'Save the link of a platform; with id, that link changes, its platform too.',
    body: z.extend(socialLinkFields, { id: z.optional(reference()) }),
    reply: socialLink,
  }),
  availableSkills: get('/students/skills/available/', {
    summary: 'Skills to pick from, searched with the Uzbek fold.',
    query: searchQuery(100, 200),
    reply: listOf(skill),
  }),
  universities: get('/students/universities/', {
    summary: 'Universities of Uzbekistan to suggest, searched with the Uzbek fold; another name may be typed.',
    query: searchQuery(20, 200),
    reply: listOf(z.object({ id: z.int(), name: z.string(), short_name: words, city: words, region: words })),
  }),
  exams: get('/students/exams/', {
    summary: 'Exams with their sections.',
    query: searchQuery(100, 100),
    reply: listOf(z.object({ id: z.int(), name: z.string(), code: z.string(), category: z.string(), sections: z.array(examSection) })),
  }),
  examSections: get('/students/exams/:exam_id/sections/', {
    summary: 'Sections of one exam.',
    reply: z.array(examSection),
  }),
};
