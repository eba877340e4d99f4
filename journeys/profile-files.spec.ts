import type { CDPSession, Page } from '@playwright/test';
import { expect, type Person, type TestApp, test } from './fixtures.ts';

// The trace recorder fetches the blob preview, which the content security policy forbids.
test.use({ trace: 'off' });

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n');
const picture = { name: 'men.png', mimeType: 'image/png', buffer: png };
const resume = { name: 'rezyume.pdf', mimeType: 'application/pdf', buffer: pdf };

const pictureInput = (page: Page) => page.locator('#profile-picture');
const resumeInput = (page: Page) => page.locator('#profile-resume');
const head = (page: Page) => page.getByRole('region', { name: 'Sardor Namunayev', exact: true });
const documents = (page: Page) => page.getByRole('region', { name: 'Hujjatlar', exact: true });
const storedFiles = async (app: TestApp, student: Person) => {
  const { avatar, resume_name } = await app.call(student, 'GET', '/api/students/profile/');
  return { avatar, resume_name };
};
/** Limits the upload speed of the page, in bytes per second; -1 removes the limit. */
const limitUpload = (link: CDPSession, uploadThroughput: number) =>
  link.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput });

test('a picture is previewed while uploading, shown in the navigation, and removed after a confirmation', async ({ page, app }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const student = await app.student();
  await app.signIn(page, student);
  await page.goto('/profile?section=avatar');
  await expect(page.getByRole('heading', { name: 'Sardor Namunayev' })).toBeFocused();
  await pictureInput(page).setInputFiles(picture);
  await expect(page.getByText('Muvaffaqiyat!')).toBeVisible();
  await expect(page.getByText('Profil rasmi yangilandi')).toBeVisible();
  const { avatar } = await storedFiles(app, student);
  await expect(head(page).locator('img')).toHaveAttribute('src', avatar);
  await expect(page.getByRole('link', { name: 'Profil' }).locator('img')).toHaveAttribute('src', avatar);

  await page.getByRole('button', { name: 'Profil rasmini o‘chirish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'O‘chirish' }).click();
  await expect(page.getByText('Profil rasmi o‘chirildi')).toBeVisible();
  await expect(head(page).locator('img')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Profil' }).locator('img')).toHaveCount(0);
  expect((await storedFiles(app, student)).avatar).toBeNull();
});

test('a picture upload with an expired token is retried with a new one', async ({ page, app }) => {
  const student = await app.student();
  await app.signIn(page, student);
  await page.goto('/profile');
  await expect(pictureInput(page)).toBeAttached();
  await page.evaluate(() => {
    const token = localStorage.getItem('access_token') ?? '';
    localStorage.setItem('access_token', `${token.slice(0, -4)}AAAA`);
  });
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/upload-profile-picture/')) statuses.push(response.status());
  });
  await pictureInput(page).setInputFiles(picture);
  await expect(page.getByText('Profil rasmi yangilandi')).toBeVisible();
  expect(statuses).toEqual([401, 200]);
  expect((await storedFiles(app, student)).avatar).not.toBeNull();
});

test('a picture of a wrong type or size is not sent and shows the reason', async ({ page, app }) => {
  await app.signIn(page, await app.student());
  await page.goto('/profile');
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/upload-')) sent += 1;
  });
  await pictureInput(page).setInputFiles({ name: 'men.gif', mimeType: 'image/gif', buffer: png });
  await expect(page.getByText("Fayl turi noto'g'ri")).toBeVisible();
  await pictureInput(page).setInputFiles({ ...picture, buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
  await expect(page.getByText('Fayl juda katta')).toBeVisible();
  await expect(head(page).getByText("Iltimos, hajmi 5MB dan kichik bo'lgan rasm yuklang.")).toBeVisible();
  await resumeInput(page).setInputFiles({ name: 'rezyume.exe', mimeType: 'application/octet-stream', buffer: pdf });
  await expect(documents(page).getByText('Faqat PDF, DOCX, JPG yoki PNG formatidagi fayllar qabul qilinadi.')).toBeVisible();
  await resumeInput(page).setInputFiles({ ...resume, buffer: Buffer.alloc(10 * 1024 * 1024 + 1) });
  await expect(documents(page).getByText('Fayl hajmi 10 MB dan oshmasligi kerak.')).toBeVisible();
  expect(sent).toBe(0);
});

test('a cancelled, refused or failed picture upload keeps the old picture', async ({ page, context, app }) => {
  const student = await app.student();
  await app.signIn(page, student);
  await page.goto('/profile');
  await pictureInput(page).setInputFiles(picture);
  await expect(page.getByText('Profil rasmi yangilandi')).toBeVisible();
  const before = await storedFiles(app, student);
  const shown = head(page).locator('img');
  await expect(shown).toHaveAttribute('src', before.avatar);

  const link = await context.newCDPSession(page);
  await link.send('Network.enable');
  await limitUpload(link, 100_000);
  await pictureInput(page).setInputFiles({ ...picture, buffer: Buffer.concat([png, Buffer.alloc(3_000_000)]) });
  const progress = head(page).getByRole('progressbar', { name: 'Profil rasmi: yuklanmoqda' });
  await expect(shown).toHaveAttribute('src', /^blob:/);
  await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Yuklashni to‘xtatish' }).click();
  await expect(progress).toHaveCount(0);
  await expect(shown).toHaveAttribute('src', before.avatar);
  await expect(pictureInput(page)).toBeFocused();
  await limitUpload(link, -1);

  await page.route('**/upload-profile-picture/', (route) => route.fulfill({ status: 500, body: '' }));
  await pictureInput(page).setInputFiles(picture);
  await expect(page.getByText('Xatolik', { exact: true })).toBeVisible();
  await expect(page.getByText('Rasmni yuklashda xatolik yuz berdi').first()).toBeVisible();
  await expect(shown).toHaveAttribute('src', before.avatar);

  await page.unroute('**/upload-profile-picture/');
  await page.route('**/upload-profile-picture/', (route) => route.abort());
  await pictureInput(page).setInputFiles(picture);
  await expect(head(page).getByText('Internet aloqasi yo‘q. Ulanishni tekshirib, qayta urining.')).toBeVisible();
  await expect(shown).toHaveAttribute('src', before.avatar);
  expect(await storedFiles(app, student)).toEqual(before);

  // Retry the same file when the network is back.
  await page.unroute('**/upload-profile-picture/');
  await head(page).getByRole('button', { name: 'Qayta urinish' }).click();
  await expect.poll(async () => (await storedFiles(app, student)).avatar).not.toBe(before.avatar);
  await expect(shown).toHaveAttribute('src', (await storedFiles(app, student)).avatar);

  // The server refuses content that is not a picture.
  const current = (await storedFiles(app, student)).avatar;
  await pictureInput(page).setInputFiles({ ...picture, buffer: Buffer.from('matn') });
  await expect(head(page).locator('[aria-invalid]')).toHaveCount(1);
  await expect(shown).toHaveAttribute('src', current);
});

test('a resume is uploaded, downloaded under its name, replaced, cancelled and removed', async ({ page, context, app }) => {
  const student = await app.student();
  await app.signIn(page, student);
  await page.goto('/profile?section=resume');
  await expect(page.getByRole('heading', { name: 'Hujjatlar' })).toBeFocused();
  await resumeInput(page).setInputFiles(resume);
  await expect(page.getByText('Rezyume yuklandi')).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), documents(page).getByRole('link', { name: 'rezyume.pdf' }).click()]);
  expect(download.suggestedFilename()).toBe('rezyume.pdf');

  const link = await context.newCDPSession(page);
  await link.send('Network.enable');
  await limitUpload(link, 100_000);
  await resumeInput(page).setInputFiles({ ...resume, name: 'yangi.pdf', buffer: Buffer.concat([pdf, Buffer.alloc(3_000_000)]) });
  const progress = documents(page).getByRole('progressbar', { name: 'Rezyume: yuklanmoqda' });
  await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(0);
  // The current file stays visible meanwhile.
  await expect(documents(page).getByRole('link', { name: 'rezyume.pdf' })).toBeVisible();
  await page.getByRole('button', { name: 'Yuklashni to‘xtatish' }).click();
  await limitUpload(link, -1);
  expect((await storedFiles(app, student)).resume_name).toBe('rezyume.pdf');

  await resumeInput(page).setInputFiles({ ...resume, name: 'yangi.pdf' });
  await expect(documents(page).getByRole('link', { name: 'yangi.pdf' })).toBeVisible();
  expect((await storedFiles(app, student)).resume_name).toBe('yangi.pdf');

  await documents(page).getByRole('button', { name: 'Rezyume: o‘chirish' }).click();
  await page.getByRole('dialog', { name: 'Rezyumeni o‘chirish' }).getByRole('button', { name: 'O‘chirish' }).click();
  await expect(page.getByText('Rezyume o‘chirildi')).toBeVisible();
  await expect(documents(page).getByRole('link')).toHaveCount(0);
  expect((await storedFiles(app, student)).resume_name).toBeNull();
});
