import { dayFromNow, expect, test } from './fixtures.ts';

/** Rare texts of the specification, each in the state that shows it; web/texts.test.ts requires them here. */

const plain = {
  title: 'Oddiy lager',
  description: 'Tavsif.',
  opportunity_type: 'camp',
  status: 'published',
  start_date: dayFromNow(40),
  application_deadline: dayFromNow(20),
  location: 'Buxoro',
  age_min: 16,
  requirements: [{ requirement: 'Tavsiyanoma', is_mandatory: false }],
};

test('an opportunity shows optional requirements and the on-site label', async ({ page, app }) => {
  const { id } = await app.call(await app.organizer(), 'POST', '/api/opportunities/', plain);
  await page.goto(`/event/${id}`);
  const main = page.getByRole('main');
  for (const text of ['Joyida (oflayn)', 'Talab qilinmaydi', 'Ixtiyoriy'])
    await expect(main.getByText(text, { exact: true }).first()).toBeVisible();
  const { results } = await app.call(null, 'GET', '/api/opportunities/?search=Yetakchilik lageri');
  await page.goto(`/event/${results[0].id}`);
  await expect(main.getByText('Tasdiqlangan tashkilot', { exact: true }).first()).toBeVisible();
});

test('an opportunity shows a loading text, and an error without a reason', async ({ page, app }) => {
  await app.signIn(page, await app.student());
  await page.goto('/');
  let failing = false;
  await page.route(/\/api\/opportunities\/\d+\/$/, async (route) => {
    if (failing) return route.fulfill({ status: 500, body: '' });
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return route.continue();
  });
  let release: () => void = () => {};
  const card = page.getByRole('article').first().getByRole('link').first();
  await card.click();
  await expect(page.getByText("Ma'lumotlar yuklanmoqda...")).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  failing = true;
  await page.goto('/');
  await page.getByRole('article').nth(1).getByRole('link').first().click();
  await expect(page.getByText("Imkoniyat ma'lumotlarini yuklashda xatolik yuz berdi.")).toBeVisible();
});

test('both demo pages show the trial label', async ({ page }) => {
  for (const address of ['/leaderboard', '/resources']) {
    await page.goto(address);
    await expect(page.getByText('Sinov rejimi').first()).toBeVisible();
  }
});

test('an edit of a missing opportunity, a failed save and a successful one', async ({ page, app }) => {
  const organizer = await app.organizer();
  const { id } = await app.call(organizer, 'POST', '/api/opportunities/', plain);
  await app.signIn(page, organizer);
  await page.goto('/organizer/events/2147483000/edit');
  await expect(page.getByText("Ushbu tadbir mavjud emas yoki o'chirilgan bo'lishi mumkin...")).toBeVisible();
  await page.goto(`/organizer/events/${id}/edit`);
  await page.getByLabel('Sarlavha').fill('Oddiy yozgi lager');
  let failing = true;
  await page.route(/\/api\/opportunities\/\d+\/$/, (route) =>
    failing && route.request().method() === 'PATCH' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await page.getByRole('button', { name: 'Yangilash' }).click();
  await expect(page.getByText('Imkoniyatni yangilashda xatolik yuz berdi')).toBeVisible();
  failing = false;
  await page.getByRole('button', { name: 'Yangilash' }).click();
  await expect(page.getByText('Imkoniyat yangilandi')).toBeVisible();
});
