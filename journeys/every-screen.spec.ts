import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Page } from '@playwright/test';
import { screens } from '../contract/screens.ts';
import { dayFromNow, expect, type Person, type TestApp, test } from './fixtures.ts';

const long = 'Xalqarolashtirilganlashtirolmaganlarimizdanmisiz: yoshlarning tadqiqotchilik ko‘nikmalarini rivojlantirish dasturi';

const phone = { width: 360, height: 740 };
const narrow = { width: 320, height: 640 };
const tablet = { width: 768, height: 1024 };
const desk = { width: 1280, height: 900 };

interface TestData {
  opportunity: number;
  /** Token of a pending invitation to the organization. */
  invitation: string;
  application: number;
  student: Person;
  organizer: Person;
}

/** An organization whose opportunity fills every field, and a student with a complete profile who applied to another one. */
const createTestData = async (app: TestApp): Promise<TestData> => {
  const organizer = await app.organizer();
  const student = await app.student({ last_name: 'Xudoyberganova' });
  const opening = {
    title: long,
    description: 'Birinchi xatboshi.\nIkkinchi xatboshi.',
    opportunity_type: 'grant',
    status: 'published',
    featured: true,
    is_remote: true,
    start_date: dayFromNow(60),
    end_date: dayFromNow(70),
    application_deadline: dayFromNow(5),
    result_announcement_date: dayFromNow(30),
    location: 'Qoraqalpog‘iston Respublikasi',
    max_applications: 40,
    compensation: '5 000 000 so‘m',
    benefits: 'Yo‘l haqi\nTurar joy',
    application_instructions: 'Anketani to‘ldiring.',
    min_gpa: '3.5',
    graduation_year_min: 2027,
    age_min: 18,
    age_max: 25,
    requirements: [{ requirement: 'Motivatsion xat', is_mandatory: true }],
    profile_requirements: [
      { section: 'education', requirement_level: 'required' },
      { section: 'skills', requirement_level: 'recommended', minimum_items: 3, custom_message: 'Ko‘nikmalaringizni yozing.' },
    ],
    additional_questions: [
      { question: 'Nega aynan siz?', question_type: 'textarea', is_required: true, max_length: 500, help_text: 'Qisqacha.' },
      { question: 'Qaysi yo‘nalish?', question_type: 'select', options: ['Fizika', 'Kimyo', 'Tarix', 'Huquq'] },
      { question: 'Qaysi kunlari?', question_type: 'checkbox', options: ['Dushanba', 'Seshanba'] },
      { question: 'Ishlaringiz havolasi', question_type: 'file' },
      { question: 'Qachon boshlaysiz?', question_type: 'date' },
    ],
  };
  const { id: opportunity } = await app.call(organizer, 'POST', '/api/opportunities/', opening);
  const { id: plain } = await app.call(organizer, 'POST', '/api/opportunities/', {
    ...opening,
    profile_requirements: [],
    additional_questions: [],
  });
  await app.call(organizer, 'POST', '/api/opportunities/', { ...opening, status: 'draft' });
  await app.call(student, 'PATCH', '/api/students/profile/', {
    phone: '+998901234567',
    location: 'Qoraqalpog‘iston Respublikasi, Nukus',
    university: 'Muhammad al-Xorazmiy nomidagi Toshkent axborot texnologiyalari universiteti',
    major: 'Dasturiy injiniring',
    graduation_year: 2028,
    about_me: 'Tadqiqotchilikka qiziqaman.',
  });
  for (const [list, entry] of [
    [
      'education',
      {
        institution: 'Toshkent universiteti',
        degree: 'bachelor',
        field_of_study: 'Informatika',
        start_date: '2024-09-02',
        is_current: true,
      },
    ],
    [
      'experience',
      {
        title: 'Amaliyotchi',
        company: 'Sinov',
        experience_type: 'internship',
        description: 'Ish.',
        start_date: '2025-06-01',
        is_current: true,
      },
    ],
    [
      'projects',
      { title: 'Loyiha', description: 'Tavsif.', start_date: '2025-01-01', is_ongoing: true, project_url: 'https://example.uz' },
    ],
    ['achievements', { title: 'Olimpiada', achievement_type: 'award', date_achieved: '2025-05-05' }],
    ['languages', { language: 'O‘zbek tili', proficiency: 'native' }],
    ['social-links', { platform: 'github', url: 'https://github.com/namuna' }],
  ] as const)
    await app.call(student, 'POST', `/api/students/${list}/`, entry);
  const { id: application } = await app.call(student, 'POST', '/api/applications/', { opportunity: plain });
  const { link } = await app.call(organizer, 'POST', '/api/organizations/invite-member/', {
    email: 'hamkasb@example.uz',
    role: 'reviewer',
  });
  return { opportunity, application, student, organizer, invitation: link.split('/').pop() };
};

const waitUntilLoaded = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('.skeleton')).toHaveCount(0);
};

