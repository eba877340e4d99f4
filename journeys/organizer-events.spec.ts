import type { Page, Request } from '@playwright/test';
import { dayFromNow, expect, type Person, type TestApp, test } from './fixtures.ts';

const createOpportunity = (app: TestApp, organizer: Person, values: Record<string, unknown> = {}) =>
  app.call(organizer, 'POST', '/api/opportunities/', {
    title: 'Kuzgi tadqiqot maktabi',
    description: 'Talabalar uchun tadqiqot maktabi.',
    start_date: dayFromNow(60),
    application_deadline: dayFromNow(30),
    location: 'Toshkent',
    status: 'published',
    ...values,
  });
const fillRequired = async (page: Page, title: string) => {
  await page.getByLabel('Sarlavha').fill(title);
  await page.getByLabel('Tavsif', { exact: true }).fill('Birinchi qator.');
  await page.getByLabel('Boshlanish sanasi').fill(dayFromNow(60));
  await page.getByLabel('Ariza topshirish muddati').fill(dayFromNow(30));
  await page.getByLabel('Joylashuv').fill('Samarqand');
};
const addCriterion = async (page: Page, number: number, { name, weight, max }: { name: string; weight: string; max: string }) => {
  await page.getByRole('button', { name: 'Mezon qo‘shish' }).click();
  const row = page.getByRole('group', { name: `${number}-mezon` });
  await row.getByLabel('Mezon nomi').fill(name);
  await row.getByLabel('Vazni').fill(weight);
  await row.getByLabel('Eng yuqori ball').fill(max);
};
const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });
const idAt = (page: Page) => Number(/\/(?:events|event)\/(\d+)/.exec(page.url())?.[1]);
/** Records the writing requests of the page in order, as "POST /api/…". */
const writes = (page: Page) => {
  const seen: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && pathname.startsWith('/api/') && !pathname.includes('/auth/'))
      seen.push(`${request.method()} ${pathname}`);
  });
  return seen;
};
const unavailable = { status: 503, json: { detail: 'Xizmat hozircha mavjud emas.', code: 'unavailable' } };

