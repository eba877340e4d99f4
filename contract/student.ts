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
import { pagedList, pageQuery } from './paging.ts';
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

const nullableString = z.nullable(z.string());
const endMissing = "Iltimos, tugash sanasini kiriting yoki 'Hozirgacha' ni belgilang.";
const educationEndMissing = "Iltimos, tugash sanasini kiriting yoki 'Hozirgacha'ni belgilang.";
const startMissing = 'Iltimos, boshlanish sanasini kiriting.';
/** Requires an end date unless the flag is set (specification 5). Reported together with other errors, not after them. */
const endUnless = <Flag extends string>(flag: Flag, message: string) =>
  z.refine<Record<string, unknown>>((item) => item[flag] === true || Boolean(item.end_date), {
    error: message,
    path: ['end_date'],
    when: ({ value, issues }) =>
      typeof value === 'object' && value !== null && !issues.some((issue) => issue.path?.[0] === 'end_date' || issue.path?.[0] === flag),
  });
/** The end date may not be before the start date. */
const startBeforeEnd = z.refine<Record<string, unknown>>(
  (item) =>
    item.is_current === true ||
    item.is_ongoing === true ||
    !item.end_date ||
    !item.start_date ||
    String(item.end_date) >= String(item.start_date),
  { error: endBeforeStart, path: ['end_date'] },
);

const levelMissing = 'Iltimos, darajani tanlang.';
const educationFields = z.object({
  institution: text(200, "Iltimos, o'quv yurtini kiriting."),
  degree: choice(degrees, levelMissing),
  field_of_study: text(200, "Iltimos, yo'nalishni kiriting."),
  start_date: day(startMissing),
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
  start_date: day(startMissing),
  end_date: optionalDay,
  is_current: optionalFlag,
  location: optionalText(200),
});
const projectFields = z.object({
  title: text(200, 'Iltimos, loyiha nomini kiriting.'),
  description: text(2000, 'Iltimos, loyiha haqida qisqacha yozing.'),
  start_date: day(startMissing),
  end_date: optionalDay,
  is_ongoing: optionalFlag,
  featured: optionalFlag,
  project_url: optionalLink,
  github_url: optionalLink,
  technologies: z.optional(z.array(text(60)).check(z.maxLength(30, 'Ko‘pi bilan 30 ta texnologiya kiriting.'))),
});
const badExamScore = "Ballni to'g'ri kiriting.";
const examScoreFields = z.object({
  exam_id: reference('Iltimos, imtihonni tanlang.'),
  section_id: reference("Iltimos, bo'limni tanlang."),
  score: decimal(0, 99999, badExamScore),
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
  proficiency: choice(languageLevels, levelMissing),
});
const skillFields = z.object({
  skill_id: reference("Iltimos, ko'nikmani tanlang."),
  proficiency_level: integer(1, 4, levelMissing),
  years_experience: optionalInteger(0, 80, "Tajriba yillari butun son bo'lishi kerak."),
});
const socialLinkFields = z.object({
  platform: choice(socialPlatforms, 'Iltimos, platformani tanlang.'),
  url: link('Iltimos, havolani kiriting.'),
  is_public: optionalFlag,
});

// Bodies of POST and PUT of the eight lists (specification 5). PATCH takes the same fields, each optional.
export const educationInput = educationFields.check(endUnless('is_current', educationEndMissing), startBeforeEnd);
export const experienceInput = experienceFields.check(endUnless('is_current', endMissing), startBeforeEnd);
export const projectInput = projectFields.check(endUnless('is_ongoing', endMissing), startBeforeEnd);
export const examScoreInput = examScoreFields;
export const achievementInput = achievementFields;
export const languageInput = languageFields;
export const skillInput = skillFields;
export const socialLinkInput = socialLinkFields;

