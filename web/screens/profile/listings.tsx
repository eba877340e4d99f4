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
  type StudentSkill,
  skillInput,
  socialLinkInput,
} from '#contract/student.ts';
import {
  achievementTypes,
  degrees,
  experienceTypes,
  languageLevels,
  skillCategories,
  skillLevels,
  socialPlatforms,
} from '#contract/student-rules.ts';
import { formatDate } from '#contract/uzbek.ts';
import { endedBy, type Listing, periodOf, untilNow } from './listing.ts';
import { ExamFields, InstitutionField, SkillField, TechnologiesField } from './pickers.tsx';

const education: Listing<Education> = {
  name: 'education',
  section: 'education',
  title: "Ta'lim tarixi",
  entity: "Ta'lim yozuvi",
  empty: 'Hali ta’lim yozuvlari yo‘q. O‘qigan yoki o‘qiyotgan joyingizni qo‘shing.',
  schema: educationInput,
  blank: { institution: '', degree: '', field_of_study: '', start_date: '', end_date: '', is_current: false, gpa: '', description: '' },
  fill: ({ id: _, degree_display: __, ...values }) => values,
  payload: endedBy('is_current'),
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
  view: (entry) => ({
    title: entry.institution,
    lines: [
      `${entry.degree_display}, ${entry.field_of_study}`,
      periodOf(entry.start_date, entry.end_date, entry.is_current),
      entry.gpa && `GPA: ${entry.gpa}`,
    ],
    text: entry.description,
  }),
};

const experience: Listing<Experience> = {
  name: 'experience',
  section: 'experience',
  title: 'Ish tajribasi',
  entity: 'Tajriba',
  empty: 'Hali tajriba qo‘shilmagan. Amaliyot, ish yoki volontyorlikni qo‘shing.',
  schema: experienceInput,
  blank: { title: '', company: '', experience_type: '', description: '', start_date: '', end_date: '', is_current: false, location: '' },
  fill: ({ id: _, experience_type_display: __, ...values }) => values,
  payload: endedBy('is_current'),
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
  view: (entry) => ({
    title: entry.title,
    lines: [[entry.company, entry.location].filter(Boolean).join(' · '), periodOf(entry.start_date, entry.end_date, entry.is_current)],
    badges: [entry.experience_type_display],
    text: entry.description,
  }),
};

const projects: Listing<Project> = {
  name: 'projects',
  section: 'projects',
  title: 'Loyihalar',
  entity: 'Loyiha',
  empty: 'Hali loyihalar yo‘q. Faxrlanadigan ishingizni qo‘shing.',
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
    ...endedBy('is_ongoing')(values),
    // What is typed but not yet a chip counts too.
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
  view: (entry) => ({
    title: entry.title,
    lines: [periodOf(entry.start_date, entry.end_date, entry.is_ongoing), entry.technologies.map(({ name }) => name).join(', ')],
    links: [
      ['Loyiha', entry.project_url],
      ['GitHub', entry.github_url],
    ],
    badges: [entry.featured && 'Asosiy'],
    text: entry.description,
  }),
};

const examScores: Listing<ExamScore> = {
  name: 'exam-scores',
  section: 'exams',
  title: 'Akademik natijalar',
  entity: 'Natija',
  empty: 'Hali imtihon natijalari yo‘q. IELTS, SAT yoki boshqa natijangizni qo‘shing.',
  schema: examScoreInput,
  blank: { exam_id: '', section_id: '', score: '', taken_date: '', notes: '' },
  fill: ({ exam, section, score, taken_date, notes }) => ({ exam_id: exam.id, section_id: section.id, score, taken_date, notes }),
  fields: [
    { kind: 'custom', name: 'exam_id', Fields: ExamFields },
    { kind: 'decimal', name: 'score', label: 'Ball' },
    { kind: 'date', name: 'taken_date', label: 'Topshirilgan sana', optional: true },
    { kind: 'area', name: 'notes', label: 'Izoh', optional: true, maxLength: 1000 },
  ],
  view: (entry) => ({
    title: `${entry.exam.name}: ${entry.section.name}`,
    lines: [`Ball: ${entry.score}`, entry.taken_date && formatDate(entry.taken_date)],
    text: entry.notes,
  }),
};

const achievements: Listing<Achievement> = {
  name: 'achievements',
  section: 'achievements',
  title: 'Yutuqlar',
  entity: 'Yutuq',
  empty: 'Hali yutuqlar yo‘q. Mukofot, sertifikat yoki musobaqa natijasini qo‘shing.',
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

const socialLinks: Listing<SocialLink> = {
  name: 'social-links',
  section: 'links',
  title: 'Ijtimoiy havolalar',
  entity: 'Havola',
  empty: 'Hali havolalar yo‘q. GitHub, LinkedIn yoki boshqa sahifangizni qo‘shing.',
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
  view: (entry) => ({
    title: socialPlatforms[entry.platform],
    lines: [],
    links: [[entry.url.replace(/^https?:\/\//, '').replace(/\/$/, ''), entry.url]],
    badges: [!entry.is_public && 'Ommaviy emas'],
  }),
};

const languages: Listing<Language> = {
  name: 'languages',
  section: 'languages',
  title: 'Tillar',
  entity: 'Til',
  empty: 'Hali tillar qo‘shilmagan. Biladigan tillaringizni qo‘shing.',
  schema: languageInput,
  blank: { language: '', proficiency: '' },
  fill: ({ language, proficiency }) => ({ language, proficiency }),
  fields: [
    { kind: 'text', name: 'language', label: 'Til nomi', placeholder: 'Masalan, ingliz tili', maxLength: 60 },
    { kind: 'select', name: 'proficiency', label: 'Daraja', options: languageLevels },
  ],
  view: (entry) => ({ title: entry.language, lines: [entry.proficiency_display] }),
};

const skills: Listing<StudentSkill> = {
  name: 'skills',
  section: 'skills',
  title: "Ko'nikmalar",
  entity: "Ko'nikma",
  empty: 'Hali ko‘nikmalar yo‘q. Nimalarni bilishingizni qo‘shing.',
  schema: skillInput,
  blank: { skill_id: '', picked: null, proficiency_level: '', years_experience: '' },
  fill: ({ skill, proficiency_level, years_experience }) => ({
    skill_id: skill.name,
    picked: { id: skill.id, name: skill.name },
    proficiency_level,
    years_experience,
  }),
  // The field holds the typed name; a skill is chosen when it is the name that was picked.
  payload: ({ picked, skill_id, ...values }) => {
    const chosen = picked as { id: number; name: string } | null;
    return { ...values, skill_id: chosen && chosen.name === skill_id ? chosen.id : null };
  },
  fields: [
    { kind: 'custom', name: 'skill_id', Fields: SkillField },
    { kind: 'select', name: 'proficiency_level', label: 'Daraja', options: skillLevels },
    { kind: 'whole', name: 'years_experience', label: 'Tajriba (yil)', optional: true },
  ],
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

export const listings = { education, experience, projects, examScores, achievements, socialLinks, languages, skills };
