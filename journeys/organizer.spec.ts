import type { Page } from '@playwright/test';
import { dayFromNow, expect, type Person, type TestApp, test } from './fixtures.ts';
import { createOpportunity, setFilters } from './organizerHelpers.ts';

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const serial = () => Math.random().toString(36).slice(2, 8);
const createApplication = async (app: TestApp, opportunity: number, name: string) => {
  const student = await app.student({ first_name: name, last_name: 'Namunayev' });
  return app.call(student, 'POST', '/api/applications/', { opportunity });
};

/** Fills the required fields. */
const fillRequired = async (page: Page, title: string) => {
  await page.getByLabel('Sarlavha').fill(title);
  await page.getByLabel('Tavsif', { exact: true }).fill('Birinchi qator.\nIkkinchi qator.');
  await page.getByLabel('Boshlanish sanasi').fill(dayFromNow(60));
  await page.getByLabel('Ariza topshirish muddati').fill(dayFromNow(30));
  await page.getByLabel('Joylashuv').fill('Samarqand');
};
const eventCard = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });
const received = (page: Page, name: string) => page.getByRole('article', { name: new RegExp(name) });

test('an organization signs up, fills every field of an opportunity, publishes it, and closes it', async ({ page, app }) => {
  test.setTimeout(120_000);
  const title = `Ipak yo‘li forumi ${serial()}`;
  const email = `tashkilot.${serial()}@example.uz`;

  await page.goto('/signup');
  await page.getByText('Tashkilot', { exact: true }).click();
  await page.getByLabel('Tashkilot nomi').fill('Ipak yo‘li jamg‘armasi');
  await page.getByLabel('Tashkilot turi').selectOption('foundation');
  await page.getByLabel('Mamlakat').fill('O‘zbekiston');
  await page.getByLabel('Shahar').fill('Samarqand');
  await page.getByLabel('Elektron pochta').fill(email);
  await page.getByLabel('Parol', { exact: true }).fill('Kuchli-parol-2026');
  await page.getByLabel('Parolni tasdiqlang').fill('Kuchli-parol-2026');
  await page.getByRole('button', { name: 'Ro‘yxatdan o‘tish' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Elektron pochta').fill(email);
  await page.getByLabel('Parol', { exact: true }).fill('Kuchli-parol-2026');
  await page.getByRole('button', { name: 'Kirish', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);

  await page.getByRole('link', { name: 'Tadbirlar' }).click();
  await expect(page.getByText('Sizda hali tadbirlar yo‘q')).toBeVisible();
  await page.getByRole('link', { name: 'Imkoniyat yaratish' }).click();
  await expect(page.getByRole('heading', { name: 'Yangi imkoniyat yaratish' })).toBeVisible();

  await fillRequired(page, title);
  await expect(page.getByLabel('Imkoniyat turi')).toHaveValue('conference');
  await expect(page.getByLabel('Holati')).toHaveValue('draft');
  await page.getByLabel('Imkoniyat turi').selectOption('grant');
  await page.getByLabel('Tavsiya etilgan').check();
  await page.getByLabel('Muqova rasmi').setInputFiles({ name: 'muqova.png', mimeType: 'image/png', buffer: png });
  await expect(page.getByAltText('Tanlangan muqova')).toBeVisible();
  await page.getByLabel('Tugash sanasi').fill(dayFromNow(65));
  await page.getByLabel('Natijalar e’lon qilinadigan sana').fill(dayFromNow(40));
  await page.getByLabel('Masofadan (onlayn)').check();
  await page.getByLabel('Arizalarning eng ko‘p soni').fill('25');
  await page.getByLabel('Moliyaviy ta’minot').fill('Yo‘l xarajatlari');
  await page.getByLabel('Imtiyozlar').fill('Sertifikat\n\nTushlik');
  await page.getByLabel('Ariza topshirish yo‘riqnomasi').fill('Avval profilni to‘ldiring.');
  await page.getByLabel('Eng kam GPA').fill('3.5 / 4.0');
  await page.getByLabel('Yo‘nalish').fill('Iqtisodiyot');
  await page.getByLabel('Bitirish yili (dan)').fill('2027');
  await page.getByLabel('Bitirish yili (gacha)').fill('2030');
  await page.getByLabel('Yoshi (dan)').fill('18');
  await page.getByLabel('Yoshi (gacha)').fill('26');
  await page.getByLabel('Kerakli ko‘nikmalar').fill('python');
  await page.getByRole('button', { name: 'Python', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Python: olib tashlash' })).toBeVisible();

  await page.getByRole('button', { name: 'Talab qo‘shish' }).click();
  await expect(page.getByLabel('Majburiy talab')).toBeChecked();
  await page.getByLabel('Talab matni').fill('Ingliz tilini bilish');
  await page.getByLabel('Majburiy talab').uncheck();

  await page.getByRole('button', { name: 'Profil talabini qo‘shish' }).click();
  await expect(page.getByLabel('Profil bo‘limi')).toHaveValue('basic_info');
  await expect(page.getByLabel('Talab darajasi')).toHaveValue('required');
  await page.getByLabel('Eng kam soni').fill('3');
  await page.getByLabel('Talabaga xabar').fill('Ma’lumotlaringizni to‘ldiring.');
  await page.getByRole('button', { name: 'Profil talabini qo‘shish' }).click();
  const second = page.getByRole('group', { name: '2-profil talabi' });
  await second.getByLabel('Profil bo‘limi').selectOption('resume');
  await expect(second.getByLabel('Eng kam soni')).toHaveCount(0);

  await page.getByRole('button', { name: 'Savol qo‘shish' }).click();
  await page.getByLabel('Savol matni').fill('Qaysi kunlari qatnasha olasiz?');
  await page.getByLabel('Savol turi').selectOption('select');
  await page.getByLabel('Javob variantlari').fill('Dushanba\n\nSeshanba');
  await page.getByLabel('Javob berish majburiy').check();
  await page.getByLabel('Yordamchi matn').fill('Bittasini tanlang.');
  await page.getByRole('button', { name: 'Savol qo‘shish' }).click();
  const another = page.getByRole('group', { name: '2-savol' });
  await another.getByLabel('Savol matni').fill('Nega qatnashmoqchisiz?');
  await another.getByLabel('Namuna matn').fill('Men ...');
  await another.getByLabel('Eng kam belgi soni').fill('10');
  await another.getByLabel('Eng ko‘p belgi soni').fill('500');
  await another.getByRole('button', { name: '2-savolni yuqoriga' }).click();
  await expect(page.getByRole('group', { name: '1-savol' }).getByLabel('Savol matni')).toHaveValue('Nega qatnashmoqchisiz?');

  await page.getByRole('button', { name: 'Yaratish' }).click();
  await expect(page.getByText('Imkoniyat muvaffaqiyatli yaratildi.')).toBeVisible();
  await expect(page).toHaveURL(/\/organizer\/events$/);
  const card = eventCard(page, title);
  await expect(card.getByText('Qoralama')).toBeVisible();

  const signedIn = { access: await page.evaluate(() => localStorage.getItem('access_token')) } as Person;
  const id = Number((await card.getByRole('link', { name: 'Tahrirlash' }).getAttribute('href'))?.split('/')[3]);
  const saved = await app.call(signedIn, 'GET', `/api/opportunities/${id}/`);
  expect(saved).toMatchObject({
    title,
    description: 'Birinchi qator.\nIkkinchi qator.',
    opportunity_type: 'grant',
    status: 'draft',
    featured: true,
    start_date: dayFromNow(60),
    end_date: dayFromNow(65),
    application_deadline: dayFromNow(30),
    result_announcement_date: dayFromNow(40),
    location: 'Samarqand',
    is_remote: true,
    max_applications: 25,
    compensation: 'Yo‘l xarajatlari',
    application_instructions: 'Avval profilni to‘ldiring.',
    min_gpa: '3.5 / 4.0',
    required_major: 'Iqtisodiyot',
    graduation_year_min: 2027,
    graduation_year_max: 2030,
    age_min: 18,
    age_max: 26,
    required_skills: [{ name: 'Python' }],
    requirements: [{ requirement: 'Ingliz tilini bilish', is_mandatory: false }],
    profile_requirements: [
      { section: 'basic_info', requirement_level: 'required', minimum_items: 3, custom_message: 'Ma’lumotlaringizni to‘ldiring.' },
      { section: 'resume', requirement_level: 'required', minimum_items: null, custom_message: null },
    ],
    additional_questions: [
      {
        question: 'Nega qatnashmoqchisiz?',
        question_type: 'text',
        is_required: false,
        placeholder: 'Men ...',
        min_length: 10,
        max_length: 500,
      },
      { question_type: 'select', options: ['Dushanba', 'Seshanba'], is_required: true, help_text: 'Bittasini tanlang.' },
    ],
  });
  expect(saved.cover_image).toBeTruthy();

  await card.getByRole('button', { name: 'E’lon qilish' }).click();
  const confirmation = page.getByRole('dialog');
  await expect(confirmation.getByText('hammaga ko‘rinadi', { exact: false })).toBeVisible();
  await confirmation.getByRole('button', { name: 'E’lon qilish' }).click();
  await expect(card.getByText('Faol', { exact: true })).toBeVisible();

  await page.goto(`/?search=${encodeURIComponent(title)}`);
  await expect(page.getByRole('article').filter({ hasText: title })).toBeVisible();

  await page.goto('/organizer/events');
  await card.getByRole('button', { name: 'Yopish' }).click();
  await expect(confirmation.getByText('Unga hali ariza yuborilmagan.')).toBeVisible();
  await confirmation.getByRole('button', { name: 'Imkoniyatni yopish' }).click();
  await expect(card.getByText('Yopilgan', { exact: true })).toBeVisible();
  expect((await app.call(null, 'GET', `/api/opportunities/?title=${encodeURIComponent(title)}`)).results).toEqual([]);
  await page.goto(`/?search=${encodeURIComponent(title)}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: title })).toHaveCount(0);
});

test('validation messages are shown at their fields, and typed values survive a reload', async ({ page, app }) => {
  await app.signIn(page, await app.organizer());
  await page.goto('/create');
  await page.getByLabel('Tavsif', { exact: true }).fill('Faqat tavsif yozildi');
  await page.getByRole('button', { name: 'Talab qo‘shish' }).click();
  await page.getByRole('button', { name: 'Savol qo‘shish' }).click();
  await page.getByLabel('Muqova rasmi').setInputFiles({ name: 'matn.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
  await expect(page.getByText('Faqat JPG, PNG yoki WebP formatdagi rasmlar qabul qilinadi')).toBeVisible();
  await page
    .getByLabel('Muqova rasmi')
    .setInputFiles({ name: 'katta.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
  await expect(page.getByText('Fayl hajmi 5MB dan oshmasligi kerak')).toBeVisible();
  await page.getByRole('button', { name: 'Yaratish' }).click();

  const summary = page.getByRole('alert').filter({ hasText: 'Quyidagilarni to‘g‘rilang' });
  await expect(summary).toBeFocused();
  const texts = [
    'Sarlavha majburiy',
    'Boshlanish sanasini kiriting',
    'Ariza muddati majburiy',
    'Joylashuvni kiriting',
    'Talab matnini kiriting',
    'Savol matnini kiriting',
  ];
  await expect(summary.getByRole('link')).toHaveText(texts);
  await expect(page.getByLabel('Savol matni')).toHaveAccessibleDescription('Savol matnini kiriting');
  await summary.getByRole('link', { name: 'Talab matnini kiriting' }).click();
  await expect(page.getByLabel('Talab matni')).toBeFocused();
  await expect(page.getByLabel('Tavsif', { exact: true })).toHaveValue('Faqat tavsif yozildi');

  await page.getByLabel('Talab matni').fill('Ingliz tili');
  await expect(summary.getByRole('link')).toHaveCount(texts.length - 1);
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Ingliz tili');
  await page.reload();
  await expect(page.getByText('hali yuborilmagan ma’lumotlaringiz tiklandi', { exact: false })).toBeVisible();
  await expect(page.getByText('muqova tanlagan bo‘lsangiz, uni qayta tanlang', { exact: false })).toBeVisible();
  await expect(page.getByLabel('Tavsif', { exact: true })).toHaveValue('Faqat tavsif yozildi');
  await expect(page.getByLabel('Talab matni')).toHaveValue('Ingliz tili');
});

test('retrying after a lost response creates one opportunity and keeps the form', async ({ page, app }) => {
  const organizer = await app.organizer();
  await app.signIn(page, organizer);
  await page.goto('/create');
  await fillRequired(page, 'Yo‘qolgan javob');
  // The opportunity is created, but the response is lost.
  await page.route('**/api/opportunities/', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Yaratish' }).click();
  await expect(page.getByText('Imkoniyatni yaratishda xatolik yuz berdi')).toBeVisible();
  await expect(page.getByText('Internet aloqasi yo‘q', { exact: false })).toBeVisible();
  await expect(page.getByLabel('Sarlavha')).toHaveValue('Yo‘qolgan javob');
  await page.unroute('**/api/opportunities/');
  await page.getByRole('button', { name: 'Yaratish' }).click();
  await expect(page).toHaveURL(/\/organizer\/events$/);
  expect((await app.call(organizer, 'GET', '/api/opportunities/?scope=mine')).count).toBe(1);
});

test('an edit loads the stored values, confirms leaving, and clears emptied fields', { tag: '@dates' }, async ({ page, app }) => {
  const organizer = await app.organizer();
  const { id } = await createOpportunity(app, organizer, {
    compensation: 'Stipendiya',
    max_applications: 10,
    requirements: [{ requirement: 'Birinchi' }, { requirement: 'Ikkinchi', is_mandatory: false }],
  });
  await app.signIn(page, organizer);
  await page.goto('/organizer/events');
  await page.getByRole('link', { name: 'Tahrirlash' }).click();
  await expect(page.getByLabel('Sarlavha')).toHaveValue('Yozgi tadqiqot dasturi');

  await page.getByLabel('Moliyaviy ta’minot').fill('');
  await page.goBack();
  const confirmation = page.getByRole('dialog', { name: 'O‘zgarishlar saqlanmagan' });
  await expect(confirmation).toBeVisible();
  await confirmation.getByRole('button', { name: 'Bekor qilish' }).click();
  await expect(page).toHaveURL(new RegExp(`/organizer/events/${id}/edit$`));
  await expect(page.getByLabel('Moliyaviy ta’minot')).toHaveValue('');
  await page.getByRole('link', { name: 'Arizalar' }).click();
  await expect(confirmation).toBeVisible();
  await confirmation.getByRole('button', { name: 'Bekor qilish' }).click();

  await page.getByLabel('Boshlanish sanasi').fill('');
  await page.getByRole('button', { name: 'Yangilash' }).click();
  await expect(page.getByRole('link', { name: 'Boshlanish sanasini kiriting' })).toBeVisible();
  await page.getByLabel('Boshlanish sanasi').fill(dayFromNow(61));
  await page.getByLabel('Arizalarning eng ko‘p soni').fill('');
  await page.getByRole('button', { name: '1-talabni o‘chirish' }).click();
  await page.getByRole('button', { name: 'Yangilash' }).click();
  await expect(page.getByText("Tadbir ma'lumotlari muvaffaqiyatli saqlandi.")).toBeVisible();
  await expect(page).toHaveURL(/\/organizer\/events$/);
  expect(await app.call(organizer, 'GET', `/api/opportunities/${id}/`)).toMatchObject({
    compensation: null,
    max_applications: null,
    start_date: dayFromNow(61),
    status: 'published',
    requirements: [{ requirement: 'Ikkinchi', is_mandatory: false }],
  });
});

test('a malformed, missing or foreign edit link shows not found; a failed load can be retried', async ({ page, app }) => {
  const { id } = await createOpportunity(app, await app.organizer());
  await app.signIn(page, await app.organizer());
  await page.goto('/organizer/events/abc/edit');
  await expect(page.getByText("Noto'g'ri havola")).toBeVisible();
  for (const other of [id, 2147483647]) {
    await page.goto(`/organizer/events/${other}/edit`);
    await expect(page.getByRole('heading', { name: 'Tadbir topilmadi' })).toBeVisible();
    await expect(page.getByText("Ushbu tadbir mavjud emas yoki o'chirilgan bo'lishi mumkin", { exact: false })).toBeVisible();
    await expect(page.getByLabel('Sarlavha')).toHaveCount(0);
  }
  await page.route(`**/api/opportunities/${id}/`, (route) =>
    route.fulfill({ status: 500, json: { detail: 'Serverda nosozlik', code: 'internal' } }),
  );
  await page.goto(`/organizer/events/${id}/edit`);
  await expect(page.getByRole('heading', { name: "Tadbirni yuklab bo'lmadi" })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Qayta urinish' })).toBeVisible();
});

test('applications are accepted with a reason and rejected; a lost response keeps the reason', async ({ page, app }) => {
  const organizer = await app.organizer();
  const { id } = await createOpportunity(app, organizer);
  const accepted = await createApplication(app, id, 'Aziza');
  const rejected = await createApplication(app, id, 'Bobur');
  await createApplication(app, id, 'Charos');
  await app.signIn(page, organizer);
  await page.goto(`/organizer/applications?eventId=${id}`);
  await expect(page.getByText('3 ta ariza')).toBeVisible();

  const sheet = page.getByRole('dialog');
  await received(page, 'Aziza').getByRole('button', { name: 'Qabul qilish' }).click();
  await sheet.getByLabel('Sabab').fill('Tajribangiz mos keldi.');
  await page.route('**/accept/', (route) => route.abort());
  await sheet.getByRole('button', { name: 'Qabul qilish' }).click();
  await expect(page.getByText('Amalni bajarishda xatolik yuz berdi.')).toBeVisible();
  await expect(sheet.getByLabel('Sabab')).toHaveValue('Tajribangiz mos keldi.');
  await page.unroute('**/accept/');
  await sheet.getByRole('button', { name: 'Qabul qilish' }).click();
  await expect(page.getByText('Ariza qabul qilindi.')).toBeVisible();
  await expect(received(page, 'Aziza').getByText('Ushbu ariza holati yangilangan.')).toBeVisible();
  await expect(received(page, 'Aziza').getByText('Qabul qilindi')).toBeVisible();
  await expect(received(page, 'Aziza').getByRole('button', { name: 'Rad etish' })).toHaveCount(0);

  // The decision is made, but the response is lost: the retry finds it made and can undo it.
  await received(page, 'Charos').getByRole('button', { name: 'Rad etish' }).click();
  await page.route('**/reject/', (route) => route.fetch().then(() => route.abort()), { times: 1 });
  await sheet.getByRole('button', { name: 'Rad etish' }).click();
  await expect(sheet.getByRole('alert')).toContainText('Internet aloqasi yo‘q');
  await sheet.getByRole('button', { name: 'Rad etish' }).click();
  await expect(page.getByText('Ariza rad etildi.')).toBeVisible();
  await expect(sheet).toHaveCount(0);
  await page.getByRole('listitem').filter({ hasText: 'Ariza rad etildi.' }).getByRole('button', { name: 'Bekor qilish' }).click();
  await expect(page.getByText('1 ta ariza avvalgi holatiga qaytdi.')).toBeVisible();

  await received(page, 'Bobur').getByRole('button', { name: 'Batafsil' }).click();
  await expect(sheet.getByText('Bobur Namunayev', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/application=/);
  await sheet.getByRole('button', { name: 'Rad etish' }).click();
  const deciding = page.getByRole('dialog', { name: 'Arizani rad etish' });
  await deciding.getByRole('button', { name: 'Rad etish' }).click();
  await expect(page.getByText('Ariza rad etildi.')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Ko‘rib chiqishga olish' })).toBeVisible();
  await page.goBack();
  await expect(sheet).toHaveCount(0);

  const detail = (application: { id: number }) => app.call(organizer, 'GET', `/api/applications/${application.id}/`);
  expect(await detail(accepted)).toMatchObject({ status: 'accepted', reason: 'Tajribangiz mos keldi.' });
  expect(await detail(rejected)).toMatchObject({ status: 'rejected', reason: null });
});

test('filters are in the address, survive a reload and show the count', async ({ page, app }) => {
  const organizer = await app.organizer();
  const first = await createOpportunity(app, organizer, { title: 'Birinchi tadbir' });
  const second = await createOpportunity(app, organizer, { title: 'Ikkinchi tadbir', application_deadline: dayFromNow(10) });
  await createOpportunity(app, organizer, { title: 'Qoralama tadbir', status: 'draft' });
  const one = await createApplication(app, first.id, 'Aziza');
  await createApplication(app, first.id, 'Bobur');
  await createApplication(app, second.id, 'Charos');
  await app.call(organizer, 'POST', `/api/applications/${one.id}/accept/`, {});
  await app.signIn(page, organizer);

  await page.goto('/organizer/applications');
  await expect(page.getByRole('article')).toHaveCount(3);
  await setFilters(page, { Tadbir: { label: 'Birinchi tadbir' } });
  await expect(page.getByRole('article')).toHaveCount(2);
  await setFilters(page, { Holati: 'accepted' });
  await expect(page).toHaveURL(`${app.url}/organizer/applications?eventId=${first.id}&status=accepted`);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(received(page, 'Aziza')).toBeVisible();
  for (const chip of ['Birinchi tadbir', 'Qabul qilindi'])
    await expect(page.getByRole('button', { name: `${chip}: olib tashlash` })).toBeVisible();
  const figure = (name: string) => page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]');
  await expect(figure('Jami arizalar')).toHaveText('2');
  await expect(figure('Jarayonda')).toHaveText('1');
  await expect(figure('Qabul qilingan')).toHaveText('1');
  await setFilters(page, { Tadbir: 'all' });
  await page.getByRole('button', { name: 'Qabul qilindi: olib tashlash' }).click();
  await expect(page).toHaveURL(`${app.url}/organizer/applications`);

  await page.goto('/organizer/events');
  await page.getByLabel('Holati').selectOption('published');
  await page.getByLabel('Tartib').selectOption('deadline');
  await expect(page).toHaveURL(/status=published&sort=deadline$/);
  await page.reload();
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Ikkinchi tadbir', 'Birinchi tadbir']);
  await page.getByLabel('Tartib').selectOption('applications');
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Birinchi tadbir', 'Ikkinchi tadbir']);
});

test('the dashboard shows figures and reports what failed to load', { tag: '@dates' }, async ({ page, app }) => {
  const organizer = await app.organizer();
  const { id } = await createOpportunity(app, organizer);
  await createOpportunity(app, organizer, { title: 'Yopilgan tadbir', status: 'draft' });
  const one = await createApplication(app, id, 'Aziza');
  await createApplication(app, id, 'Bobur');
  await app.call(organizer, 'POST', `/api/applications/${one.id}/accept/`, {});
  await app.signIn(page, organizer);
  await page.route('**/api/organizations/dashboard/', (route) =>
    route.fulfill({ status: 500, json: { detail: 'Serverda texnik nosozlik yuz berdi.', code: 'internal' } }),
  );
  await page.goto('/organizer');
  await expect(page.getByRole('alert')).toContainText('Serverda texnik nosozlik yuz berdi.');
  await page.unroute('**/api/organizations/dashboard/');
  await page.getByRole('button', { name: 'Qayta urinish' }).click();
  const figure = (name: string) => page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]');
  await expect(figure('Jami tadbirlar')).toHaveText('2');
  await expect(figure('So‘nggi 30 kundagi arizalar')).toHaveText('2');
  await expect(figure('Qabul qilish darajasi')).toHaveText('50%');
  await page.getByRole('link', { name: 'Arizalarni ko‘rib chiqish' }).click();
  await expect(page).toHaveURL(/\/organizer\/applications\?status=pending$/);
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('the organization profile is shown and edited, and fields can be cleared', async ({ page, app }) => {
  const organizer = await app.organizer();
  await app.signIn(page, organizer);
  await page.goto('/organizer/profile');
  await page.getByRole('button', { name: 'Tahrirlash' }).click();
  await page.getByLabel('Tashkilot nomi').fill('');
  await page.getByRole('button', { name: 'Saqlash' }).click();
  await expect(page.getByRole('link', { name: 'Tashkilot nomi maydoni to‘ldirilishi kerak' })).toBeVisible();
  await page.getByLabel('Tashkilot nomi').fill('Yangi nomli markaz');
  await page.getByLabel('Veb-sayt').fill('markaz.uz');
  await page.getByLabel('Shahar').fill('');
  await page.getByRole('button', { name: 'Saqlash' }).click();
  await expect(page.getByText('Tashkilot profili yangilandi.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Yangi nomli markaz' })).toBeVisible();
  expect(await app.call(organizer, 'GET', '/api/organizations/profile/')).toMatchObject({
    name: 'Yangi nomli markaz',
    website: 'https://markaz.uz/',
    city: null,
    country: 'O‘zbekiston',
  });
  await page.getByRole('button', { name: 'Chiqish' }).click();
  await expect(page.getByText('Hisobdan chiqildi')).toBeVisible();
  await page.goto('/organizer/profile');
  await expect(page).toHaveURL(/\/login$/);
});

test('without an organization the form is not shown and links lead on', async ({ page, app }) => {
  await app.signIn(page, await app.organizer());
  await page.route('**/api/organizations/profile/', (route) =>
    route.fulfill({ status: 404, json: { detail: 'Tashkilot profili topilmadi.', code: 'organization_not_found' } }),
  );
  await page.goto('/create');
  await expect(page.getByRole('alert').getByRole('heading', { name: 'Tashkilot profili topilmadi' })).toBeVisible();
  await expect(
    page.getByText("Tashkilot profili topilmadi. Imkoniyat yaratishdan oldin tashkilot profilini to'ldiring.", { exact: true }),
  ).toBeVisible();
  await expect(page.getByLabel('Sarlavha')).toHaveCount(0);
  await page.getByRole('link', { name: 'Tashkilot profiliga o‘tish' }).click();
  await expect(page.getByText('Bu hisob hech qaysi tashkilotga biriktirilmagan.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Talaba profiliga o‘tish' })).toHaveAttribute('href', '/profile');
  await expect(page.getByRole('main').getByRole('link', { name: 'Tashkilot sifatida ro‘yxatdan o‘tish' })).toHaveAttribute(
    'href',
    '/signup',
  );
});

test('a student opening the organization profile is redirected to their own', async ({ page, app }) => {
  await app.signIn(page, await app.student());
  await page.goto('/organizer/profile');
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page).not.toHaveURL(/organizer/);
});

test('a long list has pages, and a page past the end redirects to the last one', async ({ page, app }) => {
  const organizer = await app.organizer();
  for (let number = 1; number <= 13; number += 1) await createOpportunity(app, organizer, { title: `Tadbir ${number}`, status: 'draft' });
  await app.signIn(page, organizer);
  await page.goto('/organizer/events');
  await expect(page.getByText('13 ta tadbir')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(12);
  await page.getByRole('button', { name: 'Keyingi' }).click();
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Tadbir 1']);
  await page.goto('/organizer/events?page=9');
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Tadbir 1']);
});

test('a server error in a row is shown at that row', async ({ page, app }) => {
  await app.signIn(page, await app.organizer());
  await page.goto('/create');
  await fillRequired(page, 'Qatordagi xato');
  for (const text of ['Birinchi savol', 'Ikkinchi savol']) {
    await page.getByRole('button', { name: 'Savol qo‘shish' }).click();
    await page.getByLabel('Savol matni').last().fill(text);
  }
  await page.route('**/api/opportunities/', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { additional_questions: [null, { question: ['Bu savol berilgan.'] }] } })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Yaratish' }).click();
  await expect(page.getByText('Imkoniyatni yaratishda xatolik yuz berdi')).toBeVisible();
  const second = page.getByRole('group', { name: '2-savol' }).getByLabel('Savol matni');
  await expect(second).toHaveAccessibleDescription('Bu savol berilgan.');
  await page.getByRole('link', { name: 'Bu savol berilgan.' }).click();
  await expect(second).toBeFocused();
  await expect(second).toHaveValue('Ikkinchi savol');
  await expect(page.getByRole('group', { name: '1-savol' }).getByLabel('Savol matni')).toHaveAccessibleDescription('');
});

test('mistyped query parameters are ignored, and Back works', async ({ page, app }) => {
  const organizer = await app.organizer();
  const { id: opportunity } = await createOpportunity(app, organizer);
  await app.call(await app.student(), 'POST', '/api/applications/', { opportunity });
  await app.signIn(page, organizer);
  await page.goto('/organizer');
  await page.goto('/organizer/applications?page=99');
  await expect(page).toHaveURL('/organizer/applications');
  await page.goBack();
  await expect(page).toHaveURL('/organizer');
  for (const words of ['page=99999999999999999999', 'eventId=9999999999', 'eventId=abc&status=x&status=y&ordering=constructor']) {
    await page.goto(`/organizer/applications?${words}`);
    await expect(page.getByText('1 ta ariza', { exact: true })).toBeVisible();
  }
  await page.goto('/organizer/events?status=toString&sort=constructor');
  await expect(page.getByText('1 ta tadbir', { exact: true })).toBeVisible();
});

test('two colleagues editing different fields of one opportunity or organization keep both changes', async ({ page, app }) => {
  const organizer = await app.organizer();
  const { id } = await createOpportunity(app, organizer, { requirements: [{ requirement: 'Birinchi' }] });
  await app.signIn(page, organizer);
  await page.goto(`/organizer/events/${id}/edit`);
  await page.getByLabel('Moliyaviy ta’minot').fill('Stipendiya');
  await app.call(organizer, 'PATCH', `/api/opportunities/${id}/`, { location: 'Buxoro', requirements: [{ requirement: 'Boshqa' }] });
  await page.getByRole('button', { name: 'Yangilash' }).click();
  await expect(page.getByText("Tadbir ma'lumotlari muvaffaqiyatli saqlandi.")).toBeVisible();
  expect(await app.call(organizer, 'GET', `/api/opportunities/${id}/`)).toMatchObject({
    compensation: 'Stipendiya',
    location: 'Buxoro',
    requirements: [{ requirement: 'Boshqa' }],
  });

  await page.goto('/organizer/profile');
  await page.getByRole('button', { name: 'Tahrirlash' }).click();
  await page.getByLabel('Manzil').fill('Navoiy ko‘chasi');
  await app.call(organizer, 'PATCH', '/api/organizations/profile/', { city: 'Buxoro' });
  await page.getByRole('button', { name: 'Saqlash' }).click();
  await expect(page.getByText('Tashkilot profili yangilandi.')).toBeVisible();
  expect(await app.call(organizer, 'GET', '/api/organizations/profile/')).toMatchObject({ city: 'Buxoro', address: 'Navoiy ko‘chasi' });
});
