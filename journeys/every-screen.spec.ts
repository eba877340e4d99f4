import type { Browser, Page } from '@playwright/test';
import { screens } from '../contract/screens.ts';
import { accessibilityViolations } from './accessibility.ts';
import { type App, dayFromNow, expect, type Person, test } from './fixtures.ts';

const long = 'Xalqarolashtirilganlashtirolmaganlarimizdanmisiz: yoshlarning tadqiqotchilik ko‘nikmalarini rivojlantirish dasturi';

const phone = { width: 360, height: 740 };
const narrow = { width: 320, height: 640 };
const tablet = { width: 768, height: 1024 };
const desk = { width: 1280, height: 900 };

interface Cast {
  opportunity: number;
  /** Token of a pending invitation to the organization. */
  invitation: string;
  application: number;
  student: Person;
  organizer: Person;
}

/** An organization whose opportunity fills every field, and a student with a complete profile who applied to another one. */
const createCast = async (app: App): Promise<Cast> => {
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
  const { id: withoutQuestions } = await app.call(organizer, 'POST', '/api/opportunities/', {
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
  const { id: application } = await app.call(student, 'POST', '/api/applications/', { opportunity: withoutQuestions });
  const { link } = await app.call(organizer, 'POST', '/api/organizations/invite-member/', {
    email: 'hamkasb@example.uz',
    role: 'reviewer',
  });
  return { opportunity, application, student, organizer, invitation: link.split('/').pop() };
};

/** Waits until the page shows its content. */
const waitForContent = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('.skeleton')).toHaveCount(0);
};

/** Controls lower than 44 px. Links inside a sentence and elements for assistive technology only do not count. */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]',
    );
    const inText = (element: HTMLElement) =>
      getComputedStyle(element).display.startsWith('inline') &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim().length > 1,
      );
    const wrong: string[] = [];
    for (const control of controls) {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || control.closest('[inert], [aria-hidden=true]'))
        continue;
      const ticked = control.matches('input[type=checkbox], input[type=radio], input[type=file]') ? control.closest('label') : null;
      // A link that covers its whole card.
      const stretched = getComputedStyle(control, '::after').position === 'absolute' ? control.closest<HTMLElement>('article') : null;
      const target = ticked ?? stretched ?? control;
      const { width, height } = target.getBoundingClientRect();
      // Off the screen until focused, or for assistive technology only.
      if (width <= 1 || getComputedStyle(control).clipPath !== 'none' || inText(control)) continue;
      if (height < 43.5) wrong.push(`${Math.round(width)}×${Math.round(height)} ${target.outerHTML.slice(0, 140)}`);
    }
    return wrong;
  });

/** The innermost elements that make the page scroll sideways. */
const sidewaysOverflow = (page: Page) =>
  page.evaluate(() => {
    const root = document.scrollingElement as HTMLElement;
    if (root.scrollWidth <= root.clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > root.clientWidth + 1)
      .slice(-3)
      .map((element) => element.outerHTML.slice(0, 140));
  });

/** Words in navigation and buttons that are broken over two lines. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const wrong: string[] = [];
    for (const control of document.querySelectorAll<HTMLElement>('header a, nav a, button')) {
      if (!control.checkVisibility()) continue;
      const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
      while (texts.nextNode())
        for (const { index, 0: word } of (texts.currentNode.textContent ?? '').matchAll(/[\p{L}\u2018\u2019]+/gu)) {
          const range = document.createRange();
          range.setStart(texts.currentNode, index);
          range.setEnd(texts.currentNode, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          // Longer words do not fit a row at 360 px.
          if (lines.size > 1 && word.length <= 20) wrong.push(`${word} in ${control.outerHTML.slice(0, 140)}`);
        }
    }
    return wrong;
  });

/** Repeats a measurement for up to 20 double frames, because a change of size takes some frames to settle. */
const measureSettled = async (page: Page, measure: (page: Page) => Promise<string[]>): Promise<string[]> => {
  let problems = await measure(page);
  for (let tries = 0; problems.length > 0 && tries < 20; tries += 1) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    problems = await measure(page);
  }
  return problems;
};

/** Runs every check on a screen or an open layer, at four widths and in both themes. @returns the problems with `name` */
const check = async (page: Page, name: string): Promise<string[]> => {
  const found: string[] = [];
  const inBothThemes = async (measurements: Record<string, (page: Page) => Promise<string[]>>) => {
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      for (const [what, measure] of Object.entries(measurements))
        found.push(...(await measureSettled(page, measure)).map((problem) => `${name}, ${theme}, ${what}: ${problem}`));
    }
  };
  await inBothThemes({ 'axe at 360 px': accessibilityViolations, target: smallTargets, 'broken word at 360 px': brokenWords });
  await page.setViewportSize(narrow);
  await inBothThemes({ 'sideways at 320 px': sidewaysOverflow });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await inBothThemes({ 'sideways at 320 px with text at 200%': sidewaysOverflow });
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.setViewportSize(tablet);
  await inBothThemes({ 'broken word at 768 px': brokenWords, 'sideways at 768 px': sidewaysOverflow });
  await page.setViewportSize(desk);
  await inBothThemes({ 'axe at 1280 px': accessibilityViolations, 'sideways at 1280 px': sidewaysOverflow });
  await page.setViewportSize(phone);
  return found;
};

