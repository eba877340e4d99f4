import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

const sheet = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Saqlash' }) });
const section = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
const add = (page: Page, entity: string) => page.getByRole('button', { name: `${entity} qo‘shish`, exact: true }).click();
const press = (page: Page) => sheet(page).getByRole('button', { name: 'Saqlash' }).click();
const option = (page: Page, name: string | RegExp) => sheet(page).getByRole('option', { name }).first();
const expectSaved = async (page: Page, toast: string) => {
  await expect(page.getByText(toast, { exact: true }).first()).toBeVisible();
  await expect(sheet(page)).toHaveCount(0);
};

/** Fills the open form of one entry, by the name of its list. */
const fill: Record<string, (page: Page) => Promise<void>> = {
  "Ta'lim yozuvi": async (page) => {
    await sheet(page).getByLabel('O‘quv yurti').fill('Erkin nomli institut');
    await sheet(page).getByLabel('Daraja').selectOption('bachelor');
    await sheet(page).getByLabel('Yo‘nalish').fill('Matematika');
    await sheet(page).getByLabel('Boshlanish sanasi').fill('2024-09-02');
    await sheet(page).getByLabel('Hozirgacha').check();
  },
  Tajriba: async (page) => {
    await sheet(page).getByLabel('Vazifa').fill('Ko‘ngilli');
    await sheet(page).getByLabel('Tashkilot').fill('Yashil maydon');
    await sheet(page).getByLabel('Tajriba turi').selectOption('volunteer');
    await sheet(page).getByLabel('Qisqacha tavsif').fill('Daraxt ekdim.');
    await sheet(page).getByLabel('Boshlanish sanasi').fill('2025-03-01');
    await sheet(page).getByLabel('Tugash sanasi').fill('2025-05-01');
  },
  Loyiha: async (page) => {
    await sheet(page).getByLabel('Loyiha nomi').fill('Ob-havo boti');
    await sheet(page).getByLabel('Loyiha haqida').fill('Ob-havoni aytadi.');
    await sheet(page).getByLabel('Boshlanish sanasi').fill('2025-03-01');
    await sheet(page).getByLabel('Hozirgacha davom etmoqda').check();
    await sheet(page).getByLabel('Texnologiyalar').fill('Python, Flask');
  },
  Natija: async (page) => {
    await sheet(page).getByLabel('Imtihon').fill('IELTS');
    await option(page, 'IELTS').click();
    await sheet(page).getByLabel('Bo‘lim').fill('умумий');
    await option(page, 'Overall').click();
    await sheet(page).getByLabel('Ball').fill('7.5');
  },
  Yutuq: async (page) => {
    await sheet(page).getByLabel('Yutuq nomi').fill('Olimpiada');
    await sheet(page).getByLabel('Yutuq turi').selectOption('competition');
    await sheet(page).getByLabel('Sana').fill('2025-05-05');
  },
  Havola: async (page) => {
    await sheet(page).getByLabel('Platforma').selectOption('github');
    await sheet(page).getByLabel('Havola').fill('github.com/namuna');
  },
  Til: async (page) => {
    await sheet(page).getByLabel('Til nomi').fill('Ingliz tili');
    await sheet(page).getByLabel('Daraja').selectOption('professional_working');
  },
  "Ko'nikma": async (page) => {
    await sheet(page).getByLabel('Ko‘nikma').fill('Pyth');
    await option(page, /^Python/).click();
    await sheet(page).getByLabel('Daraja').selectOption('3');
  },
};

