import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { applicationCalls } from '#contract/application.ts';
import { errorCatalog } from '#contract/errors.ts';
import { studentCalls } from '#contract/student.ts';
import { readPdf } from '../testing/pdf.ts';
import { anOpportunity, anOrganizer, aStudent, aWorld, type World } from '../testing/world.ts';
import { type CvFacts, cvDownload, cvFileName, renderCv } from './cv.ts';
import { printableText } from './pdf.ts';

const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'imkon-cv-'));
afterAll(() => fs.rm(dataDir, { recursive: true, force: true }));
const world = aWorld({ dataDir });
const at = new Date('2026-09-10T07:00:00Z');

const emptyFacts: CvFacts = {
  first_name: '',
  last_name: '',
  email: '',
  avatar: null,
  phone: null,
  date_of_birth: null,
  location: null,
  university: null,
  major: null,
  graduation_year: null,
  bio: null,
  portfolio_url: null,
  education: [],
  experiences: [],
  skills: [],
  projects: [],
  languages: [],
  achievements: [],
  social_links: [],
};
const education = (values: object = {}) => ({
  id: 1,
  institution: 'TATU',
  degree: 'bachelor' as const,
  degree_display: 'Bakalavr',
  field_of_study: 'IT',
  start_date: '2023-09-01',
  end_date: null,
  is_current: true,
  gpa: null,
  description: null,
  ...values,
});
const experience = (values: object = {}) => ({
  id: 1,
  title: 'Yordamchi',
  company: 'Bank',
  location: null,
  start_date: '2022-06-01',
  end_date: '2023-08-01',
  is_current: false,
  description: 'Hisobotlar',
  experience_type: 'internship' as const,
  experience_type_display: 'Amaliyot',
  ...values,
});
const readCv = async (facts: Partial<CvFacts>, picture: Buffer | null = null) =>
  readPdf(await renderCv({ ...emptyFacts, ...facts }, picture, at));

test('prints Uzbek Latin with every apostrophe and Cyrillic unchanged', async () => {
  const bio = 'Oʻzbek, O‘zbek, o‘g‘il, ta’lim, she\'r. Талабалар: Ўў Ққ Ғғ Ҳҳ ё ъ ы э. "№ 5" – «iqtibos» — €';
  const { text, info, pages } = await readCv({ first_name: 'G‘ayrat', last_name: 'Ўрмонов', email: 'g@example.uz', bio });
  expect(text.split('\n').filter(Boolean)).toEqual(['G‘ayrat Ўрмонов', 'g@example.uz', 'Haqimda', bio]);
  expect(pages).toHaveLength(1);
  expect(info).toMatchObject({ Title: 'G‘ayrat Ўрмонов CV', Author: 'G‘ayrat Ўрмонов', Language: 'uz' });
});

test('prints sections in order with their headings and Uzbek dates', async () => {
  const { text, links } = await readCv({
    first_name: 'Aziza',
    last_name: 'Karimova',
    email: 'aziza@example.uz',
    phone: '+998901234567',
    location: 'Buxoro',
    date_of_birth: '2004-09-05',
    university: 'BuxDU',
    major: 'Fizika',
    graduation_year: 2027,
    bio: 'Men haqimda',
    portfolio_url: 'https://aziza.uz',
    education: [
      education({ gpa: '4.5', description: 'Kechki' }),
      education({ institution: 'Litsey', end_date: '2024-05-01', is_current: false }),
    ],
    experiences: [experience({ location: 'Xiva' })],
    projects: [
      {
        id: 1,
        title: 'Sayt',
        description: 'Loyiha',
        start_date: '2024-01-01',
        end_date: null,
        is_ongoing: true,
        featured: false,
        project_url: 'https://sayt.uz/a?b=1&c=(2)',
        github_url: 'javascript:alert(1)',
        technologies: [{ name: 'React' }, { name: 'Go' }],
      },
    ],
    exam_scores: [
      {
        id: 1,
        exam: { id: 1, name: 'IELTS', sections: [] },
        section: { id: 1, name: 'Umumiy' },
        score: '7.50',
        taken_date: '2024-02-03',
        notes: 'Birinchi',
      },
    ],
    achievements: [
      {
        id: 1,
        title: 'Olimpiada',
        achievement_type: 'award',
        achievement_type_display: 'Mukofot',
        date_achieved: '2024-05-01',
        description: 'Oltin',
        issuing_organization: 'Vazirlik',
        certificate: 'A-12',
        certificate_url: 'https://c.uz/1',
      },
    ],
    skills: [{ id: 1, skill: { id: 1, name: 'Python', category: 'tool' }, proficiency_level: 3, years_experience: 2, verified: false }],
    languages: [{ id: 1, language: 'Ingliz tili', proficiency: 'full_professional', proficiency_display: '' }],
    social_links: [{ id: 1, platform: 'github', url: 'https://github.com/aziza', is_public: true }],
  });
  expect(text.split('\n').filter((line) => line !== '' && !/^\d \/ \d$/.test(line))).toEqual([
    'Aziza Karimova',
    'BuxDU · Fizika · bitirish yili: 2027',
    'aziza@example.uz · +998901234567 · Buxoro',
    'Tug‘ilgan sana: 5 sentyabr 2004',
    'Haqimda',
    'Men haqimda',
    "Ta'lim tarixi",
    'TATU',
    'Bakalavr · IT · GPA: 4.5',
    'sen 2023 – hozirgacha',
    'Kechki',
    'Litsey',
    'Bakalavr · IT',
    'sen 2023 – may 2024',
    'Ish tajribasi',
    'Yordamchi',
    'Bank · Xiva · Amaliyot',
    'iyn 2022 – avg 2023',
    'Hisobotlar',
    'Loyihalar',
    'Sayt',
    'yan 2024 – hozirgacha',
    'React, Go',
    'Loyiha',
    'sayt.uz/a?b=1&c=(2)',
    'javascript:alert(1)',
    'Akademik natijalar',
    'IELTS: Umumiy',
    'Ball: 7.50 · 3 fevral 2024',
    'Birinchi',
    'Yutuqlar',
    'Olimpiada',
    'Vazirlik · may 2024 · Mukofot',
    'Sertifikat kodi: A-12',
    'Oltin',
    'c.uz/1',
    "Ko'nikmalar",
    'Python – Yuqori · 2 yil tajriba',
    'Tillar',
    "Ingliz tili – To'liq professional",
    'Ijtimoiy havolalar',
    'Portfolio: aziza.uz',
    'GitHub: github.com/aziza',
  ]);
  expect(links).toEqual(['https://sayt.uz/a?b=1&c=(2)', 'https://c.uz/1', 'https://aziza.uz/', 'https://github.com/aziza']);
});