/** Controls lower than 44 px. Links inside a sentence and visually hidden controls do not count. */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]',
    );
    const isInsideText = (element: HTMLElement) =>
      getComputedStyle(element).display.startsWith('inline') &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim().length > 1,
      );
    const problems: string[] = [];
    for (const control of controls) {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || control.closest('[inert], [aria-hidden=true]'))
        continue;
      const checkableLabel = control.matches('input[type=checkbox], input[type=radio], input[type=file]') ? control.closest('label') : null;
      // A link whose ::after covers its card.
      const stretchedCard = getComputedStyle(control, '::after').position === 'absolute' ? control.closest<HTMLElement>('article') : null;
      const target = checkableLabel ?? stretchedCard ?? control;
      const { width, height } = target.getBoundingClientRect();
      // Visually hidden, some until they are focused.
      if (width <= 1 || getComputedStyle(control).clipPath !== 'none' || isInsideText(control)) continue;
      if (height < 43.5) problems.push(`${Math.round(width)}×${Math.round(height)} ${target.outerHTML.slice(0, 140)}`);
    }
    return problems;
  });

const sidewaysOverflow = (page: Page) =>
  page.evaluate(() => {
    const root = document.scrollingElement as HTMLElement;
    if (root.scrollWidth <= root.clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > root.clientWidth + 1)
      .slice(-3)
      .map((element) => element.outerHTML.slice(0, 140));
  });

/** Words of navigation and buttons that are broken over two lines. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const problems: string[] = [];
    for (const control of document.querySelectorAll<HTMLElement>('header a, nav a, button')) {
      if (!control.checkVisibility()) continue;
      const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
      while (texts.nextNode())
        for (const { index, 0: word } of (texts.currentNode.textContent ?? '').matchAll(/[\p{L}\u2018\u2019]+/gu)) {
          const range = document.createRange();
          range.setStart(texts.currentNode, index);
          range.setEnd(texts.currentNode, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          // A word longer than 20 letters may break.
          if (lines.size > 1 && word.length <= 20) problems.push(`${word} in ${control.outerHTML.slice(0, 140)}`);
        }
    }
    return problems;
  });

const axeViolations = async (page: Page) =>
  (await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze()).violations.map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`,
  );

/** Measures until nothing is found, at most 20 times two frames apart, because a resize takes some frames. */
const measureSettled = async (page: Page, measure: (page: Page) => Promise<string[]>): Promise<string[]> => {
  let problems = await measure(page);
  for (let tries = 0; problems.length > 0 && tries < 20; tries += 1) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    problems = await measure(page);
  }
  return problems;
};

/** Problems of a screen or an open layer at four widths, each with its place. */
const checkScreen = async (page: Page, name: string): Promise<string[]> => {
  const problems: string[] = [];
  const report = (kind: string, found: string[]) => problems.push(...found.map((detail) => `${name}, ${kind}: ${detail}`));
  report('axe at 360 px', await axeViolations(page));
  report('target', await measureSettled(page, smallTargets));
  report('broken word at 360 px', await measureSettled(page, brokenWords));
  await page.setViewportSize(narrow);
  report('sideways at 320 px', await measureSettled(page, sidewaysOverflow));
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  report('sideways at 320 px with twice the text', await measureSettled(page, sidewaysOverflow));
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.setViewportSize(tablet);
  report('broken word at 768 px', await measureSettled(page, brokenWords));
  report('sideways at 768 px', await measureSettled(page, sidewaysOverflow));
  await page.setViewportSize(desk);
  report('axe at 1280 px', await axeViolations(page));
  report('sideways at 1280 px', await measureSettled(page, sidewaysOverflow));
  await page.setViewportSize(phone);
  return problems;
};

interface LayerCase {
  name: string;
  /** A part of a page: no dialog is expected. */
  isPage?: boolean;
  address: string;
  open?(page: Page): Promise<void>;
}

/** Types on an outdated version of the draft, after the API has saved a newer one as another device would. */
const divergeDraft = async (page: Page, app: TestApp, { opportunity, student }: TestData) => {
  const draft = `/api/applications/drafts/${opportunity}/`;
  const { version } = await app.call(student, 'GET', draft);
  const firstAnswer = page.getByRole('textbox', { name: 'Nega aynan siz?' });
  const saveResponse = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await firstAnswer.fill(version === 0 ? 'Birinchi javob' : 'Davomi bor javob');
  const { version: saved, answers } = await (await saveResponse).json();
  const [question] = Object.keys(answers) as [string];
  await app.call(student, 'PUT', draft, { version: saved, answers: { ...answers, [question]: `${long} – kompyuterda yozilgan` } });
  await firstAnswer.fill('Telefonda yozilgan');
  await expect(page.getByRole('heading', { name: 'Bu ariza boshqa qurilmada ham o‘zgartirilgan' })).toBeVisible();
};

