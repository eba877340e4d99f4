import type { Page } from '@playwright/test';
import { expect, type Person, test } from './fixtures.ts';

const password = 'Kuchli-parol-2026';
const newEmail = () => `yangi-${Date.now().toString(36)}${Math.floor(Math.random() * 1e6)}@example.uz`;
const says = (page: Page, messages: string[]) => expect(page.getByRole('alert').getByRole('listitem')).toHaveText(messages);
const submit = (page: Page) => page.getByRole('button', { name: 'Ro‘yxatdan o‘tish' }).click();

const fillAccount = async (page: Page, email: string) => {
  await page.getByLabel('Elektron pochta').fill(email);
  await page.getByLabel('Parol', { exact: true }).fill(password);
  await page.getByLabel('Parolni tasdiqlang').fill(password);
};
const logIn = async (page: Page, person: { email: string; password: string }) => {
  await page.getByLabel('Elektron pochta').fill(person.email);
  await page.getByLabel('Parol', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Kirish' }).click();
};
/** The same claims with an invalid signature, which the server answers as it does an expired token. */
const invalidToken = ({ access }: Person) =>
  access.replace(/\.[^.]+$/, (signature) => `.${signature.slice(1).split('').reverse().join('')}`);
const withTokens = (page: Page, access: string, refresh: string) =>
  page.evaluate(
    ([first, second]) => {
      localStorage.setItem('access_token', first as string);
      localStorage.setItem('refresh_token', second as string);
    },
    [access, refresh],
  );

test('a student signs up, sees validation messages in order, and signs in', async ({ page }) => {
  const email = newEmail();
  await page.goto('/signup');
  await submit(page);
  await says(page, [
    'To‘liq ism maydoni to‘ldirilishi kerak',
    'Elektron pochta noto‘g‘ri',
    'Parol kamida 8 belgidan iborat bo‘lishi kerak',
  ]);
  await expect(page.getByRole('alert')).toBeFocused();
  await page.getByLabel('To‘liq ism').fill('Laylo Karimova');
  await fillAccount(page, email);
  await page.getByLabel('Parolni tasdiqlang').fill('Boshqa-parol-2026');
  await submit(page);
  await says(page, ['Parollar mos emas']);
  await page.getByLabel('Parolni tasdiqlang').fill(password);
  await submit(page);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Muvaffaqiyat!')).toBeVisible();
  await expect(page.getByLabel('Elektron pochta')).toHaveValue(email);
  await page.getByLabel('Parol', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Kirish' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('link', { name: 'Profil' })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(password);
});

test('an organization signs up; switching the role clears the organization fields', async ({ page }) => {
  await page.goto('/signup');
  await page.getByRole('radio', { name: 'Tashkilot' }).check();
  await submit(page);
  await says(page, [
    'Tashkilot nomi maydoni to‘ldirilishi kerak',
    'Elektron pochta noto‘g‘ri',
    'Parol kamida 8 belgidan iborat bo‘lishi kerak',
    'Tashkilot turi tanlanishi kerak',
    'Tashkilot mamlakati to‘ldirilishi kerak',
    'Tashkilot shahri to‘ldirilishi kerak',
  ]);
  await page.getByLabel('Tashkilot nomi').fill('Yoshlar markazi');
  await page.getByLabel('Tashkilot turi').selectOption('Notijorat tashkilot');
  await page.getByLabel('Mamlakat').fill('O‘zbekiston');
  await page.getByLabel('Shahar').fill('Nukus');
  await page.getByRole('radio', { name: 'Talaba' }).check();
  await expect(page.getByLabel('To‘liq ism')).toHaveValue('Yoshlar markazi');
  await page.getByRole('radio', { name: 'Tashkilot' }).check();
  await expect(page.getByLabel('Tashkilot turi')).toHaveValue('');
  await expect(page.getByLabel('Mamlakat')).toHaveValue('');
  await expect(page.getByLabel('Shahar')).toHaveValue('');
  await page.getByLabel('Tashkilot turi').selectOption('Notijorat tashkilot');
  await page.getByLabel('Mamlakat').fill('O‘zbekiston');
  await page.getByLabel('Shahar').fill('Nukus');
  const email = newEmail();
  await fillAccount(page, email);
  await submit(page);
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, { email, password });
  await expect(page.getByRole('link', { name: 'Tadbirlar' })).toBeVisible();
});

test('a taken e-mail is reported at its field and the form keeps its values', async ({ page, app }) => {
  const { email } = await app.student();
  await page.goto('/signup');
  await page.getByLabel('To‘liq ism').fill('Laylo Karimova');
  await fillAccount(page, email);
  await submit(page);
  await says(page, ['Bu elektron pochta allaqachon ro‘yxatdan o‘tgan.']);
  await expect(page.getByLabel('Elektron pochta')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('To‘liq ism')).toHaveValue('Laylo Karimova');
  await expect(page.getByLabel('Parol', { exact: true })).toHaveValue(password);
});

test('retrying a sign-up whose response was lost finishes the same account', async ({ page }) => {
  const email = newEmail();
  await page.goto('/signup');
  await page.getByLabel('To‘liq ism').fill('Laylo Karimova');
  await fillAccount(page, email);
  // The account is created, but the response is lost.
  await page.route('**/api/auth/register/', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await submit(page);
  await expect(page.getByRole('alert')).toContainText('Internet aloqasi yo‘q');
  await expect(page.getByLabel('To‘liq ism')).toHaveValue('Laylo Karimova');
  await expect(page.getByLabel('Parolni tasdiqlang')).toHaveValue(password);
  await page.unroute('**/api/auth/register/');
  await submit(page);
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, { email, password });
  await expect(page).toHaveURL(/\/$/);
});

test('a wrong password is reported in the alert, and the button shows the loading state', async ({ page, app }) => {
  const { email } = await app.student();
  await page.goto('/login');
  await logIn(page, { email: 'pochta', password: 'qisqa' });
  await says(page, ['Elektron pochta noto‘g‘ri', 'Parol kamida 8 belgidan iborat bo‘lishi kerak']);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/auth/login/', async (route) => {
    await released;
    await route.continue();
  });
  await logIn(page, { email, password: 'Notogri-parol' });
  await expect(page.getByRole('button', { name: 'Yuklanmoqda...' })).toBeVisible();
  release();
  await expect(page.getByRole('alert')).toHaveText('Elektron pochta yoki parol noto‘g‘ri.');
  await expect(page.getByLabel('Parol', { exact: true })).toHaveValue('Notogri-parol');
  await page.getByRole('button', { name: 'Parolni ko‘rsatish' }).click();
  await expect(page.getByLabel('Parol', { exact: true })).toHaveAttribute('type', 'text');
});

