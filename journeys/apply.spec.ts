import type { Browser, Page } from '@playwright/test';
import { expect, type Person, type TestApp, test } from './fixtures.ts';

/** An opportunity of the sample data; it requires two facts of the basic information and a personal statement. */
const programme = 'Shahar bog‘lari volontyorlari (namuna)';
const organizer = { email: 'markaz@imkon.example', password: 'namuna-markaz-2026' };

const findProgramme = async (app: TestApp): Promise<number> => {
  const { results } = await app.call(null, 'GET', `/api/opportunities/?search=${encodeURIComponent(programme)}`);
  return results.find(({ title }: { title: string }) => title === programme).id;
};

const signInByForm = async (page: Page, { email, password }: { email: string; password: string }) => {
  await page.getByLabel('Elektron pochta').fill(email);
  await page.getByLabel('Parol', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Kirish', exact: true }).click();
};

const layer = (page: Page) => page.getByRole('dialog', { name: 'Ariza topshirish' });
const answerQuestions = async (page: Page) => {
  await layer(page).getByLabel('Nega aynan shu loyihada qatnashmoqchisiz?').fill('Bog‘ yaratishni yaxshi ko‘raman.');
  await layer(page)
    .getByRole('group', { name: /Qaysi kunlari bo‘shsiz/ })
    .getByRole('checkbox')
    .first()
    .check();
};
/** Confirms the summary and sends. */
const checkAndSend = async (page: Page) => {
  await layer(page).getByRole('button', { name: 'Ariza yuborish' }).click();
  await expect(layer(page).getByRole('heading', { name: 'Yuborishdan oldin tekshiring' })).toBeFocused();
  await layer(page).getByRole('button', { name: 'Ariza yuborish' }).click();
};
const createReadyStudent = async (app: TestApp): Promise<Person> => {
  const student = await app.student();
  await app.call(student, 'PATCH', '/api/students/profile/', { phone: '+998901234567', location: 'Toshkent', about_me: 'Talabaman.' });
  return student;
};
const applicationsTo = async (app: TestApp, student: Person, opportunity: number) => {
  const { results } = await app.call(student, 'GET', '/api/applications/');
  return results.filter((one: { opportunity: number }) => one.opportunity === opportunity);
};

const acceptInBrowser = async (browser: Browser, url: string, student: string, reason: string) => {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await page.goto('/login');
  await signInByForm(page, organizer);
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/organizer/applications');
  const received = page.getByRole('article', { name: `${student}: ${programme}` });
  await received.getByRole('button', { name: 'Qabul qilish' }).click();
  const decision = page.getByRole('dialog', { name: 'Arizani qabul qilish' });
  await decision.getByLabel('Sabab').fill(reason);
  await decision.getByRole('button', { name: 'Qabul qilish' }).click();
  await expect(page.getByText('Ariza qabul qilindi.')).toBeVisible();
  await expect(received.getByText('Ushbu ariza holati yangilangan.')).toBeVisible();
  await context.close();
};

test('from sign-up to an accepted application, with a Cyrillic search and a profile completed on the way', async ({
  page,
  app,
  browser,
}) => {
  const [name, email] = [`Madina Sinovova${Date.now()}`, `madina-${Date.now()}@example.uz`];
  const password = 'Kuchli-parol-2026';

  await page.goto('/signup');
  await page.getByLabel('To‘liq ism').fill(name);
  await page.getByLabel('Elektron pochta').fill(email);
  await page.getByLabel('Parol', { exact: true }).fill(password);
  await page.getByLabel('Parolni tasdiqlang').fill(password);
  await page.getByRole('button', { name: 'Ro‘yxatdan o‘tish' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await signInByForm(page, { email, password });

  await expect(page.getByRole('heading', { name: 'Yangi imkoniyatlar' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Imkoniyatlarni qidirish' }).fill('шаҳар боғлари');
  await page.getByRole('link', { name: programme }).click();
  await expect(page.getByRole('heading', { name: programme, level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Ariza topshirish' }).click();

  // Missing sections are listed with a link to each.
  await expect(layer(page).getByText('0 / 2 majburiy bo‘lim bajarildi · 0%')).toBeVisible();
  // The button is aria-disabled while sections are missing and still responds to a tap.
  await layer(page).getByRole('button', { name: "Profilni to'ldiring" }).click({ force: true });
  await expect(page.getByText("Profil to'ldirilmagan")).toBeVisible();
  const card = layer(page).getByRole('link', { name: /Shaxsiy ma’lumotlar/ });
  await expect(card).toBeFocused();
  await answerQuestions(page);
  await card.click();

  await expect(page).toHaveURL(/\/profile\?section=overview$/);
  await expect(page.getByRole('heading', { name: 'Shaxsiy ma’lumotlar' })).toBeFocused();
  await page.getByLabel('Telefon (ixtiyoriy)').fill('+998 90 765 43 21');
  await page.getByLabel('Manzil').fill('Samarqand');
  await page.getByLabel('O‘zingiz haqingizda').fill('Bog‘bonlikka qiziqaman.');
  await page.getByRole('button', { name: 'Saqlash' }).click();
  await expect(page.getByText("Profil ma'lumotlari saqlandi")).toBeVisible();
  await page.getByRole('link', { name: 'Arizaga qaytish' }).click();

  await expect(layer(page).getByText('2 / 2 majburiy bo‘lim bajarildi · 100%')).toBeVisible();
  await expect(layer(page).getByText('Bajarildi', { exact: true })).toHaveCount(2);
  await expect(layer(page).getByLabel('Nega aynan shu loyihada qatnashmoqchisiz?')).toHaveValue('Bog‘ yaratishni yaxshi ko‘raman.');
  await checkAndSend(page);
  await expect(page.getByText('Ariza yuborildi', { exact: true })).toBeVisible();
  await expect(layer(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Ariza yuborilgan' })).toBeDisabled();

  const reason = 'Xush kelibsiz! Shanba kuni soat 9 da kutamiz.';
  await acceptInBrowser(browser, app.url, name, reason);

  await page.goto('/applications');
  await expect(page.getByText('Qabul qilindi', { exact: true })).toBeVisible();
  await expect(page.getByText(reason)).toBeVisible();
});

test('a lost response leaves one application and keeps the answers', async ({ page, app }) => {
  const [student, opportunity] = [await createReadyStudent(app), await findProgramme(app)];
  await app.signIn(page, student);
  const keys: (string | undefined)[] = [];
  await page.route('**/api/applications/', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    // The first request reaches the server; its response is lost.
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.goto(`/event/${opportunity}?apply=1`);
  await answerQuestions(page);
  await checkAndSend(page);
  await expect(layer(page).getByRole('alert')).toContainText('Internet aloqasi yo‘q');
  await expect(layer(page).getByRole('definition').getByText('Bog‘ yaratishni yaxshi ko‘raman.')).toBeVisible();
  await layer(page).getByRole('button', { name: 'Ariza yuborish' }).click();
  await expect(page.getByText('Ariza yuborildi', { exact: true })).toBeVisible();
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(await applicationsTo(app, student, opportunity)).toHaveLength(1);
});

test('answers typed offline survive Back and a reload', async ({ page, app, context }) => {
  const [student, opportunity] = [await createReadyStudent(app), await findProgramme(app)];
  await app.signIn(page, student);
  await page.goto(`/event/${opportunity}`);
  await page.getByRole('button', { name: 'Ariza topshirish' }).click();
  await expect(layer(page).getByText('2 / 2 majburiy bo‘lim bajarildi · 100%')).toBeVisible();
  await context.setOffline(true);
  await answerQuestions(page);
  await checkAndSend(page);
  await expect(layer(page).getByRole('alert')).toContainText('Internet aloqasi yo‘q');
  await page.goBack();
  await expect(layer(page).getByRole('heading', { name: 'Qo‘shimcha savollar' })).toBeVisible();
  await page.goBack();
  await expect(layer(page)).toBeHidden();
  await page.getByRole('button', { name: 'Ariza topshirish' }).click();
  await expect(layer(page).getByLabel('Nega aynan shu loyihada qatnashmoqchisiz?')).toHaveValue('Bog‘ yaratishni yaxshi ko‘raman.');
  await context.setOffline(false);
  await page.reload();
  await expect(layer(page).getByLabel('Nega aynan shu loyihada qatnashmoqchisiz?')).toHaveValue('Bog‘ yaratishni yaxshi ko‘raman.');
  await checkAndSend(page);
  await expect(page.getByText('Ariza yuborildi', { exact: true })).toBeVisible();
  const sent = await applicationsTo(app, student, opportunity);
  expect(sent).toHaveLength(1);
  const { answers } = await app.call(student, 'GET', `/api/applications/${sent[0].id}/`);
  expect(answers[0].answer_text).toBe('Bog‘ yaratishni yaxshi ko‘raman.');
});

test('unanswered required questions are listed in the toast and marked at each question', async ({ page, app }) => {
  const [student, opportunity] = [await createReadyStudent(app), await findProgramme(app)];
  await app.signIn(page, student);
  await page.goto(`/event/${opportunity}?apply=1`);
  await layer(page).getByRole('button', { name: 'Ariza yuborish' }).click();
  await expect(page.getByText('Savollarga javob kiriting')).toBeVisible();
  await expect(page.getByText('Nega aynan shu loyihada qatnashmoqchisiz?; Qaysi kunlari bo‘shsiz?')).toBeVisible();
  await expect(layer(page).getByRole('alert')).toBeFocused();
  // Twice in the summary, twice at the questions.
  await expect(layer(page).getByText('Iltimos, ushbu savolga javob kiriting.')).toHaveCount(4);
  expect(await applicationsTo(app, student, opportunity)).toHaveLength(0);
});

test('sending is refused when the profile became incomplete in another window', async ({ page, app }) => {
  const [student, opportunity] = [await createReadyStudent(app), await findProgramme(app)];
  await app.signIn(page, student);
  await page.goto(`/event/${opportunity}?apply=1`);
  await answerQuestions(page);
  await app.call(student, 'PATCH', '/api/students/profile/', { about_me: null });
  await checkAndSend(page);
  await expect(page.getByText('Ariza yuborishdan oldin quyidagi bo‘limlarni to‘ldiring: Haqimda.')).toBeVisible();
  await expect(layer(page).getByText('1 / 2 majburiy bo‘lim bajarildi · 50%')).toBeVisible();
  await expect(layer(page).getByRole('link', { name: /Haqimda/ })).toBeFocused();
  expect(await applicationsTo(app, student, opportunity)).toHaveLength(0);
});

test('questions of every type: six options first, the rest on request; the organizer reads the answers as given', async ({ page, app }) => {
  const [organization, student] = [await app.organizer(), await app.student()];
  const newQuestion = (question: string, question_type: string, more = {}) => ({ question, question_type, is_required: true, ...more });
  const { id } = await app.call(organization, 'POST', '/api/opportunities/', {
    title: 'Har xil savollar',
    description: 'Savollar sinovi.',
    status: 'published',
    location: 'Toshkent',
    start_date: '2099-02-01',
    application_deadline: '2099-01-01',
    additional_questions: [
      newQuestion('Shahringiz?', 'select', {
        options: ['Andijon', 'Buxoro', 'Guliston', 'Jizzax', 'Nukus', 'Qarshi', 'Samarqand', 'Termiz'],
      }),
      newQuestion('Erkin tanlov?', 'select'),
      newQuestion('Tillar?', 'checkbox', { options: ['O‘zbek', 'Ingliz, B2', 'Rus'] }),
      newQuestion('Qoidalarga rozimisiz?', 'checkbox'),
      newQuestion('Yoshingiz?', 'number'),
      newQuestion('Aloqa uchun pochta?', 'email'),
      newQuestion('Sahifangiz?', 'url'),
      newQuestion('Qachondan?', 'date'),
      newQuestion('Rezyume?', 'file'),
      newQuestion('Qisqacha?', 'text', { max_length: 5 }),
    ],
  });
  await app.signIn(page, student);
  await page.goto(`/event/${id}?apply=1`);
  await expect(layer(page).getByRole('radio')).toHaveCount(6);
  await layer(page).getByRole('button', { name: 'Yana 2 ta variant' }).click();
  await layer(page).getByRole('radio', { name: 'Termiz' }).check();
  await layer(page).getByLabel('Erkin tanlov?').fill('Istalgan');
  await layer(page).getByRole('checkbox', { name: 'Rus' }).check();
  await layer(page).getByRole('checkbox', { name: 'Ingliz, B2' }).check();
  await layer(page).getByRole('checkbox', { name: 'Qoidalarga rozimisiz?' }).check();
  await layer(page).getByLabel('Yoshingiz?').fill('19');
  await layer(page).getByLabel('Aloqa uchun pochta?').fill('pochta');
  await layer(page).getByLabel('Sahifangiz?').fill('example.uz');
  await layer(page).getByLabel('Qachondan?').fill('2099-02-01');
  await layer(page).getByLabel('Yoki fayl havolasi: Rezyume?').fill('https://example.uz/rezyume.pdf');
  await layer(page).getByLabel('Qisqacha?').pressSequentially('1234567');
  await layer(page).getByRole('button', { name: 'Ariza yuborish' }).click();
  await layer(page).getByRole('alert').getByRole('link', { name: 'Elektron pochta noto‘g‘ri' }).click();
  await expect(layer(page).getByLabel('Aloqa uchun pochta?')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type('@example.uz');
  await checkAndSend(page);
  await expect(page.getByText('Ariza yuborildi', { exact: true })).toBeVisible();

  const { results } = await app.call(organization, 'GET', '/api/applications/org/');
  const { answers } = await app.call(organization, 'GET', `/api/applications/${results[0].id}/`);
  const answerTexts = answers.map((one: { answer_text: string; answer_file: string | null }) => one.answer_text || one.answer_file);
  expect(answerTexts).toEqual([
    'Termiz',
    'Istalgan',
    'Ingliz, B2, Rus',
    'Ha',
    '19',
    'pochta@example.uz',
    'example.uz',
    '2099-02-01',
    'https://example.uz/rezyume.pdf',
    '12345',
  ]);
  // A date answer is shown as a date.
  await page.goto(`/applications?application=${results[0].id}`);
  await expect(page.getByRole('dialog', { name: 'Ariza tafsilotlari' }).getByText('1 fevral 2099', { exact: true })).toBeVisible();
});
