import fs from 'node:fs';
import type { Page } from '@playwright/test';
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { applicationStatuses } from '../contract/application-rules.ts';
import { accessibilityViolations } from './accessibility.ts';
import { dayFromNow, expect, type Person, type TestApp, test } from './fixtures.ts';
import { bulkBar, createOpportunityId, mapInBatches } from './organizerHelpers.ts';

/*
 * The applicant list: search, sorting, bulk decisions and undo, export, messages.
 */
const desk = { width: 1280, height: 900 };
const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
const rowCheckbox = (page: Page, name: string) => page.getByRole('checkbox', { name: `Tanlash: ${name}` });
const expectCount = (page: Page, count: number) => expect(page.getByText(`${count} ta ariza`, { exact: true })).toBeVisible();

interface TestApplication {
  id: number;
  name: string;
  student: Person;
}
const apply = async (app: TestApp, opportunity: number, first_name: string, university?: string): Promise<TestApplication> => {
  const student = await app.student({ first_name, last_name: 'Namunayev' });
  if (university) await app.call(student, 'PATCH', '/api/students/profile/', { university });
  const { id } = await app.call(student, 'POST', '/api/applications/', { opportunity });
  return { id, name: `${first_name} Namunayev`, student };
};
const readStatus = async (app: TestApp, organizer: Person, id: number) =>
  (await app.call(organizer, 'GET', `/api/applications/${id}/`)).status;
const five = ['Aziza', 'Bobur', 'Charos', 'Dilnoza', 'Eldor'];

/** Five pending applications, one rejected and one withdrawn. */
const createApplications = async (app: TestApp) => {
  const organizer = await app.organizer();
  const opportunity = await createOpportunityId(app, organizer);
  const pending = await mapInBatches(five, 5, (name) => apply(app, opportunity, name));
  const rejected = await apply(app, opportunity, 'Feruza');
  const withdrawn = await apply(app, opportunity, 'Gulnora');
  await app.call(organizer, 'POST', `/api/applications/${rejected.id}/reject/`, {});
  await app.call(withdrawn.student, 'POST', `/api/applications/${withdrawn.id}/withdraw/`);
  return { organizer, opportunity, pending, rejected, withdrawn };
};
/** All seven. */
const choosePage = (page: Page) => page.getByRole('checkbox', { name: 'Sahifadagi hammasini tanlash' }).check();

