import type { Page } from '@playwright/test';
import { accessibilityViolations } from './accessibility.ts';
import { dayFromNow, expect, type Person, type TestApp, test } from './fixtures.ts';

const minimal = () => ({
  title: 'Sinov uchun ochilgan ustaxona',
  description: 'Birinchi xatboshi.\nIkkinchi xatboshi.',
  opportunity_type: 'camp',
  status: 'published',
  start_date: dayFromNow(60),
  application_deadline: dayFromNow(20),
  location: 'Buxoro',
});
const full = () => ({
  ...minimal(),
  title: 'Hamma bo‘limi to‘ldirilgan grant',
  opportunity_type: 'grant',
  featured: true,
  is_remote: true,
  application_deadline: dayFromNow(5),
  end_date: dayFromNow(70),
  result_announcement_date: dayFromNow(30),
  max_applications: 40,
  compensation: '5 000 000 so‘m',
  benefits: 'Yo‘l haqi\nTurar joy',
  application_instructions: 'Anketani to‘ldiring.',
  min_gpa: '3.5',
  graduation_year_min: 2027,
  graduation_year_max: 2029,
  age_min: 18,
  requirements: [
    { requirement: 'Motivatsion xat', is_mandatory: true },
    { requirement: 'Tavsiyanoma', is_mandatory: false },
  ],
  profile_requirements: [
    { section: 'skills', requirement_level: 'recommended', minimum_items: 3, custom_message: 'Ko‘nikmalaringizni yozing.' },
  ],
  additional_questions: [
    {
      question: 'Qaysi yo‘nalish?',
      question_type: 'select',
      options: ['Fizika', 'Kimyo', 'Biologiya', 'Tarix', 'Huquq'],
      is_required: false,
    },
  ],
});

const createOpportunity = async (
  app: TestApp,
  owner: Person,
  values: Record<string, unknown> = {},
): Promise<{ id: number; title: string }> => app.call(owner, 'POST', '/api/opportunities/', { ...minimal(), ...values });

const section = (page: Page, title: string) => page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) });

/** Waits until React has hydrated the page. */
const waitForHydration = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer')));