test('a copy has the questions and the review criteria, requires dates, and is created once over retries', { tag: '@dates' }, async ({
  page,
  app,
}) => {
  const organizer = await app.organizer();
  const { id } = await createOpportunity(app, organizer, {
    additional_questions: [{ question: 'Nega qatnashmoqchisiz?', question_type: 'textarea', is_required: true }],
  });
  await app.call(organizer, 'PUT', `/api/opportunities/${id}/judging/`, {
    blind_review: true,
    criteria: [{ name: 'Motivatsiya', weight: 2.5, max_score: 10 }],
  });
  await app.signIn(page, organizer);
  await page.goto('/organizer/events');
  // The copy is created, but the response is lost.
  await page.route('**/duplicate/', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Nusxa olish' }).click();
  await expect(page.getByText('Internet aloqasi yo‘q', { exact: false })).toBeVisible();
  await page.unroute('**/duplicate/');
  await card(page, 'Kuzgi tadqiqot maktabi').last().getByRole('button', { name: 'Nusxa olish' }).click();
  await expect(page.getByText('Nusxa yaratildi')).toBeVisible();
  await expect(page).toHaveURL(/\/organizer\/events\/\d+\/edit$/);
  expect(idAt(page)).not.toBe(id);

  await expect(page.getByLabel('Sarlavha')).toHaveValue('Kuzgi tadqiqot maktabi (nusxa)');
  await expect(page.getByLabel('Savol matni')).toHaveValue('Nega qatnashmoqchisiz?');
  await expect(page.getByLabel('Nomzodlarning ismini yashirish')).toBeChecked();
  await expect(page.getByLabel('Mezon nomi')).toHaveValue('Motivatsiya');
  await expect(page.getByLabel('Vazni')).toHaveValue('2,5');
  await expect(page.getByLabel('Boshlanish sanasi')).toHaveValue('');
  await page.getByLabel('Boshlanish sanasi').fill(dayFromNow(90));
  await page.getByLabel('Ariza topshirish muddati').fill(dayFromNow(80));
  await page.getByRole('button', { name: 'Yangilash' }).click();
  await expect(page).toHaveURL(/\/organizer\/events$/);
  await expect(page.getByText('2 ta tadbir')).toBeVisible();
  await expect(card(page, '(nusxa)').getByText('Qoralama')).toBeVisible();
});

test('a draft is previewed as students see it, tried without sending anything, and published from the preview', async ({ page, app }) => {
  const organizer = await app.organizer();
  await app.signIn(page, organizer);
  await page.goto('/create');
  await fillRequired(page, 'Oldindan ko‘riladigan tadbir');
  await page.getByLabel('Holati').selectOption('published');
  await page.getByRole('button', { name: 'Savol qo‘shish' }).click();
  await page.getByLabel('Savol matni').fill('Nega qatnashmoqchisiz?');
  await page.getByLabel('Javob berish majburiy').check();
  await page.getByRole('button', { name: 'Savol qo‘shish' }).click();
  const second = page.getByRole('group', { name: '2-savol' });
  await second.getByLabel('Savol matni').fill('Diplomingiz');
  await second.getByLabel('Savol turi').selectOption('file');
  await page.getByRole('button', { name: 'Qoralama sifatida saqlab, ko‘rish' }).click();

  await expect(page).toHaveURL(/\/event\/\d+\?preview=1$/);
  const id = idAt(page);
  expect((await app.call(organizer, 'GET', `/api/opportunities/${id}/`)).status).toBe('draft');
  const banner = page.getByRole('complementary', { name: 'Oldindan ko‘rish' });
  await expect(banner.getByText('Oldindan ko‘rish: talabalar sahifani shunday ko‘radi')).toBeVisible();
  await expect(banner.getByRole('link', { name: 'Tahrirlash' })).toHaveAttribute('href', `/organizer/events/${id}/edit`);
  await expect(page.getByRole('article').getByText('Faol', { exact: true })).toBeVisible();

  const written = writes(page);
  await page.getByRole('button', { name: 'Ariza topshirish' }).click();
  const layer = page.getByRole('dialog', { name: 'Ariza topshirish' });
  await expect(page).toHaveURL(/preview=1&apply=1$/);
  await expect(layer.getByText('hech narsa saqlanmaydi va yuborilmaydi', { exact: false }).first()).toBeVisible();
  await expect(layer.getByRole('group').locator('input[type=file]')).toBeDisabled();
  await layer.getByRole('button', { name: 'Ariza yuborish' }).click();
  await expect(layer.getByRole('alert').getByRole('link')).toHaveCount(1);
  await layer.getByLabel('Nega qatnashmoqchisiz?').fill('Qiziqaman');
  await layer.getByRole('button', { name: 'Ariza yuborish' }).click();
  await expect(page.getByText('Ariza yuborilmadi')).toBeVisible();
  await page.reload();
  await expect(layer.getByLabel('Nega qatnashmoqchisiz?')).toHaveValue('');
  await layer.getByRole('button', { name: 'Orqaga' }).click();
  await expect(layer).toHaveCount(0);
  await expect(page).toHaveURL(/\/event\/\d+\?preview=1$/);
  expect(written).toEqual([]);

  // A refused publication shows the reason and can be retried.
  await page.route('**/publish/', (route) => route.fulfill(unavailable));
  await banner.getByRole('button', { name: 'E’lon qilish' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Imkoniyatni e’lon qilish' });
  await confirmation.getByRole('button', { name: 'E’lon qilish' }).click();
  await expect(page.getByText('Xizmat hozircha mavjud emas.')).toBeVisible();
  await page.unroute('**/publish/');
  await banner.getByRole('button', { name: 'E’lon qilish' }).click();
  await confirmation.getByRole('button', { name: 'E’lon qilish' }).click();
  await expect(page.getByText('Imkoniyat e’lon qilindi')).toBeVisible();
  await expect(banner.getByRole('button', { name: 'E’lon qilish' })).toHaveCount(0);
  expect((await app.call(null, 'GET', `/api/opportunities/${id}/`)).status).toBe('published');
});

test('the preview address shows other people the public page', async ({ page, app }) => {
  const { id } = await createOpportunity(app, await app.organizer());
  await app.signIn(page, await app.student());
  await page.goto(`/event/${id}?preview=1`);
  await expect(page.getByRole('button', { name: 'Ariza topshirish' })).toBeEnabled();
  await expect(page.getByText('Oldindan ko‘rish', { exact: false })).toHaveCount(0);
});

test('review criteria are saved with the opportunity and edited later, with a warning when the ranking changes', async ({ page, app }) => {
  const organizer = await app.organizer();
  await app.signIn(page, organizer);
  await page.goto('/create');
  await fillRequired(page, 'Baholanadigan tadbir');
  await page.getByLabel('Holati').selectOption('published');
  await page.getByLabel('Nomzodlarning ismini yashirish').check();
  await addCriterion(page, 1, { name: 'Motivatsiya', weight: '2,5', max: '10' });
  await addCriterion(page, 2, { name: '', weight: '0', max: '5' });
  await page.getByRole('button', { name: 'Yaratish' }).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Mezon nomini kiriting.', '0 dan katta vazn kiriting.']);
  const second = page.getByRole('group', { name: '2-mezon' });
  await second.getByLabel('Mezon nomi').fill('Tajriba');
  await second.getByLabel('Vazni').fill('1');
  await second.getByLabel('Tushuntirish').fill('Loyihalarda qatnashganmi?');
  const written = writes(page);
  await page.getByRole('button', { name: 'Yaratish' }).click();
  await expect(page).toHaveURL(/\/organizer\/events$/);
  const id = Number((await page.getByRole('link', { name: 'Tahrirlash' }).getAttribute('href'))?.split('/')[3]);
  expect(written).toEqual(['POST /api/opportunities/', `PUT /api/opportunities/${id}/judging/`]);
  const judging = await app.call(organizer, 'GET', `/api/opportunities/${id}/judging/`);
  expect(judging).toMatchObject({
    blind_review: true,
    criteria: [
      { name: 'Motivatsiya', weight: 2.5, max_score: 10, description: null },
      { name: 'Tajriba', weight: 1, max_score: 5, description: 'Loyihalarda qatnashganmi?' },
    ],
    review_count: 0,
  });

  const application = await app.call(await app.student(), 'POST', '/api/applications/', { opportunity: id });
  const [first, other] = judging.criteria;
  await app.call(organizer, 'PUT', `/api/applications/${application.id}/review/`, { scores: { [first.id]: 8, [other.id]: 1 } });
  await page.getByRole('link', { name: 'Tahrirlash' }).click();
  await expect(page.getByLabel('Mezon nomi').first()).toHaveValue('Motivatsiya');
  const warning = page.getByText('reyting qayta hisoblanadi', { exact: false });
  await page.getByLabel('Mezon nomi').first().fill('Qiziqish');
  await expect(warning).toHaveCount(0);
  await page.getByLabel('Vazni').first().fill('1');
  await expect(warning).toBeVisible();
  await page.getByLabel('Nomzodlarning ismini yashirish').uncheck();
  await page.getByRole('button', { name: 'Yangilash' }).click();
  await expect(page).toHaveURL(/\/organizer\/events$/);
  expect(await app.call(organizer, 'GET', `/api/opportunities/${id}/judging/`)).toMatchObject({
    blind_review: false,
    criteria: [
      { id: first.id, name: 'Qiziqish', weight: 1 },
      { id: other.id, name: 'Tajriba', weight: 1 },
    ],
    review_count: 1,
  });
});

test('when saving the criteria of a new opportunity fails, the retry sends only the criteria', async ({ page, app }) => {
  const organizer = await app.organizer();
  await app.signIn(page, organizer);
  await page.goto('/create');
  await fillRequired(page, 'Yarmi saqlangan tadbir');
  await addCriterion(page, 1, { name: 'Motivatsiya', weight: '3', max: '10' });
  await page.route('**/judging/', (route) => (route.request().method() === 'PUT' ? route.fulfill(unavailable) : route.continue()));
  const written = writes(page);
  await page.getByRole('button', { name: 'Yaratish' }).click();
  await expect(page.getByText('Imkoniyat saqlandi, lekin baholash sozlamalari saqlanmadi.')).toBeVisible();
  await expect(page).toHaveURL(/\/organizer\/events\/\d+\/edit$/);
  const judging = `/api/opportunities/${idAt(page)}/judging/`;
  await expect(page.getByLabel('Mezon nomi')).toHaveValue('Motivatsiya');
  // Unsaved criteria survive a reload.
  await page.reload();
  await expect(page.getByText('Imkoniyat saqlandi, lekin baholash sozlamalari saqlanmadi.')).toBeVisible();
  await expect(page.getByLabel('Mezon nomi')).toHaveValue('Motivatsiya');
  await page.getByRole('button', { name: 'Yangilash' }).click();
  await expect(page.getByText('Xizmat hozircha mavjud emas.').first()).toBeVisible();
  await page.unroute('**/judging/');
  await page.getByRole('button', { name: 'Yangilash' }).click();
  await expect(page).toHaveURL(/\/organizer\/events$/);
  expect(written).toEqual(['POST /api/opportunities/', `PUT ${judging}`, `PUT ${judging}`, `PUT ${judging}`]);
  expect((await app.call(organizer, 'GET', judging)).criteria).toMatchObject([{ name: 'Motivatsiya', weight: 3 }]);
  expect((await app.call(organizer, 'GET', '/api/opportunities/?scope=mine')).count).toBe(1);
  // No unsaved state is left, here or in a new form.
  await page.getByRole('link', { name: 'Tahrirlash' }).click();
  await expect(page.getByLabel('Mezon nomi')).toHaveValue('Motivatsiya');
  await expect(page.getByText('saqlanmadi', { exact: false })).toHaveCount(0);
  await page.goto('/create');
  await expect(page.getByLabel('Sarlavha')).toHaveValue('');
});

test('when saving the criteria of an edit fails, the retry sends later changes and not the saved ones', async ({ page, app }) => {
  const organizer = await app.organizer();
  const { id } = await createOpportunity(app, organizer);
  await app.signIn(page, organizer);
  await page.goto(`/organizer/events/${id}/edit`);
  await page.getByLabel('Moliyaviy ta’minot').fill('Stipendiya');
  await page.getByRole('button', { name: 'Savol qo‘shish' }).click();
  await page.getByLabel('Savol matni').fill('Nega qatnashmoqchisiz?');
  await addCriterion(page, 1, { name: 'Motivatsiya', weight: '1', max: '10' });
  await page.route('**/judging/', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
  const written = writes(page);
  const judging = `PUT /api/opportunities/${id}/judging/`;
  const change = `PATCH /api/opportunities/${id}/`;
  await page.getByRole('button', { name: 'Yangilash' }).click();
  await expect(page.getByText('Imkoniyat saqlandi, lekin baholash sozlamalari saqlanmadi.')).toBeVisible();
  const saved = await app.call(organizer, 'GET', `/api/opportunities/${id}/`);
  expect(saved).toMatchObject({ compensation: 'Stipendiya', additional_questions: [{ question: 'Nega qatnashmoqchisiz?' }] });
  await page.getByRole('button', { name: 'Yangilash' }).click();
  await expect.poll(() => written).toEqual([change, judging, judging]);
  // The field is cleared after it was saved; the question keeps its id.
  await page.getByLabel('Moliyaviy ta’minot').fill('');
  await page.unroute('**/judging/');
  await page.getByRole('button', { name: 'Yangilash' }).click();
  await expect(page).toHaveURL(/\/organizer\/events$/);
  expect(written).toEqual([change, judging, judging, change, judging]);
  expect(await app.call(organizer, 'GET', `/api/opportunities/${id}/`)).toMatchObject({
    compensation: null,
    additional_questions: [{ id: saved.additional_questions[0].id, question: 'Nega qatnashmoqchisiz?' }],
  });
});

test('counters update while visible; a view counts once per person and day and never for the organizer', async ({ page, app, browser }) => {
  const organizer = await app.organizer();
  const { id } = await createOpportunity(app, organizer);
  await app.signIn(page, organizer);
  const own: string[] = [];
  page.on('request', (request) => request.url().includes('/view/') && own.push(request.url()));
  await page.clock.install();
  await page.goto(`/event/${id}`);
  await expect(page.getByRole('link', { name: 'Tahrirlash' })).toBeVisible();
  await page.clock.fastForward(10_000);
  await page.goto('/organizer/events');
  await expect(page.getByText('Ko‘rishlar: 0')).toBeVisible();
  await expect(page.getByText('Arizalar: 0')).toBeVisible();

  const student = await app.student();
  const context = await browser.newContext();
  const other = await context.newPage();
  await app.signIn(other, student);
  const views: (string | null)[] = [];
  other.on('request', (request) => {
    if (request.url().endsWith(`/api/opportunities/${id}/view/`)) views.push(request.headers().authorization ?? null);
  });
  await other.goto(`${app.url}/event/${id}`);
  await expect.poll(() => views).toEqual([`Bearer ${student.access}`]);
  await other.reload();
  await app.call(student, 'POST', '/api/applications/', { opportunity: id });
  await expect
    .poll(async () => (await app.call(organizer, 'GET', '/api/opportunities/?scope=mine')).results[0].view_count, { timeout: 15_000 })
    .toBe(1);
  expect(views).toHaveLength(1);
  await context.close();

  // The page polls without interaction, and a failed poll keeps the figures.
  await page.route('**/api/opportunities/**', (route) => route.fulfill(unavailable));
  await page.clock.fastForward(31_000);
  await expect(page.getByText('Arizalar: 0')).toBeVisible();
  await page.unroute('**/api/opportunities/**');
  await page.clock.fastForward(31_000);
  await expect(page.getByText('Arizalar: 1')).toBeVisible();
  await expect(page.getByText('Ko‘rishlar: 1')).toBeVisible();
  expect(own).toEqual([]);
});

const states = ['pending', 'accepted', 'rejected', 'under_review'] as const;
const labels = { pending: 'Kutilmoqda', accepted: 'Qabul qilindi', rejected: 'Rad etildi', under_review: "Ko'rib chiqilmoqda" };
const universities = ['Birinchi universitet', 'Ikkinchi universitet', 'Uchinchi universitet', null] as const;

test('the dashboard charts match the plan of 250 applications', { tag: '@dates' }, async ({ page, app }) => {
  test.setTimeout(120_000);
  const organizer = await app.organizer();
  const other = await app.organizer();
  const { id: foreign } = await createOpportunity(app, other);
  const ids: number[] = [];
  for (let number = 0; number < 10; number += 1) ids.push((await createOpportunity(app, organizer, { title: `Tadbir ${number}` })).id);
  const plan = Array.from({ length: 250 }, (_, index) => {
    const [opportunity, student] = [Math.floor(index / 25), index % 25];
    return {
      opportunity,
      student,
      state: states[((opportunity + student) % 7) % 4] as (typeof states)[number],
      university: universities[student % 4] ?? null,
    };
  });
  const students: Person[] = [];
  for (let number = 0; number < 25; number += 1) {
    const student = await app.student({ first_name: `Talaba${number}` });
    const university = universities[number % 4];
    if (university) await app.call(student, 'PATCH', '/api/students/profile/', { university });
    students.push(student);
  }
  const applied: number[] = [];
  for (let from = 0; from < plan.length; from += 10)
    applied.push(
      ...(await Promise.all(
        plan
          .slice(from, from + 10)
          .map(({ opportunity, student }) =>
            app
              .call(students[student] as Person, 'POST', '/api/applications/', { opportunity: ids[opportunity] })
              .then(({ id }) => id as number),
          ),
      )),
    );
  for (const status of ['accepted', 'rejected', 'under_review'] as const) {
    const application_ids = applied.filter((_, index) => plan[index]?.state === status);
    for (let from = 0; from < application_ids.length; from += 100)
      await app.call(organizer, 'POST', '/api/applications/bulk-update/', {
        application_ids: application_ids.slice(from, from + 100),
        status,
      });
  }
  // Views: every student views the first, no one the last but one; other organizations' views do not count.
  for (const student of students) await app.call(student, 'POST', `/api/opportunities/${ids[0]}/view/`);
  for (const student of students.slice(0, 10)) await app.call(student, 'POST', `/api/opportunities/${ids[1]}/view/`);
  await app.call(students[0] as Person, 'POST', `/api/opportunities/${foreign}/view/`);
  await app.call(students[0] as Person, 'POST', '/api/applications/', { opportunity: foreign });
  await expect.poll(async () => (await app.call(organizer, 'GET', '/api/applications/charts/')).funnel.views, { timeout: 15_000 }).toBe(35);

  await app.signIn(page, organizer);
  await page.goto('/organizer');
  const figure = (name: string) => page.getByRole('figure', { name });
  const shown = (name: string) => figure(name).getByRole('listitem');
  const count = (of: (one: (typeof plan)[number]) => boolean) => plan.filter(of).length;
  const spaced = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ' ');
  const check = async (of: (one: (typeof plan)[number]) => boolean, funnel: string[]) => {
    await expect(shown('Ko‘rishdan qabulgacha')).toHaveText(funnel);
    for (const state of states)
      await expect(shown('Holatlar bo‘yicha').filter({ hasText: labels[state] })).toHaveText(
        `${labels[state]}${spaced(count((one) => of(one) && one.state === state))}`,
      );
    for (const university of universities)
      await expect(shown('Universitetlar bo‘yicha').filter({ hasText: university ?? 'Boshqalar va ko‘rsatmaganlar' })).toHaveText(
        `${university ?? 'Boshqalar va ko‘rsatmaganlar'}${spaced(count((one) => of(one) && one.university === university))}`,
      );
    await expect(figure('Kunlar bo‘yicha arizalar').getByText('So‘nggi 30 kunda')).toHaveText(`So‘nggi 30 kunda ${spaced(count(of))} ta`);
  };
  const share = (part: number, whole: number) => `${Math.round((100 * part) / whole)}%`;
  const accepted = count(({ state }) => state === 'accepted');
  await check(
    () => true,
    ['Ko‘rishlar35', 'Ariza boshlaganlar250', 'Ariza yuborganlar250 · 100%', `Qabul qilinganlar${accepted} · ${share(accepted, 250)}`],
  );
  await figure('Kunlar bo‘yicha arizalar').getByText('Jadval ko‘rinishida').click();
  const rows = figure('Kunlar bo‘yicha arizalar').getByRole('row');
  await expect(rows).toHaveCount(31);
  await expect(rows.last().getByRole('cell')).toHaveText('250');

  await page.getByLabel('Tadbir', { exact: true }).selectOption({ label: 'Tadbir 0' });
  const first = (one: (typeof plan)[number]) => one.opportunity === 0;
  const taken = count((one) => first(one) && one.state === 'accepted');
  await check(first, [
    'Ko‘rishlar25',
    'Ariza boshlaganlar25 · 100%',
    'Ariza yuborganlar25 · 100%',
    `Qabul qilinganlar${taken} · ${share(taken, 25)}`,
  ]);
  await expect(page).toHaveURL(new RegExp(`eventId=${ids[0]}`));
  await page.reload();
  await check(first, [
    'Ko‘rishlar25',
    'Ariza boshlaganlar25 · 100%',
    'Ariza yuborganlar25 · 100%',
    `Qabul qilinganlar${taken} · ${share(taken, 25)}`,
  ]);
});

test('charts that fail to load can be retried and the figures above stay', async ({ page, app }) => {
  const organizer = await app.organizer();
  await createOpportunity(app, organizer);
  await app.signIn(page, organizer);
  await page.route('**/api/applications/charts/**', (route) => route.fulfill(unavailable));
  await page.goto('/organizer');
  const pictures = page.getByRole('region', { name: 'Arizalar diagrammalarda' });
  await expect(pictures.getByRole('alert')).toContainText('Xizmat hozircha mavjud emas.', { timeout: 20_000 });
  await expect(page.getByRole('term').filter({ hasText: 'Jami tadbirlar' }).locator('xpath=following-sibling::dd[1]')).toHaveText('1');
  await page.unroute('**/api/applications/charts/**');
  await pictures.getByRole('button', { name: 'Qayta urinish' }).click();
  await expect(pictures.getByRole('figure')).toHaveCount(4);
});

test('a reviewer sees no action they may not take, and no form they may not send', async ({ page, app }) => {
  const owner = await app.organizer();
  const { id } = await createOpportunity(app, owner);
  const email = `korgan.${Date.now()}@example.uz`;
  const { link } = await app.call(owner, 'POST', '/api/organizations/invite-member/', { email, role: 'reviewer' });
  const reviewer = await app.organizer({ email, organization_name: undefined, invitation: link.split('/').pop() });
  await app.signIn(page, reviewer);
  const main = page.getByRole('main');
  await page.goto('/organizer/events');
  await expect(card(page, 'Kuzgi tadqiqot maktabi').getByRole('link', { name: 'Arizalar' })).toBeVisible();
  await expect(main.getByRole('button')).toHaveCount(0);
  await expect(main.getByRole('link')).toHaveText(['Kuzgi tadqiqot maktabi', 'Arizalar']);

  await page.goto('/organizer');
  await expect(main.getByRole('link', { name: 'Kuzgi tadqiqot maktabi' }).last()).toHaveAttribute('href', `/event/${id}`);
  await expect(main.getByRole('link', { name: /Yangi imkoniyat/ })).toHaveCount(0);

  const reviewersText = 'Imkoniyatlarni tashkilot egasi va menejerlari yaratadi va tahrirlaydi.';
  await page.goto('/create');
  await expect(main.getByRole('alert').getByText(reviewersText, { exact: false })).toBeVisible();
  await expect(page.getByLabel('Sarlavha')).toHaveCount(0);
  await page.goto(`/organizer/events/${id}/edit`);
  await expect(main.getByRole('alert').getByText(reviewersText, { exact: false })).toBeVisible();
  await expect(main.getByText('Tadbir topilmadi')).toHaveCount(0);
  const other = await createOpportunity(app, await app.organizer());
  await page.goto(`/organizer/events/${other.id}/edit`);
  await expect(main.getByText('Tadbir topilmadi')).toBeVisible();
});

test('the form warns about an irreversible cancellation and a past deadline before saving', { tag: '@dates' }, async ({ page, app }) => {
  const organizer = await app.organizer();
  const { id } = await createOpportunity(app, organizer);
  await app.signIn(page, organizer);
  await page.goto(`/organizer/events/${id}/edit`);
  const final = page.getByText('Bekor qilingan imkoniyatni qayta ochib bo‘lmaydi', { exact: false });
  const past = page.getByText('Bu kun o‘tgan: talabalar ariza topshira olmaydi.');
  await expect(page.getByLabel('Holati')).toHaveValue('published');
  await expect(final).toHaveCount(0);
  await expect(past).toHaveCount(0);
  await page.getByLabel('Holati').selectOption('cancelled');
  await expect(final).toBeVisible();
  await page.getByLabel('Holati').selectOption('published');
  await expect(final).toHaveCount(0);
  // A deadline typed with last year.
  await page.getByLabel('Ariza topshirish muddati').fill(dayFromNow(-335));
  await expect(past).toBeVisible();
  await page.getByLabel('Ariza topshirish muddati').fill(dayFromNow(1));
  await expect(past).toHaveCount(0);
});

test('a draft without a deadline is not shown as permanently open', async ({ page, app }) => {
  const organizer = await app.organizer();
  const { id } = await createOpportunity(app, organizer);
  await app.call(organizer, 'POST', `/api/opportunities/${id}/duplicate/`, {});
  await app.signIn(page, organizer);
  await page.goto('/organizer/events');
  const copy = card(page, 'Kuzgi tadqiqot maktabi (nusxa)');
  await expect(copy.getByText("Muddat: Ma'lumot yo'q", { exact: true })).toBeVisible();
  await expect(copy.getByText('Doimiy qabul', { exact: false })).toHaveCount(0);
});
