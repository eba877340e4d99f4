import { expect, test } from './fixtures.ts';

test('an unknown address answers 404 and shows the not-found page', async ({ page }) => {
  const response = await page.goto('/bunday-sahifa-yo-q');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Bosh sahifaga qaytish' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('paths are case-sensitive in the browser as on the server', async ({ page }) => {
  for (const address of ['/Leaderboard', '/EVENT/1', '/Profile']) {
    expect((await page.goto(address))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(address);
  }
});

for (const distance of [15, 24])
  test(`a toast is 356 px wide; a slow swipe of ${distance} px ${distance < 20 ? 'keeps it for its 4 s' : 'dismisses it'}`, async ({
    page,
    app,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.clock.install();
    await app.signIn(page, await app.student());
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Chiqish' }).click();
    const toast = page.locator('[data-sonner-toast][data-mounted=true]');
    await expect(toast).toHaveText('Hisobdan chiqildi');
    const box = await toast.boundingBox();
    expect(box?.width).toBe(356);
    const at = { x: (box?.x ?? 0) + 178, y: (box?.y ?? 0) + 30 };
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x, at.y - distance, { steps: 4 });
    // The swipe is so slow that only its distance counts. From here on the test moves the clock.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.mouse.up();
    await page.mouse.move(0, 700);
    await page.clock.runFor(distance < 20 ? 3000 : 500);
    await expect(toast).toHaveCount(distance < 20 ? 1 : 0);
    await page.clock.runFor(2000);
    await expect(toast).toHaveCount(0);
  });