const expectAccessible = async (page: Page) => {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    expect(await accessibilityViolations(page)).toEqual([]);
  }
};
const expectNoSidewaysScroll = async (page: Page) => {
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
};

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the landing page lists, searches and turns pages', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Bepul boshlash' })).toHaveAttribute('href', '/signup');
    await expect(page.getByRole('link', { name: "Imkoniyatlarni ko'rish" })).toHaveAttribute('href', '/#imkoniyatlar');
    await expect(page.getByRole('article')).toHaveCount(6);
    await page.getByRole('link', { name: 'Keyingi' }).click();
    await expect(page.getByText(/^2 \/ \d+$/)).toBeVisible();
    await page.getByRole('searchbox').fill('чевенинг');
    await page.getByRole('button', { name: 'Qidirish' }).click();
    await expect(page).toHaveURL(/\/landing\?search=.+#imkoniyatlar$/);
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.getByRole('link', { name: /Chevening/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Chevening');
    await expect(page.getByRole('heading', { name: 'Talablar', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Ariza topshirish' })).toHaveAttribute('href', '/login');
  });

  test('missing pages answer 404', async ({ page }) => {
    for (const address of ['/event/999999', '/event/abc']) {
      expect((await page.goto(address))?.status()).toBe(404);
      await expect(page.getByRole('alert')).toBeVisible();
    }
    expect((await page.goto('/landing?page=400'))?.status()).toBe(404);
    await expect(page.getByText('Bunday sahifa yo‘q')).toBeVisible();
  });
});

test('pages have a canonical address, a preview picture and a web app manifest', async ({ request, app }) => {
  const { id } = await createOpportunity(app, await app.organizer());
  const readHtml = async (address: string) => {
    const html = await (await request.get(address)).text();
    return (pattern: RegExp) => pattern.exec(html)?.[1];
  };
  for (const [address, canonical] of [
    ['/', '/'],
    ['/landing', '/'],
    ['/help/', '/help'],
    [`/event/${id}/?apply=1`, `/event/${id}`],
  ]) {
    const read = await readHtml(address as string);
    expect(read(/<link rel="canonical" href="([^"]*)"/)).toBe(`${app.url}${canonical}`);
    expect(read(/<meta property="og:url" content="([^"]*)"/)).toBe(`${app.url}${canonical}`);
    expect(read(/<meta name="twitter:card" content="([^"]*)"/)).toBe('summary');
    const picture = await request.get(read(/<meta property="og:image" content="([^"]*)"/) as string);
    expect(picture.headers()['content-type']).toBe('image/png');
  }
  const read = await readHtml('/login');
  const manifest = await request.get(read(/<link rel="manifest" href="([^"]*)"/) as string);
  expect(manifest.headers()['content-type']).toContain('application/manifest+json');
  const { icons, start_url } = await manifest.json();
  expect(start_url).toBe('/');
  for (const { src, type } of icons) expect((await request.get(src)).headers()['content-type']).toBe(type);
});

test('the landing page hydrates and searches without a reload', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: "Imkoniyatlarni ko'rish" }).click();
  await expect(page).toHaveURL(/\/#imkoniyatlar$/);
  await page.getByRole('searchbox').fill('erasmus');
  await page.getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL(/\/\?search=erasmus#imkoniyatlar$/);
  await expect(page.getByRole('main').getByRole('status')).toHaveText(/^\d+ ta imkoniyat$/);
  await expect(page.getByRole('article').filter({ hasNotText: /erasmus/i })).toHaveCount(0);
  await expect(page.getByRole('article').filter({ hasText: /erasmus/i })).not.toHaveCount(0);
  await page.getByRole('searchbox').fill('qwzxqwzx');
  await page.getByRole('button', { name: 'Qidirish' }).click();
  await expect(page.getByText('Hech narsa topilmadi')).toBeVisible();
  await page.getByRole('link', { name: 'Barchasini ko‘rish' }).click();
  await expect(page.getByRole('article')).toHaveCount(6);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test.describe('browse', () => {
  test('every control filters the list, the address keeps it, and Back removes it', async ({ page, app }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await app.signIn(page, await app.student());
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: 'Yangi imkoniyatlar' })).toBeVisible();
    const status = page.getByRole('main').getByRole('status');
    await expect(status).toHaveText(/ta imkoniyat topildi$/);
    const all = await status.textContent();
    await expect(page.getByRole('article')).toHaveCount(9);

    await page.getByRole('button', { name: 'Stipendiya' }).click();
    await expect(page).toHaveURL(/\?opportunity_type=scholarship$/);
    await expect(status).not.toHaveText(all as string);
    for (const card of await page.getByRole('article').all()) await expect(card).toContainText('Stipendiya');
    await page.getByRole('button', { name: 'Faqat masofaviy' }).click();
    await expect(page).toHaveURL(/opportunity_type=scholarship&is_remote=true$/);
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Faqat masofaviy' })).toHaveAttribute('aria-pressed', 'false');
    await page.getByRole('button', { name: 'Stipendiya: olib tashlash' }).click();
    await expect(status).toHaveText(all as string);

    await page.getByRole('searchbox').fill('чевенинг');
    await expect(page).toHaveURL(/\?search=/);
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.reload();
    await expect(page.getByRole('searchbox')).toHaveValue('чевенинг');
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.getByRole('button', { name: 'Filtrlarni tozalash' }).click();
    await expect(status).toHaveText(all as string);
    await expect(page.getByRole('searchbox')).toHaveValue('');

    await page.getByRole('button', { name: 'Keyingi' }).click();
    await expect(page).toHaveURL(/\?page=2$/);
    await expect(page.getByText(/^2 \/ \d+$/)).toBeVisible();
    const pages = Number(/\d+$/.exec((await page.getByText(/^2 \/ \d+$/).textContent()) ?? '')?.[0]);
    await page.goto('/?page=500');
    await expect(page).toHaveURL(new RegExp(`\\?page=${pages}$`));
    await expect(page.getByText(`${pages} / ${pages}`)).toBeVisible();
    await expectAccessible(page);
  });

  test('on a phone the filter sheet shows the number of results, and Back closes it first', async ({ page, app }) => {
    await app.signIn(page, await app.student());
    await page.goto('/');
    await page.getByRole('button', { name: 'Filtrlar' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filtrlar' });
    await expect(sheet).toBeVisible();
    await page.goBack();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Yangi imkoniyatlar' })).toBeVisible();

    await page.getByRole('button', { name: 'Filtrlar' }).click();
    const show = sheet.getByRole('button', { name: /natija/ });
    await expect(show).toHaveText(/^\d+ ta natijani ko‘rsatish$/);
    // The button with the count is wider than the one beside it.
    const buttonWidth = async (name: RegExp) => (await sheet.getByRole('button', { name }).boundingBox())?.width ?? 0;
    expect(await buttonWidth(/natija/)).toBeGreaterThan(await buttonWidth(/^Tozalash$/));
    const before = (await show.textContent()) as string;
    await sheet.getByRole('button', { name: 'Lager' }).click();
    await expect(show).not.toHaveText(before);
    await expect(show).toHaveAttribute('aria-busy', 'false');
    const promised = /\d+/.exec((await show.textContent()) ?? '')?.[0];
    await expectAccessible(page);
    await show.click();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(/\?opportunity_type=camp$/);
    await expect(page.getByRole('main').getByRole('status')).toHaveText(`${promised} ta imkoniyat topildi`);
    await expect(page.getByRole('button', { name: 'Filtrlar (1)' })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });

  test('near matches are offered as a suggestion; no match shows an empty list', async ({ page, app }) => {
    await app.signIn(page, await app.student());
    await page.goto('/?search=chevenning');
    await expect(page.getByText('Shularni qidirdingizmi?')).toBeVisible();
    await page.goto('/?search=qwzxqwzx');
    await expect(page.getByText('Hech narsa topilmadi')).toBeVisible();
  });

  test('a failed load shows an error and can be retried', async ({ page, app }) => {
    await app.signIn(page, await app.student());
    const list = /\/api\/opportunities\/\?/;
    await page.route(list, (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/');
    await expect(page.getByRole('alert')).toContainText('Serverda texnik nosozlik yuz berdi.');
    await page.unroute(list);
    await page.getByRole('button', { name: 'Qayta urinish' }).click();
    await expect(page.getByRole('article')).toHaveCount(9);
  });

  test('an organizer sees a link to the organizer area', async ({ page, app }) => {
    await app.signIn(page, await app.organizer());
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Tashkilot bo‘limi' })).toHaveAttribute('href', '/organizer');
  });
});

test.describe('an opportunity', () => {
  test('shows every section that has content', { tag: '@dates' }, async ({ page, app }) => {
    const { id, title } = await createOpportunity(app, await app.organizer(), full());
    const response = await page.goto(`/event/${id}`);
    expect(response?.status()).toBe(200);
    const html = (await response?.text()) ?? '';
    expect(html).toContain('<script type="application/ld+json">');
    expect(html).toContain(`<meta property="og:title" content="${title} — Imkon">`);
    await expect(page.getByText('Tavsiya etilgan', { exact: true })).toBeVisible();
    await expect(page.getByText('Masofadan (onlayn)')).toBeVisible();
    await expect(page.getByText('0 / 40')).toBeVisible();
    await expect(page.getByText('5 kun qoldi. Arizangizni tezroq yuboring')).toBeVisible();
    await expect(section(page, 'Tavsif').locator('p')).toHaveText(['Birinchi xatboshi.', 'Ikkinchi xatboshi.']);
    await expect(section(page, 'Muhim sanalar').locator('li')).toHaveCount(4);
    await expect(section(page, 'Muhim sanalar')).toContainText('23:59 gacha (Toshkent vaqti)');
    await expect(section(page, 'Nomzod profili').locator('dd')).toHaveText(['3.5', 'Cheklanmagan', '2027 - 2029', '18+']);
    await expect(section(page, 'Talablar').locator('li')).toHaveText(['Motivatsion xatMajburiy', 'TavsiyanomaIxtiyoriy']);
    await expect(section(page, 'Profil talablari').locator('li')).toHaveText([
      "Ko'nikmalar · kamida 3 taTavsiya etiladiKo‘nikmalaringizni yozing.",
    ]);
    await expect(section(page, 'Qo‘shimcha savollar')).toContainText('Fizika, Kimyo, Biologiya va yana 2 ta');
    await expect(section(page, 'Imtiyozlar va qo‘llab-quvvatlash').locator('li')).toHaveText(['Yo‘l haqi', 'Turar joy']);
    await expect(section(page, 'Ariza topshirish bo‘yicha ko‘rsatma')).toContainText('Anketani to‘ldiring.');
    await expect(section(page, 'Tashkilot haqida')).toContainText('Faol imkoniyatlar:1');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test('leaves out empty sections', async ({ page, app }) => {
    const { id } = await createOpportunity(app, await app.organizer());
    await page.goto(`/event/${id}`);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Tavsif', 'Muhim sanalar', 'Tashkilot haqida']);
  });

  test('sends a visitor to sign in with the way back', async ({ page, app }) => {
    const { id } = await createOpportunity(app, await app.organizer());
    await page.goto(`/event/${id}`);
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Ariza topshirish' }).click();
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(() => window.history.state)).toEqual({ from: `/event/${id}?apply=1` });
  });

  test('lets a student apply, withdraw after a confirmation, and apply again', { tag: '@dates' }, async ({ page, app }) => {
    const owner = await app.organizer();
    const { id } = await createOpportunity(app, owner);
    const student = await app.student();
    await app.signIn(page, student);
    await page.goto(`/event/${id}`);
    await page.getByRole('button', { name: 'Ariza topshirish' }).click();
    await expect(page).toHaveURL(new RegExp(`/event/${id}\\?apply=1$`));
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`/event/${id}$`));

    await app.call(student, 'POST', '/api/applications/', { opportunity: id });
    await page.reload();
    await expect(page.getByRole('button', { name: 'Ariza yuborilgan' })).toBeDisabled();
    const own = page.locator('section', { hasText: 'Sizning arizangiz' });
    await expect(own).toContainText('Kutilmoqda');
    await own.getByRole('button', { name: 'Arizani bekor qilish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ha, bekor qilish' }).click();
    await expect(page.getByText('Ariza bekor qilingan', { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByText('Ariza bekor qilingan', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Qayta topshirish' }).click();
    await page.getByRole('button', { name: 'Ha, topshirish' }).click();
    await expect(page.getByRole('button', { name: 'Ariza yuborilgan' })).toBeDisabled();
    expect((await app.call(student, 'GET', `/api/applications/check-status/${id}/`)).status).toBe('pending');
  });

  test('shows the reason of a refused withdrawal and changes nothing', async ({ page, app }) => {
    const { id } = await createOpportunity(app, await app.organizer());
    const student = await app.student();
    await app.call(student, 'POST', '/api/applications/', { opportunity: id });
    await app.signIn(page, student);
    await page.goto(`/event/${id}`);
    await page.route(/\/withdraw\//, (route) => route.abort());
    await page.getByRole('button', { name: 'Arizani bekor qilish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ha, bekor qilish' }).click();
    await expect(page.getByText('Internet aloqasi yo‘q. Ulanishni tekshirib, qayta urining.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Ariza yuborilgan' })).toBeDisabled();
  });

  test('offers editing to its owner, the reason to another organization, and nothing when closed', async ({ page, app, browser }) => {
    const owner = await app.organizer();
    const { id } = await createOpportunity(app, owner);
    await app.signIn(page, owner);
    await page.goto(`/event/${id}`);
    await expect(page.getByRole('link', { name: 'Tahrirlash' })).toHaveAttribute('href', `/organizer/events/${id}/edit`);

    const other = await browser.newContext({ baseURL: app.url });
    const theirs = await other.newPage();
    await app.signIn(theirs, await app.organizer());
    await theirs.goto(`/event/${id}`);
    await expect(theirs.getByText('Tashkilotlar ariza topshira olmaydi')).toBeVisible();
    await expect(theirs.getByRole('button', { name: 'Ariza yopilgan' })).toBeDisabled();
    await other.close();

    await app.call(owner, 'POST', `/api/opportunities/${id}/close/`);
    const visitor = await browser.newContext({ baseURL: app.url });
    const closed = await visitor.newPage();
    await closed.goto(`/event/${id}`);
    await expect(closed.getByText('Yopilgan', { exact: true })).toBeVisible();
    await expect(closed.getByRole('button', { name: 'Ariza yopilgan' })).toBeDisabled();
    await visitor.close();
  });

  test('offers a way back and a retry when it cannot be loaded', async ({ page, app }) => {
    const { id, title } = await createOpportunity(app, await app.organizer(), { title: 'Yo‘qolib topilgan dastur' });
    await app.signIn(page, await app.student());
    await page.goto('/?search=yo‘qolib');
    const detail = new RegExp(`/api/opportunities/${id}/`);
    await page.route(detail, (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByRole('link', { name: title }).click();
    await expect(page.getByRole('alert')).toContainText("Imkoniyat ma'lumotlarini yuklashda xatolik yuz berdi.");
    await page.unroute(detail);
    await page.getByRole('button', { name: 'Qayta urinish' }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.getByRole('link', { name: 'Orqaga' }).click();
    await expect(page.getByRole('heading', { name: 'Yangi imkoniyatlar' })).toBeVisible();
  });
});

test('static pages render, and public pages are in the sitemap', async ({ page, app, request }) => {
  for (const [address, title] of [
    ['/terms', 'Foydalanish shartlari'],
    ['/privacy', 'Maxfiylik siyosati'],
    ['/help', 'Yordam'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expectAccessible(page);
  }
  const owner = await app.organizer();
  const shown = await createOpportunity(app, owner);
  const draft = await createOpportunity(app, owner, { status: 'draft' });
  const sitemap = await (await request.get('/sitemap.xml')).text();
  expect(sitemap).toContain(`<loc>${app.url}/event/${shown.id}</loc>`);
  expect(sitemap).not.toContain(`/event/${draft.id}<`);
  expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${app.url}/sitemap.xml`);
});
