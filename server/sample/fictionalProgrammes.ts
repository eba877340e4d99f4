import type { ApplicationStatus } from '#contract/application-rules.ts';
import type { OpportunityType, ProfileSection, QuestionType, RequirementLevel } from '#contract/opportunity-rules.ts';
import { addDays } from '#contract/uzbek.ts';
import { type Programme, resultDate } from '../opportunities/import/bulkInsert.ts';

/**
 * Suffix of every fictional name. This file and fictionalPeople.ts hold invented data for trying the product: two
 * organizations, their opportunities, five accounts; all are also marked `is_sample`. The real programmes of data/ get no
 * invented questions.
 */
export const sampleMark = '(namuna)';

/** Accounts of the sample. They exist outside production only, so their passwords are not secret. */
// biome-ignore format: a table
export const sampleAccounts = [
  { email: 'talaba@imkon.example', password: 'namuna-talaba-2026', first_name: 'Dilnoza', last_name: `Karimova ${sampleMark}`, user_type: 'student', organization: null, role: null },
  { email: 'yangi.talaba@imkon.example', password: 'namuna-yangi-2026', first_name: 'Jasur', last_name: `Toshmatov ${sampleMark}`, user_type: 'student', organization: null, role: null },
  { email: 'markaz@imkon.example', password: 'namuna-markaz-2026', first_name: 'Nodira', last_name: `Yusupova ${sampleMark}`, user_type: 'organization', organization: 'center', role: 'owner' },
  { email: 'kompaniya@imkon.example', password: 'namuna-kompaniya-2026', first_name: 'Sardor', last_name: `Aliyev ${sampleMark}`, user_type: 'organization', organization: 'company', role: 'owner' },
  { email: 'koruvchi@imkon.example', password: 'namuna-koruvchi-2026', first_name: 'Malika', last_name: `Rahimova ${sampleMark}`, user_type: 'organization', organization: 'center', role: 'reviewer' },
] as const;

/** The fictional organizations are verified, so that the partner strip, which shows verified ones only, is not empty. */
export const sampleOrganizations = {
  center: {
    name: `Ipak yo‘li yoshlar markazi ${sampleMark}`,
    organization_type: 'nonprofit',
    country_code: 'UZ',
    country: 'O‘zbekiston',
    city: 'Toshkent',
    website: null,
    description: 'Imkoniyatlar platformasini sinab ko‘rish uchun o‘ylab topilgan tashkilot.',
    is_verified: true,
  },
  company: {
    name: `Raqamli avlod ${sampleMark}`,
    organization_type: 'company',
    country_code: 'UZ',
    country: 'O‘zbekiston',
    city: 'Samarqand',
    website: null,
    description: 'Imkoniyatlar platformasini sinab ko‘rish uchun o‘ylab topilgan IT kompaniya.',
    is_verified: true,
  },
} as const satisfies Record<string, Programme['organization']>;

interface ProfileRequirement {
  section: ProfileSection;
  requirement_level: RequirementLevel;
  minimum_items?: number;
  custom_message?: string;
}
interface SampleQuestion {
  question: string;
  question_type: QuestionType;
  options?: string[];
  is_required?: boolean;
  placeholder?: string;
  help_text?: string;
  max_length?: number;
  min_length?: number;
  /** The answer of every sample applicant. */
  answer?: string;
}
/** An opportunity of a fictional organization, with its form and the applications of the sample students. */
export interface FictionalOpportunity {
  key: string;
  organization: keyof typeof sampleOrganizations;
  title: string;
  opportunity_type: OpportunityType;
  description: string;
  location: string;
  is_remote?: boolean;
  featured?: boolean;
  /** Days after the first run. */
  deadline: number;
  start: number;
  end: number;
  max_applications?: number;
  compensation?: string;
  benefits: string[];
  tags: string[];
  skills: string[];
  requirements: Programme['requirements'];
  profile_requirements: ProfileRequirement[];
  questions: SampleQuestion[];
  /** Applications; `student` is an index in `sampleAccounts`. */
  applications?: { student: 0 | 1; status: ApplicationStatus; reason?: string }[];
}

const note = 'Bu e’lon namuna: undagi tashkilot ham, dastur ham o‘ylab topilgan.';

