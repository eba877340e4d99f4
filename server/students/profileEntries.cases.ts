import type { StudentListName } from '#contract/student.ts';

export type Body = Record<string, unknown>;
const until = "Iltimos, tugash sanasini kiriting yoki 'Hozirgacha' ni belgilang.";
const untilEducation = "Iltimos, tugash sanasini kiriting yoki 'Hozirgacha'ni belgilang.";
const startFirst = 'Iltimos, boshlanish sanasini kiriting.';
const badOrder = 'Tugash sanasi boshlanish sanasidan oldin bo‘lmasligi kerak.';
const degree = 'Iltimos, darajani tanlang.';
const badUrl = 'Havolani to‘g‘ri kiriting (masalan, https://example.uz).';
const badScore = "Ballni to'g'ri kiriting.";
const badExam = 'Iltimos, imtihonni tanlang.';
const badSection = "Iltimos, bo'limni tanlang.";
const badSkill = "Iltimos, ko'nikmani tanlang.";
const span = { start_date: '2022-09-01', end_date: '2024-06-30' };
const ended = { start_date: '2022-09-01', end_date: '2024-06-30' };
const ongoing = { start_date: '2023-02-01', end_date: null };

export interface Case {
  /** A complete body, and its reply without the id. */
  body: Body;
  reply: Body;
  /** A PATCH body, and the reply fields it changes. */
  change: Body;
  changed: Body;
  /** Another valid body, sorted before the first. */
  newer: Body;
  /** Field errors of an empty body, in this order. */
  empty: [string, string][];
  /** Invalid bodies and PATCH bodies with their field errors. */
  refused: [Body, Body][];
  refusedChange?: [Body, Body][];
  /** Changes for a body that duplicates the entry, and its field errors; null where duplicates are allowed. */
  duplicate: [Body, Body] | null;
  /** Free-text fields. */
  texts: string[];
}

