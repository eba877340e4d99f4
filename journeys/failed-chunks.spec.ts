import { expect, test } from './fixtures.ts';

/** Lazy chunks: each may fail to load while the rest of the page is there. */
test.describe('a chunk that fails to load', () => {
  test('the message count fails silently', async ({ page, app }) => {
    await app.signIn(page, await app.student());
    await page.route(/\/assets\/UnreadCount-/, (route) => route.abort());
    const requested = page.waitForEvent('requestfailed');
    await page.goto('/');
    await requested;
    await expect(page.getByRole('heading', { name: 'Yangi imkoniyatlar' })).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(9);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('filters and the application form can be retried', async ({ page, app }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await app.signIn(page, await app.student());
    const loadError = page.getByRole('alert').filter({ hasText: 'Sahifaning bu qismi yuklanmadi.' });

    await page.route(/\/assets\/FilterSheet-/, (route) => route.abort());
    await page.goto('/');
    await page.getByRole('button', { name: 'Filtrlar' }).click();
    await expect(loadError).toBeInViewport();
    await expect(page.getByRole('article')).toHaveCount(9);
    await page.unroute(/\/assets\/FilterSheet-/);
    await loadError.getByRole('button', { name: 'Qayta urinish' }).click();
    await expect(page.getByRole('dialog', { name: 'Filtrlar' })).toBeVisible();
    // A loaded chunk is not requested again.
    await page.getByRole('button', { name: 'Yopish' }).click();
    await page.getByRole('button', { name: 'Filtrlar' }).click();
    await expect(loadError.or(page.getByRole('dialog', { name: 'Filtrlar' }))).toBeVisible();
    await expect(loadError).toHaveCount(0);

    const { results } = await app.call(null, 'GET', '/api/opportunities/?is_active=true&page_size=1');
    await page.route(/\/assets\/ApplyLayer-/, (route) => route.abort());
    await page.goto(`/event/${results[0].id}`);
    await page.getByRole('button', { name: 'Ariza topshirish' }).click();
    await expect(loadError).toBeInViewport();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.unroute(/\/assets\/ApplyLayer-/);
    await loadError.getByRole('button', { name: 'Qayta urinish' }).click();
    await expect(page.getByRole('dialog', { name: 'Ariza topshirish' })).toBeVisible();
  });

  test('a screen opened offline can be retried when the connection is back', async ({ page, app, context }) => {
    await app.signIn(page, await app.student());
    await page.goto('/');
    await expect(page.getByRole('article')).toHaveCount(9);
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Arizalar' }).first().click();
    await expect(page.getByText('Sahifaning bu qismi yuklanmadi.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Asosiy' }).first()).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Qayta urinish' }).click();
    await expect(page.getByRole('heading', { name: 'Arizalarim' })).toBeVisible();
  });

  test('a screen loaded on retry stays mounted while its address changes', async ({ page, app, context }) => {
    await app.signIn(page, await app.student());
    await page.goto('/');
    await expect(page.getByRole('article')).toHaveCount(9);
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Profil' }).first().click();
    await expect(page.getByText('Sahifaning bu qismi yuklanmadi.')).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Qayta urinish' }).click();
    await page.getByRole('button', { name: 'Tahrirlash' }).first().click();
    const field = page.getByLabel('Manzil');
    await field.focus();
    // The first letter adds a history entry.
    await page.keyboard.type('Nukus');
    await expect(field).toHaveValue('Nukus');
    await expect(field).toBeFocused();
  });
});

test('the application form is prefetched, and an early tap shows the loading state', async ({ page, app }) => {
  await app.signIn(page, await app.student());
  const { results } = await app.call(null, 'GET', '/api/opportunities/?is_active=true&page_size=1');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/ApplyLayer-/, async (route) => {
    await released;
    await route.continue();
  });
  const requested = page.waitForRequest(/\/assets\/ApplyLayer-/);
  await page.goto(`/event/${results[0].id}`);
  await requested;
  await page.getByRole('button', { name: 'Ariza topshirish' }).click();
  await expect(page.getByText('Yuklanmoqda...')).toBeInViewport();
  release();
  await expect(page.getByRole('dialog', { name: 'Ariza topshirish' })).toBeVisible();
});
