import type { Page } from '@playwright/test';
import { accessibilityViolations } from './accessibility.ts';
import { expect, test } from './fixtures.ts';

const profileHeading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const section = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
const sheet = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Saqlash' }) });

test('sections are in the specified order, and saved values stay', async ({ page, app }) => {
  const student = await app.student();
  await app.signIn(page, student);
  await page.goto('/profile');
  await expect(profileHeading(page, 'Hisob')).toBeVisible();
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'Sardor Namunayev',
    'Shaxsiy ma’lumotlar',
    "Ta'lim",
    "Ta'lim tarixi",
    'Haqimda',
    'Ish tajribasi',
    'Loyihalar',
    'Akademik natijalar',
    'Yutuqlar',
    'Ijtimoiy havolalar',
    'Tillar',
    "Ko'nikmalar",
    'Hujjatlar',
    'Hisob',
  ]);

  await page.getByRole('button', { name: 'Tahrirlash', exact: true }).click();
  await page.getByLabel('Ism', { exact: true }).fill('Dilnoza');
  await expect(page.getByLabel('Telefon (ixtiyoriy)')).toHaveAttribute('placeholder', /^\+998/);
  await page.getByLabel('Telefon (ixtiyoriy)').fill('+998 90 111 22 33');
  await page.getByLabel('Tug‘ilgan sana').fill('2006-09-05');
  await page.getByLabel('Universitet').fill('ТАТУ');
  await page.getByRole('listbox', { name: 'Takliflar' }).getByRole('option').first().click();
  const university = await page.getByLabel('Universitet').inputValue();
  await page.getByLabel('Mutaxassislik').fill('Dasturiy injiniring');
  await page.getByLabel('Bitirish yili').fill('20x8');
  await page.getByLabel('O‘zingiz haqingizda').fill('Salom');
  await expect(page.getByText('5/500')).toBeVisible();
  await page.getByRole('button', { name: 'Saqlash' }).click();
  await expect(page.getByRole('alert')).toBeFocused();
  await page.getByRole('alert').getByRole('link', { name: 'Butun son kiriting.' }).click();
  await expect(page.getByLabel('Bitirish yili')).toBeFocused();
  await page.getByLabel('Bitirish yili').fill('2028');
  await page.getByRole('button', { name: 'Saqlash' }).click();
  await expect(page.getByText('Muvaffaqiyat!')).toBeVisible();
  await expect(page.getByText("Profil ma'lumotlari saqlandi")).toBeVisible();

  await page.reload();
  await expect(section(page, 'Shaxsiy ma’lumotlar')).toContainText('Dilnoza Namunayev');
  await expect(section(page, 'Shaxsiy ma’lumotlar')).toContainText('5 sentyabr 2006');
  await expect(section(page, "Ta'lim")).toContainText(university);
  await expect(section(page, 'Haqimda')).toContainText('Salom');
  const saved = await app.call(student, 'GET', '/api/students/profile/');
  expect([saved.graduation_year, saved.phone, saved.university]).toEqual([2028, '+998 90 111 22 33', university]);
});

test('cancelling restores the stored values; a failed save and a reload keep the typed ones', async ({ page, app }) => {
  const student = await app.student();
  await app.signIn(page, student);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Tahrirlash', exact: true }).click();
  await page.getByLabel('Manzil').fill('Buxoro');
  await page.getByRole('button', { name: 'Bekor qilish' }).click();
  await expect(section(page, 'Shaxsiy ma’lumotlar')).not.toContainText('Buxoro');

  await page.getByRole('button', { name: 'Tahrirlash', exact: true }).click();
  await expect(page.getByLabel('Manzil')).toHaveValue('');
  await page.getByLabel('Manzil').fill('Xiva');
  await page.route('**/api/students/profile/', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()));
  await page.getByRole('button', { name: 'Saqlash' }).click();
  await expect(page.getByText('Xatolik')).toBeVisible();
  await expect(page.getByLabel('Manzil')).toHaveValue('Xiva');
  await page.reload();
  await expect(page.getByLabel('Manzil')).toHaveValue('Xiva');
  await page.unroute('**/api/students/profile/');
  await page.getByRole('button', { name: 'Saqlash' }).click();
  await expect(section(page, 'Shaxsiy ma’lumotlar')).toContainText('Xiva');
});

