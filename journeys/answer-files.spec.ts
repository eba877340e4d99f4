import type { Page } from '@playwright/test';
import { documentMaxBytes, documentTooLarge, documentWrongType } from '#contract/file.ts';
import { expect, type Person, type TestApp, test } from './fixtures.ts';

const question = 'Rezyumeingiz?';
const published = async (app: TestApp, owner: Person): Promise<number> => {
  const { id } = await app.call(owner, 'POST', '/api/opportunities/', {
    title: 'Fayl so‘raydigan tadbir',
    description: 'Tavsif.',
    opportunity_type: 'conference',
    application_deadline: '2099-01-01',
    start_date: '2099-02-01',
    location: 'Toshkent',
    status: 'published',
    additional_questions: [{ question, question_type: 'file', is_required: true }],
  });
  return id;
};
const layer = (page: Page) => page.getByRole('dialog', { name: 'Ariza topshirish' });
const picker = (page: Page) => layer(page).getByLabel(question, { exact: true });
const link = (page: Page) => layer(page).getByLabel(`Yoki fayl havolasi: ${question}`);
const next = (page: Page) => layer(page).getByRole('button', { name: 'Ariza yuborish' });
const pdf = (name = 'Rezyume Sardor.pdf') => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
});

const opened = async (page: Page, app: TestApp) => {
  const [owner, student] = [await app.organizer(), await app.student()];
  const id = await published(app, owner);
  await app.signIn(page, student);
  await page.goto(`/event/${id}?apply=1`);
  await expect(link(page)).toBeVisible();
  return { owner, student, id };
};

test('a file answer is uploaded, survives a reload, is shown in the summary and reaches the organizer', async ({ page, app, request }) => {
  const { owner, student, id } = await opened(page, app);
  await picker(page).setInputFiles(pdf());
  await expect(layer(page).getByText('Rezyume Sardor.pdf')).toBeVisible();
  await expect(link(page)).toBeHidden();
  await expect(layer(page).getByRole('status')).toHaveText(/^Saqlandi/);
  const { answers } = await app.call(student, 'GET', `/api/applications/drafts/${id}/`);
  expect(Object.values(answers)).toEqual([expect.stringMatching(/^\/files\/document\/\w+\.pdf$/)]);
  await page.reload();
  await expect(layer(page).getByText('Rezyume Sardor.pdf')).toBeVisible();
  await next(page).click();
  await expect(layer(page).getByRole('region', { name: 'Javoblaringiz' })).toContainText('Rezyume Sardor.pdf');
  await next(page).click();
  await expect(page.getByText('Ariza yuborildi', { exact: true })).toBeVisible();
  const { results } = await app.call(owner, 'GET', '/api/applications/org/');
  const { answers: given } = await app.call(owner, 'GET', `/api/applications/${results[0].id}/`);
  const file = await request.get(`${app.url}${given[0].answer_file}`);
  expect([file.status(), file.headers()['content-disposition']]).toEqual([200, expect.stringContaining('attachment')]);
  expect(await file.body()).toEqual(pdf().buffer);
});

test('a file that is too large or of a wrong type is refused before upload and the earlier file stays', async ({ page, app }) => {
  await opened(page, app);
  await picker(page).setInputFiles(pdf('birinchi.pdf'));
  await expect(layer(page).getByText('birinchi.pdf')).toBeVisible();
  const uploads: string[] = [];
  page.on('request', (sentRequest) => sentRequest.url().includes('upload-document') && uploads.push(sentRequest.url()));
  await picker(page).setInputFiles({ ...pdf('katta.pdf'), buffer: Buffer.alloc(documentMaxBytes + 1) });
  await expect(layer(page).getByRole('alert')).toHaveText(documentTooLarge);
  await picker(page).setInputFiles({ name: 'dastur.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') });
  await expect(layer(page).getByRole('alert')).toHaveText(documentWrongType);
  expect(uploads).toEqual([]);
  // Named as a PDF but with other content: the server refuses it.
  await picker(page).setInputFiles({ ...pdf('yolgon.pdf'), buffer: Buffer.from('MZ bu dastur') });
  await expect(layer(page).getByRole('alert')).toHaveText(documentWrongType);
  expect(uploads).toHaveLength(1);
  await expect(layer(page).getByText('birinchi.pdf')).toBeVisible();
  await layer(page)
    .getByRole('button', { name: `${question}: o‘chirish` })
    .click();
  await expect(layer(page).getByText('birinchi.pdf')).toBeHidden();
  await next(page).click();
  await expect(layer(page).getByRole('alert').first()).toContainText('Iltimos, ushbu savolga javob kiriting.');
  await link(page).fill('drive.google.com/rezyume');
  await next(page).click();
  await expect(layer(page).getByRole('region', { name: 'Javoblaringiz' })).toContainText('drive.google.com/rezyume');
});

test('an upload shows progress and can be cancelled; sending waits for it; a failed upload can be retried', async ({ page, app }) => {
  const { student, id } = await opened(page, app);
  let respond: (outcome: 'go' | 'lose') => void = () => {};
  await page.route('**/api/applications/upload-document/', async (route) => {
    const outcome = await new Promise((resolve) => {
      respond = resolve;
    });
    if (outcome === 'go') return route.continue();
    await route.abort('connectionreset').catch(() => {});
  });
  await picker(page).setInputFiles(pdf('sekin.pdf'));
  await expect(layer(page).getByRole('progressbar', { name: `${question}: yuklanmoqda` })).toBeVisible();
  await next(page).click();
  await expect(page.getByText('Fayl yuklanib bo‘lishini kuting yoki yuklashni to‘xtating.')).toBeVisible();
  await layer(page).getByRole('button', { name: 'Yuklashni to‘xtatish' }).click();
  await expect(layer(page).getByRole('progressbar', { name: `${question}: yuklanmoqda` })).toBeHidden();
  await expect(layer(page).getByText('sekin.pdf')).toBeHidden();
  respond('lose');

  await picker(page).setInputFiles(pdf('qaytadan.pdf'));
  await expect(layer(page).getByRole('progressbar', { name: `${question}: yuklanmoqda` })).toBeVisible();
  respond('lose');
  await expect(layer(page).getByRole('alert')).toContainText('Internet aloqasi yo‘q');
  await layer(page).getByRole('button', { name: 'Qayta urinish' }).click();
  await expect(layer(page).getByRole('progressbar', { name: `${question}: yuklanmoqda` })).toBeVisible();
  respond('go');
  await expect(layer(page).getByText('qaytadan.pdf')).toBeVisible();
  await expect.poll(async () => Object.keys((await app.call(student, 'GET', `/api/applications/drafts/${id}/`)).answers).length).toBe(1);
});