/** The fictional opportunities; those of a key in `sampleReviews` also get criteria and reviews. */
// biome-ignore format: a table
export const fictionalOpportunities: FictionalOpportunity[] = [
  {
    key: 'volunteers', organization: 'center', title: `Shahar bog‘lari volontyorlari ${sampleMark}`, opportunity_type: 'volunteer', location: 'Toshkent, O‘zbekiston',
    description: `Volontyorlar dam olish kunlari shahar bog‘larida daraxt ekadi va bolalar uchun ekologiya darslarini o‘tkazadi.\n${note}`,
    featured: true, deadline: 12, start: 26, end: 90, benefits: ['Volontyorlik sertifikati', 'Tushlik va yo‘l haqi'], tags: ['ekologiya', 'volontyorlik'],
    skills: ['Jamoada ishlash', 'Muloqot'], requirements: [{ requirement: 'Kamida 16 yosh', is_mandatory: true }, { requirement: 'Volontyorlik tajribasi', is_mandatory: false }],
    profile_requirements: [{ section: 'basic_info', requirement_level: 'required', minimum_items: 2 }, { section: 'personal_statement', requirement_level: 'required', custom_message: 'O‘zingiz haqingizda bir necha jumla yozing.' }],
    questions: [
      { question: 'Nega aynan shu loyihada qatnashmoqchisiz?', question_type: 'textarea', is_required: true, min_length: 20, max_length: 1000, help_text: 'Kamida 20 ta belgi', answer: 'Shahrimiz yashilroq bo‘lishini va bolalar tabiatni sevishini xohlayman.' },
      { question: 'Qaysi kunlari bo‘shsiz?', question_type: 'checkbox', options: ['Shanba', 'Yakshanba'], is_required: true, answer: 'Shanba, Yakshanba' },
      { question: 'Qaysi kundan boshlay olasiz?', question_type: 'date' },
    ],
    applications: [{ student: 0, status: 'accepted', reason: 'Tajribangiz loyihamizga juda mos. Birinchi uchrashuv shanba kuni soat 10:00 da.' }, { student: 1, status: 'pending' }],
  },
  {
    key: 'camp', organization: 'center', title: `Yetakchilik lageri ${sampleMark}`, opportunity_type: 'camp', location: 'Chimyon, Toshkent viloyati',
    description: `Besh kunlik lagerda yigirma nafar talaba jamoaviy loyiha tayyorlaydi va himoya qiladi.\n${note}`,
    deadline: 4, start: 18, end: 23, max_applications: 20, benefits: ['Yashash va ovqatlanish bepul', 'Sertifikat'], tags: ['yetakchilik', 'yozgi maktab'],
    skills: ['Jamoada ishlash'], requirements: [{ requirement: 'Oliy ta’lim muassasasi talabasi', is_mandatory: true }],
    profile_requirements: [{ section: 'education', requirement_level: 'required', minimum_items: 1 }, { section: 'languages', requirement_level: 'recommended' }, { section: 'extracurricular', requirement_level: 'optional' }],
    questions: [
      { question: 'Lagerga kim bilan kelasiz?', question_type: 'text', max_length: 120, placeholder: 'Yakka yoki jamoa nomi' },
      { question: 'Yoshingiz', question_type: 'number', is_required: true, answer: '20' },
      { question: 'Lager qoidalariga roziman', question_type: 'checkbox', is_required: true, answer: 'Ha' },
    ],
    applications: [{ student: 0, status: 'under_review' }],
  },
  {
    key: 'grant', organization: 'center', title: `Yosh tadbirkorlar granti ${sampleMark}`, opportunity_type: 'grant', location: 'O‘zbekiston',
    description: `G‘oyasi bor talabalar uchun kichik grant: loyiha rejasi, byudjet va mentor yordami.\n${note}`,
    deadline: 40, start: 70, end: 160, max_applications: 10, compensation: '10 million so‘mgacha', benefits: ['Grant mablag‘i', 'Mentor yordami'], tags: ['tadbirkorlik', 'startap'],
    skills: ['Muloqot'], requirements: [{ requirement: 'Loyiha rejasi', is_mandatory: true }],
    profile_requirements: [{ section: 'projects', requirement_level: 'required', minimum_items: 1 }, { section: 'resume', requirement_level: 'recommended' }, { section: 'awards', requirement_level: 'optional' }],
    questions: [
      { question: 'Loyiha rejasini yuklang', question_type: 'file', help_text: 'PDF yoki DOCX' },
      { question: 'Loyiha sahifasi', question_type: 'url', placeholder: 'https://' },
      { question: 'Kerakli mablag‘, million so‘mda', question_type: 'number', is_required: true, answer: '8' },
    ],
    applications: [{ student: 0, status: 'rejected', reason: 'Byudjet hali to‘liq emas. Keyingi bosqichda yana topshiring.' }],
  },
  {
    key: 'forum', organization: 'center', title: `Ipak yo‘li yoshlar forumi ${sampleMark}`, opportunity_type: 'international_events', location: 'Samarqand, O‘zbekiston',
    description: `Markaziy Osiyo talabalari uch kun davomida ta’lim va texnologiya haqida suhbatlashadi.\n${note}`,
    featured: true, deadline: 22, start: 45, end: 47, benefits: ['Qatnashish bepul'], tags: ['forum', 'yoshlar'], skills: ['Ingliz tili'],
    requirements: [{ requirement: 'Ingliz tili, kamida B1', is_mandatory: true }],
    profile_requirements: [{ section: 'languages', requirement_level: 'required', minimum_items: 1 }, { section: 'linkedin', requirement_level: 'recommended' }],
    questions: [{ question: 'Qaysi yo‘nalish qiziq?', question_type: 'select', options: ['Ta’lim', 'Texnologiya', 'Madaniyat'], is_required: true }],
  },
  {
    key: 'internship', organization: 'company', title: `Frontend dasturlash amaliyoti ${sampleMark}`, opportunity_type: 'academic_program', location: 'Samarqand, O‘zbekiston',
    description: `Uch oylik amaliyot: haqiqiy loyihada, murabbiy bilan. Eng faol qatnashchilar ishga taklif qilinadi.\n${note}`,
    featured: true, deadline: 30, start: 50, end: 140, max_applications: 15, compensation: '2 million so‘m / oy', benefits: ['Oylik stipendiya', 'Murabbiy', 'Ishga taklif'], tags: ['amaliyot', 'frontend', 'IT'],
    skills: ['JavaScript', 'TypeScript', 'Figma'], requirements: [{ requirement: 'HTML, CSS va JavaScript asoslari', is_mandatory: true }, { requirement: 'React tajribasi', is_mandatory: false }],
    profile_requirements: [{ section: 'skills', requirement_level: 'required', minimum_items: 3 }, { section: 'github', requirement_level: 'required' }, { section: 'experience', requirement_level: 'optional' }],
    questions: [
      { question: 'Eng yaxshi ishingizga havola', question_type: 'url', is_required: true, answer: 'https://example.com/dilnoza/portfolio' },
      { question: 'Haftasiga necha soat ajrata olasiz?', question_type: 'select', options: ['10 soatgacha', '10–20 soat', '20 soatdan ko‘p'], is_required: true, answer: '10–20 soat' },
      { question: 'Bog‘lanish uchun elektron pochta', question_type: 'email', answer: 'talaba@imkon.example' },
    ],
    applications: [{ student: 0, status: 'pending' }],
  },
  {
    key: 'mentoring', organization: 'company', title: `Ma’lumotlar tahlili bo‘yicha mentorlik ${sampleMark}`, opportunity_type: 'mentoring', location: 'Onlayn', is_remote: true,
    description: `Olti hafta davomida mentor bilan haftada bir uchrashuv va kichik tadqiqot.\n${note}`,
    deadline: 16, start: 30, end: 72, benefits: ['Shaxsiy mentor'], tags: ['ma’lumotlar tahlili', 'masofaviy'], skills: ['Python'],
    requirements: [{ requirement: 'Python asoslari', is_mandatory: true }],
    profile_requirements: [{ section: 'skills', requirement_level: 'required', minimum_items: 1 }, { section: 'portfolio', requirement_level: 'recommended' }, { section: 'website', requirement_level: 'optional' }],
    questions: [{ question: 'Qaysi mavzuda tadqiqot qilmoqchisiz?', question_type: 'textarea', is_required: true, max_length: 600, answer: 'Toshkent havosining sifati va mavsumlar.' }],
    applications: [{ student: 0, status: 'interview_scheduled', reason: 'Suhbat payshanba kuni soat 15:00 da, onlayn.' }],
  },
  {
    key: 'scholarship', organization: 'company', title: `Raqamli avlod stipendiyasi ${sampleMark}`, opportunity_type: 'scholarship', location: 'O‘zbekiston',
    description: `IT yo‘nalishida o‘qiyotgan talabalar uchun bir semestrlik stipendiya.\n${note}`,
    deadline: 75, start: 110, end: 250, max_applications: 5, compensation: '1 million so‘m / oy', benefits: ['Oylik to‘lov', 'Yillik uchrashuv'], tags: ['stipendiya', 'IT'],
    skills: [], requirements: [{ requirement: 'IT yo‘nalishi talabasi', is_mandatory: true }],
    profile_requirements: [{ section: 'education', requirement_level: 'required', minimum_items: 1 }, { section: 'certifications', requirement_level: 'recommended' }, { section: 'basic_info', requirement_level: 'required', minimum_items: 3 }],
    questions: [
      { question: 'O‘rtacha bahongiz', question_type: 'text', is_required: true, max_length: 20, answer: '4.6 / 5' },
      { question: 'Oxirgi sessiya sanasi', question_type: 'date' },
    ],
    applications: [{ student: 0, status: 'withdrawn' }],
  },
];