test('renders one page titled CV for an empty profile', async () => {
  const { text, pages } = await readCv({});
  expect([text, pages.length]).toEqual(['CV', 1]);
});

test('replaces or drops characters the font lacks', () => {
  expect(printableText('Salom 🎉👩‍💻 dunyo ✅')).toBe('Salom dunyo');
  expect(printableText('𝐀𝐳𝐢𝐳𝐚 ﬁ Ⅳ')).toMatch(/^Aziza (fi|ﬁ) (IV|Ⅳ)$/);
  expect(printableText('王 مرحبا')).toBe('? ?????');
  expect(printableText('a\u0000\u202eb\u00ad\r\n\r\n\r\n\r\nc\td \ud800')).toBe('ab\n\nc d');
});

test('breaks words longer than a line and numbers the pages', async () => {
  const word = 'ў'.repeat(2000);
  const many = Array.from({ length: 60 }, (_, id) => experience({ id, title: 'u'.repeat(200), description: word }));
  const { pages, text } = await readCv({
    first_name: 'n'.repeat(150),
    last_name: 'Q'.repeat(150),
    experiences: many,
    bio: '🎉'.repeat(500),
  });
  expect(text.split('ў')).toHaveLength(60 * 2000 + 1);
  expect(text.includes('Haqimda')).toBe(false);
  expect(pages.map((page) => page.trim().split('\n').at(-1))).toEqual(pages.map((_, at) => `${at + 1} / ${pages.length}`));
  expect(pages.length).toBeGreaterThan(20);
});

test.each([
  [['Aziza', 'Karimova'], 'Aziza Karimova CV.pdf'],
  [['G‘ayrat', ''], 'G‘ayrat CV.pdf'],
  [['', ''], 'CV.pdf'],
  [['../a\n', 'b"c:d'], '.. a b c d CV.pdf'],
  [['x'.repeat(150), ''], `${'x'.repeat(80)} CV.pdf`],
])('names the file of %j %s', ([first_name = '', last_name = ''], name) => {
  expect(cvFileName({ first_name, last_name })).toBe(name);
});

const openLink = async (of: World, url: string) => {
  const response = await of.app.inject({ url });
  return { response, pdf: response.statusCode === 200 ? await readPdf(response.rawPayload) : null };
};