test('an education entry: validation messages, the current flag clears the end date, edit, delete after a confirmation', async ({
  page,
  app,
}) => {
  const student = await app.student();
  await app.signIn(page, student);
  // A link to an empty list opens its form.
  await page.goto('/profile?section=education');
  const list = section(page, "Ta'lim tarixi");
  await expect(page.getByRole('dialog', { name: "Ta'lim yozuvi qo‘shish" })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toHaveCount(0);
  await expect(profileHeading(page, "Ta'lim tarixi")).toBeInViewport();
  await list.getByRole('button', { name: "Ta'lim yozuvi qo‘shish" }).click();
  await sheet(page).getByRole('button', { name: 'Saqlash' }).click();
  for (const message of [
    "Iltimos, o'quv yurtini kiriting.",
    'Iltimos, darajani tanlang.',
    "Iltimos, yo'nalishni kiriting.",
    'Iltimos, boshlanish sanasini kiriting.',
  ])
    await expect(sheet(page).locator('p', { hasText: message })).toBeVisible();

  await sheet(page).getByLabel('O‘quv yurti').fill('Erkin nomli institut');
  await sheet(page).getByLabel('Daraja').selectOption('bachelor');
  await sheet(page).getByLabel('Yo‘nalish').fill('Matematika');
  await sheet(page).getByLabel('Boshlanish sanasi').fill('2024-09-02');
  await sheet(page).getByRole('button', { name: 'Saqlash' }).click();
  await expect(sheet(page).locator('p', { hasText: "Iltimos, tugash sanasini kiriting yoki 'Hozirgacha'ni belgilang." })).toBeVisible();
  await sheet(page).getByLabel('Tugash sanasi').fill('2026-06-01');
  await sheet(page).getByLabel('Hozirgacha').check();
  await expect(sheet(page).getByLabel('Tugash sanasi')).toBeDisabled();
  await expect(sheet(page).getByLabel('Tugash sanasi')).toHaveValue('');
  await sheet(page).getByRole('button', { name: 'Saqlash' }).click();
  await expect(page.getByText("Ta'lim yozuvi qo‘shildi")).toBeVisible();
  await expect(list.getByText('2 sentyabr 2024 – Hozirgacha')).toBeVisible();

  await list.getByRole('button', { name: 'Erkin nomli institut: tahrirlash' }).click();
  await sheet(page).getByLabel('Yo‘nalish').fill('Fizika');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'O‘zgarishlar saqlanmagan' }).getByRole('button', { name: 'Tahrirlashni davom ettirish' }).click();
  await expect(sheet(page).getByLabel('Yo‘nalish')).toHaveValue('Fizika');
  await sheet(page).getByRole('button', { name: 'Saqlash' }).click();
  await expect(page.getByText("Ta'lim yozuvi yangilandi")).toBeVisible();
  await expect(list.getByText('Bakalavr · Fizika')).toBeVisible();

  await list.getByRole('button', { name: 'Erkin nomli institut: tahrirlash' }).click();
  await sheet(page).getByRole('button', { name: 'O‘chirish' }).click();
  await expect(sheet(page)).toHaveCount(0);
  await page.getByRole('dialog').getByRole('button', { name: 'O‘chirish' }).click();
  await expect(page.getByText("Ta'lim yozuvi o‘chirildi")).toBeVisible();
  expect((await app.call(student, 'GET', '/api/students/profile/')).education).toEqual([]);
});