interface Dialog {
  name: string;
  address: string;
  open?(page: Page): Promise<void>;
}

/** Types on an old version of the draft after another device, here the API, saved a newer one. */
const divergeDraft = async (page: Page, app: App, { opportunity, student }: Cast) => {
  const draft = `/api/applications/drafts/${opportunity}/`;
  const { version } = await app.call(student, 'GET', draft);
  const why = page.getByRole('textbox', { name: 'Nega aynan siz?' });
  const saving = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await why.fill(version === 0 ? 'Birinchi javob' : 'Davomi bor javob');
  const { version: saved, answers } = await (await saving).json();
  const [question] = Object.keys(answers) as [string];
  await app.call(student, 'PUT', draft, { version: saved, answers: { ...answers, [question]: `${long} – kompyuterda yozilgan` } });
  await why.fill('Telefonda yozilgan');
  await expect(page.getByRole('heading', { name: 'Bu ariza boshqa qurilmada ham o‘zgartirilgan' })).toBeVisible();
};

const dialogs: Record<'student' | 'organizer', (app: App, cast: Cast) => Dialog[]> = {
  student: (app, cast) => {
    const { opportunity, application } = cast;
    return [
      { name: 'filters', address: '/', open: (page) => page.getByRole('button', { name: 'Filtrlar' }).click() },
      { name: 'own application', address: `/applications?application=${application}` },
      { name: 'password', address: '/profile', open: (page) => page.getByRole('button', { name: 'Parolni o‘zgartirish' }).click() },
      { name: 'deletion', address: '/profile', open: (page) => page.getByRole('button', { name: 'Hisobni o‘chirish' }).click() },
      { name: 'application', address: `/event/${opportunity}?apply=1` },
      {
        name: 'application changed elsewhere',
        address: `/event/${opportunity}?apply=1`,
        open: (page) => divergeDraft(page, app, cast),
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
  },
  organizer: (_, { opportunity, application }) => [
    { name: 'applicant', address: `/organizer/applications?application=${application}` },
    { name: 'decision', address: '/organizer/applications', open: (page) => page.getByRole('button', { name: 'Qabul qilish' }).click() },
    { name: 'application in the preview', address: `/event/${opportunity}?preview=1&apply=1` },
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
  ],
};

/** Opens a page in a context of its own that collects errors of the page and of the console in `problems`. */
const openBrowser = async (browser: Browser, app: App, problems: string[]): Promise<Page> => {
  const context = await browser.newContext({ baseURL: app.url, viewport: phone, colorScheme: 'light', reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    // The browser logs the address that answers 404, and the draft that another device has changed.
    const isExpected = message.location().url === page.url() || /drafts\/\d+\/$/.test(message.location().url);
    if (message.type() === 'error' && !isExpected) problems.push(`${page.url()}: ${message.text()}`);
  });
  return page;
};

const checked = 'accessible, tappable and never wider than the screen, in both themes';

for (const role of ['visitor', 'student', 'organizer'] as const)
  test(`every address as a ${role} is ${checked}`, async ({ app, browser }) => {
    test.setTimeout(300_000);
    const cast = await createCast(app);
    const problems: string[] = [];
    const page = await openBrowser(browser, app, problems);
    if (role !== 'visitor') await app.signIn(page, cast[role]);
    const seen = new Set<string>();
    for (const { path } of [...screens, { path: '/bunday-sahifa-yo-q' }]) {
      const address = path.replace(/:(id|eventId)/, String(cast.opportunity)).replace(':token', cast.invitation);
      await page.goto(address);
      await waitForContent(page);
      const { pathname } = new URL(page.url());
      // Several addresses redirect to the same screen.
      if (seen.has(pathname)) continue;
      seen.add(pathname);
      if ((await page.title()).trim() === '') problems.push(`${pathname}: no title`);
      const headings = await page.getByRole('heading', { level: 1 }).count();
      if (headings !== 1) problems.push(`${pathname}: ${headings} main headings`);
      problems.push(...(await check(page, pathname)));
    }
    await page.context().close();
    expect(problems).toEqual([]);
  });

for (const role of ['student', 'organizer'] as const)
  test(`every dialog of a ${role} is ${checked}`, async ({ app, browser }) => {
    test.setTimeout(300_000);
    const cast = await createCast(app);
    const problems: string[] = [];
    const page = await openBrowser(browser, app, problems);
    await app.signIn(page, cast[role]);
    for (const { name, address, open } of dialogs[role](app, cast)) {
      await page.goto(address);
      await waitForContent(page);
      await open?.(page);
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect(page.locator('.skeleton')).toHaveCount(0);
      problems.push(...(await check(page, `dialog ${name}`)));
    }
    await page.context().close();
    expect(problems).toEqual([]);
  });

test(`every tab of the organization profile is ${checked}`, async ({ app, browser }) => {
  test.setTimeout(120_000);
  const cast = await createCast(app);
  const problems: string[] = [];
  const page = await openBrowser(browser, app, problems);
  await app.signIn(page, cast.organizer);
  for (const tab of ['members', 'students', 'audit']) {
    await page.goto(`/organizer/profile?tab=${tab}`);
    await waitForContent(page);
    problems.push(...(await check(page, `tab ${tab}`)));
  }
  await page.context().close();
  expect(problems).toEqual([]);
});