test('sign-in returns to the requested page, also after sign-up', async ({ page }) => {
  await page.goto('/applications');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('main').getByRole('link', { name: 'Ro‘yxatdan o‘tish' }).click();
  await page.getByLabel('To‘liq ism').fill('Laylo Karimova');
  const email = newEmail();
  await fillAccount(page, email);
  await submit(page);
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, { email, password });
  await expect(page).toHaveURL(/\/applications$/);
  await expect(page.getByRole('heading', { name: 'Arizalarim' })).toBeVisible();
});

test('sign-in ignores a return address of another origin or another role', async ({ page, app }) => {
  const organizer = await app.organizer();
  for (const from of ['//evil.example/event/7', '/applications']) {
    await page.goto(`/login?from=${encodeURIComponent(from)}`);
    await logIn(page, organizer);
    await expect(page).toHaveURL(/\/$/);
    await page.evaluate(() => localStorage.clear());
  }
});

test('pages of another role redirect to the own area', async ({ page, app, browser }) => {
  await app.signIn(page, await app.student());
  for (const [from, to] of [
    ['/create', '/profile'],
    ['/organizer/applications', '/applications'],
    ['/organizer/profile', '/profile'],
    ['/login', '/'],
    ['/signup', '/'],
  ] as const) {
    await page.goto(from);
    await expect(page).toHaveURL(`${app.url}${to}`);
  }
  const other = await browser.newPage({ baseURL: app.url });
  await app.signIn(other, await app.organizer());
  for (const [from, to] of [
    ['/profile', '/organizer/profile'],
    ['/applications', '/organizer/applications'],
    ['/login', '/'],
  ] as const) {
    await other.goto(from);
    await expect(other).toHaveURL(`${app.url}${to}`);
  }
  await other.close();
});

test('two tabs refresh an expired access token without asking to sign in', async ({ page, app, context }) => {
  const student = await app.student();
  await page.goto('/terms');
  await withTokens(page, invalidToken(student), student.refresh);
  const refreshStatuses: number[] = [];
  context.on('response', (response) => {
    if (response.url().endsWith('/api/auth/refresh/')) refreshStatuses.push(response.status());
  });
  const second = await context.newPage();
  await Promise.all([page.goto(`${app.url}/applications`), second.goto(`${app.url}/applications`)]);
  for (const tab of [page, second]) {
    await expect(tab.getByText("Sizda hali arizalar yo'q")).toBeVisible();
    await expect(tab).toHaveURL(/\/applications$/);
  }
  // Usually one refresh; a tab with a stale copy of the storage repeats it and gets the same pair.
  expect(refreshStatuses.length).toBeLessThanOrEqual(2);
  expect([...new Set(refreshStatuses)]).toEqual([200]);
});

test('a session ended by the server leads to sign-in and back to the page', async ({ page, app }) => {
  const student = await app.student();
  await page.goto('/terms');
  await withTokens(page, invalidToken(student), 'bu-token-emas');
  await page.goto('/applications');
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, student);
  await expect(page).toHaveURL(/\/applications$/);
});

test('a network failure during token refresh does not sign out', async ({ page, app }) => {
  const student = await app.student();
  await page.goto('/terms');
  await withTokens(page, invalidToken(student), student.refresh);
  await page.route('**/api/auth/refresh/', (route) => route.abort());
  await page.goto('/applications');
  await expect(page.getByRole('button', { name: 'Qayta urinish' })).toBeVisible();
  await expect(page).toHaveURL(/\/applications$/);
  await page.unroute('**/api/auth/refresh/');
  await page.getByRole('button', { name: 'Qayta urinish' }).click();
  await expect(page.getByText("Sizda hali arizalar yo'q")).toBeVisible();
});

