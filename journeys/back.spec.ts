import type { Locator, Page } from '@playwright/test';
import { expect, type Person, type TestApp, test } from './fixtures.ts';
import { bulkBar, createOpportunityId } from './organizerHelpers.ts';

const content = {
  title: 'Orqaga sinovi',
  description: 'Tavsif.',
  opportunity_type: 'conference',
  application_deadline: '2099-01-01',
  start_date: '2099-02-01',
  location: 'Toshkent',
  additional_questions: [{ question: 'Nega aynan siz?', question_type: 'text', is_required: true }],
};
const published = async (app: TestApp): Promise<{ id: number; question: number }> => {
  const owner = await app.organizer();
  const { id, additional_questions } = await app.call(owner, 'POST', '/api/opportunities/', content);
  await app.call(owner, 'POST', `/api/opportunities/${id}/publish/`);
  return { id, question: additional_questions[0].id };
};
const language = (app: TestApp, student: Person) =>
  app.call(student, 'POST', '/api/students/languages/', { language: 'Nemis tili', proficiency: 'native' });

/** Expects `layer` to open with `open` and to close with Back, twice, with the address unchanged. */
const closesByBack = async (page: Page, open: () => Promise<void>, layer: Locator) => {
  const address = page.url();
  for (const _ of ['once', 'and again']) {
    await open();
    await expect(layer).toBeVisible();
    await page.goBack();
    await expect(layer).toHaveCount(0);
    expect(page.url()).toBe(address);
  }
};
const press = (page: Page, name: string) => () => page.getByRole('button', { name, exact: true }).first().click();
const named = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

