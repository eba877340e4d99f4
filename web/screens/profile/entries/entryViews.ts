import type { Achievement, Education, ExamScore, Experience, Language, Project, SocialLink, StudentSkill } from '#contract/student.ts';
import { skillCategories, skillLevels, socialPlatforms } from '#contract/student-rules.ts';
import { formatDate } from '#contract/uzbek.ts';
import { type EntryListView, entryPeriod } from './entryView.ts';

const education: EntryListView<Education> = {
  name: 'education',
  section: 'education',
  title: "Ta'lim tarixi",
  entity: "Ta'lim yozuvi",
  empty: 'Hali ta’lim yozuvlari yo‘q. O‘qigan yoki o‘qiyotgan joyingizni qo‘shing.',
  view: (entry) => ({
    title: entry.institution,
    lines: [
      `${entry.degree_display}, ${entry.field_of_study}`,
      entryPeriod(entry.start_date, entry.end_date, entry.is_current),
      entry.gpa && `GPA: ${entry.gpa}`,
    ],
    text: entry.description,
  }),
};

const experience: EntryListView<Experience> = {
  name: 'experience',
  section: 'experience',
  title: 'Ish tajribasi',
  entity: 'Tajriba',
  empty: 'Hali tajriba qo‘shilmagan. Amaliyot, ish yoki volontyorlikni qo‘shing.',
  view: (entry) => ({
    title: entry.title,
    lines: [[entry.company, entry.location].filter(Boolean).join(' · '), entryPeriod(entry.start_date, entry.end_date, entry.is_current)],
    badges: [entry.experience_type_display],
    text: entry.description,
  }),
};

const projects: EntryListView<Project> = {
  name: 'projects',
  section: 'projects',
  title: 'Loyihalar',
  entity: 'Loyiha',
  empty: 'Hali loyihalar yo‘q. Faxrlanadigan ishingizni qo‘shing.',
  view: (entry) => ({
    title: entry.title,
    lines: [entryPeriod(entry.start_date, entry.end_date, entry.is_ongoing), entry.technologies.map(({ name }) => name).join(', ')],
    links: [
      ['Loyiha', entry.project_url],
      ['GitHub', entry.github_url],
    ],
    badges: [entry.featured && 'Asosiy'],
    text: entry.description,
  }),
};

const examScores: EntryListView<ExamScore> = {
  name: 'exam-scores',
  section: 'exams',
  title: 'Akademik natijalar',
  entity: 'Natija',
  empty: 'Hali imtihon natijalari yo‘q. IELTS, SAT yoki boshqa natijangizni qo‘shing.',
  view: (entry) => ({
    title: `${entry.exam.name}: ${entry.section.name}`,
    lines: [`Ball: ${entry.score}`, entry.taken_date && formatDate(entry.taken_date)],
    text: entry.notes,
  }),
};

const achievements: EntryListView<Achievement> = {
  name: 'achievements',
  section: 'achievements',
  title: 'Yutuqlar',
  entity: 'Yutuq',
  empty: 'Hali yutuqlar yo‘q. Mukofot, sertifikat yoki musobaqa natijasini qo‘shing.',
  view: (entry) => ({
    title: entry.title,
    lines: [
      [entry.issuing_organization, formatDate(entry.date_achieved)].filter(Boolean).join(' · '),
      entry.certificate && `Sertifikat kodi: ${entry.certificate}`,
    ],
    links: [['Sertifikat', entry.certificate_url]],
    badges: [entry.achievement_type_display],
    text: entry.description,
  }),
};

const socialLinks: EntryListView<SocialLink> = {
  name: 'social-links',
  section: 'links',
  title: 'Ijtimoiy havolalar',
  entity: 'Havola',
  empty: 'Hali havolalar yo‘q. GitHub, LinkedIn yoki boshqa sahifangizni qo‘shing.',
  view: (entry) => ({
    title: socialPlatforms[entry.platform],
    lines: [],
    links: [[entry.url.replace(/^https?:\/\//, '').replace(/\/$/, ''), entry.url]],
    badges: [!entry.is_public && 'Ommaviy emas'],
  }),
};

const languages: EntryListView<Language> = {
  name: 'languages',
  section: 'languages',
  title: 'Tillar',
  entity: 'Til',
  empty: 'Hali tillar qo‘shilmagan. Biladigan tillaringizni qo‘shing.',
  view: (entry) => ({ title: entry.language, lines: [entry.proficiency_display] }),
};

const skills: EntryListView<StudentSkill> = {
  name: 'skills',
  section: 'skills',
  title: "Ko'nikmalar",
  entity: "Ko'nikma",
  empty: 'Hali ko‘nikmalar yo‘q. Nimalarni bilishingizni qo‘shing.',
  view: (entry) => ({
    title: entry.skill.name,
    lines: [
      [
        skillLevels[entry.proficiency_level as keyof typeof skillLevels],
        entry.years_experience !== null && `${entry.years_experience} yil tajriba`,
      ]
        .filter(Boolean)
        .join(' · '),
      skillCategories[entry.skill.category],
    ],
    badges: [entry.verified && 'Tasdiqlangan'],
  }),
};

/** The eight lists as they are shown; their forms come with the sheet. */
export const entryListViews = { education, experience, projects, examScores, achievements, socialLinks, languages, skills };