test('every list takes an entry, and a refused entry keeps its form open', async ({ page, app }) => {
  const student = await app.student();
  await app.signIn(page, student);
  await page.goto('/profile');
  const add = async (entity: string) => page.getByRole('button', { name: `${entity} qo‘shish` }).click();
  const save = async (entity: string) => {
    await sheet(page).getByRole('button', { name: 'Saqlash' }).click();
    await expect(page.getByText(`${entity} qo‘shildi`).first()).toBeVisible();
    // Wait for the form too: the toast of the previous entry may still be visible.
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };

  await add('Tajriba');
  await sheet(page).getByLabel('Vazifa').fill('Ko‘ngilli');
  await sheet(page).getByLabel('Tashkilot').fill('Yashil maydon');
  await sheet(page).getByLabel('Tajriba turi').selectOption('volunteer');
  await sheet(page).getByLabel('Qisqacha tavsif').fill('Daraxt ekdim.');
  await sheet(page).getByLabel('Boshlanish sanasi').fill('2025-03-01');
  await sheet(page).getByLabel('Tugash sanasi').fill('2025-05-01');
  await save('Tajriba');

  await add('Loyiha');
  await sheet(page).getByLabel('Loyiha nomi').fill('Bog‘ xaritasi');
  await sheet(page).getByLabel('Loyiha haqida').fill('Daraxtlar xaritasi.');
  await sheet(page).getByLabel('Boshlanish sanasi').fill('2025-03-01');
  await sheet(page).getByLabel('Hozirgacha davom etmoqda').check();
  await sheet(page).getByLabel('Texnologiyalar').fill('Python, Flask');
  await save('Loyiha');

  await add('Natija');
  const option = (name: string) => sheet(page).getByRole('option', { name }).first();
  await sheet(page).getByLabel('Imtihon').fill('иелтс');
  await option('IELTS').click();
  await sheet(page).getByLabel('Bo‘lim').click();
  await option('Listening').click();
  await expect(sheet(page).getByText('Ball 0 dan 9 gacha.')).toBeVisible();
  // Changing the exam clears the section; a fully typed name counts as a choice.
  await sheet(page).getByLabel('Imtihon').fill('toefl ibt');
  await option('TOEFL iBT').click();
  await expect(sheet(page).getByLabel('Bo‘lim')).toHaveValue('');
  await sheet(page).getByLabel('Bo‘lim').fill('reading');
  await sheet(page).getByLabel('Ball').fill('25');
  await save('Natija');

  await add('Yutuq');
  await sheet(page).getByLabel('Yutuq nomi').fill('Olimpiada');
  await sheet(page).getByLabel('Yutuq turi').selectOption('competition');
  await sheet(page).getByLabel('Sana').fill('2025-05-05');
  await save('Yutuq');

  await add('Til');
  await sheet(page).getByLabel('Til nomi').fill('Ingliz tili');
  await sheet(page).getByLabel('Daraja').selectOption('professional_working');
  await save('Til');

  await add("Ko'nikma");
  await sheet(page).getByLabel('Ko‘nikma').fill('Pyth');
  await sheet(page)
    .getByRole('option', { name: /^Python/ })
    .first()
    .click();
  await sheet(page).getByLabel('Daraja').selectOption('3');
  await save("Ko'nikma");

  await add('Havola');
  await sheet(page).getByLabel('Platforma').selectOption('github');
  await sheet(page).getByLabel('Havola').fill('github.com/namuna');
  await save('Havola');
  // The server refuses a second link of the same platform at its field; the form stays open.
  await add('Havola');
  await sheet(page).getByLabel('Platforma').selectOption('github');
  await sheet(page).getByLabel('Havola').fill('github.com/boshqa');
  await sheet(page).getByRole('button', { name: 'Saqlash' }).click();
  await expect(sheet(page).getByRole('alert')).toBeFocused();
  await expect(sheet(page).getByLabel('Havola')).toHaveValue('github.com/boshqa');
  await sheet(page).getByLabel('Platforma').selectOption('linkedin');
  await save('Havola');

  const saved = await app.call(student, 'GET', '/api/students/profile/');
  expect(saved.experiences.map((one: { company: string }) => one.company)).toEqual(['Yashil maydon']);
  expect(saved.projects[0]).toMatchObject({ end_date: null, is_ongoing: true, technologies: [{ name: 'Python' }, { name: 'Flask' }] });
  expect(saved.achievements).toHaveLength(1);
  expect(saved.languages).toHaveLength(1);
  expect(saved.skills.map((one: { skill: { name: string } }) => one.skill.name)).toEqual(['Python']);
  expect(saved.social_links.map((one: { platform: string }) => one.platform).sort()).toEqual(['github', 'linkedin']);
  expect((await app.call(student, 'GET', '/api/students/exam-scores/')).results).toHaveLength(1);

  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await accessibilityViolations(page)).toEqual([]);
});