test('opens a student’s own CV by its link, with the picture, the hidden phone and public links only', async () => {
  const name = `${'ab'.repeat(16)}.webp`;
  await fs.mkdir(path.join(dataDir, 'files/avatar'), { recursive: true });
  await fs.writeFile(
    path.join(dataDir, 'files/avatar', name),
    await sharp({ create: { width: 300, height: 400, channels: 4, background: '#88aadd80' } })
      .webp()
      .toBuffer(),
  );
  const me = await aStudent(
    world,
    { first_name: 'Aziza', last_name: 'G‘aniyeva', email: 'aziza@example.uz' },
    { phone: '+998901112233', phone_visible: false, avatar: `/files/avatar/${name}`, about_me: 'Salom' },
  );
  const other = await aStudent(world, { first_name: 'Begona' }, { phone: '+998900000000' });
  const rows = (student_id: number) => [
    { student_id, platform: 'github', url: 'https://github.com/ochiq', is_public: true },
    { student_id, platform: 'telegram', url: 'https://t.me/yopiq', is_public: false },
  ];
  await world.db.insertInto('social_links').values(rows(me.user_id)).execute();
  await world.db.insertInto('social_links').values(rows(other.user_id)).execute();
  const { reply } = await world.ask(me, studentCalls.profile);
  const { response, pdf } = await openLink(world, reply.cv_url);
  expect(response.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="Aziza G.aniyeva CV\.pdf"; filename\*=UTF-8''Aziza%20G%E2%80%98aniyeva%20CV\.pdf$/,
    ),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(pdf?.text.split('\n').filter(Boolean)).toEqual([
    'Aziza G‘aniyeva',
    'aziza@example.uz · +998901112233',
    'Haqimda',
    'Salom',
    'Ijtimoiy havolalar',
    'GitHub: github.com/ochiq',
  ]);
  expect(pdf?.pictures).toBe(1);

  const changed = reply.cv_url.replace(`/${me.user_id}/`, `/${other.user_id}/`);
  for (const url of [
    changed,
    `/api/students/cv/${me.user_id}/`,
    `${reply.cv_url}x`,
    `/api/students/cv/${me.user_id}/?until=x&sig=${'a'.repeat(32)}`,
  ])
    expect([url, (await world.app.inject({ url })).statusCode]).toEqual([url, 403]);
  const before = world.clock.now;
  world.clock.now = new Date(before.getTime() + 60 * 60 * 1000);
  expect((await world.app.inject({ url: reply.cv_url })).json()).toMatchObject({ code: 'link_expired' });
  const { statusCode, headers, body } = await world.app.inject({ url: reply.cv_url, headers: { accept: 'text/html,*/*' } });
  expect([statusCode, headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
  expect(body).toContain(`<p>${errorCatalog.link_expired[1]}</p>`);
  world.clock.now = before;
});

test('renders the CV of an application from its snapshot and hides the phone until acceptance', async () => {
  const me = await aStudent(
    world,
    { first_name: 'Dilnoza', last_name: 'Ismoilova', email: 'dilnoza@example.uz' },
    { phone: '+998905556677', about_me: 'Avvalgi' },
  );
  const organizer = await anOrganizer(world);
  const opportunity = await anOpportunity(world, organizer.organization_id);
  await world.db
    .insertInto('social_links')
    .values({ student_id: me.user_id, platform: 'telegram', url: 'https://t.me/yopiq', is_public: false })
    .execute();
  const { reply: application } = await world.ask(me, applicationCalls.apply, { body: { opportunity, answers: {} } });
  await world.ask(me, studentCalls.update, { body: { about_me: 'Keyingi' } });
  const params = { id: application.id };
  const cvLines = async (actor: typeof me) => {
    const { reply } = await world.ask(actor, applicationCalls.detail, { params });
    return (await openLink(world, reply.cv_url as string)).pdf?.text.split('\n').filter(Boolean);
  };
  const expectedLines = (contact: string) => [
    'Dilnoza Ismoilova',
    contact,
    'Haqimda',
    'Avvalgi',
    'Ijtimoiy havolalar',
    'Telegram: t.me/yopiq',
  ];
  expect(await cvLines(organizer)).toEqual(expectedLines('dilnoza@example.uz · +998905556677'));
  await world.ask(me, studentCalls.update, { body: { phone_visible: false } });
  expect(await cvLines(organizer)).toEqual(expectedLines('dilnoza@example.uz'));
  expect(await cvLines(me)).toEqual(expectedLines('dilnoza@example.uz'));
  await world.ask(organizer, applicationCalls.accept, { params, body: {} });
  expect(await cvLines(organizer)).toEqual(expectedLines('dilnoza@example.uz · +998905556677'));
});

test('renders one CV at a time and refuses requests beyond sixty waiting', { timeout: 120_000 }, async () => {
  const experiences = Array.from({ length: 20 }, (_, id) => experience({ id, description: 'сўз '.repeat(450) }));
  const ready: number[] = [];
  const downloads = Array.from({ length: 80 }, (_, at) =>
    cvDownload(world.deps, { ...emptyFacts, experiences }).then(
      () => ready.push(at),
      ({ code, retryAfter }) => [code, retryAfter],
    ),
  );
  // If all rendered in parallel, all would finish at the end.
  await downloads[0];
  expect(ready).toEqual([0]);
  const outcomes = await Promise.all(downloads);
  expect(ready).toEqual(Array.from({ length: 61 }, (_, at) => at));
  expect(outcomes.slice(61)).toEqual(Array(19).fill(['unavailable', 5]));
});