test('a complete profile typed on a slow phone survives a reload, an offline minute and a lost response', async ({
  page,
  context,
  app,
}) => {
  test.setTimeout(180_000);
  const student = await app.student();
  await app.signIn(page, student);
  await page.clock.install();
  const slow = await context.newCDPSession(page);
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 5 });
  await page.goto('/profile');
  await expect(page.getByText('Profil 0% to‘ldirilgan')).toBeVisible();

  // The next step links to its field.
  await page.getByRole('link', { name: 'Telefon raqamingiz va manzilingizni kiriting' }).click();
  await page.getByLabel('Telefon (ixtiyoriy)').fill('+998 90 111 22 33');
  await page.getByLabel('Manzil').fill('Samarqand');
  await page.getByLabel('Tug‘ilgan sana').fill('2006-09-05');
  await page.getByLabel('Universitet').fill('Toshkent axborot texnologiyalari universiteti');
  await page.getByLabel('Mutaxassislik').fill('Dasturiy injiniring');
  await page.getByLabel('Bitirish yili').fill('2028');
  // After a reload the form is still open with the typed values.
  await page.reload();
  await expect(page.getByText('Oldin kiritgan, hali saqlanmagan ma’lumotlaringiz tiklandi.')).toBeVisible();
  await expect(page.getByLabel('Mutaxassislik')).toHaveValue('Dasturiy injiniring');
  await page.getByLabel('O‘zingiz haqingizda').fill('Dasturchi bo‘lmoqchiman.');
  await page.getByLabel('Portfolio havolasi').fill('namuna.uz');
  await page.getByRole('button', { name: 'Saqlash' }).click();
  await expect(page.getByText("Profil ma'lumotlari saqlandi")).toBeVisible();
  await expect(page.getByText('Profil 40% to‘ldirilgan')).toBeVisible();

  // After a reload an open sheet opens again with its values.
  await add(page, "Ta'lim yozuvi");
  await fill["Ta'lim yozuvi"]?.(page);
  await page.reload();
  await expect(sheet(page).getByLabel('O‘quv yurti')).toHaveValue('Erkin nomli institut');
  await expect(sheet(page).getByLabel('Daraja')).toHaveValue('bachelor');
  await expect(sheet(page).getByLabel('Hozirgacha')).toBeChecked();
  await press(page);
  await expectSaved(page, "Ta'lim yozuvi qo‘shildi");

  // Offline for a minute: an error is shown, the values stay, the retry succeeds.
  await add(page, 'Tajriba');
  await context.setOffline(true);
  await fill.Tajriba?.(page);
  await press(page);
  await expect(page.getByText('Internet aloqasi yo‘q. Ulanishni tekshirib, qayta urining.').first()).toBeVisible();
  await page.clock.fastForward(60_000);
  await expect(sheet(page).getByLabel('Vazifa')).toHaveValue('Ko‘ngilli');
  await context.setOffline(false);
  await press(page);
  await expectSaved(page, 'Tajriba qo‘shildi');

  // The response is lost; the retry after a reload adds no duplicate.
  await add(page, 'Loyiha');
  await fill.Loyiha?.(page);
  let lost = 0;
  await page.route('**/api/students/projects/', async (route) => {
    lost += 1;
    await route.fetch();
    await route.abort();
  });
  await press(page);
  await expect(sheet(page).getByRole('alert')).toBeFocused();
  expect(lost).toBe(1);
  await page.unroute('**/api/students/projects/');
  await page.reload();
  await expect(sheet(page).getByLabel('Loyiha nomi')).toHaveValue('Ob-havo boti');
  await press(page);
  await expectSaved(page, 'Loyiha qo‘shildi');

  for (const entity of ['Natija', 'Yutuq', 'Havola', 'Til', "Ko'nikma"]) {
    await add(page, entity);
    await fill[entity]?.(page);
    await press(page);
    await expectSaved(page, `${entity} qo‘shildi`);
  }

  await page.locator('#profile-picture').setInputFiles({ name: 'men.png', mimeType: 'image/png', buffer: png });
  await expect(page.getByText('Profil rasmi yangilandi')).toBeVisible();
  await page
    .locator('#profile-resume')
    .setInputFiles({ name: 'rezyume.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') });
  await expect(page.getByText('Rezyume yuklandi')).toBeVisible();
  await expect(section(page, 'Hujjatlar').getByRole('link', { name: 'rezyume.pdf' })).toHaveAttribute('href', /^\/files\/resume\//);

  const saved = await app.call(student, 'GET', '/api/students/profile/');
  expect(saved).toMatchObject({
    first_name: 'Sardor',
    phone: '+998 90 111 22 33',
    location: 'Samarqand',
    date_of_birth: '2006-09-05',
    university: 'Toshkent axborot texnologiyalari universiteti',
    major: 'Dasturiy injiniring',
    graduation_year: 2028,
    about_me: 'Dasturchi bo‘lmoqchiman.',
    portfolio_url: 'https://namuna.uz/',
    resume_name: 'rezyume.pdf',
  });
  expect(saved.avatar).toMatch(/^\/files\//);
  const alone = (list: unknown[], entry: Record<string, unknown>) => expect(list).toEqual([expect.objectContaining(entry)]);
  alone(saved.education, { institution: 'Erkin nomli institut', degree: 'bachelor', is_current: true, end_date: null });
  alone(saved.experiences, { title: 'Ko‘ngilli', company: 'Yashil maydon', end_date: '2025-05-01' });
  alone(saved.projects, { title: 'Ob-havo boti', is_ongoing: true, technologies: [{ name: 'Python' }, { name: 'Flask' }] });
  alone(saved.achievements, { title: 'Olimpiada', achievement_type: 'competition' });
  alone(saved.social_links, { platform: 'github', url: 'https://github.com/namuna' });
  alone(saved.languages, { language: 'Ingliz tili', proficiency: 'professional_working' });
  alone(saved.skills, { proficiency_level: 3, skill: expect.objectContaining({ name: 'Python' }) });
  alone((await app.call(student, 'GET', '/api/students/exam-scores/')).results, {
    score: '7.50',
    exam: expect.objectContaining({ name: 'IELTS' }),
    section: expect.objectContaining({ name: 'Overall' }),
  });

  // Two skills are missing, and the page names the next step.
  await page.reload();
  await expect(page.getByText('Profil 90% to‘ldirilgan')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Kamida 3 ta ko‘nikma qo‘shing' })).toBeVisible();
});

/** For each list: an entry created through the API, its change in the form, and the stored result. */
const changes: {
  path: string;
  entity: string;
  body: (exam: { id: number; sections: { id: number; name: string }[] }, skill: number) => Record<string, unknown>;
  shown: string;
  change: (page: Page) => Promise<void>;
  after: Record<string, unknown>;
  shownAfter: string;
}[] = [
  {
    path: 'education',
    entity: "Ta'lim yozuvi",
    body: () => ({ institution: 'Litsey', degree: 'high_school', field_of_study: 'Fizika', start_date: '2020-09-01', is_current: true }),
    shown: 'Litsey',
    change: (page) => sheet(page).getByLabel('GPA').fill('4.8'),
    after: { gpa: '4.8', is_current: true },
    shownAfter: 'Litsey',
  },
  {
    path: 'experience',
    entity: 'Tajriba',
    body: () => ({
      title: 'Amaliyotchi',
      company: 'Zavod',
      experience_type: 'internship',
      description: 'Ish.',
      start_date: '2025-01-01',
      is_current: true,
    }),
    shown: 'Amaliyotchi',
    change: async (page) => {
      await sheet(page).getByLabel('Hozirgacha').uncheck();
      await sheet(page).getByLabel('Tugash sanasi').fill('2025-06-01');
    },
    after: { is_current: false, end_date: '2025-06-01' },
    shownAfter: 'Amaliyotchi',
  },
  {
    path: 'projects',
    entity: 'Loyiha',
    body: () => ({ title: 'Bot', description: 'Bot.', start_date: '2025-01-01', is_ongoing: true, technologies: ['Go'] }),
    shown: 'Bot',
    change: async (page) => {
      await sheet(page).getByRole('button', { name: 'Go: olib tashlash' }).click();
      await sheet(page).getByLabel('Texnologiyalar').fill('Rust');
    },
    after: { technologies: [{ name: 'Rust' }] },
    shownAfter: 'Bot',
  },
  {
    path: 'exam-scores',
    entity: 'Natija',
    body: ({ id, sections }) => ({ exam_id: id, section_id: sections[0]?.id, score: '6' }),
    shown: 'IELTS: Listening',
    change: async (page) => {
      await expect(sheet(page).getByLabel('Imtihon')).toHaveValue('IELTS');
      await sheet(page).getByLabel('Ball').fill('8');
    },
    after: { score: '8.00' },
    shownAfter: 'IELTS: Listening',
  },
  {
    path: 'achievements',
    entity: 'Yutuq',
    body: () => ({ title: 'Sertifikat', achievement_type: 'certification', date_achieved: '2025-01-01' }),
    shown: 'Sertifikat',
    change: (page) => sheet(page).getByLabel('Yutuq nomi').fill('Ingliz tili sertifikati'),
    after: { title: 'Ingliz tili sertifikati' },
    shownAfter: 'Ingliz tili sertifikati',
  },
  {
    path: 'social-links',
    entity: 'Havola',
    body: () => ({ platform: 'github', url: 'https://github.com/namuna' }),
    shown: 'GitHub',
    change: (page) => sheet(page).getByLabel('Hammaga ko‘rinsin').uncheck(),
    after: { platform: 'github', is_public: false },
    shownAfter: 'GitHub',
  },
  {
    path: 'languages',
    entity: 'Til',
    body: () => ({ language: 'Nemis tili', proficiency: 'elementary' }),
    shown: 'Nemis tili',
    change: (page) =>
      sheet(page)
        .getByLabel('Daraja')
        .selectOption('native')
        .then(() => {}),
    after: { proficiency: 'native' },
    shownAfter: 'Nemis tili',
  },
  {
    path: 'skills',
    entity: "Ko'nikma",
    body: (_, skill) => ({ skill_id: skill, proficiency_level: 1 }),
    shown: 'Python',
    change: (page) => sheet(page).getByLabel('Tajriba (yil)').fill('2'),
    after: { years_experience: 2, proficiency_level: 1 },
    shownAfter: 'Python',
  },
];

test('one entry of each list is changed and deleted; a delete whose response is lost is still done', async ({ page, app }) => {
  test.setTimeout(120_000);
  const student = await app.student();
  const exam = (await app.call(student, 'GET', '/api/students/exams/?search=ielts')).results[0];
  const skill = (await app.call(student, 'GET', '/api/students/skills/available/?search=python')).results.find(
    (one: { name: string }) => one.name === 'Python',
  ).id;
  for (const { path, body } of changes) await app.call(student, 'POST', `/api/students/${path}/`, body(exam, skill));
  await app.signIn(page, student);
  await page.goto('/profile');

  for (const { path, entity, shown, change, after, shownAfter } of changes) {
    await page.getByRole('button', { name: `${shown}: tahrirlash`, exact: true }).click();
    await change(page);
    await press(page);
    await expectSaved(page, `${entity} yangilandi`);
    const { results } = await app.call(student, 'GET', `/api/students/${path}/`);
    expect(results).toEqual([expect.objectContaining(after)]);

    await page.getByRole('button', { name: `${shownAfter}: o‘chirish`, exact: true }).click();
    const question = page.getByRole('dialog', { name: `${entity}ni o‘chirish` });
    await expect(question).toContainText('Bu amalni ortga qaytarib bo‘lmaydi.');
    await question.getByRole('button', { name: 'Bekor qilish' }).click();
    await page.getByRole('button', { name: `${shownAfter}: o‘chirish`, exact: true }).click();
    if (path === 'languages') {
      // The request succeeds, but the response is lost.
      await page.route('**/api/students/languages/*/', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await question.getByRole('button', { name: 'O‘chirish' }).click();
      await expect(page.getByText('Internet aloqasi yo‘q. Ulanishni tekshirib, qayta urining.').first()).toBeVisible();
      await page.unroute('**/api/students/languages/*/');
      await page.getByRole('button', { name: `${shownAfter}: o‘chirish`, exact: true }).click();
    }
    await question.getByRole('button', { name: 'O‘chirish' }).click();
    await expect(page.getByText(`${entity} o‘chirildi`, { exact: true }).first()).toBeVisible();
    await expect(question).toHaveCount(0);
    expect((await app.call(student, 'GET', `/api/students/${path}/`)).results).toEqual([]);
  }
  await expect(page.getByText('Hali tillar qo‘shilmagan.')).toBeVisible();
});

test('a duplicate skill, language or platform is refused at its field and the form stays open', async ({ page, app }) => {
  const student = await app.student();
  await app.call(student, 'POST', '/api/students/languages/', { language: 'Ingliz tili', proficiency: 'native' });
  await app.call(student, 'POST', '/api/students/social-links/', { platform: 'github', url: 'https://github.com/namuna' });
  const skill = (await app.call(student, 'GET', '/api/students/skills/available/?search=python')).results.find(
    (one: { name: string }) => one.name === 'Python',
  ).id;
  await app.call(student, 'POST', '/api/students/skills/', { skill_id: skill, proficiency_level: 1 });
  await app.signIn(page, student);
  await page.goto('/profile');
  for (const [entity, label, text] of [
    ['Til', 'Til nomi', 'Ingliz tili'],
    ['Havola', 'Havola', 'github.com/namuna'],
    ["Ko'nikma", 'Ko‘nikma', 'Python'],
  ] as const) {
    await add(page, entity);
    await fill[entity]?.(page);
    await press(page);
    const summary = sheet(page).getByRole('alert');
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('link')).toHaveCount(1);
    await expect(sheet(page).getByLabel(label)).toHaveValue(text);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Saqlamasdan yopish' }).click();
    await expect(sheet(page)).toHaveCount(0);
    // After discarding, the form opens empty.
    await add(page, entity);
    await expect(sheet(page).getByLabel(label)).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toHaveCount(0);
  }
});

test('Back and links confirm leaving unsaved changes; staying keeps them, leaving discards them', async ({ page, app }) => {
  await app.signIn(page, await app.student());
  await page.goto('/applications');
  await page.getByRole('link', { name: 'Profil' }).click();
  await page.getByRole('button', { name: 'Tahrirlash', exact: true }).click();
  await page.getByLabel('Manzil').fill('Buxoro');
  const question = page.getByRole('dialog', { name: 'O‘zgarishlar saqlanmagan' });
  await page.goBack();
  await question.getByRole('button', { name: 'Bekor qilish' }).click();
  await expect(page.getByLabel('Manzil')).toHaveValue('Buxoro');
  await page.getByRole('link', { name: 'Reyting' }).click();
  await question.getByRole('button', { name: 'Saqlamasdan chiqish' }).click();
  await expect(page.getByRole('heading', { name: 'Reyting doskasi' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Tahrirlash', exact: true })).toBeVisible();

  // Back closes an open sheet, not the page.
  await add(page, 'Til');
  await page.goBack();
  await expect(sheet(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Til qo‘shish' })).toBeFocused();
  await add(page, 'Til');
  await sheet(page).getByLabel('Til nomi').fill('Fors tili');
  await page.goBack();
  await page.getByRole('button', { name: 'Tahrirlashni davom ettirish' }).click();
  await expect(sheet(page).getByLabel('Til nomi')).toHaveValue('Fors tili');
  await page.goBack();
  await page.getByRole('button', { name: 'Saqlamasdan yopish' }).click();
  await expect(sheet(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/profile$/);
});