const layersFor = (role: string, app: TestApp, data: TestData): LayerCase[] => {
  const { opportunity, application } = data;
  if (role === 'student')
    return [
      { name: 'filters', address: '/', open: (page) => page.getByRole('button', { name: 'Filtrlar' }).click() },
      { name: 'own application', address: `/applications?application=${application}` },
      { name: 'password', address: '/profile', open: (page) => page.getByRole('button', { name: 'Parolni o‘zgartirish' }).click() },
      { name: 'deletion', address: '/profile', open: (page) => page.getByRole('button', { name: 'Hisobni o‘chirish' }).click() },
      { name: 'application', address: `/event/${opportunity}?apply=1` },
      {
        name: 'application changed elsewhere',
        address: `/event/${opportunity}?apply=1`,
        open: (page) => divergeDraft(page, app, data),
      },
      {
        name: 'application to check',
        address: `/event/${opportunity}?apply=1`,
        open: async (page) => {
          await page.getByRole('button', { name: 'Shu qurilmadagini qoldirish' }).click();
          await page.getByRole('button', { name: 'Ariza yuborish' }).click();
          await expect(page.getByRole('heading', { name: 'Yuborishdan oldin tekshiring' })).toBeVisible();
        },
      },
      { name: 'entry', address: '/profile', open: (page) => page.getByRole('button', { name: "Ta'lim yozuvi qo‘shish" }).click() },
      { name: 'withdrawal', address: '/applications', open: (page) => page.getByRole('button', { name: 'Arizani bekor qilish' }).click() },
    ];
  if (role === 'organizer')
    return [
      { name: 'applicant', address: `/organizer/applications?application=${application}` },
      { name: 'decision', address: '/organizer/applications', open: (page) => page.getByRole('button', { name: 'Qabul qilish' }).click() },
      { name: 'application preview', address: `/event/${opportunity}?preview=1&apply=1` },
      ...['members', 'students', 'audit'].map((tab) => ({ name: tab, address: `/organizer/profile?tab=${tab}`, isPage: true })),
      {
        name: 'invitation of a colleague',
        address: '/organizer/profile?tab=members',
        open: (page) => page.getByRole('button', { name: 'Xodim taklif qilish' }).click(),
      },
      {
        name: 'role',
        address: '/organizer/profile?tab=members',
        open: (page) => page.getByRole('button', { name: /: rolni o‘zgartirish$/ }).click(),
      },
      {
        name: 'invitation of students',
        address: '/organizer/profile?tab=students',
        open: (page) => page.getByRole('button', { name: 'Talabalarni taklif qilish' }).click(),
      },
      {
        name: 'student',
        address: '/organizer/profile?tab=students',
        open: (page) => page.getByRole('button', { name: 'Sardor Xudoyberganova' }).click(),
      },
      { name: 'publishing', address: '/organizer/events', open: (page) => page.getByRole('button', { name: 'E’lon qilish' }).click() },
    ];
  return [];
};

const collectErrors = (page: Page, problems: string[]) => {
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    // The browser logs the 404 of a page and the refused save of a draft.
    const isExpected = message.location().url === page.url() || /drafts\/\d+\/$/.test(message.location().url);
    if (message.type() === 'error' && !isExpected) problems.push(`${page.url()}: ${message.text()}`);
  });
};

test.describe.configure({ mode: 'parallel' });
for (const role of ['visitor', 'student', 'organizer'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    test(`every address as a ${role}, ${theme}`, async ({ app, browser }) => {
      test.setTimeout(300_000);
      const data = await createTestData(app);
      const context: BrowserContext = await browser.newContext({
        baseURL: app.url,
        viewport: phone,
        colorScheme: theme,
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      const problems: string[] = [];
      collectErrors(page, problems);
      if (role !== 'visitor') await app.signIn(page, data[role]);

      const checkedPaths = new Set<string>();
      for (const { path } of [...screens, { path: '/bunday-sahifa-yo-q' }]) {
        const address = path.replace(/:(id|eventId)/, String(data.opportunity)).replace(':token', data.invitation);
        await page.goto(address);
        await waitUntilLoaded(page);
        const pathname = new URL(page.url()).pathname;
        // Several addresses redirect to the same screen.
        if (checkedPaths.has(pathname)) continue;
        checkedPaths.add(pathname);
        if ((await page.title()).trim() === '') problems.push(`${pathname}: no title`);
        const headings = await page.getByRole('heading', { level: 1 }).count();
        if (headings !== 1) problems.push(`${pathname}: ${headings} main headings`);
        problems.push(...(await checkScreen(page, pathname)));
      }
      for (const { name, address, open, isPage } of layersFor(role, app, data)) {
        await page.goto(address);
        await waitUntilLoaded(page);
        await open?.(page);
        if (!isPage) await expect(page.getByRole('dialog')).toBeVisible();
        await expect(page.locator('.skeleton')).toHaveCount(0);
        problems.push(...(await checkScreen(page, `layer ${name}`)));
      }
      await context.close();
      expect(problems).toEqual([]);
    });
  }
}
