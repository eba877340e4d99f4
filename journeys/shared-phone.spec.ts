import type { Page } from '@playwright/test';
import { expect, type Person, type TestApp, test } from './fixtures.ts';

const content = {
  title: 'Umumiy telefon sinovi',
  description: 'Tavsif.',
  opportunity_type: 'conference',
  application_deadline: '2099-01-01',
  start_date: '2099-02-01',
  location: 'Toshkent',
  additional_questions: [{ question: 'Nega aynan siz?', question_type: 'text', is_required: true }],
};
const publishedBy = async (app: TestApp, owner: Person): Promise<number> => {
  const { id } = await app.call(owner, 'POST', '/api/opportunities/', content);
  await app.call(owner, 'POST', `/api/opportunities/${id}/publish/`);
  return id;
};
const layer = (page: Page) => page.getByRole('dialog', { name: 'Ariza topshirish' });
const signInByForm = async (page: Page, { email, password }: Person) => {
  await page.getByLabel('Elektron pochta').fill(email);
  await page.getByLabel('Parol', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Kirish', exact: true }).click();
};
/** Confirms the summary and sends. */
const checkAndSend = async (page: Page) => {
  await layer(page).getByRole('button', { name: 'Ariza yuborish' }).click();
  await expect(layer(page).getByRole('heading', { name: 'Yuborishdan oldin tekshiring' })).toBeFocused();
  await layer(page).getByRole('button', { name: 'Ariza yuborish' }).click();
};
const browserStorage = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

test('signing out deletes typed answers; an expired session keeps them', async ({ page, app }) => {
  const [student, opportunity] = [await app.student(), await publishedBy(app, await app.organizer())];
  await app.signIn(page, student);
  await page.goto(`/event/${opportunity}?apply=1`);
  await page.route('**/api/applications/', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await layer(page).getByLabel('Nega aynan siz?').fill('Hech kimga aytilmagan sir');
  await checkAndSend(page);
  await expect(layer(page).getByRole('alert')).toContainText('Internet aloqasi yo‘q');
  expect(await browserStorage(page)).toContain('Hech kimga aytilmagan sir');

  // After an expired session the answer is back in the form.
  await page.evaluate(() => localStorage.removeItem('refresh_token'));
  await page.evaluate(() => localStorage.removeItem('access_token'));
  await page.goto(`/login?from=${encodeURIComponent(`/event/${opportunity}?apply=1`)}`);
  await signInByForm(page, student);
  await expect(layer(page).getByLabel('Nega aynan siz?')).toHaveValue('Hech kimga aytilmagan sir');

  await page.goto('/profile');
  await page.getByRole('button', { name: 'Chiqish' }).click();
  await expect(page.getByText('Hisobdan chiqildi')).toBeVisible();
  expect(await browserStorage(page)).not.toContain('sir');
});

test('a draft opportunity is not shown from the cache after signing out', async ({ page, app }) => {
  const owner = await app.organizer();
  const { id } = await app.call(owner, 'POST', '/api/opportunities/', { ...content, title: 'Hali e’lon qilinmagan reja' });
  await app.signIn(page, owner);
  await page.goto('/organizer/events');
  await page.evaluate((to) => history.pushState(null, '', to), `/event/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Hali e’lon qilinmagan reja' })).toBeVisible();
  await page.evaluate(() => history.pushState(null, '', '/organizer/profile'));
  await page.getByRole('button', { name: 'Chiqish' }).click();
  await expect(page.getByText('Hisobdan chiqildi')).toBeVisible();
  await page.evaluate((to) => history.pushState(null, '', to), `/event/${id}`);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByText('Hali e’lon qilinmagan reja')).toBeHidden();
});

test('an opportunity deleted while open is not shown from the browser cache', async ({ page, app }) => {
  const owner = await app.organizer();
  const id = await publishedBy(app, owner);
  await app.signIn(page, await app.student());
  await page.goto(`/event/${id}`);
  await expect(page.getByRole('button', { name: 'Ariza topshirish' })).toBeEnabled();
  await app.call(owner, 'DELETE', `/api/opportunities/${id}/`);
  await page.getByRole('button', { name: 'Ariza topshirish' }).click();
  await layer(page).getByLabel('Nega aynan siz?').fill('Kech qoldim');
  await checkAndSend(page);
  await expect(layer(page).getByRole('alert')).toBeVisible();
  await layer(page).getByRole('button', { name: 'Orqaga' }).click();
  await expect(layer(page).getByLabel('Nega aynan siz?')).toHaveValue('Kech qoldim');
  await layer(page).getByRole('button', { name: 'Orqaga' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ariza topshirish' })).toBeHidden();
});

test('a question added while the form is open is shown and answered before sending', async ({ page, app }) => {
  const owner = await app.organizer();
  const id = await publishedBy(app, owner);
  const student = await app.student();
  await app.signIn(page, student);
  await page.goto(`/event/${id}?apply=1`);
  await layer(page).getByLabel('Nega aynan siz?').fill('Chunki');
  const { additional_questions } = await app.call(owner, 'GET', `/api/opportunities/${id}/`);
  await app.call(owner, 'PATCH', `/api/opportunities/${id}/`, {
    additional_questions: [
      { ...additional_questions[0], question_type_display: undefined },
      { question: 'Yangi savol?', question_type: 'text', is_required: true },
    ],
  });
  await checkAndSend(page);
  await layer(page).getByLabel('Yangi savol?').fill('Yangi javob');
  await expect(layer(page).getByLabel('Nega aynan siz?')).toHaveValue('Chunki');
  await checkAndSend(page);
  await expect(page.getByText('Ariza yuborildi', { exact: true })).toBeVisible();
});

test('a profile requirement added while the form is open is named', async ({ page, app }) => {
  const owner = await app.organizer();
  const id = await publishedBy(app, owner);
  await app.signIn(page, await app.student());
  await page.goto(`/event/${id}?apply=1`);
  await layer(page).getByLabel('Nega aynan siz?').fill('Chunki');
  await app.call(owner, 'PATCH', `/api/opportunities/${id}/`, {
    profile_requirements: [{ section: 'education', requirement_level: 'required', minimum_items: 1 }],
  });
  await checkAndSend(page);
  await expect(page.getByText("Ariza yuborishdan oldin quyidagi bo‘limlarni to‘ldiring: Ta'lim tarixi.")).toBeVisible();
});

test('a page restored from the back-forward cache shows the account signed in now', async ({ page, app }) => {
  const [first, second] = [await app.student(), await app.student()];
  await app.call(first, 'PATCH', '/api/students/profile/', { about_me: 'Birinchi' });
  await app.call(second, 'PATCH', '/api/students/profile/', { about_me: 'Ikkinchi' });
  await app.signIn(page, first);
  await page.goto('/profile');
  await expect(page.getByText('Birinchi').first()).toBeVisible();
  await page.evaluate(
    ([access, refresh]) => {
      window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      localStorage.setItem('access_token', access as string);
      localStorage.setItem('refresh_token', refresh as string);
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    },
    [second.access, second.refresh],
  );
  await expect(page.getByText('Ikkinchi').first()).toBeVisible();
  await expect(page.getByText('Birinchi')).toBeHidden();
});

test('a request of one account is never repeated with the token of the next', async ({ page, app }) => {
  const [first, second] = [await app.student(), await app.student()];
  await app.signIn(page, first);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Tahrirlash' }).first().click();
  await page.getByRole('textbox', { name: /^Telefon/ }).fill('+998901112233');
  await page.route('**/api/students/profile/', async (route) => {
    if (route.request().method() === 'GET' || route.request().headers().authorization !== `Bearer ${first.access}`) return route.continue();
    await page.evaluate(
      ([access, refresh]) => {
        localStorage.setItem('access_token', access as string);
        localStorage.setItem('refresh_token', refresh as string);
      },
      [second.access, second.refresh],
    );
    await route.fulfill({ status: 401, json: { detail: 'x', code: 'unauthorized' } });
  });
  const answered = page.waitForResponse((response) => response.status() === 401);
  await page.getByRole('button', { name: 'Saqlash' }).first().click();
  await answered;
  await expect(page.getByRole('alert').first()).toBeVisible();
  const { phone } = await app.call(second, 'GET', '/api/students/profile/');
  expect(phone).not.toBe('+998901112233');
});

test('signing in and applying works without browser storage', async ({ page, app }) => {
  const [student, opportunity] = [await app.student(), await publishedBy(app, await app.organizer())];
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
  });
  await page.goto(`/login?from=${encodeURIComponent(`/event/${opportunity}?apply=1`)}`);
  await signInByForm(page, student);
  await layer(page).getByLabel('Nega aynan siz?').fill('Chunki');
  await checkAndSend(page);
  await expect(page.getByText('Ariza yuborildi', { exact: true })).toBeVisible();
  await expect(layer(page)).toBeHidden();
});

test('a session that ends during an edit of an opportunity or profile keeps the typed values', async ({ page, app }) => {
  const owner = await app.organizer();
  const opportunity = await publishedBy(app, owner);
  await app.signIn(page, owner);
  /** Makes both tokens invalid, as after two weeks away. */
  const endSession = () =>
    page.evaluate(() => {
      const token = localStorage.getItem('access_token') ?? '';
      localStorage.setItem('access_token', `${token.slice(0, token.lastIndexOf('.'))}.AAAA`);
      localStorage.setItem('refresh_token', 'ended');
    });

  await page.goto(`/organizer/events/${opportunity}/edit`);
  await page.getByLabel('Joylashuv').fill('Samarqand, Registon');
  await endSession();
  await page.getByRole('button', { name: 'Yangilash' }).click();
  await expect(page).toHaveURL('/login');
  await signInByForm(page, owner);
  await expect(page).toHaveURL(`/organizer/events/${opportunity}/edit`);
  await expect(page.getByLabel('Joylashuv')).toHaveValue('Samarqand, Registon');
  await expect(page.getByText('hali yuborilmagan ma’lumotlaringiz tiklandi')).toBeVisible();
  await page.getByRole('button', { name: 'Yangilash' }).click();
  await expect(page.getByText('Imkoniyat yangilandi')).toBeVisible();
  expect((await app.call(owner, 'GET', `/api/opportunities/${opportunity}/`)).location).toBe('Samarqand, Registon');

  // Leaving on purpose discards the typed values, and values typed on an older version are not restored.
  await page.goto(`/organizer/events/${opportunity}/edit`);
  await page.getByLabel('Joylashuv').fill('Xiva');
  await page.reload();
  await expect(page.getByLabel('Joylashuv')).toHaveValue('Xiva');
  await page.getByRole('link', { name: 'Arizalar' }).click();
  await page.getByRole('button', { name: 'Saqlamasdan chiqish' }).click();
  await expect(page).toHaveURL('/organizer/applications');
  await page.goto(`/organizer/events/${opportunity}/edit`);
  await expect(page.getByLabel('Joylashuv')).toHaveValue('Samarqand, Registon');
  await page.getByLabel('Joylashuv').fill('Xiva');
  await app.call(owner, 'PATCH', `/api/opportunities/${opportunity}/`, { location: 'Buxoro' });
  await page.reload();
  await expect(page.getByLabel('Joylashuv')).toHaveValue('Buxoro');

  await page.goto('/organizer/profile');
  await page.getByRole('button', { name: 'Tahrirlash' }).click();
  await page.getByLabel('Tavsif').fill('O‘n yillik tarix');
  await endSession();
  await page.getByRole('button', { name: 'Saqlash' }).click();
  await expect(page).toHaveURL('/login');
  await signInByForm(page, owner);
  await page.getByRole('button', { name: 'Tahrirlash' }).click();
  await expect(page.getByLabel('Tavsif')).toHaveValue('O‘n yillik tarix');
  await page.getByRole('button', { name: 'Bekor qilish' }).click();
  await page.getByRole('button', { name: 'Tahrirlash' }).click();
  await expect(page.getByLabel('Tavsif')).toHaveValue('');
});
