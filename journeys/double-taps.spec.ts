import { expect, test } from './fixtures.ts';

test('a button tapped twice does its work once', async ({ page, app }) => {
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
    if (request.method() === 'GET') return route.continue();
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