test('five applications are accepted at once after a preview and undone from another session', async ({ page, app, browser }) => {
  const { organizer, pending, rejected, withdrawn } = await createApplications(app);
  await page.setViewportSize(desk);
  await app.signIn(page, organizer);
  await page.goto('/organizer/applications');
  await choosePage(page);
  await expect(bulkBar(page)).toContainText('7 ta ariza tanlandi');
  await bulkBar(page).getByRole('button', { name: 'Qabul qilish' }).click();

  const sheet = page.getByRole('dialog', { name: 'Arizalarni qabul qilish' });
  await expect(sheet).toContainText('5 ta ariza “Qabul qilindi” holatiga o‘tadi');
  for (const { name } of pending)
    await expect(sheet.getByRole('listitem').filter({ hasText: name })).toContainText('Yozgi tadqiqot dasturi');
  await expect(sheet).toContainText('2 ta ariza o‘z holida qoladi');
  await expect(sheet.getByRole('listitem').filter({ hasText: rejected.name })).toContainText(
    '“Rad etildi” holatidan bunga o‘tkazib bo‘lmaydi',
  );
  await expect(sheet.getByRole('listitem').filter({ hasText: withdrawn.name })).toContainText('talaba arizani bekor qilgan');
  await expect(sheet).toContainText('xabar esa 10 daqiqadan keyin yuboriladi');
  // The preview changes nothing.
  expect(await readStatus(app, organizer, pending[0]?.id as number)).toBe('pending');
  await sheet.getByLabel('Sabab').fill('Barchangiz mos keldingiz.');
  await sheet.getByRole('button', { name: 'Qabul qilish (5)' }).click();
  await expect(page.getByText('5 ta ariza qabul qilindi.')).toBeVisible();
  await expect(bulkBar(page)).toHaveCount(0);
  await expect(rows(page).filter({ hasText: 'Qabul qilindi' })).toHaveCount(5);
  for (const { id } of pending)
    expect(await app.call(organizer, 'GET', `/api/applications/${id}/`)).toMatchObject({
      status: 'accepted',
      reason: 'Barchangiz mos keldingiz.',
    });

  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 740 } });
  const other = await context.newPage();
  await app.signIn(other, organizer);
  await other.goto('/organizer/applications');
  const recent = other.getByRole('region', { name: 'Hali bekor qilsa bo‘ladigan qarorlar' });
  await expect(recent.getByRole('listitem').filter({ hasText: '5 ta ariza: Qabul qilindi' })).toContainText('10 daqiqa qoldi');
  // One of them was decided again meanwhile and is not undone.
  await app.call(organizer, 'PATCH', `/api/applications/${pending[1]?.id}/`, { status: 'under_review' });
  await recent.getByRole('button', { name: 'Bekor qilish: 5 ta ariza: Qabul qilindi' }).click();
  await expect(other.getByText('4 ta ariza avvalgi holatiga qaytdi.')).toBeVisible();
  await expect(other.getByRole('alert').filter({ hasText: 'Bobur Namunayev' })).toContainText('Avvalgi holatiga qaytmadi');
  await expect(recent.getByText('5 ta ariza: Qabul qilindi')).toHaveCount(0);
  expect(await Promise.all(pending.map(({ id }) => readStatus(app, organizer, id)))).toEqual([
    'pending',
    'under_review',
    'pending',
    'pending',
    'pending',
  ]);
  await context.close();
  // No student was notified.
  for (const { student } of pending) expect((await app.call(student, 'GET', '/api/notifications/')).count).toBe(0);
});