/** Creation time of the opportunity at this index: among the newest, a few real programmes apart. */
export const sampleCreatedAt = (index: number, now: Date): Date => new Date(now.getTime() - (index * 21 + 3) * 3_600_000);

/** The fictional opportunities with dates relative to today (a Tashkent date), ready for import. */
export const fictionalProgrammes = (today: string, now: Date): Programme[] =>
  fictionalOpportunities.map((item, index) => {
    const application_deadline = addDays(today, item.deadline);
    const start_date = addDays(today, item.start);
    return {
      import_key: `sample:invented:${item.key}`,
      organization: sampleOrganizations[item.organization],
      title: item.title,
      description: item.description,
      opportunity_type: item.opportunity_type,
      featured: item.featured ?? false,
      application_deadline,
      start_date,
      end_date: addDays(today, item.end),
      result_announcement_date: resultDate(application_deadline, start_date),
      location: item.location,
      is_remote: item.is_remote ?? false,
      max_applications: item.max_applications ?? null,
      compensation: item.compensation ?? null,
      benefits: item.benefits.join('\n'),
      application_instructions: 'Profilingizni to‘ldiring va savollarga javob bering.',
      tags: item.tags,
      skills: item.skills,
      requirements: item.requirements ?? [],
      created_at: sampleCreatedAt(index, now),
    };
  });
