import { expect, test } from './fixtures.ts';

test('an address where nothing lives answers 404 and says so', async ({ page }) => {
  const response = await page.goto('/bunday-sahifa-yo-q');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Bosh sahifaga qaytish' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('an address in other letters is another one for the browser too, as it is for the server', async ({ page }) => {
  for (const address of ['/Leaderboard', '/EVENT/1', '/Profile']) {
    expect((await page.goto(address))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(address);
  }
});
