import {
  type Achievement,
  achievementInput,
  type Education,
  type ExamScore,
  type Experience,
  educationInput,
  examScoreInput,
  experienceInput,
  type Language,
  languageInput,
  type Project,
  projectInput,
  type SocialLink,
  type StudentListName,
  type StudentSkill,
  skillInput,
  socialLinkInput,
} from '#contract/student.ts';
import { achievementTypes, degrees, experienceTypes, languageLevels, skillLevels, socialPlatforms } from '#contract/student-rules.ts';
import { clearEndWhile, type EntryFormSpec, namesToIds, untilNow } from './entryForm.ts';
import { ExamFields, InstitutionField, SkillField, TechnologiesField } from './pickers.tsx';

const education: EntryFormSpec<Education> = {
  schema: educationInput,
  blank: { institution: '', degree: '', field_of_study: '', start_date: '', end_date: '', is_current: false, gpa: '', description: '' },
  fill: ({ id: _, degree_display: __, ...values }) => values,
  payload: clearEndWhile('is_current'),
  fields: [
    { kind: 'custom', name: 'institution', Fields: InstitutionField },
    { kind: 'select', name: 'degree', label: 'Daraja', options: degrees },
    { kind: 'text', name: 'field_of_study', label: 'Yo‘nalish', maxLength: 200 },
    { kind: 'date', name: 'start_date', label: 'Boshlanish sanasi' },
    untilNow('is_current', 'Hozirgacha'),
    { kind: 'date', name: 'end_date', label: 'Tugash sanasi', offWhile: 'is_current' },
    { kind: 'text', name: 'gpa', label: 'GPA', optional: true, maxLength: 20 },
    { kind: 'area', name: 'description', label: 'Tavsif', optional: true, maxLength: 2000 },
  ],
};

const experience: EntryFormSpec<Experience> = {
  schema: experienceInput,
  blank: { title: '', company: '', experience_type: '', description: '', start_date: '', end_date: '', is_current: false, location: '' },
  fill: ({ id: _, experience_type_display: __, ...values }) => values,
  payload: clearEndWhile('is_current'),
  fields: [
    { kind: 'text', name: 'title', label: 'Vazifa', maxLength: 200 },
    { kind: 'text', name: 'company', label: 'Tashkilot', maxLength: 200 },
    { kind: 'select', name: 'experience_type', label: 'Tajriba turi', options: experienceTypes },
    { kind: 'area', name: 'description', label: 'Qisqacha tavsif', maxLength: 2000 },
    { kind: 'date', name: 'start_date', label: 'Boshlanish sanasi' },
    untilNow('is_current', 'Hozirgacha'),
    { kind: 'date', name: 'end_date', label: 'Tugash sanasi', offWhile: 'is_current' },
    { kind: 'text', name: 'location', label: 'Joylashuv', optional: true, maxLength: 200 },
  ],
};

const projects: EntryFormSpec<Project> = {
  schema: projectInput,
  blank: {
    title: '',
    description: '',
    start_date: '',
    end_date: '',
    is_ongoing: false,
    featured: false,
    project_url: '',
    github_url: '',
    technologies: [],
    technology: '',
  },
  fill: ({ id: _, technologies, ...values }) => ({ ...values, technologies: technologies.map(({ name }) => name), technology: '' }),
  payload: ({ technology, ...values }) => ({
    ...clearEndWhile('is_ongoing')(values),
    // Includes typed text that is not a chip yet.
    technologies: [...new Set([...(values.technologies as string[]), ...String(technology).split(',')].map((name) => name.trim()))].filter(
      Boolean,
    ),
  }),
  fields: [
    { kind: 'text', name: 'title', label: 'Loyiha nomi', maxLength: 200 },
    { kind: 'area', name: 'description', label: 'Loyiha haqida', maxLength: 2000 },
    { kind: 'date', name: 'start_date', label: 'Boshlanish sanasi' },
    untilNow('is_ongoing', 'Hozirgacha davom etmoqda'),
    { kind: 'date', name: 'end_date', label: 'Tugash sanasi', offWhile: 'is_ongoing' },
    { kind: 'url', name: 'project_url', label: 'Loyiha havolasi', optional: true },
    { kind: 'url', name: 'github_url', label: 'GitHub havolasi', optional: true },
    { kind: 'custom', name: 'technologies', Fields: TechnologiesField },
    { kind: 'check', name: 'featured', label: 'Asosiy loyiha sifatida ko‘rsatish' },
  ],
};