test('signing out in one tab signs out the other', async ({ page, app, context }) => {
  await app.signIn(page, await app.student());
  await page.goto('/applications');
  const second = await context.newPage();
  await second.goto(`${app.url}/profile`);
  await second.getByRole('button', { name: 'Chiqish' }).click();
  await expect(second.getByText('Hisobdan chiqildi')).toBeVisible();
  await expect(second).toHaveURL(`${app.url}/`);
  await expect(page).toHaveURL(/\/login$/);
});

test('a token without a user type counts as an organizer when there is no student profile', async ({ page, app }) => {
  const organizer = await app.organizer();
  const [head, claims, signature] = organizer.access.split('.');
  const { user_type: _, ...rest } = JSON.parse(Buffer.from(claims as string, 'base64url').toString());
  await page.goto('/terms');
  await withTokens(page, `${head}.${Buffer.from(JSON.stringify(rest)).toString('base64url')}.${signature}`, organizer.refresh);
  await page.route('**/api/**', (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${organizer.access}` } }),
  );
  await page.goto('/leaderboard');
  await expect(page.getByRole('link', { name: 'Statistika' })).toBeVisible();
});

test('navigation bars: items by role, page and width', async ({ page, app }) => {
  const bottom = page.getByRole('navigation', { name: 'Pastki menyu' });
  await page.goto('/leaderboard');
  await expect(bottom.getByRole('link')).toHaveText(['Kirish yoki ro‘yxatdan o‘tish', 'Asosiy', 'Arizalar', 'Reyting', 'Resurslar']);
  await expect(bottom.locator('[aria-current=page]')).toHaveText('Reyting');
  await page.goto('/event/999999999');
  await expect(page.getByRole('main')).toBeVisible();
  await expect(bottom).toHaveCount(0);
  const top = page.getByRole('banner');
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const [address, count] of [
    ['/', 0],
    ['/landing', 0],
    ['/leaderboard', 1],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(top).toHaveCount(count);
  }
  await expect(top.getByRole('link')).toHaveText(['Imkon', 'Asosiy', 'Arizalar', 'Reyting', 'Resurslar', 'Kirish', 'Ro‘yxatdan o‘tish']);
  await expect(bottom).toBeHidden();
  await app.signIn(page, await app.organizer({ organization_name: 'Yoshlar ittifoqi' }));
  await page.goto('/');
  await expect(top.getByRole('link')).toHaveText(['Imkon', 'Statistika', 'Arizalar', 'Tadbirlar', 'Yangi', 'YIProfil']);
});

test('the chosen theme applies in the first frame', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/leaderboard');
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
  await page.getByLabel('Mavzu').selectOption('dark');
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  await page.addInitScript(() => {
    requestAnimationFrame(() => {
      (window as { firstFrame?: string }).firstFrame = document.documentElement.dataset.theme;
    });
  });
  for (const address of ['/leaderboard', '/']) {
    await page.goto(address);
    await expect.poll(() => page.evaluate(() => (window as { firstFrame?: string }).firstFrame)).toBe('dark');
  }
  await page.getByLabel('Mavzu').selectOption('system');
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
});

test('the page shows a notice while offline and keeps its content', async ({ page, context }) => {
  await page.goto('/leaderboard');
  await context.setOffline(true);
  await expect(page.getByText('Internet aloqasi yo‘q.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Reyting doskasi' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Internet aloqasi yo‘q.')).toHaveCount(0);
});

test('navigation focuses the new heading and sets the title', async ({ page }) => {
  await page.goto('/leaderboard');
  await page.getByRole('link', { name: 'Resurslar' }).click();
  await expect(page.getByRole('heading', { name: 'Resurslar markazi' })).toBeFocused();
  await expect(page).toHaveTitle('Resurslar markazi — Imkon');
});

test('a student without a profile sees that it is missing and is not redirected in a loop', async ({ page, app }) => {
  await app.signIn(page, await app.student());
  let requests = 0;
  await page.route('**/api/students/profile/', (route) => {
    requests += 1;
    return route.fulfill({ status: 404, json: { detail: 'Profil ma’lumotlari topilmadi.', code: 'student_profile_not_found' } });
  });
  await page.goto('/profile');
  const card = page.getByRole('main');
  await expect(card.getByText('Tashkilot profili topilmadi')).toBeVisible();
  await expect(page).toHaveURL('/organizer/profile');
  await expect(card.locator('a[href="/signup"]')).toBeVisible();
  expect(requests).toBe(1);
  await card.locator('a[href="/profile"]').click();
  await expect(page).toHaveURL('/organizer/profile');
  await expect(card.getByText('Tashkilot profili topilmadi')).toBeVisible();
  // The profile exists again: the same link leads to it.
  await page.unroute('**/api/students/profile/');
  await card.locator('a[href="/profile"]').click();
  await expect(page.getByRole('heading', { name: 'Profil', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Ish tajribasi' })).toBeVisible();
});