test('changing the platform of a link is one call, and signing out leads to the landing page', async ({ page, app }) => {
  const student = await app.student();
  await app.call(student, 'POST', '/api/students/social-links/', { platform: 'github', url: 'https://github.com/namuna' });
  await app.signIn(page, student);
  await page.goto('/profile?section=links');
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.getByRole('button', { name: 'GitHub: tahrirlash' }).click();
  await sheet(page).getByLabel('Platforma').selectOption('linkedin');
  await sheet(page).getByLabel('Havola').fill('linkedin.com/in/namuna');
  await sheet(page).getByRole('button', { name: 'Saqlash' }).click();
  await expect(page.getByText('Havola yangilandi')).toBeVisible();
  expect(writes).toEqual(['POST /api/students/social-links/upsert/']);
  const { social_links } = await app.call(student, 'GET', '/api/students/profile/');
  expect(social_links.map((one: { platform: string }) => one.platform)).toEqual(['linkedin']);

  await page.getByRole('button', { name: 'Chiqish' }).click();
  await expect(page.getByText('Hisobdan chiqildi')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test('a profile that fails to load can be retried; a visitor is asked to sign in', async ({ page, app }) => {
  await page.goto('/profile?section=about');
  await expect(page).toHaveURL(/\/login$/);
  const student = await app.student();
  await page.getByLabel('Elektron pochta').fill(student.email);
  await page.getByLabel('Parol', { exact: true }).fill(student.password);
  await page.route('**/api/students/profile/', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('button', { name: 'Kirish', exact: true }).click();
  await expect(page).toHaveURL(/\/profile\?section=about$/);
  await expect(page.getByText('Serverda texnik nosozlik yuz berdi.')).toBeVisible();
  await page.unroute('**/api/students/profile/');
  await page.getByRole('button', { name: 'Qayta urinish' }).click();
  await expect(page.getByLabel('O‘zingiz haqingizda')).toBeVisible();
});

test('an organizer opening the profile is redirected to the organization profile', async ({ page, app }) => {
  await app.signIn(page, await app.organizer());
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/organizer\/profile$/);
});

test('a loading profile shows a visible text', async ({ page, app }) => {
  await app.signIn(page, await app.student());
  let arrive = () => {};
  await page.route('**/api/students/profile/', async (route) => {
    await new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await route.continue();
  });
  await page.goto('/profile');
  const loading = page.getByRole('main').getByText('Yuklanmoqda...');
  await expect(loading).toBeVisible();
  expect((await loading.boundingBox())?.height).toBeGreaterThan(16);
  arrive();
  await expect(page.getByRole('heading', { name: 'Shaxsiy ma’lumotlar' })).toBeVisible();
  await expect(loading).toHaveCount(0);
});

test('a link to a section opens no second form over an open one and keeps what was typed', async ({ page, app }) => {
  await app.signIn(page, await app.student());
  const sheets = page.locator('dialog[open]');
  await page.goto('/profile?section=languages');
  await sheets.getByLabel('Til nomi').fill('Nemis tili');
  await page.reload();
  await expect(sheets).toHaveCount(1);
  await expect(sheets.getByLabel('Til nomi')).toHaveValue('Nemis tili');
  await page.goto('/profile?section=achievements');
  await expect(sheets.getByRole('heading', { name: 'Yutuq qo‘shish' })).toBeVisible();
  await expect(sheets).toHaveCount(1);
  await page.goto('/profile?section=about');
  await expect(page.getByLabel('O‘zingiz haqingizda')).toBeVisible();
  await expect(sheets).toHaveCount(0);
  await page.goto('/profile?section=languages');
  await expect(sheets.getByLabel('Til nomi')).toHaveValue('Nemis tili');
});