test('Back closes dialogs over the profile and stays on the page', async ({ page, app }) => {
  const student = await app.student();
  await language(app, student);
  await app.signIn(page, student);
  await page.goto('/');
  await page.goto('/profile');
  await closesByBack(page, press(page, 'Nemis tili: tahrirlash'), named(page, 'Tilni tahrirlash'));
  await closesByBack(page, press(page, 'Nemis tili: o‘chirish'), named(page, 'Tilni o‘chirish'));
  await closesByBack(page, press(page, 'Parolni o‘zgartirish'), named(page, 'Parolni o‘zgartirish'));
  await closesByBack(page, press(page, 'Hisobni o‘chirish'), named(page, 'Hisobni o‘chirish'));

  // The confirmation replaces the history entry of the form.
  await page.getByRole('button', { name: 'Nemis tili: tahrirlash', exact: true }).click();
  await named(page, 'Tilni tahrirlash').getByRole('button', { name: 'O‘chirish', exact: true }).click();
  await expect(named(page, 'Tilni o‘chirish')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/profile');
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test("Back closes dialogs over the student's applications one at a time", async ({ page, app }) => {
  const student = await app.student();
  const { id, question } = await published(app);
  await app.call(student, 'POST', '/api/applications/', { opportunity: id, answers: { [question]: 'Chunki' } });
  const draft = await published(app);
  await app.call(student, 'PUT', `/api/applications/drafts/${draft.id}/`, { answers: { [draft.question]: 'Hali' }, version: 0 });
  await app.signIn(page, student);
  await page.goto('/applications');
  await closesByBack(
    page,
    () =>
      page
        .getByRole('button', { name: `O‘chirish: ${content.title}` })
        .first()
        .click(),
    page.getByRole('dialog'),
  );

  await page.getByRole('button', { name: `Arizani ko‘rish: ${content.title}` }).click();
  const sheet = named(page, 'Ariza tafsilotlari');
  await closesByBack(page, press(page, 'Javoblarni o‘zgartirish'), named(page, 'Javoblarni o‘zgartirish'));
  await expect(sheet).toBeVisible();
  await closesByBack(
    page,
    () => sheet.getByRole('button', { name: 'Arizani bekor qilish' }).click(),
    named(page, 'Arizani bekor qilasizmi?'),
  );
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL('/applications');
});

test('editing an entry that was deleted elsewhere keeps the form and adds the entry again', async ({ page, app }) => {
  const student = await app.student();
  const { id } = await language(app, student);
  await app.signIn(page, student);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Nemis tili: tahrirlash', exact: true }).click();
  const sheet = named(page, 'Tilni tahrirlash');
  await sheet.getByLabel('Til nomi').fill('Nemis tili, adabiy');
  await app.call(student, 'DELETE', `/api/students/languages/${id}/`);
  await sheet.getByRole('button', { name: 'Saqlash' }).click();
  await expect(sheet.getByRole('alert')).toContainText('Bu yozuv boshqa oyna yoki qurilmada o‘chirilgan.');
  // The list was refetched, and the form is still open.
  await expect(page.getByText('Hali tillar qo‘shilmagan.')).toBeVisible();
  await expect(sheet.getByLabel('Til nomi')).toHaveValue('Nemis tili, adabiy');
  await sheet.getByRole('button', { name: 'Saqlash' }).click();
  await expect(page.getByText('Til qo‘shildi', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await app.call(student, 'GET', '/api/students/languages/')).results.map((one: { language: string }) => one.language)).toEqual([
    'Nemis tili, adabiy',
  ]);
});

test('an entry whose first response was lost can be deleted and added again', async ({ page, app }) => {
  const student = await app.student();
  await app.signIn(page, student);
  await page.goto('/profile');
  const add = async () => {
    await page.getByRole('button', { name: 'Til qo‘shish', exact: true }).click();
    await named(page, 'Til qo‘shish').getByLabel('Til nomi').fill('Koreys tili');
    await named(page, 'Til qo‘shish').getByLabel('Daraja').selectOption('native');
    await named(page, 'Til qo‘shish').getByRole('button', { name: 'Saqlash' }).click();
  };
  await page.route('**/api/students/languages/', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await add();
  await expect(named(page, 'Til qo‘shish').getByRole('alert')).toContainText('Internet aloqasi yo‘q');
  await page.unroute('**/api/students/languages/');
  await named(page, 'Til qo‘shish').getByRole('button', { name: 'Yopish' }).click();
  await page.getByRole('button', { name: 'Saqlamasdan yopish' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Koreys tili: o‘chirish' }).click();
  await named(page, 'Tilni o‘chirish').getByRole('button', { name: 'O‘chirish', exact: true }).click();
  await expect(page.getByText('Til o‘chirildi', { exact: true }).first()).toBeVisible();
  await add();
  await expect(page.getByText('Til qo‘shildi', { exact: true }).first()).toBeVisible();
  expect((await app.call(student, 'GET', '/api/students/languages/')).count).toBe(1);
});

test('an HTML page of a captive portal does not count as a saved draft', async ({ page, app }) => {
  const student = await app.student();
  const { id, question } = await published(app);
  await app.signIn(page, student);
  await page.goto(`/event/${id}?apply=1`);
  const layer = page.getByRole('dialog', { name: 'Ariza topshirish' });
  await page.route('**/api/applications/drafts/**', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><p>Wi-Fi: tizimga kiring</p>' }),
  );
  await layer.getByLabel('Nega aynan siz?').fill('Yo‘qolmaydigan javob');
  await expect(layer.getByRole('status')).not.toContainText('Saqlandi');
  await expect(layer.getByRole('status')).toContainText(/saqlanmadi|brauzer/i);
  await page.reload();
  await expect(layer.getByLabel('Nega aynan siz?')).toHaveValue('Yo‘qolmaydigan javob');
  await page.unroute('**/api/applications/drafts/**');
  await expect(layer.getByRole('status')).toHaveText(/^Saqlandi \d\d:\d\d$/, { timeout: 20_000 });
  expect((await app.call(student, 'GET', `/api/applications/drafts/${id}/`)).answers).toEqual({ [question]: 'Yo‘qolmaydigan javob' });
});

/** Signs in an organization with one applicant. */
const received = async (page: Page, app: TestApp) => {
  const organizer = await app.organizer();
  const opportunity = await createOpportunityId(app, organizer);
  const student = await app.student({ first_name: 'Aziza' });
  const { id } = await app.call(student, 'POST', '/api/applications/', { opportunity });
  await app.signIn(page, organizer);
  return { organizer, opportunity, id, student };
};

test("Back closes dialogs over an organizer's lists one at a time and keeps the selection", async ({ page, app }) => {
  const { id } = await received(page, app);
  await page.goto('/organizer');
  await page.goto('/organizer/applications');
  await closesByBack(page, press(page, 'Qabul qilish'), named(page, 'Arizani qabul qilish'));
  await closesByBack(page, press(page, 'Yuklab olish'), named(page, 'Arizalarni yuklab olish'));
  await closesByBack(page, press(page, 'Xabar yozish'), named(page, 'Xabar yozish'));

  await page.getByRole('checkbox', { name: 'Tanlash: Aziza Namunayev' }).check();
  await closesByBack(page, () => bulkBar(page).getByRole('button', { name: 'Rad etish' }).click(), named(page, 'Arizalarni rad etish'));
  await closesByBack(page, press(page, 'Boshqa amallar'), named(page, '1 ta ariza tanlandi'));
  // The action's dialog replaces the history entry of the menu.
  await press(page, 'Boshqa amallar')();
  await named(page, '1 ta ariza tanlandi').getByRole('button', { name: 'Suhbatga chaqirish' }).click();
  await expect(named(page, 'Suhbatga chaqirish')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(bulkBar(page)).toContainText('1 ta ariza tanlandi');

  // Back closes the decision, then the applicant's dialog.
  await page.goto('/organizer/applications');
  await page.getByRole('button', { name: /^Batafsil/ }).click();
  const applicant = named(page, 'Ariza tafsilotlari');
  await applicant.getByRole('button', { name: 'Rad etish' }).click();
  await page.getByLabel('Sabab').fill('Joylar tugadi');
  await page.goBack();
  await expect(named(page, 'Arizani rad etish')).toHaveCount(0);
  await expect(applicant).toBeVisible();
  await expect(page).toHaveURL(`/organizer/applications?application=${id}`);
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goto('/organizer/events');
  await closesByBack(page, press(page, 'Yopish'), named(page, 'Imkoniyatni yopish'));
  await page.goto('/organizer/profile?tab=members');
  await closesByBack(page, press(page, 'Xodim taklif qilish'), named(page, 'Xodim taklif qilish'));
  await closesByBack(page, press(page, 'Tashkilotdan chiqish'), named(page, 'Tashkilotdan chiqish'));
});

test('closing an applicant with the close button leaves one history entry for the list', async ({ page, app }) => {
  await received(page, app);
  await page.goto('/organizer');
  await page.goto('/organizer/applications');
  for (const _ of ['once', 'and again']) {
    await page.getByRole('button', { name: /^Batafsil/ }).click();
    // Two clicks in one task, as a busy phone delivers them.
    await named(page, 'Ariza tafsilotlari')
      .getByRole('button', { name: 'Yopish' })
      .evaluate((cross: HTMLElement) => {
        cross.click();
        cross.click();
      });
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL('/organizer/applications');
  }
  await page.goBack();
  await expect(page).toHaveURL('/organizer');
});

test('a decision being sent cannot be dismissed before its result', async ({ page, app }) => {
  const { id, organizer } = await received(page, app);
  await page.goto('/organizer/applications');
  await press(page, 'Qabul qilish')();
  const sheet = named(page, 'Arizani qabul qilish');
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/accept/', async (route) => {
    const response = await route.fetch();
    await answered;
    await route.fulfill({ response });
  });
  await sheet.getByRole('button', { name: 'Qabul qilish' }).click();
  await expect(sheet.getByRole('button', { name: 'Bekor qilish' })).toBeDisabled();
  await page.goBack();
  // Browsers close a dialog on repeated Escape even when it is prevented once.
  for (let time = 0; time < 3; time++) await page.keyboard.press('Escape');
  await expect(sheet).toBeVisible();
  await expect(page).toHaveURL('/organizer/applications');
  answer();
  await expect(page.getByText('Ariza qabul qilindi.')).toBeVisible();
  await expect(sheet).toHaveCount(0);
  expect((await app.call(organizer, 'GET', `/api/applications/${id}/`)).status).toBe('accepted');
});