test('the toast of a decision offers undo', async ({ page, app }) => {
  const { organizer, pending } = await createApplications(app);
  const [first] = pending as [TestApplication];
  await app.signIn(page, organizer);
  await page.goto('/organizer/applications');
  await page.getByRole('article', { name: first.name }).getByRole('button', { name: 'Rad etish' }).click();
  await page.getByRole('dialog', { name: 'Arizani rad etish' }).getByRole('button', { name: 'Rad etish' }).click();
  const news = page.getByRole('listitem').filter({ hasText: 'Ariza rad etildi.' });
  // At least 44 px high, with 16 px text.
  expect((await news.getByRole('button', { name: 'Bekor qilish' }).boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect(await news.evaluate((element) => getComputedStyle(element).fontSize)).toBe('16px');
  await news.getByRole('button', { name: 'Bekor qilish' }).click();
  await expect(page.getByText('1 ta ariza avvalgi holatiga qaytdi.')).toBeVisible();
  await expect(page.getByRole('article', { name: first.name }).getByRole('button', { name: 'Rad etish' })).toBeVisible();
  expect(await readStatus(app, organizer, first.id)).toBe('pending');
});

test('a lost response to a bulk decision creates no duplicate and keeps the reason', async ({ page, app }) => {
  const { organizer, pending } = await createApplications(app);
  await page.setViewportSize(desk);
  await app.signIn(page, organizer);
  await page.goto('/organizer/applications?ordering=applied_at');
  for (const { name } of pending) await rowCheckbox(page, name).check();
  await bulkBar(page).getByRole('button', { name: 'Rad etish' }).click();
  const sheet = page.getByRole('dialog', { name: 'Arizalarni rad etish' });
  await sheet.getByLabel('Sabab').fill('Bu safar joylar to‘ldi.');
  await expect(sheet.getByRole('button', { name: 'Rad etish (5)' })).toBeVisible();

  // The request fails.
  await page.route('**/api/applications/reject/', (route) => (route.request().postDataJSON().dry_run ? route.continue() : route.abort()));
  await sheet.getByRole('button', { name: 'Rad etish (5)' }).click();
  await expect(page.getByText('Amalni bajarishda xatolik yuz berdi.')).toBeVisible();
  await expect(sheet.getByRole('alert')).toContainText('Internet aloqasi yo‘q.');
  await expect(sheet.getByLabel('Sabab')).toHaveValue('Bu safar joylar to‘ldi.');
  expect(await readStatus(app, organizer, pending[0]?.id as number)).toBe('pending');

  // The request succeeds, but the response is lost.
  await page.unroute('**/api/applications/reject/');
  await page.route('**/api/applications/reject/', async (route) => {
    if (route.request().postDataJSON().dry_run) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await sheet.getByRole('button', { name: 'Rad etish (5)' }).click();
  await expect(sheet).toContainText('Tanlangan arizalarning hech biri o‘zgarmaydi.');
  await expect(sheet.getByRole('listitem').filter({ hasText: 'Aziza' })).toContainText('allaqachon “Rad etildi” holatida');
  await page.unroute('**/api/applications/reject/');
  await sheet.getByRole('button', { name: 'Orqaga' }).click();
  const recent = page.getByRole('region', { name: 'Hali bekor qilsa bo‘ladigan qarorlar' });
  await expect(recent.getByText('5 ta ariza: Rad etildi')).toHaveCount(1);
  for (const { id } of pending) {
    const { history, status, reason } = await app.call(organizer, 'GET', `/api/applications/${id}/`);
    expect({ status, reason }).toEqual({ status: 'rejected', reason: 'Bu safar joylar to‘ldi.' });
    expect(history.filter((one: { status: string }) => one.status === 'rejected')).toHaveLength(1);
  }
});

test('several applicants are invited to an interview with a time and a place', { tag: '@dates' }, async ({ page, app }) => {
  const { organizer, pending } = await createApplications(app);
  await app.call(organizer, 'POST', '/api/applications/bulk-update/', {
    application_ids: pending.slice(0, 2).map(({ id }) => id),
    status: 'under_review',
  });
  await app.signIn(page, organizer);
  await page.goto('/organizer/applications?ordering=applied_at');
  for (const { name } of pending.slice(0, 3)) await rowCheckbox(page, name).check();
  await bulkBar(page).getByRole('button', { name: 'Boshqa amallar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Suhbatga chaqirish' }).click();
  const sheet = page.getByRole('dialog', { name: 'Suhbatga chaqirish' });
  await expect(sheet).toContainText('2 ta ariza “Suhbat belgilangan” holatiga o‘tadi');
  await expect(sheet.getByRole('listitem').filter({ hasText: pending[2]?.name as string })).toContainText(
    'avval ko‘rib chiqishga olinishi kerak',
  );
  await sheet.getByLabel('Kuni').fill(dayFromNow(-2));
  await sheet.getByLabel('Soati').fill('14:30');
  await sheet.getByRole('button', { name: 'Suhbatga chaqirish (2)' }).click();
  await expect(sheet.getByText('Bu vaqt o‘tib ketgan')).toBeVisible();
  await sheet.getByLabel('Kuni').fill(dayFromNow(5));
  await sheet.getByLabel('Joyi').fill('2-bino, 304-xona');
  await sheet.getByRole('button', { name: 'Suhbatga chaqirish (2)' }).click();
  await expect(page.getByText('2 ta nomzod suhbatga chaqirildi.')).toBeVisible();
  expect(await app.call(organizer, 'GET', `/api/applications/${pending[0]?.id}/`)).toMatchObject({
    status: 'interview_scheduled',
    interview: { at: `${dayFromNow(5)}T09:30:00Z`, place: '2-bino, 304-xona' },
  });
});

test('the filtered list is exported with the same cells', async ({ page, app }) => {
  const { organizer, pending } = await createApplications(app);
  await app.call(organizer, 'POST', '/api/applications/accept/', { application_ids: pending.map(({ id }) => id), reason: '=1+1' });
  await page.setViewportSize(desk);
  await app.signIn(page, organizer);
  await page.goto('/organizer/applications?status=accepted');
  await expectCount(page, 5);
  await page.getByRole('button', { name: 'Yuklab olish' }).click();
  const sheet = page.getByRole('dialog', { name: 'Arizalarni yuklab olish' });
  await expect(sheet).toContainText('5 ta ariza faylga yoziladi');

  await page.route('**/api/applications/exports/', (route) =>
    route.fulfill({
      status: 429,
      json: { detail: 'Urinishlar soni ko‘payib ketdi. Birozdan so‘ng qayta urining.', code: 'too_many_requests' },
    }),
  );
  await sheet.getByRole('button', { name: 'Yuklab olish' }).click();
  await expect(sheet.getByRole('alert')).toContainText('Urinishlar soni ko‘payib ketdi.');
  await page.unroute('**/api/applications/exports/');

  const take = async () => {
    const downloading = page.waitForEvent('download');
    await sheet.getByRole('button', { name: 'Yuklab olish' }).click();
    const download = await downloading;
    return { name: download.suggestedFilename(), bytes: fs.readFileSync(await download.path()) };
  };
  const shown = await rows(page).getByRole('rowheader').locator('p:first-child').allTextContents();
  const xlsx = await take();
  expect(xlsx.name).toMatch(/^arizalar-\d{4}-\d\d-\d\d\.xlsx$/);
  const cells = (await readXlsx(xlsx.bytes)).sheets[0]?.rows as unknown[][];
  expect(cells[0]?.slice(0, 2)).toEqual(['Ariza raqami', 'Ism va familiya']);
  expect(cells.slice(1).map((line) => line[1])).toEqual(shown);
  expect(cells.slice(1).map((line) => line[0])).toEqual(shown.map((name) => pending.find((one) => one.name === name)?.id));
  const [status, reason] = ['Holat', 'Sabab'].map((name) => cells[0]?.indexOf(name) as number) as [number, number];
  for (const line of cells.slice(1)) expect([line[status], line[reason]]).toEqual([applicationStatuses.accepted, "'=1+1"]);
  await expect(sheet.getByRole('link', { name: 'Faylni saqlash' })).toBeVisible();

  await sheet.getByLabel('CSV').check();
  const csv = await take();
  expect(csv.name).toMatch(/\.csv$/);
  expect([...csv.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = parseCsv(csv.bytes.toString('utf8').slice(1)) as unknown[][];
  expect(lines.map((line) => line[1])).toEqual(['Ism va familiya', ...shown]);
});

test('a message is previewed, sent once and read by the student; a lost response keeps the text', async ({ page, app }) => {
  const { organizer, pending, withdrawn } = await createApplications(app);
  await app.signIn(page, organizer);
  await page.goto('/organizer/applications');
  await page.getByRole('button', { name: 'Xabar yozish' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Ko‘rib chiqish' }).click();
  await expect(sheet.getByRole('link', { name: 'Mavzuni kiriting.' })).toBeVisible();
  await sheet.getByLabel('Mavzu', { exact: true }).fill('Suhbat haqida');
  await sheet.getByLabel('Xabar matni').fill('Hurmatli ');
  await sheet.getByRole('button', { name: /^Ism/ }).click();
  await expect(sheet.getByLabel('Xabar matni')).toHaveValue('Hurmatli {ism}');
  await page.keyboard.type(', arizangiz holati: {holat}.');
  // The typed text survives closing and a reload.
  await sheet.getByRole('button', { name: 'Yopish' }).last().click();
  await page.reload();
  await page.getByRole('button', { name: 'Xabar yozish' }).click();
  await expect(sheet.getByLabel('Xabar matni')).toHaveValue('Hurmatli {ism}, arizangiz holati: {holat}.');

  await sheet.getByRole('button', { name: 'Ko‘rib chiqish' }).click();
  // A withdrawn applicant gets no message.
  await expect(sheet).toContainText('Xabarni 6 kishi ilovada va elektron pochtasida oladi.');
  await expect(sheet).toContainText(/Hurmatli \p{L}+, arizangiz holati: /u);
  await page.route('**/api/applications/messages/', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await sheet.getByRole('button', { name: 'Yuborish (6)' }).click();
  await expect(sheet.getByRole('alert')).toContainText('Internet aloqasi yo‘q.');
  await page.unroute('**/api/applications/messages/');
  await sheet.getByRole('button', { name: 'Yuborish (6)' }).click();
  await expect(page.getByText('Xabar yuborildi')).toBeVisible();
  const read = async ({ student }: TestApplication) => (await app.call(student, 'GET', '/api/notifications/')).results;
  const [first] = pending as [TestApplication];
  expect(await read(first)).toMatchObject([
    { kind: 'message', title: 'Suhbat haqida', text: 'Hurmatli Aziza, arizangiz holati: Kutilmoqda.', application: first.id },
  ]);
  expect(await read(withdrawn)).toEqual([]);
  await page.getByRole('button', { name: 'Xabar yozish' }).click();
  await expect(sheet.getByLabel('Xabar matni')).toHaveValue('');
});

test('a reviewer reads the list and cannot decide', async ({ page, app }) => {
  const { organizer, pending } = await createApplications(app);
  const email = `sharhlovchi-${Date.now()}@example.uz`;
  const { link } = await app.call(organizer, 'POST', '/api/organizations/invite-member/', { email, role: 'reviewer' });
  const invitation = new URL(link, app.url).pathname.split('/').filter(Boolean).at(-1);
  const reviewer = await app.student({ email, invitation, first_name: 'Sharof', last_name: 'Rashidov' });
  for (const viewport of [desk, { width: 360, height: 740 }]) {
    await page.setViewportSize(viewport);
    await app.signIn(page, reviewer);
    await page.goto('/organizer/applications');
    await expectCount(page, 7);
    await expect(page.getByRole('button', { name: /Batafsil/ })).toHaveCount(7);
    await expect(page.getByText(pending[0]?.name as string)).toBeVisible();
    for (const name of [/Qabul qilish/, /Rad etish/, 'Yuklab olish', 'Xabar yozish', /Bekor qilish/])
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    await expect(page.getByRole('checkbox')).toHaveCount(0);
  }
});

test('250 applications are searched, filtered, sorted and paged through', async ({ page, app }) => {
  test.setTimeout(180_000);
  const organizer = await app.organizer();
  const universities = [
    'Toshkent axborot texnologiyalari universiteti',
    'Samarqand davlat universiteti',
    'O‘zbekiston milliy universiteti',
  ];
  const students = await mapInBatches(Array.from({ length: 25 }), 5, async (_, index) => {
    const student = await app.student({ first_name: index === 7 ? 'Gʻayrat' : `Talaba${index + 1}`, last_name: 'Namunayev' });
    await app.call(student, 'PATCH', '/api/students/profile/', { university: universities[index % 3] });
    return student;
  });
  const opportunities: number[] = [];
  for (let nth = 1; nth <= 10; nth += 1) opportunities.push(await createOpportunityId(app, organizer, { title: `Tadbir ${nth}` }));
  const pairs = opportunities.flatMap((opportunity, item) => students.map((student, index) => ({ opportunity, item, student, index })));
  const sent = await mapInBatches(
    pairs,
    10,
    async ({ student, opportunity }) => (await app.call(student, 'POST', '/api/applications/', { opportunity })).id as number,
  );
  await app.call(organizer, 'PUT', `/api/opportunities/${opportunities[0]}/judging/`, {
    blind_review: false,
    criteria: [{ name: 'Sifat', weight: 1, max_score: 10 }],
  });
  const { criteria } = await app.call(organizer, 'GET', `/api/opportunities/${opportunities[0]}/judging/`);
  for (const [at, score] of [7.5, 9, 4].entries())
    await app.call(organizer, 'PUT', `/api/applications/${sent[at]}/review/`, { scores: { [criteria[0].id]: score } });
  await app.call(organizer, 'POST', '/api/applications/reject/', { application_ids: sent.slice(20, 45) });
  // Another organization's application, which no search below may find.
  const foreign = await createOpportunityId(app, await app.organizer(), { title: 'Tadbir 1' });
  await app.call(students[0] as Person, 'POST', '/api/applications/', { opportunity: foreign });

  await page.setViewportSize(desk);
  await app.signIn(page, organizer);
  await page.goto('/organizer/applications');
  const head = (name: string) => page.getByRole('columnheader', { name });
  const cells = (nth: number) => rows(page).locator(`> :nth-child(${nth})`);

  await test.step('pages', async () => {
    await expectCount(page, 250);
    await expect(rows(page)).toHaveCount(20);
    await expect(page.getByText('1 / 13')).toBeVisible();
    await page.getByRole('button', { name: 'Keyingi' }).click();
    await expect(page).toHaveURL(/\?page=2$/);
    await page.goto('/organizer/applications?page=13');
    await expect(rows(page)).toHaveCount(10);
    await page.goto('/organizer/applications?page=400');
    await expect(page).toHaveURL(/\?page=13$/);
    await expect(rows(page)).toHaveCount(10);
  });

  await test.step('order', async () => {
    await page.goto('/organizer/applications');
    await expect(head('Yuborilgan')).toHaveAttribute('aria-sort', 'descending');
    await head('Ball').getByRole('button').click();
    await expect(head('Ball')).toHaveAttribute('aria-sort', 'descending');
    await expect(page).toHaveURL(/\?ordering=-score$/);
    await expect(cells(8).nth(0)).toHaveText('90 (1)');
    await expect(cells(8).nth(1)).toHaveText('75 (1)');
    await expect(cells(8).nth(2)).toHaveText('40 (1)');
    await expect(cells(8).nth(3)).toHaveText('—');
    await head('Yuborilgan').getByRole('button').click();
    await expect(page).toHaveURL(`${app.url}/organizer/applications`);
    await head('Yuborilgan').getByRole('button').click();
    await expect(head('Yuborilgan')).toHaveAttribute('aria-sort', 'ascending');
    await expect(cells(3)).toHaveText(Array(20).fill('Tadbir 1'));
    await head('Holati').getByRole('button').click();
    await expect(page).toHaveURL(/\?ordering=status$/);
    await expect(head('Holati')).toHaveAttribute('aria-sort', 'ascending');
    const statuses = [...new Set(await cells(7).allTextContents())];
    await head('Holati').getByRole('button').click();
    await expect(head('Holati')).toHaveAttribute('aria-sort', 'descending');
    await expect(cells(7)).not.toHaveText(Array(20).fill(statuses[0] as string));
    await head('O‘zgargan').getByRole('button').click();
    await expect(cells(7)).toHaveText(Array(20).fill('Rad etildi'));
  });

  await test.step('search and filters', async () => {
    await page.goto('/organizer/applications');
    const words = page.getByRole('searchbox', { name: 'Arizalarni qidirish' });
    await words.fill('ғайрат');
    await expect(page).toHaveURL(/search=/);
    await expectCount(page, 10);
    await expect(rows(page)).toHaveCount(10);
    await words.fill('');
    await page.getByLabel('Universitet').fill('самарқанд');
    await expect(page).toHaveURL(/\?student_university=/);
    await expectCount(page, 80);
    await page.getByLabel('Tadbir', { exact: true }).selectOption({ label: 'Tadbir 3' });
    await expectCount(page, 8);
    await page.getByRole('button', { name: 'Universitet: самарқанд: olib tashlash' }).click();
    await expectCount(page, 25);
    await page.getByLabel('Holati').selectOption('rejected');
    await expect(page.getByText('Bu filtrlar bo‘yicha ariza yo‘q')).toBeVisible();
    await page.getByRole('button', { name: 'Filtrlarni tozalash' }).first().click();
    await expect(page).toHaveURL(`${app.url}/organizer/applications`);
    await page.getByLabel('Yuborilgan: shu kungacha').fill(dayFromNow(-2));
    await expect(page.getByText('Bu filtrlar bo‘yicha ariza yo‘q')).toBeVisible();
    await page.getByLabel('Yuborilgan: shu kungacha').fill('');
    await page.getByLabel('Yuborilgan: shu kundan').fill(dayFromNow(-2));
    await expect(page).toHaveURL(/\?applied_after=[\d-]+$/);
    await expectCount(page, 250);
    await page.reload();
    await expect(page.getByLabel('Yuborilgan: shu kundan')).toHaveValue(dayFromNow(-2));
    await expectCount(page, 250);
  });

  await test.step('selection over pages, by range, at most a hundred', async () => {
    await page.goto('/organizer/applications');
    await expectCount(page, 250);
    const boxes = page.getByRole('checkbox', { name: /^Tanlash/ });
    await boxes.nth(2).click();
    await boxes.nth(6).click({ modifiers: ['Shift'] });
    await expect(bulkBar(page)).toContainText('5 ta ariza tanlandi');
    await boxes.nth(4).click({ modifiers: ['Shift'] });
    await expect(bulkBar(page)).toContainText('2 ta ariza tanlandi');
    for (let nth = 1; nth <= 5; nth += 1) {
      await choosePage(page);
      await page.getByRole('button', { name: 'Keyingi' }).click();
      await expect(page.getByText(`${nth + 1} / 13`)).toBeVisible();
      await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
    }
    await expect(bulkBar(page)).toContainText('100 ta ariza tanlandi');
    await boxes.first().click();
    await expect(page.getByText('Bir marta ko‘pi bilan 100 ta ariza tanlang.')).toBeVisible();
    await expect(bulkBar(page)).toContainText('100 ta ariza tanlandi');
    await bulkBar(page).getByRole('button', { name: 'Tanlovni bekor qilish' }).click();
    await expect(bulkBar(page)).toHaveCount(0);
  });

  await test.step('phone: filter sheet with a count, chips, ordering', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/organizer/applications');
    await page.getByRole('button', { name: 'Filtrlar' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filtrlar' });
    await sheet.getByLabel('Holati').selectOption('rejected');
    await sheet.getByRole('button', { name: '25 ta arizani ko‘rish' }).click();
    await expect(sheet).toHaveCount(0);
    await expectCount(page, 25);
    await expect(page.getByRole('button', { name: 'Filtrlar (1)' })).toBeVisible();
    await page.getByRole('button', { name: 'Filtrlar (1)' }).click();
    await expect(sheet).toBeVisible();
    // Back closes the sheet first.
    await page.goBack();
    await expect(sheet).toHaveCount(0);
    await expect(page).toHaveURL(/\?status=rejected$/);
    await page.getByRole('button', { name: 'Rad etildi: olib tashlash' }).click();
    await page.getByLabel('Tartib').selectOption('-score');
    await expect(page.getByRole('article').first()).toContainText('90 (1)');
  });
});

test('the list shows what failed and can be retried', async ({ page, app }) => {
  const { organizer } = await createApplications(app);
  await app.signIn(page, organizer);
  await page.route('**/api/applications/org/**', (route) =>
    route.fulfill({ status: 500, json: { detail: 'Serverda texnik nosozlik yuz berdi.', code: 'internal' } }),
  );
  await page.goto('/organizer/applications');
  await expect(page.getByRole('alert')).toContainText('Serverda texnik nosozlik yuz berdi.');
  await page.unroute('**/api/applications/org/**');
  await page.getByRole('button', { name: 'Qayta urinish' }).click();
  await expectCount(page, 7);
});

for (const theme of ['light', 'dark'] as const)
  test(`the applicant list and its dialogs are accessible, ${theme}`, async ({ browser, app }) => {
    const { organizer } = await createApplications(app);
    for (const viewport of [desk, { width: 320, height: 640 }]) {
      const context = await browser.newContext({ baseURL: app.url, viewport, colorScheme: theme, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await app.signIn(page, organizer);
      const check = async (where: string) => {
        expect(await accessibilityViolations(page), where).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
      };
      await page.goto('/organizer/applications');
      await expectCount(page, 7);
      await choosePage(page);
      await check('list');
      await bulkBar(page).getByRole('button', { name: 'Qabul qilish' }).click();
      await expect(page.getByRole('dialog')).toContainText('holatiga o‘tadi');
      await check('preview');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Yuklab olish' }).click();
      await expect(page.getByRole('dialog')).toContainText('har biri bir qatorga');
      await check('export');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Xabar yozish' }).first().click();
      await expect(page.getByRole('dialog').getByLabel('Mavzu', { exact: true })).toBeVisible();
      await check('message');
      await context.close();
    }
  });