const examScores: EntryFormSpec<ExamScore> = {
  schema: examScoreInput,
  blank: { exam_id: '', section_id: '', score: '', taken_date: '', notes: '' },
  fill: ({ exam, section, score, taken_date, notes }) => ({
    exam_id: exam.name,
    section_id: section.name,
    picked: { exam_id: exam, section_id: section },
    score,
    taken_date,
    notes,
  }),
  payload: namesToIds('exam_id', 'section_id'),
  fields: [
    { kind: 'custom', name: 'exam_id', Fields: ExamFields },
    { kind: 'decimal', name: 'score', label: 'Ball' },
    { kind: 'date', name: 'taken_date', label: 'Topshirilgan sana', optional: true },
    { kind: 'area', name: 'notes', label: 'Izoh', optional: true, maxLength: 1000 },
  ],
};

const achievements: EntryFormSpec<Achievement> = {
  schema: achievementInput,
  blank: {
    title: '',
    achievement_type: '',
    date_achieved: '',
    description: '',
    issuing_organization: '',
    certificate: '',
    certificate_url: '',
  },
  fill: ({ id: _, achievement_type_display: __, ...values }) => values,
  fields: [
    { kind: 'text', name: 'title', label: 'Yutuq nomi', maxLength: 200 },
    { kind: 'select', name: 'achievement_type', label: 'Yutuq turi', options: achievementTypes },
    { kind: 'date', name: 'date_achieved', label: 'Sana' },
    { kind: 'text', name: 'issuing_organization', label: 'Bergan tashkilot', optional: true, maxLength: 200 },
    { kind: 'area', name: 'description', label: 'Tavsif', optional: true, maxLength: 2000 },
    { kind: 'text', name: 'certificate', label: 'Sertifikat kodi', optional: true, maxLength: 100 },
    { kind: 'url', name: 'certificate_url', label: 'Sertifikat havolasi', optional: true },
  ],
};

const socialLinks: EntryFormSpec<SocialLink> = {
  schema: socialLinkInput,
  blank: { platform: '', url: '', is_public: true },
  fill: ({ platform, url, is_public }) => ({ platform, url, is_public }),
  fields: [
    { kind: 'select', name: 'platform', label: 'Platforma', options: socialPlatforms },
    { kind: 'url', name: 'url', label: 'Havola' },
    {
      kind: 'check',
      name: 'is_public',
      label: 'Hammaga ko‘rinsin',
      hint: 'Belgilanmasa, havolani faqat siz ariza topshirgan tashkilotlar ko‘radi.',
    },
  ],
};

const languages: EntryFormSpec<Language> = {
  schema: languageInput,
  blank: { language: '', proficiency: '' },
  fill: ({ language, proficiency }) => ({ language, proficiency }),
  fields: [
    { kind: 'text', name: 'language', label: 'Til nomi', placeholder: 'Masalan, ingliz tili', maxLength: 60 },
    { kind: 'select', name: 'proficiency', label: 'Daraja', options: languageLevels },
  ],
};

const skills: EntryFormSpec<StudentSkill> = {
  schema: skillInput,
  blank: { skill_id: '', proficiency_level: '', years_experience: '' },
  fill: ({ skill, proficiency_level, years_experience }) => ({
    skill_id: skill.name,
    picked: { skill_id: skill },
    proficiency_level,
    years_experience,
  }),
  payload: namesToIds('skill_id'),
  fields: [
    { kind: 'custom', name: 'skill_id', Fields: SkillField },
    { kind: 'select', name: 'proficiency_level', label: 'Daraja', options: skillLevels },
    { kind: 'integer', name: 'years_experience', label: 'Tajriba (yil)', optional: true },
  ],
};

// biome-ignore lint/suspicious/noExplicitAny: each form knows the entries of its own list
export const entryForms: Record<StudentListName, EntryFormSpec<any>> = {
  education,
  experience,
  projects,
  'exam-scores': examScores,
  achievements,
  'social-links': socialLinks,
  languages,
  skills,
};
