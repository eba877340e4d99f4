import type { Page } from '@playwright/test';
import { type App, expect, type Person, test } from './fixtures.ts';

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const anOpportunity = (app: App, organizer: Person, title: string): Promise<{ id: number }> =>
  app.call(organizer, 'POST', '/api/opportunities/', {
    title,
    description: 'Sinov uchun.',
    opportunity_type: 'grant',
    status: 'published',
    start_date: dayFromNow(40),
    application_deadline: dayFromNow(20),
    location: 'Toshkent',
  });
const apply = (app: App, student: Person, opportunity: number): Promise<{ id: number }> =>
  app.call(student, 'POST', '/api/applications/', { opportunity });
const cardOf = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });

test('an application can be followed, taken back and handed in again', async ({ page, app }) => {
  const organizer = await app.organizer();
  const student = await app.student();
  const opportunity = await anOpportunity(app, organizer, 'Kuzatiladigan grant');
  const other = await anOpportunity(app, organizer, 'Boshqa grant');
  const { id } = await apply(app, student, opportunity.id);
  await apply(app, student, other.id);
  await app.signIn(page, student);
  await page.goto('/applications');
  await expect(page.getByRole('article')).toHaveCount(2);
  const card = cardOf(page, 'Kuzatiladigan grant');
  await expect(card.getByText('Kutilmoqda', { exact: true })).toBeVisible();
  await expect(card.getByText('Ariza yuborildi')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Tadbir haqida batafsil' })).toHaveCount(0);

  await card.getByRole('button', { name: 'Arizani bekor qilish' }).click();
  await page.getByRole('button', { name: 'Yo‘q, qolsin' }).click();
  await expect(card.getByText('Kutilmoqda', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Arizani bekor qilish' }).click();
  await page.getByRole('button', { name: 'Ha, bekor qilish' }).click();
  await expect(card.getByText('Bekor qilingan')).toBeVisible();
  await expect(cardOf(page, 'Boshqa grant').getByText('Kutilmoqda', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Qayta topshirish' }).click();
  await expect(card.getByText('Kutilmoqda', { exact: true })).toBeVisible();

  await app.call(organizer, 'POST', `/api/applications/${id}/accept/`, { reason: 'Tabriklaymiz, kutamiz.' });
  await page.reload();
  await expect(card.getByText('Qabul qilindi', { exact: true })).toBeVisible();
  await expect(card.getByText('Tashkilot izohi: Tabriklaymiz, kutamiz.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Arizani bekor qilish' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Tadbir haqida batafsil' }).click();
  await expect(page).toHaveURL(`${app.url}/event/${opportunity.id}`);
});

test('a withdrawal that never reached the server is said, and nothing changes', async ({ page, app }) => {
  const organizer = await app.organizer();
  const student = await app.student();
  const { id } = await apply(app, student, (await anOpportunity(app, organizer, 'Uzilgan aloqa granti')).id);
  await app.signIn(page, student);
  await page.goto('/applications');
  await page.route('**/withdraw/', (route) => route.abort());
  await page.getByRole('button', { name: 'Arizani bekor qilish' }).click();
  await page.getByRole('button', { name: 'Ha, bekor qilish' }).click();
  await expect(page.getByText('Internet aloqasi yo‘q. Ulanishni tekshirib, qayta urining.')).toBeVisible();
  await expect(page.getByText('Kutilmoqda', { exact: true })).toBeVisible();
  // Decided meanwhile: the refusal is shown, and what is true now with it.
  await page.unroute('**/withdraw/');
  await app.call(organizer, 'POST', `/api/applications/${id}/reject/`, {});
  await page.getByRole('button', { name: 'Arizani bekor qilish' }).click();
  await page.getByRole('button', { name: 'Ha, bekor qilish' }).click();
  await expect(page.getByText('Bu amalni hozirgi holatda bajarib bo‘lmaydi.')).toBeVisible();
  await expect(page.getByText('Rad etildi', { exact: true })).toBeVisible();
});

test('nothing yet leads to the events; a failed load can be tried again', async ({ page, app }) => {
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

test('more than one page of applications loads on', async ({ page, app }) => {
  const organizer = await app.organizer();
  const student = await app.student();
  for (let number = 1; number <= 21; number += 1)
    await apply(app, student, (await anOpportunity(app, organizer, `Grant ${String(number).padStart(2, '0')}`)).id);
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
  await expect(cardOf(page, 'Grant 01')).toBeVisible();
});
