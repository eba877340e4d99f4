import { expect, test } from './fixtures.ts';

/** Code of a part that comes on its own; each may be lost on the way while everything else is here. */
test.describe('a part whose code is lost on the way', () => {
  test('the count of messages is not worth a word', async ({ page, app }) => {
    await app.signIn(page, await app.student());
    await page.route(/\/assets\/Unread-/, (route) => route.abort());
    const asked = page.waitForEvent('requestfailed');
    await page.goto('/');
    await asked;
    await expect(page.getByRole('heading', { name: 'Yangi imkoniyatlar' })).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(9);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('filters and the application form can be asked for again', async ({ page, app }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await app.signIn(page, await app.student());
    const lost = page.getByRole('alert').filter({ hasText: 'Sahifaning bu qismi yuklanmadi.' });

    await page.route(/\/assets\/FilterSheet-/, (route) => route.abort());
    await page.goto('/');
    await page.getByRole('button', { name: 'Filtrlar' }).click();
    await expect(lost).toBeInViewport();
    await expect(page.getByRole('article')).toHaveCount(9);
    await page.unroute(/\/assets\/FilterSheet-/);
    await lost.getByRole('button', { name: 'Qayta urinish' }).click();
    await expect(page.getByRole('dialog', { name: 'Filtrlar' })).toBeVisible();
    // Here once, it is here: opened anew it is not asked for again.
    await page.getByRole('button', { name: 'Yopish' }).click();
    await page.getByRole('button', { name: 'Filtrlar' }).click();
    await expect(lost.or(page.getByRole('dialog', { name: 'Filtrlar' }))).toBeVisible();
    await expect(lost).toHaveCount(0);

    const { results } = await app.call(null, 'GET', '/api/opportunities/?is_active=true&page_size=1');
    await page.route(/\/assets\/ApplyLayer-/, (route) => route.abort());
    await page.goto(`/event/${results[0].id}`);
    await page.getByRole('button', { name: 'Ariza topshirish' }).click();
    await expect(lost).toBeInViewport();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.unroute(/\/assets\/ApplyLayer-/);
    await lost.getByRole('button', { name: 'Qayta urinish' }).click();
    await expect(page.getByRole('dialog', { name: 'Ariza topshirish' })).toBeVisible();
  });

  test('a screen opened off-line waits for the connection', async ({ page, app, context }) => {
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

  test('a screen that came at the second try stays while its address changes', async ({ page, app, context }) => {
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
    // The first letter makes a step in the history.
    await page.keyboard.type('Nukus');
    await expect(field).toHaveValue('Nukus');
    await expect(field).toBeFocused();
  });
});

test('the application form is fetched before it is asked for, and a tap that comes earlier is answered', async ({ page, app }) => {
  await app.signIn(page, await app.student());
  const { results } = await app.call(null, 'GET', '/api/opportunities/?is_active=true&page_size=1');
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/assets\/ApplyLayer-/, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/assets\/ApplyLayer-/);
  await page.goto(`/event/${results[0].id}`);
  await asked;
  await page.getByRole('button', { name: 'Ariza topshirish' }).click();
  await expect(page.getByText('Yuklanmoqda...')).toBeInViewport();
  arrive();
  await expect(page.getByRole('dialog', { name: 'Ariza topshirish' })).toBeVisible();
});
