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
} from '#contract/profile-entries.ts';
import type { Achievement, Education, ExamScore, Experience, Language, Project, SocialLink, StudentSkill } from '#contract/student.ts';
import { formatDate } from '#contract/uzbek.ts';
import type { EntryListView } from './entryView.ts';

const dates: DateStyle = { format: formatDate, ongoing: 'Hozirgacha' };

const education: EntryListView<Education> = {
  name: 'education',
  section: 'education',
  title: "Ta'lim tarixi",
  entity: "Ta'lim yozuvi",
  empty: 'Hali ta’lim yozuvlari yo‘q. O‘qigan yoki o‘qiyotgan joyingizni qo‘shing.',
  describe: (entry) => describeEducation(entry, dates),
};

const experience: EntryListView<Experience> = {
  name: 'experience',
  section: 'experience',
  title: 'Ish tajribasi',
  entity: 'Tajriba',
  empty: 'Hali tajriba qo‘shilmagan. Amaliyot, ish yoki volontyorlikni qo‘shing.',
  describe: (entry) => describeExperience(entry, dates),
};

const projects: EntryListView<Project> = {
  name: 'projects',
  section: 'projects',
  title: 'Loyihalar',
  entity: 'Loyiha',
  empty: 'Hali loyihalar yo‘q. Faxrlanadigan ishingizni qo‘shing.',
  describe: (entry) => describeProject(entry, dates),
};

const examScores: EntryListView<ExamScore> = {
  name: 'exam-scores',
  section: 'exams',
  title: 'Akademik natijalar',
  entity: 'Natija',
  empty: 'Hali imtihon natijalari yo‘q. IELTS, SAT yoki boshqa natijangizni qo‘shing.',
  describe: describeExamScore,
};

const achievements: EntryListView<Achievement> = {
  name: 'achievements',
  section: 'achievements',
  title: 'Yutuqlar',
  entity: 'Yutuq',
  empty: 'Hali yutuqlar yo‘q. Mukofot, sertifikat yoki musobaqa natijasini qo‘shing.',
  describe: (entry) => describeAchievement(entry, dates),
};

const socialLinks: EntryListView<SocialLink> = {
  name: 'social-links',
  section: 'links',
  title: 'Ijtimoiy havolalar',
  entity: 'Havola',
  empty: 'Hali havolalar yo‘q. GitHub, LinkedIn yoki boshqa sahifangizni qo‘shing.',
  describe: (entry) => ({ ...describeSocialLink(entry), badges: entry.is_public ? [] : ['Ommaviy emas'] }),
};

const languages: EntryListView<Language> = {
  name: 'languages',
  section: 'languages',
  title: 'Tillar',
  entity: 'Til',
  empty: 'Hali tillar qo‘shilmagan. Biladigan tillaringizni qo‘shing.',
  describe: describeLanguage,
};

const skills: EntryListView<StudentSkill> = {
  name: 'skills',
  section: 'skills',
  title: "Ko'nikmalar",
  entity: "Ko'nikma",
  empty: 'Hali ko‘nikmalar yo‘q. Nimalarni bilishingizni qo‘shing.',
  describe: describeSkill,
};

/** The eight lists of the profile page. Their forms load with the sheet (`entryForms`). */
export const entryListViews = { education, experience, projects, examScores, achievements, socialLinks, languages, skills };