/** Examples for the eight lists. They rely on exams 1 (sections 1, 2) and 2 (section 3) and skills 1 and 2. */
export const cases: Record<StudentListName, Case> = {
  education: {
    body: {
      institution: ' TATU ',
      degree: 'bachelor',
      field_of_study: 'Dasturlash',
      ...span,
      gpa: '',
      description: 'Tavsif',
      student_id: 1,
    },
    reply: {
      institution: 'TATU',
      degree: 'bachelor',
      degree_display: 'Bakalavr',
      field_of_study: 'Dasturlash',
      ...ended,
      is_current: false,
      gpa: null,
      description: 'Tavsif',
    },
    change: { is_current: true, gpa: '4.5', start_date: '2025-01-01' },
    changed: { is_current: true, gpa: '4.5', start_date: '2025-01-01', end_date: null },
    newer: {
      institution: 'OʻzMU',
      degree: 'master',
      field_of_study: 'Matematika',
      start_date: '2025-09-01',
      is_current: true,
      end_date: null,
    },
    empty: [
      ['institution', "Iltimos, o'quv yurtini kiriting."],
      ['degree', degree],
      ['field_of_study', "Iltimos, yo'nalishni kiriting."],
      ['start_date', startFirst],
      ['end_date', untilEducation],
    ],
    refused: [
      [{ end_date: '' }, { end_date: [untilEducation] }],
      [{ end_date: '2022-08-31' }, { end_date: [badOrder] }],
      [{ degree: 'doktor' }, { degree: [degree] }],
      [{ start_date: '2023-02-30' }, { start_date: [startFirst] }],
    ],
    refusedChange: [
      [{ end_date: null }, { end_date: [untilEducation] }],
      [{ start_date: '2025-01-01' }, { end_date: [badOrder] }],
    ],
    duplicate: null,
    texts: ['institution', 'field_of_study', 'gpa', 'description'],
  },
  experience: {
    body: { title: 'Dasturchi', company: 'Yashil', experience_type: 'internship', description: 'Ish', ...span },
    reply: {
      title: 'Dasturchi',
      company: 'Yashil',
      experience_type: 'internship',
      experience_type_display: 'Amaliyot',
      description: 'Ish',
      ...ended,
      is_current: false,
      location: null,
    },
    change: { experience_type: 'volunteer', location: 'Nukus' },
    changed: { experience_type: 'volunteer', experience_type_display: 'Volontyorlik', location: 'Nukus' },
    newer: { title: 'A', company: 'B', experience_type: 'full_time', description: 'C', start_date: '2025-01-01', is_current: 'ha' },
    empty: [
      ['title', 'Iltimos, vazifani kiriting.'],
      ['company', 'Iltimos, tashkilot nomini kiriting.'],
      ['experience_type', 'Iltimos, tajriba turini tanlang.'],
      ['description', 'Iltimos, qisqacha tavsif yozing.'],
      ['start_date', startFirst],
      ['end_date', until],
    ],
    refused: [
      [{ end_date: null }, { end_date: [until] }],
      [{ end_date: '2000-01-01' }, { end_date: [badOrder] }],
    ],
    refusedChange: [[{ end_date: '' }, { end_date: [until] }]],
    duplicate: null,
    texts: ['title', 'company', 'description', 'location'],
  },
  projects: {
    body: {
      title: 'Loyiha',
      description: 'Tavsif',
      ...ongoing,
      is_ongoing: true,
      technologies: [' React ', 'SQL'],
      github_url: 'github.com/a',
    },
    reply: {
      title: 'Loyiha',
      description: 'Tavsif',
      ...ongoing,
      is_ongoing: true,
      featured: false,
      project_url: null,
      github_url: 'https://github.com/a',
      technologies: [{ name: 'React' }, { name: 'SQL' }],
    },
    change: { is_ongoing: false, end_date: '2024-01-01', featured: true, technologies: [] },
    changed: { is_ongoing: false, end_date: '2024-01-01', featured: true, technologies: [] },
    newer: { title: 'Yangi', description: 'T', start_date: '2026-01-01', is_ongoing: true },
    empty: [
      ['title', 'Iltimos, loyiha nomini kiriting.'],
      ['description', 'Iltimos, loyiha haqida qisqacha yozing.'],
      ['start_date', startFirst],
      ['end_date', until],
    ],
    refused: [
      [{ is_ongoing: false }, { end_date: [until] }],
      [{ project_url: 'javascript:alert(1)' }, { project_url: [badUrl] }],
      [{ technologies: Array(31).fill('a') }, { technologies: ['Ko‘pi bilan 30 ta texnologiya kiriting.'] }],
    ],
    refusedChange: [[{ is_ongoing: false }, { end_date: [until] }]],
    duplicate: null,
    texts: ['title', 'description'],
  },
  'exam-scores': {
    body: { exam_id: 1, section_id: 1, score: '7,5'.replace(',', '.'), taken_date: '2026-01-10', notes: '' },
    reply: {
      exam: {
        id: 1,
        name: 'IELTS',
        sections: [
          { id: 1, name: 'Listening' },
          { id: 2, name: 'Overall' },
        ],
      },
      section: { id: 1, name: 'Listening' },
      score: '7.50',
      taken_date: '2026-01-10',
      notes: null,
    },
    change: { score: 8, section_id: '2' },
    changed: { score: '8.00', section: { id: 2, name: 'Overall' } },
    newer: { exam_id: 2, section_id: 3, score: 1200, taken_date: '2026-05-01' },
    empty: [
      ['exam_id', badExam],
      ['section_id', badSection],
      ['score', badScore],
    ],
    refused: [
      [{ score: 9.01 }, { score: [badScore] }],
      [{ score: -1 }, { score: [badScore] }],
      [{ score: 'besh' }, { score: [badScore] }],
      [{ score: '7.555' }, { score: [badScore] }],
      [{ section_id: 3 }, { section_id: [badSection] }],
      [{ section_id: 999 }, { section_id: [badSection] }],
      [{ exam_id: 999 }, { exam_id: [badExam] }],
    ],
    refusedChange: [
      [{ score: 10 }, { score: [badScore] }],
      [{ score: 0.001 }, { score: [badScore] }],
      [{ exam_id: 2 }, { section_id: [badSection] }],
      [{ exam_id: 999 }, { exam_id: [badExam] }],
    ],
    duplicate: null,
    texts: ['notes'],
  },
  achievements: {
    body: { title: 'Olimpiada', achievement_type: 'competition', date_achieved: '2025-05-05', certificate_url: 'https://a.uz/s' },
    reply: {
      title: 'Olimpiada',
      achievement_type: 'competition',
      achievement_type_display: 'Musobaqa',
      date_achieved: '2025-05-05',
      description: null,
      issuing_organization: null,
      certificate: null,
      certificate_url: 'https://a.uz/s',
    },
    change: { certificate: 'AB-12', achievement_type: 'recognition' },
    changed: { certificate: 'AB-12', achievement_type: 'recognition', achievement_type_display: "E'tirof" },
    newer: { title: 'Yangi', achievement_type: 'award', date_achieved: '2026-05-05' },
    empty: [
      ['title', 'Iltimos, yutuq nomini kiriting.'],
      ['achievement_type', 'Iltimos, yutuq turini tanlang.'],
      ['date_achieved', 'Iltimos, sanani kiriting.'],
    ],
    refused: [
      [{ certificate_url: 'salom' }, { certificate_url: [badUrl] }],
      [{ achievement_type: 'medal' }, { achievement_type: ['Iltimos, yutuq turini tanlang.'] }],
      [{ date_achieved: '2025-02-29' }, { date_achieved: ['Iltimos, sanani kiriting.'] }],
      [{ title: 'x'.repeat(201) }, { title: ['Ko‘pi bilan 200 ta belgi kiriting.'] }],
    ],
    refusedChange: [[{ title: ' ' }, { title: ['Iltimos, yutuq nomini kiriting.'] }]],
    duplicate: null,
    texts: ['title', 'description', 'issuing_organization', 'certificate'],
  },
  languages: {
    body: { language: 'Ingliz tili', proficiency: 'native' },
    reply: { language: 'Ingliz tili', proficiency: 'native', proficiency_display: 'Ona tili' },
    change: { proficiency: 'elementary' },
    changed: { proficiency: 'elementary', proficiency_display: "Boshlang'ich" },
    newer: { language: 'Nemis tili', proficiency: 'native' },
    empty: [
      ['language', 'Iltimos, til nomini kiriting.'],
      ['proficiency', degree],
    ],
    refused: [
      [{ proficiency: 'C1' }, { proficiency: [degree] }],
      [{ language: 'x'.repeat(61) }, { language: ['Ko‘pi bilan 60 ta belgi kiriting.'] }],
    ],
    refusedChange: [
      [{ proficiency: null }, { proficiency: [degree] }],
      [{ language: '' }, { language: ['Iltimos, til nomini kiriting.'] }],
    ],
    duplicate: [{ language: 'INGLIZ TILI' }, { language: ['Bu til allaqachon qo‘shilgan.'] }],
    texts: ['language'],
  },
  skills: {
    body: { skill_id: '1', proficiency_level: 3, years_experience: '2', verified: true },
    reply: { skill: { id: 1, name: 'Python', category: 'technical' }, proficiency_level: 3, years_experience: 2, verified: false },
    change: { years_experience: '', verified: true },
    changed: { years_experience: null },
    newer: { skill_id: 2, proficiency_level: 1 },
    empty: [
      ['skill_id', badSkill],
      ['proficiency_level', degree],
    ],
    refused: [
      [{ years_experience: 1.5 }, { years_experience: ["Tajriba yillari butun son bo'lishi kerak."] }],
      [{ skill_id: 999 }, { skill_id: [badSkill] }],
      [{ years_experience: -1 }, { years_experience: ['0 dan 80 gacha son kiriting.'] }],
    ],
    refusedChange: [[{ skill_id: 999 }, { skill_id: [badSkill] }]],
    duplicate: [{ proficiency_level: 1 }, { skill_id: ['Bu ko‘nikma allaqachon qo‘shilgan.'] }],
    texts: [],
  },
  'social-links': {
    body: { platform: 'github', url: 'github.com/aziza' },
    reply: { platform: 'github', url: 'https://github.com/aziza', is_public: true },
    change: { is_public: false },
    changed: { is_public: false },
    newer: { platform: 'telegram', url: 'https://t.me/aziza' },
    empty: [
      ['platform', 'Iltimos, platformani tanlang.'],
      ['url', 'Iltimos, havolani kiriting.'],
    ],
    refused: [
      [{ url: 'javascript:alert(1)' }, { url: [badUrl] }],
      [{ platform: 'myspace' }, { platform: ['Iltimos, platformani tanlang.'] }],
    ],
    refusedChange: [
      [{ url: '' }, { url: ['Iltimos, havolani kiriting.'] }],
      [{ platform: null }, { platform: ['Iltimos, platformani tanlang.'] }],
    ],
    duplicate: [{ url: 'https://github.com/b' }, { platform: ['Bu platforma uchun havola allaqachon qo‘shilgan.'] }],
    texts: [],
  },
};
