import fs from 'node:fs';
import type { Page } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { applicationStatuses } from '../contract/application-rules.ts';
import { anonymousName } from '../contract/review-rules.ts';
import { dayFromNow, expect, test } from './fixtures.ts';
import { bulkBar, mapInBatches } from './organizerHelpers.ts';

/*
 * Everything an organization does from sign-up to its decisions, in the browser; only the applicants are created through the API.
 */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const serial = () => Math.random().toString(36).slice(2, 8);
const password = 'Kuchli-parol-2026';
const canary = 'Kanareyka';

const signUp = async (page: Page, email: string) => {
  await page.goto('/signup');
  await page.getByText('Tashkilot', { exact: true }).click();
  await page.getByLabel('Tashkilot nomi').fill('Yosh tadqiqotchilar markazi');
  await page.getByLabel('Tashkilot turi').selectOption('research');
  await page.getByLabel('Mamlakat').fill('O‘zbekiston');
  await page.getByLabel('Shahar').fill('Toshkent');
  await page.getByLabel('Elektron pochta').fill(email);
  await page.getByLabel('Parol', { exact: true }).fill(password);
  await page.getByLabel('Parolni tasdiqlang').fill(password);
  await page.getByRole('button', { name: 'Ro‘yxatdan o‘tish' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Elektron pochta').fill(email);
  await page.getByLabel('Parol', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Kirish', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
};

const fillProfile = async (page: Page) => {
  await page.goto('/organizer/profile');
  await page.getByRole('button', { name: 'Tahrirlash' }).click();
  await page.getByLabel('Tavsif').fill('Yosh olimlarga yordam beramiz.');
  await page.getByLabel('Veb-sayt').fill('tadqiqot.example.uz');
  await page.getByRole('button', { name: 'Saqlash' }).click();
  await expect(page.getByText('Tashkilot profili yangilandi.')).toBeVisible();
};

const create = async (page: Page, title: string) => {
  await page.goto('/create');
  await page.getByLabel('Sarlavha').fill(title);
  await page.getByLabel('Tavsif', { exact: true }).fill('Yozgi tadqiqot dasturi.');
  await page.getByLabel('Boshlanish sanasi').fill(dayFromNow(60));
  await page.getByLabel('Ariza topshirish muddati').fill(dayFromNow(30));
  await page.getByLabel('Joylashuv').fill('Toshkent');
  await page.getByLabel('Muqova rasmi').setInputFiles({ name: 'muqova.png', mimeType: 'image/png', buffer: png });
  await expect(page.getByAltText('Tanlangan muqova')).toBeVisible();
  for (const [at, section] of ['basic_info', 'personal_statement'].entries()) {
    await page.getByRole('button', { name: 'Profil talabini qo‘shish' }).click();
    await page
      .getByRole('group', { name: `${at + 1}-profil talabi` })
      .getByLabel('Profil bo‘limi')
      .selectOption(section);
  }
  for (const [at, question] of ['Nega qatnashmoqchisiz?', 'Nechta maqolangiz bor?', 'Qaysi kun qulay?'].entries()) {
    await page.getByRole('button', { name: 'Savol qo‘shish' }).click();
    const group = page.getByRole('group', { name: `${at + 1}-savol`, exact: true });
    await group.getByLabel('Savol matni').fill(question);
    if (at === 1) await group.getByLabel('Savol turi').selectOption('number');
    if (at === 2) {
      await group.getByLabel('Savol turi').selectOption('select');
      await group.getByLabel('Javob variantlari').fill('Dushanba\nSeshanba');
    }
  }
  await page.getByLabel('Nomzodlarning ismini yashirish').check();
  for (const [at, [name, weight]] of [
    ['Motivatsiya', '2'],
    ['Tajriba', '1'],
  ].entries()) {
    await page.getByRole('button', { name: 'Mezon qo‘shish' }).click();
    const group = page.getByRole('group', { name: `${at + 1}-mezon` });
    await group.getByLabel('Mezon nomi').fill(name as string);
    await group.getByLabel('Vazni').fill(weight as string);
    await group.getByLabel('Eng yuqori ball').fill('10');
  }
  await page.getByRole('button', { name: 'Yaratish' }).click();
  await expect(page.getByText('Imkoniyat muvaffaqiyatli yaratildi.')).toBeVisible();
  const card = page.getByRole('article').filter({ hasText: title });
  await card.getByRole('button', { name: 'E’lon qilish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'E’lon qilish' }).click();
  await expect(card.getByText('Faol', { exact: true })).toBeVisible();
  return Number((await card.getByRole('link', { name: 'Tahrirlash' }).getAttribute('href'))?.split('/')[3]);
};

test('from sign-up to decisions: thirty applicants, ten scored anonymously, five accepted at once, one undone, all exported', async ({
  page,
  app,
}) => {
  test.setTimeout(180_000);
  const email = `markaz.${serial()}@example.uz`;
  await page.setViewportSize({ width: 1280, height: 900 });
  await signUp(page, email);
  await fillProfile(page);
  const opportunity = await create(page, `Yozgi tadqiqot ${serial()}`);
  const organizer = await app.call(null, 'POST', '/api/auth/login/', { email, password });
  const detail = await app.call(organizer, 'GET', `/api/opportunities/${opportunity}/`);
  expect(detail).toMatchObject({ profile_requirements: [{}, {}], additional_questions: [{}, {}, {}], cover_image: expect.any(String) });
  const [why, papers, day] = detail.additional_questions.map(({ id }: { id: number }) => id) as [number, number, number];

  const applications = await mapInBatches(Array.from({ length: 30 }), 5, async (_, at): Promise<{ id: number; applied_at: string }> => {
    const student = await app.student({ first_name: `${canary}${at}`, last_name: 'Namunayev' });
    const facts = { phone: '+998901234567', location: 'Toshkent', about_me: `Men ${canary}${at}man.`, university: 'Sinov universiteti' };
    await app.call(student, 'PATCH', '/api/students/profile/', facts);
    const answers = { [why]: `=Qiziqaman ${at}`, [papers]: String(at), [day]: at % 2 ? 'Dushanba' : 'Seshanba' };
    return app.call(student, 'POST', '/api/applications/', { opportunity, answers });
  });

  // Ten are scored with the keyboard, anonymously.
  await page.goto(`/organizer/applications?eventId=${opportunity}`);
  await expect(page.getByText('30 ta ariza', { exact: true })).toBeVisible();
  // Applications are sent five at a time, so ids do not follow the times.
  const newest = [...applications].sort((a, b) => Date.parse(b.applied_at) - Date.parse(a.applied_at) || b.id - a.id);
  const first = newest[0] as (typeof newest)[number];
  await page.goto(`/organizer/applications?eventId=${opportunity}&application=${first.id}`);
  const dialog = page.getByRole('dialog');
  for (let at = 0; at < 10; at += 1) {
    await expect(page).toHaveURL(new RegExp(`application=${newest[at]?.id}(&|$)`));
    await expect(dialog.getByRole('textbox', { name: 'Motivatsiya' })).toHaveValue('');
    expect(await dialog.innerText()).not.toContain(canary);
    await page.keyboard.press('b');
    await page.keyboard.type(String(10 - at));
    await page.keyboard.press('Enter');
    await page.keyboard.type('6');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('status').getByText('Saqlandi', { exact: true })).toBeVisible();
    if (at < 9) await page.keyboard.press('j');
  }

  // Accept the best five at once.
  await page.goto(`/organizer/applications?eventId=${opportunity}&ordering=-score`);
  const best = newest.slice(0, 5);
  const names = page.getByRole('table').getByRole('rowheader').locator('p:first-child');
  await expect(names).toHaveCount(20);
  expect((await names.allTextContents()).slice(0, 10)).toEqual(newest.slice(0, 10).map(({ id }) => anonymousName(id)));
  for (const { id } of best) await page.getByRole('checkbox', { name: `Tanlash: ${anonymousName(id)}`, exact: true }).check();
  await bulkBar(page).getByRole('button', { name: 'Qabul qilish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Qabul qilish (5)' }).click();
  await expect(page.getByText('5 ta ariza qabul qilindi.')).toBeVisible();
  // Accept one more and undo it.
  const sixth = newest[5] as (typeof newest)[number];
  await page
    .getByRole('row')
    .filter({ hasText: anonymousName(sixth.id) })
    .getByRole('button', { name: 'Qabul qilish' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Qabul qilish' }).click();
  const recent = page.getByRole('region', { name: 'Hali bekor qilsa bo‘ladigan qarorlar' });
  await recent.getByRole('button', { name: 'Bekor qilish: 1 ta ariza: Qabul qilindi' }).click();
  await expect(page.getByText('1 ta ariza avvalgi holatiga qaytdi.')).toBeVisible();
  const statuses = await Promise.all(
    applications.map(async ({ id }) => (await app.call(organizer, 'GET', `/api/applications/${id}/`)).status),
  );
  expect(statuses.filter((status) => status === 'accepted')).toHaveLength(5);

  // The export has the cells of the screen and no names.
  await page.getByRole('button', { name: 'Yuklab olish' }).click();
  const sheet = page.getByRole('dialog', { name: 'Arizalarni yuklab olish' });
  await expect(sheet).toContainText('30 ta ariza faylga yoziladi');
  const waited = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Yuklab olish' }).click();
  const cells = (await readXlsx(fs.readFileSync(await (await waited).path()))).sheets[0]?.rows as unknown[][];
  expect(cells).toHaveLength(31);
  expect(JSON.stringify(cells)).not.toContain(canary);
  const head = cells[0] as string[];
  const cell = (id: number, name: string) => cells.find((line) => line[0] === id)?.[head.indexOf(name)];
  for (const [at, { id }] of applications.entries()) {
    expect(cell(id, 'Ism va familiya')).toBe(anonymousName(id));
    expect(cell(id, 'Nega qatnashmoqchisiz?')).toBe(`'=Qiziqaman ${at}`);
    expect(Number(cell(id, 'Nechta maqolangiz bor?'))).toBe(at);
    expect(cell(id, 'Holat')).toBe(applicationStatuses[best.some((one) => one.id === id) ? 'accepted' : 'pending']);
  }
  for (const [at, { id }] of newest.slice(0, 10).entries())
    expect(cell(id, 'O‘rtacha ball')).toBe(Math.round((10000 * ((2 * (10 - at)) / 10 + 0.6)) / 3) / 100);
});