// Entries of the eight lists (specification 3). Dates are `YYYY-MM-DD`; `*_display` are Uzbek labels.
export const education = z.object({
  id: z.int(),
  institution: z.string(),
  degree: choice(degrees),
  degree_display: z.string(),
  field_of_study: z.string(),
  start_date: nullableString,
  end_date: nullableString,
  is_current: z.boolean(),
  gpa: nullableString,
  description: nullableString,
});
export const experience = z.object({
  id: z.int(),
  title: z.string(),
  company: z.string(),
  location: nullableString,
  start_date: nullableString,
  end_date: nullableString,
  is_current: z.boolean(),
  description: z.string(),
  experience_type: choice(experienceTypes),
  experience_type_display: z.string(),
});
export const project = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  start_date: nullableString,
  end_date: nullableString,
  is_ongoing: z.boolean(),
  featured: z.boolean(),
  project_url: nullableString,
  github_url: nullableString,
  technologies: z.array(z.object({ name: z.string() })),
});
/** `score` is a decimal string with two places ("7.50"). */
export const examScore = z.object({
  id: z.int(),
  exam: z.object({ id: z.int(), name: z.string(), sections: z.array(z.object({ id: z.int(), name: z.string() })) }),
  section: z.object({ id: z.int(), name: z.string() }),
  score: z.string(),
  taken_date: nullableString,
  notes: nullableString,
});
export const achievement = z.object({
  id: z.int(),
  title: z.string(),
  achievement_type: choice(achievementTypes),
  achievement_type_display: z.string(),
  date_achieved: nullableString,
  description: nullableString,
  issuing_organization: nullableString,
  certificate: nullableString,
  certificate_url: nullableString,
});
export const language = z.object({
  id: z.int(),
  language: z.string(),
  proficiency: choice(languageLevels),
  proficiency_display: z.string(),
});
export const skill = z.object({ id: z.int(), name: z.string(), category: choice(skillCategories) });
/** `proficiency_level` is 1 to 4 (`skillLevels`). */
export const studentSkill = z.object({
  id: z.int(),
  skill,
  proficiency_level: z.int(),
  years_experience: z.nullable(z.int()),
  verified: z.boolean(),
});
/** A link that is not public is shown only to organizations the student applied to. */
export const socialLink = z.object({ id: z.int(), platform: choice(socialPlatforms), url: z.string(), is_public: z.boolean() });

export type Education = z.infer<typeof education>;
export type Experience = z.infer<typeof experience>;
export type Project = z.infer<typeof project>;
export type ExamScore = z.infer<typeof examScore>;
export type Achievement = z.infer<typeof achievement>;
export type Language = z.infer<typeof language>;
export type StudentSkill = z.infer<typeof studentSkill>;
export type SocialLink = z.infer<typeof socialLink>;

/** The student's own profile (specification 3). */
export const studentProfile = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: nullableString,
  phone_visible: z.boolean(),
  date_of_birth: nullableString,
  location: nullableString,
  university: nullableString,
  major: nullableString,
  graduation_year: z.nullable(z.int()),
  /** `about_me` and `bio` are one value: the specification names it both ways, so both are read and written. */
  about_me: nullableString,
  bio: nullableString,
  avatar: nullableString,
  portfolio_url: nullableString,
  /** Short-lived signed link to the file. */
  resume: nullableString,
  /** Original file name of the upload. */
  resume_name: nullableString,
  /** Short-lived signed link to the profile as a PDF. */
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

/** Change of the profile: absent fields stay, null clears. `about_me` and `bio` set the same value. */
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
 * A student as the caller may see them. `profile` is set for the student and for an organization that the student applied
 * to or accepted an invitation of; for others it is null and only public links are listed.
 */
