import http from 'node:http';
import { screens } from '../contract/screens.ts';
import { dayFromNow, expect, type TestApp, test } from './fixtures.ts';

/** An opportunity with every field. */
const aFullOpportunity = async (app: TestApp): Promise<{ id: number; title: string }> =>
  app.call(await app.organizer(), 'POST', '/api/opportunities/', {
    title: 'Yosh tadqiqotchilar uchun <grant> & stipendiya',
    description: 'Birinchi xatboshi.\nIkkinchi xatboshi.',
    opportunity_type: 'grant',
    status: 'published',
    featured: true,
    is_remote: true,
    start_date: dayFromNow(60),
    end_date: dayFromNow(70),
    application_deadline: dayFromNow(20),
    result_announcement_date: dayFromNow(40),
    location: 'Samarqand',
    max_applications: 40,
    compensation: '5 000 000 so‘m',
    benefits: 'Yo‘l haqi\nTurar joy',
    application_instructions: 'Anketani to‘ldiring.',
    min_gpa: '3.5',
    age_min: 18,
    requirements: [{ requirement: 'Motivatsion xat', is_mandatory: true }],
    profile_requirements: [{ section: 'skills', requirement_level: 'recommended', minimum_items: 3 }],
    additional_questions: [{ question: 'Qaysi yo‘nalish?', question_type: 'select', options: ['Fizika', 'Kimyo', 'Tarix', 'Huquq'] }],
  });

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** The body as sent, still compressed. */
  bytes: number;
}
/** Requests without a browser, which would decompress the body. */
const fetchRaw = (url: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    http
      .get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes }));
        response.on('error', reject);
      })
      .on('error', reject);
  });

test.describe('with JavaScript disabled', () => {
  test.use({ javaScriptEnabled: false });

  test('the opportunity page is complete', async ({ page, app }) => {
    const { id, title } = await aFullOpportunity(app);
    expect((await page.goto(`/event/${id}`))?.status()).toBe(200);
    await expect(page).toHaveTitle(`${title} — Imkon`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Tavsif',
      'Muhim sanalar',
      'Nomzod profili',
      'Talablar',
      'Profil talablari',
      'Qo‘shimcha savollar',
      'Imtiyozlar va qo‘llab-quvvatlash',
      'Ariza topshirish bo‘yicha ko‘rsatma',
      'Tashkilot haqida',
    ]);
    for (const text of ['Ikkinchi xatboshi.', 'Samarqand', '0 / 40', '3.5', 'Motivatsion xat', 'Turar joy', 'Anketani to‘ldiring.'])
      await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Ariza topshirish' })).toHaveAttribute('href', '/login');
  });

  test('the landing page is complete', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(6);
    for (const card of await page.getByRole('article').all())
      await expect(card.getByRole('link').first()).toHaveAttribute('href', /^\/event\/\d+$/);
    await expect(page.locator('footer').getByRole('link', { name: 'Reyting' })).toBeVisible();
    await expect(page.locator('.skeleton')).toHaveCount(0);
  });

  test('verified organizations are listed for every search', async ({ page }) => {
    for (const address of ['/', '/landing?page=3', '/landing?search=qwzxqwzx']) {
      await page.goto(address);
      const strip = page.getByRole('region', { name: 'Tasdiqlangan tashkilotlar' }).getByRole('listitem');
      await expect(strip, address).toHaveText([/Ipak yo‘li yoshlar markazi/, /Raqamli avlod/]);
    }
  });

  test('a page that needs JavaScript shows a notice', async ({ page }) => {
    const html = (await (await page.goto('/leaderboard'))?.text()) ?? '';
    expect(html).toMatch(/<noscript>[^<]*JavaScript yoqilgan bo‘lishi kerak[^<]*<a href="\/landing">/);
  });
});

test('rendered pages are small, compressed, and have the correct status', async ({ app }) => {
  const { id } = await aFullOpportunity(app);
  for (const [address, status] of [
    ['/', 200],
    ['/landing', 200],
    [`/event/${id}`, 200],
    ['/event/999999', 404],
    ['/event/abc', 404],
    ['/bunday-sahifa-yo-q', 404],
    ['/terms', 200],
    ['/privacy', 200],
    ['/help', 200],
  ] as const) {
    const answer = await fetchRaw(`${app.url}${address}`);
    expect([address, answer.status, answer.headers['content-encoding']]).toEqual([address, status, 'br']);
    expect(answer.bytes, address).toBeLessThanOrEqual(14_000);
  }
});

test('every page has the security headers', async ({ app }) => {
  const { id } = await aFullOpportunity(app);
  const addresses = [...screens.map(({ path }) => path.replace(/:\w+/, String(id))), '/bunday-sahifa-yo-q'];
  for (const address of addresses) {
    const { headers } = await fetchRaw(`${app.url}${address}`);
    const policy = String(headers['content-security-policy']);
    expect(policy, address).toContain("default-src 'none'");
    expect(policy, address).toContain("frame-ancestors 'none'");
    expect(policy, address).toContain("base-uri 'none'");
    expect(policy, address).not.toMatch(/unsafe-|https?:|\*/);
    expect([address, headers['x-content-type-options'], headers['referrer-policy'], headers['x-powered-by'] ?? null]).toEqual([
      address,
      'nosniff',
      expect.stringMatching(/origin|no-referrer/),
      null,
    ]);
  }
});

test('hydration logs no warning, shifts no layout and makes no request to another origin', async ({ page, app }) => {
  const { id } = await aFullOpportunity(app);
  const consoleMessages: string[] = [];
  const origins: string[] = [];
  page.on('console', (message) => consoleMessages.push(message.text()));
  page.on('pageerror', (error) => consoleMessages.push(error.message));
  page.on('request', (request) => origins.push(new URL(request.url()).origin));
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    for (const address of ['/', `/event/${id}`]) {
      await page.goto(address);
      await page.waitForFunction(() =>
        Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer')),
      );
      await page.evaluate(() => document.fonts.ready);
      // After two frames the changes of hydration are painted.
      await page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
      expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts), `${address} at ${width} px`).toEqual([]);
    }
  }
  expect(consoleMessages).toEqual([]);
  expect([...new Set(origins)]).toEqual([app.url]);
});

test('robots.txt and the sitemap list public pages', async ({ app, request }) => {
  const { id } = await aFullOpportunity(app);
  const robots = await request.get('/robots.txt');
  expect([robots.status(), robots.headers()['content-type']]).toEqual([200, expect.stringContaining('text/plain')]);
  expect(await robots.text()).toContain(`Sitemap: ${app.url}/sitemap.xml`);
  const sitemap = await request.get('/sitemap.xml');
  expect([sitemap.status(), sitemap.headers()['content-type']]).toEqual([200, expect.stringContaining('xml')]);
  const addresses = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address as string);
  expect(addresses).toContain(`${app.url}/event/${id}`);
  expect(addresses).toContain(`${app.url}/`);
  for (const address of addresses.slice(0, 10)) expect((await request.get(address)).status(), address).toBe(200);
});
