import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { loginInput, signUp } from '#contract/account.ts';
import { userTypes } from '#contract/account-rules.ts';
import { applicationStatuses, checkAnswers } from '#contract/application-rules.ts';
import { errorMessage, unexpectedMessage } from '#contract/messages.ts';
import { opportunityInput, type Question } from '#contract/opportunity.ts';
import { requirementLevels, statusLabel } from '#contract/opportunity-rules.ts';
import {
  achievementInput,
  educationInput,
  examScoreInput,
  experienceInput,
  languageInput,
  projectInput,
  skillInput,
  socialLinkInput,
} from '#contract/student.ts';
import { achievementTypes, skillLevels } from '#contract/student-rules.ts';
import { formatDate, formatRange, formatShortDate, formatStamp, initials, remainingText, responseRateText } from '#contract/uzbek.ts';
import { laterScreens, quotedTexts, untestedTexts } from './texts.cases.ts';

const root = path.resolve(import.meta.dirname, '..');
const isSource = (file: string) => /\.tsx?$/.test(file) && !/\.(test|cases)\.ts$/.test(file);
/** Source without comments and with escaped quotes unescaped. A glob such as `/api/**` does not start a comment. */
const withoutComments = (code: string) =>
  code
    .replace(/(?<!\w)\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/\\(['"`])/g, '$1');
const sources = ['contract', 'web', 'server'].flatMap((room) =>
  fs
    .readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
    .map((name) => `${room}/${name.replaceAll('\\', '/')}`)
    .filter(isSource)
    .map((file) => ({ file, code: withoutComments(fs.readFileSync(path.join(root, file), 'utf8')) })),
);
/** Whether the text occurs, not as part of a longer word. */
const containsText = (code: string, text: string) => {
  for (let at = code.indexOf(text); at >= 0; at = code.indexOf(text, at + 1)) {
    const around = `${code[at - 1] ?? ' '}${code[at + text.length] ?? ' '}`;
    if (!/[\p{L}\p{N}‘’]/u.test(around)) return true;
  }
  return false;
};
const isInSource = (text: string, where: string) =>
  sources.some(({ file, code }) => (file === where || file.startsWith(`${where}/`)) && containsText(code, text));
const isLater = (text: string, where: string) => laterScreens.some(([later]) => later === text || later === `${text}@${where}`);

describe('texts of the specification', () => {
  test.each(quotedTexts.filter(([, text, where]) => !isLater(text, where)))('section %i: "%s" is in %s', (_, text, where) => {
    expect(isInSource(text, where)).toBe(true);
  });

  test('lists later texts that are in the table and not yet in the source', () => {
    const later = quotedTexts.filter(([, text, where]) => isLater(text, where));
    expect(later).toHaveLength(laterScreens.length);
    expect(later.filter(([, text, where]) => isInSource(text, where))).toEqual([]);
  });
});

/** Sources of journeys and request tests: a text asserted there is shown in some state. */
const testSources = ['journeys', 'server', 'contract'].flatMap((room) =>
  fs
    .readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(spec|test|cases)\.ts$/.test(name))
    .map((name) => withoutComments(fs.readFileSync(path.join(root, room, name), 'utf8'))),
);

describe('tests that assert the texts', () => {
  const isTested = (text: string) => testSources.some((code) => containsText(code, text));
  const testedTexts = quotedTexts.filter(
    ([, text, where]) => !isLater(text, where) && !untestedTexts.some(([untested]) => untested === text),
  );

  test.each(testedTexts)('section %i: "%s" is asserted by a journey or a request test', (_, text) => {
    expect(isTested(text)).toBe(true);
  });

  test('lists no tested text as untested', () => {
    expect(untestedTexts.filter(([text]) => isTested(text))).toEqual([]);
  });
});

describe('labels', () => {
  test.each([
    [userTypes, { student: 'Talaba', organization: 'Tashkilot', admin: 'Platforma administratori' }],
    [
      applicationStatuses,
      {
        pending: 'Kutilmoqda',
        under_review: "Ko'rib chiqilmoqda",
        interview_scheduled: 'Suhbat belgilangan',
        accepted: 'Qabul qilindi',
        rejected: 'Rad etildi',
        withdrawn: 'Bekor qilingan',
      },
    ],
    [requirementLevels, { required: 'Majburiy', recommended: 'Tavsiya etiladi', optional: 'Ixtiyoriy' }],
    [
      achievementTypes,
      {
        award: 'Mukofot',
        certification: 'Sertifikat',
        competition: 'Musobaqa',
        scholarship: 'Grant',
        recognition: "E'tirof",
        publication: 'Nashr',
      },
    ],
    [skillLevels, { 1: "Boshlang'ich", 2: "O'rta", 3: 'Yuqori', 4: 'Mutaxassis' }],
  ])('%j', (labels, expected) => {
    expect(labels).toEqual(expected);
  });

  test.each([
    ['draft', 'Qoralama'],
    ['published', 'Faol'],
    ['archived', 'Yopilgan'],
    [null, 'Holat aniqlanmagan'],
    [undefined, 'Holat aniqlanmagan'],
  ])('labels status %s as %s', (status, label) => {
    expect(statusLabel(status)).toBe(label);
  });
});

describe('composed texts', () => {
  test.each([
    [400, "Yuborilgan ma'lumotlar noto'g'ri."],
    [401, 'Avtorizatsiya talab etiladi.'],
    [403, 'Bu amalni bajarishga ruxsat berilmagan.'],
    [404, "So'ralgan ma'lumot topilmadi."],
    [422, "Ma'lumotlar tekshiruvdan o'tmadi."],
    [500, 'Serverda texnik nosozlik yuz berdi.'],
    [502, 'Server javob bermayapti.'],
    [503, 'Xizmat hozircha mavjud emas.'],
    [418, 'Server bilan aloqa qilishda xatolik yuz berdi.'],
  ])('status %i reads "%s" unless the body has a message', (status, text) => {
    expect(errorMessage(status, null)).toBe(text);
    expect(errorMessage(status, { detail: 'Boshqa sabab.' })).toBe('Boshqa sabab.');
    expect(errorMessage(status, { title: ['Birinchi xato.', 'Ikkinchi xato.'] })).toBe('Birinchi xato.');
  });

  test('error that is not a response', () => {
    expect(unexpectedMessage).toBe('Kutilmagan xatolik yuz berdi.');
  });

  test('response rate of an organization', () => {
    expect([responseRateText(92, 6), responseRateText(100, 0), responseRateText(40, null), responseRateText(null, 6)]).toEqual([
      'Arizalarning 92 % iga javob beradi, odatda 6 kunda',
      'Arizalarning 100 % iga javob beradi, odatda shu kuniyoq',
      'Arizalarning 40 % iga javob beradi',
      null,
    ]);
  });

  test('ranges', () => {
    expect([
      formatRange(18, 25, "Yosh cheklovi yo'q"),
      formatRange(18, null, "Yosh cheklovi yo'q"),
      formatRange(null, 25, "Yosh cheklovi yo'q"),
      formatRange(null, null, "Yosh cheklovi yo'q"),
      formatRange(null, null, 'Cheklov belgilanmagan'),
    ]).toEqual(['18 - 25', '18+', '≤ 25', "Yosh cheklovi yo'q", 'Cheklov belgilanmagan']);
    for (const fallback of ["Yosh cheklovi yo'q", 'Cheklov belgilanmagan'])
      expect(isInSource(fallback, 'web/screens/opportunity')).toBe(true);
  });

  test('dates and remaining time', () => {
    expect(formatDate('2026-09-06T09:05:00Z', { weekday: true, time: true })).toBe('6 sentyabr 2026, yakshanba · 14:05');
    expect(formatDate(null)).toBe("Ma'lumot mavjud emas");
    expect(formatShortDate('2026-09-06T09:05:00Z', { time: true })).toBe('6 sen 2026 · 14:05');
    expect(formatShortDate(null)).toBe("Ma'lumot yo'q");
    expect(formatStamp('2026-09-06T09:05:00Z')).toBe('2026 sentyabr 6 14:05');
    expect([-1, 0, 1, 7, 8, 30, 31, null].map(remainingText)).toEqual([
      'Muddati tugagan',
      'Bugun oxirgi kun',
      '1 kun qoldi',
      '7 kun qoldi',
      '1 hafta qoldi',
      '4 hafta qoldi',
      '1 oy qoldi',
      'Doimiy qabul',
    ]);
  });

  test.each([
    ['O', 'web/shell'],
    ['OP', 'web/screens/organizer'],
    ['UZ', 'web/screens/organizer'],
  ])('initials fall back to %s', (fallback, where) => {
    expect(initials('', fallback)).toBe(fallback);
    expect(sources.some(({ file, code }) => file.startsWith(where) && code.includes(`'${fallback}')`))).toBe(true);
  });

  test('"va yana N ta" and "N / max" on the detail page', () => {
    const detail = sources.filter(({ file }) => file.startsWith('web/screens/opportunity/')).map(({ code }) => code);
    expect(detail.some((code) => /va yana \$\{[^}]+\} ta`/.test(code))).toBe(true);
    expect(detail.some((code) => /\$\{[^}]+\} \/ \$\{[^}]+\}/.test(code))).toBe(true);
  });
});

const issueMessages = (schema: z.core.$ZodType, value: unknown): string[] => {
  const { error } = z.safeParse(schema, value);
  return error?.issues.map(({ message }) => message) ?? [];
};
const endMissing = "Iltimos, tugash sanasini kiriting yoki 'Hozirgacha' ni belgilang.";

describe('messages of forms, in order', () => {
  test('sign-in', () => {
    expect(issueMessages(loginInput, { email: 'pochta', password: '1234567' })).toEqual([
      'Elektron pochta noto‘g‘ri',
      'Parol kamida 8 belgidan iborat bo‘lishi kerak',
    ]);
  });

  test('sign-up', () => {
    const short = { email: ' ', password: '1234567', password_confirm: '1234567' };
    const shortly = ['Elektron pochta noto‘g‘ri', 'Parol kamida 8 belgidan iborat bo‘lishi kerak'];
    const organizationOnly = [
      'Tashkilot turi tanlanishi kerak',
      'Tashkilot mamlakati to‘ldirilishi kerak',
      'Tashkilot shahri to‘ldirilishi kerak',
    ];
    const empty = { organization_type: '', organization_country: ' ', organization_city: '' };
    expect(issueMessages(signUp, { first_name: ' ', ...short })).toEqual(['To‘liq ism maydoni to‘ldirilishi kerak', ...shortly]);
    expect(issueMessages(signUp, { first_name: '', organization_name: ' ', ...short, ...empty })).toEqual([
      'Tashkilot nomi maydoni to‘ldirilishi kerak',
      ...shortly,
      ...organizationOnly,
    ]);
    const differing = { email: 'a@b.uz', password: 'Kuchli-parol-1', password_confirm: 'Kuchli-parol-2' };
    expect(issueMessages(signUp, { first_name: 'N', organization_name: 'N', ...differing, ...empty })).toEqual([
      'Parollar mos emas',
      ...organizationOnly,
    ]);
  });

  test.each([
    ['exam score', examScoreInput, {}, ['Iltimos, imtihonni tanlang.', "Iltimos, bo'limni tanlang.", "Ballni to'g'ri kiriting."]],
    [
      'achievement',
      achievementInput,
      {},
      ['Iltimos, yutuq nomini kiriting.', 'Iltimos, yutuq turini tanlang.', 'Iltimos, sanani kiriting.'],
    ],
    ['language', languageInput, {}, ['Iltimos, til nomini kiriting.', 'Iltimos, darajani tanlang.']],
    [
      'skill',
      skillInput,
      { years_experience: 1.5 },
      ["Iltimos, ko'nikmani tanlang.", 'Iltimos, darajani tanlang.', "Tajriba yillari butun son bo'lishi kerak."],
    ],
    [
      'experience',
      experienceInput,
      {},
      [
        'Iltimos, vazifani kiriting.',
        'Iltimos, tashkilot nomini kiriting.',
        'Iltimos, tajriba turini tanlang.',
        'Iltimos, qisqacha tavsif yozing.',
        'Iltimos, boshlanish sanasini kiriting.',
        endMissing,
      ],
    ],
    [
      'project',
      projectInput,
      {},
      ['Iltimos, loyiha nomini kiriting.', 'Iltimos, loyiha haqida qisqacha yozing.', 'Iltimos, boshlanish sanasini kiriting.', endMissing],
    ],
    ['social link', socialLinkInput, {}, ['Iltimos, platformani tanlang.', 'Iltimos, havolani kiriting.']],
    [
      'education',
      educationInput,
      {},
      [
        "Iltimos, o'quv yurtini kiriting.",
        'Iltimos, darajani tanlang.',
        "Iltimos, yo'nalishni kiriting.",
        'Iltimos, boshlanish sanasini kiriting.',
        "Iltimos, tugash sanasini kiriting yoki 'Hozirgacha'ni belgilang.",
      ],
    ],
  ])('%s', (_, schema, value, messages) => {
    expect(issueMessages(schema, value)).toEqual(messages);
  });

  test('opportunity', () => {
    const body = { requirements: [{ requirement: ' ' }], additional_questions: [{ question: '' }] };
    expect(issueMessages(opportunityInput, body)).toEqual([
      'Sarlavha majburiy',
      'Tavsif majburiy',
      'Boshlanish sanasini kiriting',
      'Ariza muddati majburiy',
      'Joylashuvni kiriting',
      'Talab matnini kiriting',
      'Savol matnini kiriting',
    ]);
  });

  test('required question', () => {
    const question = { id: 7, question: 'Nega?', question_type: 'text', is_required: true, options: [] } as unknown as Question;
    expect(checkAnswers([question], {}).errors).toEqual({ 7: ['Iltimos, ushbu savolga javob kiriting.'] });
  });
});