export const studentCard = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  university: nullableString,
  major: nullableString,
  social_links: z.array(socialLink),
  profile: z.nullable(
    z.object({
      avatar: nullableString,
      location: nullableString,
      graduation_year: z.nullable(z.int()),
      about_me: nullableString,
      portfolio_url: nullableString,
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

/** The calls of one profile list. Clients request lists with page size 100 (specification 7). */
const list = <Path extends string, Item extends z.core.$ZodType, Input extends z.core.$ZodType, Partial extends z.core.$ZodType>(
  path: Path,
  noun: string,
  item: Item,
  input: Input,
  partial: Partial,
) => ({
  list: get(`/students/${path}/`, { summary: `The student's own list: ${noun}.`, query: z.object(pageQuery()), reply: pagedList(item) }),
  create: post(`/students/${path}/`, { summary: `Add an entry: ${noun}.`, body: input, reply: item, status: 201, idempotent: true }),
  retrieve: get(`/students/${path}/:id/`, { summary: `One entry: ${noun}.`, reply: item }),
  replace: put(`/students/${path}/:id/`, { summary: `Replace an entry: ${noun}.`, body: input, reply: item }),
  update: patch(`/students/${path}/:id/`, { summary: `Change an entry, absent fields stay: ${noun}.`, body: partial, reply: item }),
  remove: remove(`/students/${path}/:id/`, { summary: `Delete an entry: ${noun}.`, reply: z.object({}), status: 204 }),
});

/** The calls of the eight profile lists, by the name of the list in its path. */
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

/** A section of an exam and the range of its scores; `step` is the smallest difference. */
export const examSection = z.object({
  id: z.int(),
  name: z.string(),
  name_uz: nullableString,
  min: z.number(),
  max: z.number(),
  step: z.number(),
  is_total: z.boolean(),
});
/** See `profileCompleteness`. `percent` is 0 to 100. */
const completeness = z.object({
  percent: z.int(),
  next: z.nullable(z.object({ key: z.string(), tab: z.string(), label: z.string() })),
});
/** Counts over a student's own applications, by group (`statusGroup`) and by status. */
export const ownApplicationStats = z.object({
  total: z.int(),
  in_progress: z.int(),
  accepted: z.int(),
  closed: z.int(),
  by_status: z.object(
    Object.fromEntries(Object.keys(applicationStatuses).map((key) => [key, z.int()])) as Record<ApplicationStatus, z.ZodMiniInt>,
  ),
});
/** Summary for a signed-in student. */
export const studentDashboard = z.object({
  completeness,
  applications: ownApplicationStats,
  /** Applications that were started and not sent. */
  draft_count: z.int(),
  /** The three next deadlines among started applications. */
  upcoming_deadlines: z.array(
    z.object({ opportunity: z.int(), title: z.string(), application_deadline: z.string(), days_until_deadline: z.int() }),
  ),
});
const searchQuery = (defaultSize: number, maxSize: number) =>
  z.object({ search: z.optional(z.string()), ...pageQuery(defaultSize, maxSize) });

/**
 * Students, their profile and pick lists (specification 7). PUT and PATCH of the profile do the same: absent fields stay.
 */
export const studentCalls = {
  dashboard: get('/students/dashboard/', {
    summary: 'Profile completeness, application counts and next deadlines.',
    reply: studentDashboard,
  }),
  applicationStats: get('/students/application-stats/', {
    summary: 'Counts over the student’s own applications.',
    reply: ownApplicationStats,
  }),
  card: get('/students/card/:student_id/', { summary: 'A student as the caller may see them.', reply: studentCard }),
  uploadPicture: post('/students/upload-profile-picture/', {
    summary: 'A new picture (JPEG, PNG or WebP, at most 5 MB); replaces the old one.',
    files: ['avatar'],
    reply: z.object({ avatar: z.string() }),
    idempotent: true,
  }),
  removePicture: remove('/students/upload-profile-picture/', {
    summary: 'Remove the picture.',
    reply: z.object({}),
    status: 204,
  }),
  uploadResume: post('/students/upload-resume/', {
    summary: 'A new resume (PDF, DOCX, JPEG or PNG, at most 10 MB); applications keep the one of their submission.',
    files: ['resume'],
    reply: z.object({ resume: z.string(), resume_name: nullableString }),
    idempotent: true,
  }),
  removeResume: remove('/students/upload-resume/', { summary: 'Remove the resume.', reply: z.object({}), status: 204 }),
  seedExams: post('/students/exams/seed-defaults/', {
    summary: 'Load the built-in list of exams; changes nothing when it is complete.',
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
    summary: 'Save the link of a platform; with id, update that link, including its platform.',
    body: z.extend(socialLinkFields, { id: z.optional(reference()) }),
    reply: socialLink,
  }),
  availableSkills: get('/students/skills/available/', {
    summary: 'Skills to pick from; `search` matches any spelling.',
    query: searchQuery(100, 200),
    reply: pagedList(skill),
  }),
  universities: get('/students/universities/', {
    summary: 'Universities of Uzbekistan as suggestions; `search` matches any spelling, other names are accepted.',
    query: searchQuery(20, 200),
    reply: pagedList(z.object({ id: z.int(), name: z.string(), short_name: nullableString, city: nullableString, region: nullableString })),
  }),
  exams: get('/students/exams/', {
    summary: 'Exams with their sections.',
    query: searchQuery(100, 100),
    reply: pagedList(z.object({ id: z.int(), name: z.string(), code: z.string(), category: z.string(), sections: z.array(examSection) })),
  }),
  examSections: get('/students/exams/:exam_id/sections/', {
    summary: 'Sections of one exam.',
    reply: z.array(examSection),
  }),
};
