import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { bulkBar, createOpportunityId, mapInBatches } from './organizerHelpers.ts';

test('a double tap on a button acts once', async ({ page, app }) => {
  const owner = await app.organizer();
  const { id } = await app.call(owner, 'POST', '/api/opportunities/', {
    title: 'Ikki marta bosish',
    description: 'Tavsif.',
    opportunity_type: 'conference',
    application_deadline: '2099-01-01',
    start_date: '2099-02-01',
    location: 'Toshkent',
  });
  await app.call(owner, 'POST', `/api/opportunities/${id}/publish/`);
  await app.signIn(page, await app.student());
  const writes: string[] = [];
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    // A view is reported after two seconds in sight, which a slow machine reaches.
    if (request.method() === 'GET' || request.url().endsWith('/view/')) return route.continue();
    writes.push(`${request.method()} ${new URL(request.url()).pathname.replace(/\d+/, 'N')}`);
    const response = await route.fetch();
    await route.fulfill({ response });
  });
  await page.goto(`/event/${id}?apply=1`);
  await page.getByRole('dialog').getByRole('button', { name: 'Ariza yuborish' }).dblclick();
  await expect(page.getByText('Ariza yuborildi', { exact: true })).toBeVisible();
  await page.goto('/applications');
  await page.getByRole('button', { name: 'Arizani bekor qilish' }).click();
  await page.getByRole('button', { name: 'Ha, bekor qilish' }).dblclick();
  await expect(page.getByText('Ariza bekor qilindi.')).toBeVisible();
  await page.getByRole('button', { name: 'Qayta topshirish' }).click();
  await page.getByRole('button', { name: 'Ha, topshirish' }).dblclick();
  await expect(page.getByRole('button', { name: 'Arizani bekor qilish' })).toBeVisible();
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Chiqish' }).dblclick();
  await expect(page.getByText('Hisobdan chiqildi')).toHaveCount(1);
  expect(writes).toEqual([
    'POST /api/applications/',
    'POST /api/applications/N/withdraw/',
    'POST /api/applications/N/reinstate/',
    'POST /api/auth/logout/',
  ]);
});

/** Three clicks in one task, as a busy phone delivers them; their click count stays 1. */
const tapThrice = (button: Locator) =>
  button.evaluate((element: HTMLElement) => {
    for (let tap = 0; tap < 3; tap++) element.click();
  });

test('taps queued by a slow phone decide once, and the message names the decision made', async ({ page, app }) => {
  const organizer = await app.organizer();
  const opportunity = await createOpportunityId(app, organizer);
  await mapInBatches(['Aziza', 'Bobur', 'Charos'], 3, async (first_name) =>
    app.call(await app.student({ first_name }), 'POST', '/api/applications/', { opportunity }),
  );
  await page.setViewportSize({ width: 1280, height: 900 });
  await app.signIn(page, organizer);
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && !request.postData()?.includes('dry_run'))
      writes.push(new URL(request.url()).pathname.replace(/\d+/, 'N'));
  });
  await page.goto(`/organizer/applications?eventId=${opportunity}`);

  await page
    .getByRole('button', { name: /^Qabul qilish/ })
    .first()
    .click();
  await tapThrice(page.getByRole('dialog').getByRole('button', { name: 'Qabul qilish' }));
  await expect(page.getByText('Ariza qabul qilindi.')).toBeVisible();
  await tapThrice(page.getByRole('button', { name: 'Bekor qilish: 1 ta ariza: Qabul qilindi' }));
  await expect(page.getByText('1 ta ariza avvalgi holatiga qaytdi.')).toHaveCount(1);

  await page.getByRole('checkbox', { name: 'Sahifadagi hammasini tanlash' }).check();
  await bulkBar(page).getByRole('button', { name: 'Rad etish' }).click();
  await tapThrice(page.getByRole('dialog').getByRole('button', { name: 'Rad etish (3)' }));
  await expect(page.getByText('3 ta ariza rad etildi.')).toBeVisible();

  await page.goto('/organizer/events');
  await tapThrice(page.getByRole('button', { name: 'Nusxa olish' }));
  await expect(page).toHaveURL(/\/organizer\/events\/\d+\/edit$/);
  expect(writes).toEqual([
    '/api/applications/N/accept/',
    '/api/applications/decisions/N/undo/',
    '/api/applications/reject/',
    '/api/opportunities/N/duplicate/',
  ]);
});
