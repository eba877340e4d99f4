import type { Page } from '@playwright/test';
import { formatDate } from '../contract/uzbek.ts';
import { dayFromNow, expect, type Person, type TestApp, test } from './fixtures.ts';

const createOpportunity = (app: TestApp, organizer: Person, title: string, values: Record<string, unknown> = {}): Promise<{ id: number }> =>
  app.call(organizer, 'POST', '/api/opportunities/', {
    title,
    description: 'Sinov uchun.',
    opportunity_type: 'grant',
    status: 'published',
    start_date: dayFromNow(40),
    application_deadline: dayFromNow(20),
    location: 'Toshkent',
    ...values,
  });
const apply = (app: TestApp, student: Person, opportunity: number, answers?: Record<string, string>): Promise<{ id: number }> =>
  app.call(student, 'POST', '/api/applications/', { opportunity, ...(answers ? { answers } : {}) });
const move = (app: TestApp, organizer: Person, id: number, status: string, reason?: string) =>
  app.call(organizer, 'PATCH', `/api/applications/${id}/`, { status, reason });
const statusChip = (page: Page, name: string) => page.getByRole('group', { name: 'Holat bo‘yicha saralash' }).getByRole('button', { name });
const applicationCard = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });

test('a student follows, withdraws and reinstates an application', { tag: '@dates' }, async ({ page, app }) => {
  const organizer = await app.organizer();
  const student = await app.student();
  const opportunity = await createOpportunity(app, organizer, 'Kuzatiladigan grant');
  const other = await createOpportunity(app, organizer, 'Boshqa grant');
  const { id } = await apply(app, student, opportunity.id);
  await apply(app, student, other.id);
  await app.signIn(page, student);
  await page.goto('/applications');
  await expect(page.getByRole('article')).toHaveCount(2);
  const card = applicationCard(page, 'Kuzatiladigan grant');
  await expect(card.getByText('Kutilmoqda', { exact: true })).toBeVisible();
  await expect(card.getByText('Ariza yuborildi')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Tadbir haqida batafsil' })).toHaveCount(0);

  await card.getByRole('button', { name: 'Arizani bekor qilish' }).click();
  await page.getByRole('button', { name: 'Yo‘q, qolsin' }).click();
  await expect(card.getByText('Kutilmoqda', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Arizani bekor qilish' }).click();
  await page.getByRole('button', { name: 'Ha, bekor qilish' }).click();
  await expect(card.getByText('Bekor qilingan')).toBeVisible();
  await expect(applicationCard(page, 'Boshqa grant').getByText('Kutilmoqda', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Qayta topshirish' }).click();
  await page.getByRole('button', { name: 'Yo‘q' }).click();
  await expect(card.getByText('Bekor qilingan')).toBeVisible();
  await card.getByRole('button', { name: 'Qayta topshirish' }).click();
  await page.getByRole('button', { name: 'Ha, topshirish' }).click();
  await expect(card.getByText('Kutilmoqda', { exact: true })).toBeVisible();

  await app.call(organizer, 'POST', `/api/applications/${id}/accept/`, { reason: 'Tabriklaymiz, kutamiz.' });
  await page.reload();
  await expect(card.getByText('Qabul qilindi', { exact: true })).toBeVisible();
  await expect(card.getByText('Tashkilot izohi: Tabriklaymiz, kutamiz.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Arizani bekor qilish' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Tadbir haqida batafsil' }).click();
  await expect(page).toHaveURL(`${app.url}/event/${opportunity.id}`);
});

test('a withdrawal that does not reach the server shows an error and changes nothing', async ({ page, app }) => {
  const organizer = await app.organizer();
  const student = await app.student();
  const { id } = await apply(app, student, (await createOpportunity(app, organizer, 'Uzilgan aloqa granti')).id);
  await app.signIn(page, student);
  await page.goto('/applications');
  await page.route('**/withdraw/', (route) => route.abort());
  await page.getByRole('button', { name: 'Arizani bekor qilish' }).click();
  await page.getByRole('button', { name: 'Ha, bekor qilish' }).click();
  await expect(page.getByText('Internet aloqasi yo‘q. Ulanishni tekshirib, qayta urining.')).toBeVisible();
  await expect(page.getByText('Kutilmoqda', { exact: true })).toBeVisible();
  // Decided meanwhile: the refusal and the current status are shown.
  await page.unroute('**/withdraw/');
  await app.call(organizer, 'POST', `/api/applications/${id}/reject/`, {});
  await page.getByRole('button', { name: 'Arizani bekor qilish' }).click();
  await page.getByRole('button', { name: 'Ha, bekor qilish' }).click();
  await expect(page.getByText('Bu amalni hozirgi holatda bajarib bo‘lmaydi.')).toBeVisible();
  await expect(page.getByText('Rad etildi', { exact: true })).toBeVisible();
});

test('an empty list links to the opportunities; a failed load can be retried', async ({ page, app }) => {
  await app.signIn(page, await app.student());
  await page.route('**/api/applications/**', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: JSON.stringify({}) }),
  );
  await page.goto('/applications');
  await expect(page.getByRole('alert')).toContainText('Serverda texnik nosozlik yuz berdi.');
  await page.unroute('**/api/applications/**');
  await page.getByRole('button', { name: 'Qayta urinish' }).click();
  await expect(page.getByText("Sizda hali arizalar yo'q")).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Tadbirlarni ko‘rish' }).click();
  await expect(page).toHaveURL(`${app.url}/`);
});

test('a list longer than one page loads the rest', async ({ page, app }) => {
  const organizer = await app.organizer();
  const student = await app.student();
  for (let number = 1; number <= 21; number += 1)
    await apply(app, student, (await createOpportunity(app, organizer, `Grant ${String(number).padStart(2, '0')}`)).id);
  await app.signIn(page, student);
  await page.goto('/applications');
  await expect(page.getByRole('article')).toHaveCount(20);
  await page.route('**/api/applications/?*page=2*', (route) => route.abort());
  await page.getByRole('button', { name: 'Yana ko‘rsatish' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(20);
  await page.unroute('**/api/applications/?*page=2*');
  await page.getByRole('button', { name: 'Qayta urinish' }).click();
  await expect(page.getByRole('article')).toHaveCount(21);
  await expect(applicationCard(page, 'Grant 01')).toBeVisible();
});

test('applications are filtered by every status; Back returns to the previous filter', async ({ page, app }) => {
  const organizer = await app.organizer();
  const student = await app.student();
  const ids: number[] = [];
  for (const title of ['Yangi', 'Ko‘rilayotgan', 'Suhbatli', 'Olingan', 'Olinmagan', 'Qaytarilgan'])
    ids.push((await apply(app, student, (await createOpportunity(app, organizer, `${title} dastur`)).id)).id);
  const [, reviewed = 0, invited = 0, accepted = 0, rejected = 0, withdrawn = 0] = ids;
  for (const id of [reviewed, invited]) await move(app, organizer, id, 'under_review');
  await move(app, organizer, invited, 'interview_scheduled');
  await move(app, organizer, accepted, 'accepted');
  await move(app, organizer, rejected, 'rejected', 'Joylar soni cheklangan.');
  await app.call(student, 'POST', `/api/applications/${withdrawn}/withdraw/`);
  await app.signIn(page, student);
  await page.goto('/applications');
  await expect(page.getByRole('article')).toHaveCount(6);
  await expect(statusChip(page, 'Barchasi (6)')).toHaveAttribute('aria-pressed', 'true');
  for (const [status, label, title, explanation] of [
    ['pending', 'Kutilmoqda', 'Yangi dastur', 'Arizangiz yetib bordi'],
    ['under_review', "Ko'rib chiqilmoqda", 'Ko‘rilayotgan dastur', 'Tashkilot arizangizni ko‘rib chiqmoqda.'],
    ['interview_scheduled', 'Suhbat belgilangan', 'Suhbatli dastur', 'Siz bilan suhbat belgilangan.'],
    ['accepted', 'Qabul qilindi', 'Olingan dastur', 'Tabriklaymiz!'],
    ['rejected', 'Rad etildi', 'Olinmagan dastur', 'Tashkilot izohi: Joylar soni cheklangan.'],
    ['withdrawn', 'Bekor qilingan', 'Qaytarilgan dastur', 'Siz bu arizani bekor qilgansiz.'],
  ] as const) {
    await statusChip(page, `${label} (1)`).click();
    await expect(page).toHaveURL(`${app.url}/applications?status=${status}`);
    await expect(page.getByRole('article').getByRole('heading')).toHaveText([title]);
    await expect(page.getByRole('article').getByText(label, { exact: true })).toBeVisible();
    await expect(page.getByRole('article')).toContainText(explanation);
  }
  await page.goBack();
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Olinmagan dastur']);
  await page.reload();
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Olinmagan dastur']);

  await page.goto('/applications?status=pending');
  await page.getByRole('button', { name: 'Arizani bekor qilish' }).click();
  await page.getByRole('button', { name: 'Ha, bekor qilish' }).click();
  await expect(page.getByText('Bu holatda ariza yo‘q')).toBeVisible();
  await expect(page.getByText('Hozir birorta arizangiz “Kutilmoqda” holatida emas.')).toBeVisible();
  await expect(statusChip(page, 'Bekor qilingan (2)')).toBeVisible();
  await page.getByRole('button', { name: 'Barchasi', exact: true }).click();
  await expect(page).toHaveURL(`${app.url}/applications`);
  await expect(page.getByRole('article')).toHaveCount(6);
});

test('a sent application shows its history and the profile at the time of sending', { tag: '@dates' }, async ({ page, app }) => {
  const organizer = await app.organizer();
  const student = await app.student();
  await app.call(student, 'PATCH', '/api/students/profile/', { location: 'Nukus', major: 'Fizika' });
  const item = await createOpportunity(app, organizer, 'Tarixi bor grant', { additional_questions: [{ question: 'Nega aynan siz?' }] });
  const { id } = await apply(app, student, item.id, { 'Nega aynan siz?': 'Qiziqaman.' });
  await app.call(student, 'PATCH', '/api/students/profile/', { location: 'Xiva' });
  await app.call(student, 'POST', `/api/applications/${id}/withdraw/`);
  await app.call(student, 'POST', `/api/applications/${id}/reinstate/`);
  await move(app, organizer, id, 'under_review');
  await move(app, organizer, id, 'rejected', 'Tajriba yetarli emas.');
  await app.signIn(page, student);
  await page.goto('/applications');
  const opener = page.getByRole('button', { name: 'Arizani ko‘rish: Tarixi bor grant' });
  await opener.click();
  await expect(page).toHaveURL(`${app.url}/applications?application=${id}`);
  const sheet = page.getByRole('dialog', { name: 'Ariza tafsilotlari' });
  const steps = sheet.getByRole('region', { name: 'Ariza tarixi' }).getByRole('listitem');
  await expect(steps).toHaveText([
    /^Ariza yuborildi\d+ \p{L}+ \d{4} · \d\d:\d\d$/u,
    /^Bekor qilingan/,
    /^Qayta topshirildi/,
    /^Ko'rib chiqilmoqda/,
    /^Rad etildi.* · \d\d:\d\dIzoh: Tajriba yetarli emas\.$/,
  ]);
  await expect(sheet.getByRole('heading', { name: 'Yuborilgan paytdagi profil' })).toBeVisible();
  await expect(sheet.getByText('Profilingiz ariza yuborilganidan keyin o‘zgargan.')).toBeVisible();
  await expect(sheet.getByText('Nukus')).toBeVisible();
  await expect(sheet.getByText('Xiva')).toHaveCount(0);
  await expect(sheet.getByText('Qiziqaman.')).toBeVisible();
  const download = page.waitForEvent('download');
  await sheet.getByRole('link', { name: 'PDF shaklida yuklab olish' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await expect(opener).toBeFocused();
  await opener.click();
  await sheet.getByRole('button', { name: 'Yopish' }).click();
  await expect(page).toHaveURL(`${app.url}/applications`);
  // After closing with Back, the previous history entry is the page before the list.
  await page.reload();
  await expect(sheet).toHaveCount(0);
});

test('a missing, foreign or malformed application id shows that it was not found', async ({ page, app }) => {
  const organizer = await app.organizer();
  const { id } = await apply(app, await app.student(), (await createOpportunity(app, organizer, 'Birovning granti')).id);
  await app.signIn(page, await app.student());
  for (const foreign of [id, 2_000_000_000, 99_999_999_999]) {
    await page.goto(`/applications?application=${foreign}`);
    await expect(page.getByRole('dialog').getByText('Ariza topilmadi')).toBeVisible();
  }
  await page.goto('/applications?application=');
  await expect(page.getByRole('dialog').getByText('Ariza identifikatori topilmadi.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Arizalar ro‘yxatiga qaytish' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(`${app.url}/applications`);
});

test('an overdue result is marked on the card and in the dialog', { tag: '@dates' }, async ({ page, app }) => {
  const organizer = await app.organizer();
  const student = await app.student();
  // Days around today, two or more away, so that midnight in Tashkent does not matter.
  const late = await createOpportunity(app, organizer, 'Kechikkan grant', { result_announcement_date: dayFromNow(-3) });
  const early = await createOpportunity(app, organizer, 'Muddatli grant', { result_announcement_date: dayFromNow(3) });
  const decided = await createOpportunity(app, organizer, 'Hal bo‘lgan grant', { result_announcement_date: dayFromNow(-3) });
  for (const { id } of [late, early]) await apply(app, student, id);
  await move(app, organizer, (await apply(app, student, decided.id)).id, 'accepted');
  await app.signIn(page, student);
  await page.goto('/applications');
  await expect(applicationCard(page, 'Kechikkan grant')).toContainText('Javob kechikmoqda');
  await expect(applicationCard(page, 'Kechikkan grant')).toContainText(`Javob va’da qilingan sana: ${formatDate(dayFromNow(-3))}`);
  await expect(applicationCard(page, 'Muddatli grant')).toContainText(`Javob va’da qilingan sana: ${formatDate(dayFromNow(3))}`);
  await expect(page.getByText('Javob kechikmoqda')).toHaveCount(1);
  await expect(applicationCard(page, 'Hal bo‘lgan grant')).not.toContainText('Javob va’da qilingan sana');
  await page.getByRole('button', { name: 'Arizani ko‘rish: Kechikkan grant' }).click();
  await expect(page.getByRole('dialog').getByText('Javob kechikmoqda')).toBeVisible();
});

test('answers of a pending application can be changed; a lost response keeps them', async ({ page, app }) => {
  const organizer = await app.organizer();
  const student = await app.student();
  const item = await createOpportunity(app, organizer, 'Savolli grant', {
    additional_questions: [
      { question: 'Nega aynan siz?', question_type: 'textarea', is_required: true },
      { question: 'Qaysi kunlar?', question_type: 'checkbox', options: ['Dushanba', 'Seshanba, kechqurun'] },
    ],
  });
  const sent = { 'Nega aynan siz?': 'Birinchi javob.', 'Qaysi kunlar?': 'Seshanba, kechqurun' };
  const { id } = await apply(app, student, item.id, sent);
  await app.signIn(page, student);
  await page.goto(`/applications?application=${id}`);
  const details = page.getByRole('dialog', { name: 'Ariza tafsilotlari' });
  const form = page.getByRole('dialog', { name: 'Javoblarni o‘zgartirish' });
  await details.getByRole('button', { name: 'Javoblarni o‘zgartirish' }).click();
  await expect(form.getByLabel('Nega aynan siz?')).toHaveValue('Birinchi javob.');
  await expect(form.getByRole('checkbox', { name: 'Seshanba, kechqurun' })).toBeChecked();
  await form.getByLabel('Nega aynan siz?').fill('');
  await form.getByRole('button', { name: 'Saqlash' }).click();
  await expect(form.getByRole('alert')).toContainText('Iltimos, ushbu savolga javob kiriting.');
  await form.getByLabel('Nega aynan siz?').fill('Ikkinchi javob.');
  await page.route(`**/api/applications/${id}/`, (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()));
  await form.getByRole('button', { name: 'Saqlash' }).click();
  await expect(form.getByRole('alert')).toContainText('Internet aloqasi yo‘q.');
  await page.unroute(`**/api/applications/${id}/`);
  await page.reload();
  await details.getByRole('button', { name: 'Javoblarni o‘zgartirish' }).click();
  await expect(form.getByText('Oldin yozgan, hali saqlanmagan javoblaringiz tiklandi.')).toBeVisible();
  await expect(form.getByLabel('Nega aynan siz?')).toHaveValue('Ikkinchi javob.');
  await form.getByRole('checkbox', { name: 'Dushanba' }).check();
  await form.getByRole('button', { name: 'Saqlash' }).click();
  await expect(form).toHaveCount(0);
  await expect(details.getByText('Ikkinchi javob.')).toBeVisible();
  await expect(details.getByText('Dushanba, Seshanba, kechqurun')).toBeVisible();
  await move(app, organizer, id, 'under_review');
  await page.reload();
  await expect(details.getByText('Ikkinchi javob.')).toBeVisible();
  await expect(details.getByRole('button', { name: 'Javoblarni o‘zgartirish' })).toHaveCount(0);
});

test('drafts are listed above the applications and can be continued or deleted', { tag: '@dates' }, async ({ page, app }) => {
  const organizer = await app.organizer();
  const student = await app.student();
  const content = {
    application_deadline: dayFromNow(3),
    additional_questions: [{ question: 'Nega aynan siz?', question_type: 'textarea' }],
  };
  for (const title of ['Boshlangan grant', 'Unutiladigan grant']) {
    const { id } = await createOpportunity(app, organizer, title, content);
    const { additional_questions } = await app.call(student, 'GET', `/api/opportunities/${id}/`);
    const answers = { [additional_questions[0].id]: 'Chala javob' };
    await app.call(student, 'PUT', `/api/applications/drafts/${id}/`, { answers, version: 0 });
  }
  await app.signIn(page, student);
  await page.goto('/applications');
  const draftList = page.getByRole('region', { name: 'Tugallanmagan arizalar' });
  await expect(draftList.getByRole('heading', { level: 3 })).toHaveText(['Unutiladigan grant', 'Boshlangan grant']);
  await expect(draftList.getByRole('listitem').first()).toContainText('3 kun qoldi');
  await expect(page.getByText("Sizda hali arizalar yo'q")).toBeVisible();

  await page.route('**/api/applications/drafts/*/', (route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue()));
  await draftList.getByRole('button', { name: 'O‘chirish: Unutiladigan grant' }).click();
  await page.getByRole('button', { name: 'Ha, o‘chirish' }).click();
  await expect(page.getByText('Internet aloqasi yo‘q. Ulanishni tekshirib, qayta urining.')).toBeVisible();
  await expect(draftList.getByRole('heading', { level: 3 })).toHaveText(['Unutiladigan grant', 'Boshlangan grant']);
  await page.unroute('**/api/applications/drafts/*/');
  await draftList.getByRole('button', { name: 'O‘chirish: Unutiladigan grant' }).click();
  await page.getByRole('button', { name: 'Ha, o‘chirish' }).click();
  await expect(draftList.getByRole('heading', { level: 3 })).toHaveText(['Boshlangan grant']);
  await draftList.getByRole('link', { name: 'Davom ettirish' }).click();
  await expect(page).toHaveURL(/\/event\/\d+\?apply=1$/);
  await expect(page.getByRole('dialog').getByLabel('Nega aynan siz?')).toHaveValue('Chala javob');
});

test('documents are added to a pending application, opened by both sides and removed', async ({ page, app, browser }) => {
  const organizer = await app.organizer();
  const student = await app.student();
  const { id } = await apply(app, student, (await createOpportunity(app, organizer, 'Hujjatli grant')).id);
  await app.signIn(page, student);
  await page.goto(`/applications?application=${id}`);
  const documents = page.getByRole('dialog').getByRole('region', { name: 'Arizaga ilova qilingan hujjatlar' });
  const pdf = {
    name: 'motivatsion-xat.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
  };
  const picker = documents.getByLabel('Hujjat qo‘shish');
  await picker.setInputFiles({ name: 'dastur.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') });
  await expect(documents.getByRole('alert')).toHaveText('Faqat PDF, DOCX, JPG yoki PNG formatidagi fayllar qabul qilinadi.');
  await page.route('**/documents/', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await picker.setInputFiles(pdf);
  await expect(documents.getByRole('alert')).toHaveText('Internet aloqasi yo‘q. Ulanishni tekshirib, qayta urining.');
  await page.unroute('**/documents/');
  await documents.getByRole('button', { name: 'Qayta urinish' }).click();
  const file = documents.getByRole('link', { name: 'motivatsion-xat.pdf' });
  await expect(file).toBeVisible();
  const own = page.waitForEvent('download');
  await file.click();
  expect((await own).suggestedFilename()).toBe('motivatsion-xat.pdf');

  const context = await browser.newContext({ baseURL: app.url });
  const desk = await context.newPage();
  await app.signIn(desk, organizer);
  await desk.goto(`/organizer/applications?application=${id}`);
  await expect(desk.getByRole('dialog').getByRole('link', { name: 'motivatsion-xat.pdf' })).toBeVisible();
  await expect(desk.getByRole('dialog').getByRole('link', { name: 'PDF shaklida yuklab olish' })).toBeVisible();

  await documents.getByRole('button', { name: 'O‘chirish: motivatsion-xat.pdf' }).click();
  await page.getByRole('button', { name: 'Ha, o‘chirish' }).click();
  await expect(file).toHaveCount(0);
  await desk.reload();
  await expect(desk.getByRole('dialog').getByText('Qo‘shimcha hujjatlar')).toBeVisible();
  await expect(desk.getByRole('dialog').getByRole('link', { name: 'motivatsion-xat.pdf' })).toHaveCount(0);
  await context.close();
  await picker.setInputFiles(pdf);
  await expect(file).toBeVisible();
  await move(app, organizer, id, 'accepted');
  await page.reload();
  await expect(file).toBeVisible();
  await expect(picker).toHaveCount(0);
  await expect(documents.getByRole('button', { name: /^O‘chirish/ })).toHaveCount(0);
});
