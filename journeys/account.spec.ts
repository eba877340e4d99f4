import type { Page } from '@playwright/test';
import { accessibilityViolations } from './accessibility.ts';
import { dayFromNow, expect, type Person, type TestApp, test } from './fixtures.ts';

const account = (page: Page) => page.getByRole('region', { name: 'Hisob', exact: true });
const expectAccessible = async (page: Page) => expect(await accessibilityViolations(page)).toEqual([]);
const logsIn = (app: TestApp, { email }: Person, password: string) =>
  app.call(null, 'POST', '/api/auth/login/', { email, password }).then(
    () => true,
    () => false,
  );
const createApplication = async (app: TestApp, organizer: Person, student: Person): Promise<number> => {
  const { id: opportunity } = await app.call(organizer, 'POST', '/api/opportunities/', {
    title: 'Hisob granti',
    description: 'Sinov.',
    status: 'published',
    location: 'Toshkent',
    start_date: dayFromNow(40),
    application_deadline: dayFromNow(20),
  });
  return (await app.call(student, 'POST', '/api/applications/', { opportunity })).id;
};

test('changing the password ends the other sessions and keeps this one', async ({ page, app }) => {
  const student = await app.student();
  const elsewhere = await app.call(null, 'POST', '/api/auth/login/', { email: student.email, password: student.password });
  await app.signIn(page, student);
  await page.goto('/profile');
  await account(page).getByRole('button', { name: 'Parolni o‘zgartirish' }).click();
  const sheet = page.getByRole('dialog', { name: 'Parolni o‘zgartirish' });
  const fill = async (old: string, next: string, again = next) => {
    await sheet.getByLabel('Joriy parol').fill(old);
    await sheet.getByLabel('Yangi parol', { exact: true }).fill(next);
    await sheet.getByLabel('Yangi parolni tasdiqlang').fill(again);
    await sheet.getByRole('button', { name: 'Saqlash' }).click();
  };
  const says = (messages: string[]) => expect(sheet.getByRole('alert').getByRole('listitem')).toHaveText(messages);
  await expectAccessible(page);
  await fill('1234567', '1234567');
  await says(['Joriy parol Parol kamida 8 belgidan iborat bo‘lishi kerak', 'Yangi parol Parol kamida 8 belgidan iborat bo‘lishi kerak']);
  await fill(student.password, 'Yangi-parol-2026', 'Boshqa-parol-2026');
  await says(['Parollar mos emas']);
  await fill('Notogri-parol-1', 'Yangi-parol-2026');
  await says(['Joriy parol noto‘g‘ri.']);
  await sheet.getByRole('link', { name: 'Joriy parol noto‘g‘ri.' }).click();
  await expect(sheet.getByLabel('Joriy parol')).toBeFocused();
  await fill(student.password, 'password1');
  await says(['Bu parol juda oddiy. Boshqasini tanlang.']);

  await page.route('**/api/auth/change-password/', (route) => route.abort());
  await fill(student.password, 'Yangi-parol-2026');
  await says(['Internet aloqasi yo‘q. Ulanishni tekshirib, qayta urining.']);
  await page.unroute('**/api/auth/change-password/');
  await sheet.getByRole('button', { name: 'Saqlash' }).click();
  await expect(page.getByText('Parol o‘zgartirildi. Boshqa qurilmalardagi seanslar yakunlandi.')).toBeVisible();
  await expect(sheet).toHaveCount(0);

  expect([await logsIn(app, student, student.password), await logsIn(app, student, 'Yangi-parol-2026')]).toEqual([false, true]);
  await expect(app.call(null, 'POST', '/api/auth/refresh/', { refresh: elsewhere.refresh })).rejects.toThrow('401');
  // The browser has new tokens, and they work.
  expect(await page.evaluate(() => localStorage.getItem('refresh_token'))).not.toBe(student.refresh);
  await page.reload();
  await expect(account(page)).toBeVisible();
});

test('a student downloads their personal data as one archive', async ({ page, app }) => {
  await app.signIn(page, await app.student());
  await page.goto('/profile');
  const button = account(page).getByRole('button', { name: 'Ma’lumotlarimni yuklab olish' });
  await page.route('**/api/auth/export/link/', (route) => route.abort());
  await button.click();
  await expect(page.getByText('Internet aloqasi yo‘q. Ulanishni tekshirib, qayta urining.')).toBeVisible();
  await page.unroute('**/api/auth/export/link/');
  const download = page.waitForEvent('download');
  await button.click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^imkon-malumotlarim-\d{4}-\d\d-\d\d\.zip$/);
  const head = (await (await file.createReadStream()).toArray())[0] as Buffer;
  expect(head.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  await expect(page).toHaveURL(`${app.url}/profile`);
});

test('deleting an account clears this browser and leaves the organization an anonymous application', async ({ page, app, browser }) => {
  const organizer = await app.organizer();
  const student = await app.student({ first_name: 'Yodgor', last_name: 'Unutilmas' });
  const id = await createApplication(app, organizer, student);
  await app.signIn(page, student);
  await page.goto('/profile');
  await page.evaluate(() => localStorage.setItem('draft:sinov', '{}'));
  await account(page).getByRole('button', { name: 'Hisobni o‘chirish' }).click();
  const sheet = page.getByRole('dialog', { name: 'Hisobni o‘chirish' });
  await expect(sheet).toContainText('Ko‘rib chiqilayotgan arizalaringiz bekor qilinadi');
  await expect(sheet).toContainText('Bu amalni ortga qaytarib bo‘lmaydi.');
  await expectAccessible(page);
  await sheet.getByLabel('Parol', { exact: true }).fill('Notogri-parol-1');
  await sheet.getByRole('button', { name: 'Hisobni butunlay o‘chirish' }).click();
  await expect(sheet.getByRole('alert').getByRole('listitem')).toHaveText(['Joriy parol noto‘g‘ri.']);
  await expect(sheet.getByLabel('Parol', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.route('**/api/auth/account/', (route) => route.abort());
  await sheet.getByLabel('Parol', { exact: true }).fill(student.password);
  await sheet.getByRole('button', { name: 'Hisobni butunlay o‘chirish' }).click();
  await expect(sheet.getByRole('alert')).toContainText('Internet aloqasi yo‘q.');
  expect(await logsIn(app, student, student.password)).toBe(true);
  await page.unroute('**/api/auth/account/');
  await sheet.getByRole('button', { name: 'Hisobni butunlay o‘chirish' }).click();
  await expect(page.getByText('Hisobingiz o‘chirildi')).toBeVisible();
  await expect(page).toHaveURL(`${app.url}/`);
  await expect(page.getByRole('link', { name: 'Bepul boshlash' }).first()).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /token|draft/.test(key)))).toEqual([]);
  expect(await logsIn(app, student, student.password)).toBe(false);

  const context = await browser.newContext({ baseURL: app.url });
  const desk = await context.newPage();
  await app.signIn(desk, organizer);
  await desk.goto(`/organizer/applications?application=${id}`);
  await expect(desk.getByRole('dialog').getByText('Talaba profili topilmadi.')).toBeVisible();
  await expect(desk.getByText(/Yodgor|Unutilmas/)).toHaveCount(0);
  await expect(desk.getByText(student.email)).toHaveCount(0);
  await context.close();
});

test('an organizer deletes their account; the last owner is refused with the reason', async ({ page, app }) => {
  const organizer = await app.organizer();
  await app.signIn(page, organizer);
  await page.goto('/organizer/profile');
  await account(page).getByRole('button', { name: 'Hisobni o‘chirish' }).click();
  const sheet = page.getByRole('dialog', { name: 'Hisobni o‘chirish' });
  await expect(sheet).toContainText('hisobingiz bilan birga tashkilot ham yopiladi');
  // The refusal is stubbed: an organization with other members and no second owner.
  const refusal = { detail: 'Siz tashkilotning yagona egasisiz. Avval egalikni boshqa a’zoga topshiring.', code: 'last_owner' };
  await page.route('**/api/auth/account/', (route) => route.fulfill({ status: 400, json: refusal }));
  await sheet.getByLabel('Parol', { exact: true }).fill(organizer.password);
  await sheet.getByRole('button', { name: 'Hisobni butunlay o‘chirish' }).click();
  await expect(sheet.getByRole('alert')).toContainText(refusal.detail);
  await page.unroute('**/api/auth/account/');
  await sheet.getByRole('button', { name: 'Hisobni butunlay o‘chirish' }).click();
  await expect(page.getByText('Hisobingiz o‘chirildi')).toBeVisible();
  expect(await logsIn(app, organizer, organizer.password)).toBe(false);
});
