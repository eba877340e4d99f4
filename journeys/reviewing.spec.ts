import type { Page } from '@playwright/test';
import { dayFromNow, expect, type Person, type TestApp, test } from './fixtures.ts';
import { createOpportunity } from './organizerHelpers.ts';

const serial = () => Math.random().toString(36).slice(2, 8);

interface CriterionInput {
  id?: number;
  name: string;
  weight: number;
  max_score: number;
}
const saveCriteria = async (app: TestApp, owner: Person, opportunity: number, criteria: CriterionInput[], blind_review = false) =>
  (await app.call(owner, 'PUT', `/api/opportunities/${opportunity}/judging/`, { criteria, blind_review }))
    .criteria as Required<CriterionInput>[];
const apply = async (app: TestApp, opportunity: number, first_name: string, more: Record<string, unknown> = {}) => {
  const student = await app.student({ first_name, last_name: 'Namunayev' });
  const { id } = await app.call(student, 'POST', '/api/applications/', { opportunity, ...more });
  return { id: id as number, student };
};
/** Signs up a reviewer by an invitation link. */
const createReviewer = async (app: TestApp, owner: Person, first_name: string) => {
  const email = `hamkasb.${serial()}@example.uz`;
  const { link } = await app.call(owner, 'POST', '/api/organizations/invite-member/', { email, role: 'reviewer' });
  return app.student({ first_name, last_name: 'Hakamov', email, invitation: String(link).split('/').pop() });
};
const score = (app: TestApp, by: Person, application: number, scores: Record<number, number>) =>
  app.call(by, 'PUT', `/api/applications/${application}/review/`, { scores });

const applicantDialog = (page: Page) => page.getByRole('dialog', { name: 'Ariza tafsilotlari' });
const openDialog = async (page: Page, opportunity: number, application: number) => {
  await page.goto(`/organizer/applications?eventId=${opportunity}&application=${application}`);
  await expect(applicantDialog(page).getByRole('heading', { name: 'Baholash' })).toBeVisible();
};
const expectSaved = (page: Page) => expect(applicantDialog(page).getByText('Saqlandi', { exact: true })).toBeVisible();
const figure = (page: Page, name: string) =>
  applicantDialog(page).getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]');
const hiddenScoresText = 'Boshqalarning baholari siz barcha mezonlar bo‘yicha ball qo‘yganingizdan keyin ko‘rinadi';

test("other reviewers' scores stay hidden until the reviewer's own is saved; mean, median and ranking follow the weights", async ({
  page,
  app,
}) => {
  const owner = await app.organizer();
  const { id } = await createOpportunity(app, owner);
  const [first, second] = (await saveCriteria(app, owner, id, [
    { name: 'Motivatsiya', weight: 3, max_score: 10 },
    { name: 'Tajriba', weight: 1, max_score: 10 },
  ])) as [Required<CriterionInput>, Required<CriterionInput>];
  const aziza = await apply(app, id, 'Aziza');
  const bobur = await apply(app, id, 'Bobur');
  const other = await createReviewer(app, owner, 'Kamola');
  await score(app, other, aziza.id, { [first.id]: 10, [second.id]: 2 });
  await score(app, owner, aziza.id, { [first.id]: 0, [second.id]: 0 });
  await score(app, other, bobur.id, { [first.id]: 2, [second.id]: 10 });

  const me = await createReviewer(app, owner, 'Jasur');
  await app.signIn(page, me);
  await openDialog(page, id, aziza.id);
  const dialog = applicantDialog(page);
  await expect(dialog.getByText(hiddenScoresText, { exact: false })).toBeVisible();
  await expect(dialog.getByText('Kamola Hakamov')).toHaveCount(0);
  // A reviewer has no decision buttons.
  for (const name of ['Qabul qilish', 'Rad etish', 'Ko‘rib chiqishga olish'])
    await expect(dialog.getByRole('button', { name, exact: true })).toHaveCount(0);

  await dialog.getByRole('textbox', { name: 'Motivatsiya' }).fill('11');
  await dialog.getByRole('textbox', { name: 'Tajriba' }).focus();
  await expect(dialog.getByText('0 dan 10 gacha ball qo‘ying, yarim ball ham mumkin.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Motivatsiya' }).fill('5');
  await dialog.getByRole('textbox', { name: 'Tajriba' }).focus();
  await expectSaved(page);
  await expect(dialog.getByText('1 ta mezon qoldi')).toBeVisible();
  await expect(dialog.getByText(hiddenScoresText, { exact: false })).toBeVisible();
  await expect(dialog.getByText('Kamola Hakamov')).toHaveCount(0);

  await dialog.getByRole('group', { name: 'Tajriba' }).getByRole('button', { name: '10', exact: true }).click();
  await expect(dialog.getByRole('status').getByText('62,5 %')).toBeVisible();
  await expect(dialog.getByText('Kamola Hakamov')).toBeVisible();
  await expect(figure(page, 'O‘rtacha')).toHaveText('47,5 %');
  await expect(figure(page, 'Mediana')).toHaveText('62,5 %');
  await page.reload();
  await expect(dialog.getByRole('textbox', { name: 'Motivatsiya' })).toHaveValue('5');
  await expect(dialog.getByRole('textbox', { name: 'Tajriba' })).toHaveValue('10');

  const names = async () => {
    const { results } = await app.call(owner, 'GET', `/api/applications/org/?opportunity=${id}&ordering=-score`);
    return results.map((applicant: { student_name: string }) => applicant.student_name.split(' ')[0]);
  };
  const ownerContext = await page.context().browser()?.newContext({ baseURL: app.url });
  if (!ownerContext) throw new Error('no browser');
  const desk = await ownerContext.newPage();
  await app.signIn(desk, owner);
  const shown = () =>
    desk
      .getByText(/^(Aziza|Bobur) Namunayev$/)
      .filter({ visible: true })
      .allTextContents();
  await desk.goto(`/organizer/applications?eventId=${id}&ordering=-score`);
  await expect.poll(shown).toEqual(['Aziza Namunayev', 'Bobur Namunayev']);
  expect(await names()).toEqual(['Aziza', 'Bobur']);
  await saveCriteria(app, owner, id, [
    { ...first, weight: 1 },
    { ...second, weight: 3 },
  ]);
  await desk.reload();
  await expect.poll(shown).toEqual(['Bobur Namunayev', 'Aziza Namunayev']);
  expect(await names()).toEqual(['Bobur', 'Aziza']);
  await ownerContext.close();
});

test('a score that fails to save is shown as unsaved, survives a reload and is saved later', async ({ page, app }) => {
  const owner = await app.organizer();
  const { id } = await createOpportunity(app, owner);
  const [criterion] = await saveCriteria(app, owner, id, [{ name: 'Motivatsiya', weight: 1, max_score: 20 }]);
  const applicant = await apply(app, id, 'Aziza');
  await app.signIn(page, owner);
  await page.route('**/review/', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
  await openDialog(page, id, applicant.id);
  const dialog = applicantDialog(page);
  await dialog.getByRole('textbox', { name: 'Motivatsiya' }).fill('17,5');
  await dialog.getByLabel('Bahoga izoh').fill('Kuchli ariza');
  await expect(dialog.getByText('Saqlanmadi', { exact: false })).toBeVisible();
  await page.reload();
  await expect(dialog.getByRole('textbox', { name: 'Motivatsiya' })).toHaveValue('17,5');
  await page.unroute('**/review/');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expectSaved(page);
  const { own } = await app.call(owner, 'GET', `/api/applications/${applicant.id}/review/`);
  expect(own).toMatchObject({ scores: { [criterion?.id as number]: 17.5 }, comment: 'Kuchli ariza', total: 87.5 });
});

test('two windows scoring one application keep both scores', async ({ page, context, app }) => {
  const owner = await app.organizer();
  const { id } = await createOpportunity(app, owner);
  await saveCriteria(app, owner, id, [
    { name: 'Motivatsiya', weight: 1, max_score: 20 },
    { name: 'Tajriba', weight: 1, max_score: 20 },
  ]);
  const applicant = await apply(app, id, 'Aziza');
  await app.signIn(page, owner);
  const other = await context.newPage();
  await app.signIn(other, owner);
  await openDialog(page, id, applicant.id);
  await openDialog(other, id, applicant.id);
  await applicantDialog(page).getByRole('textbox', { name: 'Motivatsiya' }).fill('12');
  await page.keyboard.press('Enter');
  await expectSaved(page);
  await applicantDialog(other).getByRole('textbox', { name: 'Tajriba' }).fill('8');
  await other.keyboard.press('Enter');
  await expect(applicantDialog(other).getByText('Saqlandi', { exact: true })).toBeVisible();
  await expect(applicantDialog(other).getByRole('textbox', { name: 'Motivatsiya' })).toHaveValue('12');
  const { own } = await app.call(owner, 'GET', `/api/applications/${applicant.id}/review/`);
  expect(own.total).toBe(50);
});

test('in an anonymous review nothing in the list, the dialog or the CV names the applicant', async ({ page, app }) => {
  const owner = await app.organizer();
  const { id, additional_questions } = await createOpportunity(app, owner, {
    additional_questions: [{ question: 'O‘zingiz haqingizda', question_type: 'textarea' }],
  });
  await saveCriteria(app, owner, id, [{ name: 'Motivatsiya', weight: 1, max_score: 10 }], true);
  const student = await app.student({ first_name: 'Kanareyka', last_name: 'Sirliyeva', email: `sirliyeva.${serial()}@example.uz` });
  await app.call(student, 'PATCH', '/api/students/profile/', { phone: '+998907654321', about_me: 'Men Kanareyka Sirliyevaman.' });
  await app.call(student, 'POST', '/api/students/social-links/', { platform: 'github', url: 'https://github.com/sirliyeva' });
  const application = await app.call(student, 'POST', '/api/applications/', {
    opportunity: id,
    answers: { [additional_questions[0].id]: 'Ismim Kanareyka, telefonim +998907654321.' },
  });
  await app.signIn(page, owner);
  await page.goto(`/organizer/applications?eventId=${id}`);
  await expect(page.getByText(`Nomzod ${application.id}`).filter({ visible: true }).first()).toBeVisible();
  const canary = /kanareyka|sirliyeva|7654321/i;
  expect(await page.content()).not.toMatch(canary);

  await openDialog(page, id, application.id);
  const dialog = applicantDialog(page);
  await expect(dialog.getByText('Ism yashirilgan')).toBeVisible();
  await expect(dialog.getByText('arizalari ismsiz ko‘rib chiqiladi', { exact: false })).toBeVisible();
  for (const hidden of ['Elektron pochta', 'Telefon', 'Tug‘ilgan sana', 'Ijtimoiy havolalar'])
    await expect(dialog.getByText(hidden, { exact: true })).toHaveCount(0);
  await expect(dialog.locator('img')).toHaveCount(0);
  expect(await page.content()).not.toMatch(canary);
  const cv = dialog.getByRole('link', { name: 'PDF shaklida yuklab olish' });
  expect(await cv.getAttribute('href')).not.toMatch(canary);
  const response = await page.request.get(`${app.url}${await cv.getAttribute('href')}`);
  expect(response.headers()['content-disposition']).not.toMatch(canary);
});

test('notes are kept while typed, deleted only by their author, and never shown to the student', async ({ page, app }) => {
  const owner = await app.organizer();
  const { id } = await createOpportunity(app, owner);
  const applicant = await apply(app, id, 'Aziza');
  await apply(app, id, 'Bobur');
  const colleague = await createReviewer(app, owner, 'Kamola');
  await app.call(colleague, 'POST', `/api/applications/${applicant.id}/notes/`, { text: 'Hamkasbning maxfiy izohi' });
  await app.signIn(page, owner);
  await openDialog(page, id, applicant.id);
  const dialog = applicantDialog(page);
  await expect(dialog.getByText('Talabalar ularni hech qachon ko‘rmaydi.', { exact: false })).toBeVisible();
  await expect(dialog.getByText('Hamkasbning maxfiy izohi')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'O‘chirish: izoh' })).toHaveCount(0);

  await page.keyboard.press('n');
  await expect(dialog.getByLabel('Yangi izoh')).toBeFocused();
  await page.keyboard.type('Suhbatda so‘rash: jarak');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('k');
  await expect(dialog.getByText('Bobur Namunayev', { exact: true })).toBeVisible();
  await expect(dialog.getByLabel('Yangi izoh')).toHaveValue('');
  await page.keyboard.press('j');
  await expect(dialog.getByText('Aziza Namunayev', { exact: true })).toBeVisible();
  await expect(dialog.getByLabel('Yangi izoh')).toHaveValue('Suhbatda so‘rash: jarak');
  await page.route('**/notes/', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await dialog.getByRole('button', { name: 'Izoh qo‘shish' }).click();
  await expect(page.getByText('Internet aloqasi yo‘q', { exact: false })).toBeVisible();
  await expect(dialog.getByLabel('Yangi izoh')).toHaveValue('Suhbatda so‘rash: jarak');
  await page.unroute('**/notes/');
  await dialog.getByRole('button', { name: 'Izoh qo‘shish' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Suhbatda so‘rash: jarak' })).toBeVisible();
  await expect(dialog.getByLabel('Yangi izoh')).toHaveValue('');

  await dialog.getByRole('button', { name: 'O‘chirish: izoh' }).click();
  await page.getByRole('dialog', { name: 'Izoh o‘chirilsinmi?' }).getByRole('button', { name: 'Ha, o‘chirish' }).click();
  await expect(dialog.getByText('Suhbatda so‘rash: jarak')).toHaveCount(0);

  const studentPage = await page.context().browser()?.newPage();
  if (!studentPage) throw new Error('no browser');
  await app.signIn(studentPage, applicant.student);
  await studentPage.context().addCookies([{ name: 's', value: '1', url: app.url }]);
  for (const address of ['/applications', `/applications?application=${applicant.id}`, `/event/${id}`]) {
    await studentPage.goto(`${app.url}${address}`);
    await expect(studentPage.getByRole('heading', { level: 1 })).toBeVisible();
    await studentPage.waitForLoadState('networkidle');
    expect(await studentPage.content()).not.toContain('maxfiy');
  }
  await studentPage.close();
});

test('an interview is scheduled, moved and shown to the student with a calendar file', { tag: '@dates' }, async ({
  page,
  browser,
  app,
}) => {
  const owner = await app.organizer();
  const { id } = await createOpportunity(app, owner);
  const applicant = await apply(app, id, 'Aziza');
  await app.call(owner, 'PATCH', `/api/applications/${applicant.id}/`, { status: 'under_review' });
  await app.signIn(page, owner);
  await openDialog(page, id, applicant.id);
  const dialog = applicantDialog(page);
  await dialog.getByRole('button', { name: 'Suhbatga chaqirish' }).click();
  const sheet = page.getByRole('dialog', { name: 'Suhbatga chaqirish' });
  await sheet.getByLabel('Kuni').fill(dayFromNow(5));
  await sheet.getByRole('button', { name: 'Suhbatga chaqirish' }).click();
  await expect(sheet.getByText('Suhbat soatini kiriting.')).toBeVisible();
  await sheet.getByLabel('Soati').fill('14:30');
  await sheet.getByLabel('Joyi').fill('Amir Temur ko‘chasi 108');
  await sheet.getByRole('button', { name: 'Suhbatga chaqirish' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(dialog.getByText('14:30 (Toshkent vaqti)', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Vaqt yoki joyni o‘zgartirish' }).click();
  await expect(sheet.getByLabel('Soati')).toHaveValue('14:30');
  await sheet.getByLabel('Soati').fill('16:00');
  await sheet.getByRole('button', { name: 'Suhbatga chaqirish' }).click();
  await expect(dialog.getByText('16:00 (Toshkent vaqti)', { exact: false })).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Kalendar fayli' })).toBeVisible();

  const context = await browser.newContext({ baseURL: app.url });
  const studentPage = await context.newPage();
  await app.signIn(studentPage, applicant.student);
  await studentPage.goto(`/applications?application=${applicant.id}`);
  const seen = studentPage.getByRole('dialog').getByRole('region', { name: 'Suhbat' });
  await expect(seen).toContainText('16:00 (Toshkent vaqti)');
  await expect(seen).toContainText('Amir Temur ko‘chasi 108');
  const [download] = await Promise.all([studentPage.waitForEvent('download'), seen.getByRole('link', { name: 'Kalendar fayli' }).click()]);
  expect(download.suggestedFilename()).toBe('suhbat.ics');
  const stream = await download.createReadStream();
  let text = '';
  for await (const chunk of stream) text += chunk;
  expect(text).toContain(`DTSTART:${dayFromNow(5).replaceAll('-', '')}T110000Z`);
  await context.close();
});

test('ten applicants are scored with the keyboard alone', async ({ page, app }) => {
  test.setTimeout(120_000);
  const owner = await app.organizer();
  const { id } = await createOpportunity(app, owner);
  const criteria = await saveCriteria(app, owner, id, [
    { name: 'Motivatsiya', weight: 1, max_score: 10 },
    { name: 'Tajriba', weight: 1, max_score: 10 },
  ]);
  const applications: number[] = [];
  for (let at = 0; at < 10; at += 1) applications.push((await apply(app, id, `Nomzod${'abcdefghij'[at]}`)).id);
  await app.signIn(page, owner);
  const newest = [...applications].reverse();
  await openDialog(page, id, newest[0] as number);
  const dialog = applicantDialog(page);
  for (const [at, application] of newest.entries()) {
    await expect(page).toHaveURL(new RegExp(`application=${application}(&|$)`));
    await expect(dialog.getByRole('textbox', { name: 'Motivatsiya' })).toHaveValue('');
    await page.keyboard.press('b');
    await expect(dialog.getByRole('textbox', { name: 'Motivatsiya' })).toBeFocused();
    await page.keyboard.type(String(at));
    await page.keyboard.press('Enter');
    await page.keyboard.type('5');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expectSaved(page);
    if (at < 9) await page.keyboard.press('j');
  }
  for (const [at, application] of newest.entries()) {
    const { own } = await app.call(owner, 'GET', `/api/applications/${application}/review/`);
    expect(own.scores).toEqual({ [criteria[0]?.id as number]: at, [criteria[1]?.id as number]: 5.5 });
  }
  // Back closes the dialog after moving to another applicant.
  await page.goto(`/organizer/applications?eventId=${id}`);
  await page
    .getByRole('button', { name: /Batafsil|Nomzodj/ })
    .filter({ visible: true })
    .first()
    .click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('?');
  await expect(dialog.getByText('Maydonga yozayotganda tugmalar ishlamaydi.')).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
});

test('a keyboard decision moves to the next undecided applicant; after undo the student gets no message', async ({
  page,
  browser,
  app,
}) => {
  const owner = await app.organizer();
  const { id } = await createOpportunity(app, owner);
  const bobur = await apply(app, id, 'Bobur');
  const diyor = await apply(app, id, 'Diyor');
  const aziza = await apply(app, id, 'Aziza');
  await app.call(owner, 'POST', `/api/applications/${diyor.id}/reject/`, {});
  await app.signIn(page, owner);
  await openDialog(page, id, aziza.id);
  const dialog = applicantDialog(page);
  const accepting = page.getByRole('dialog', { name: 'Arizani qabul qilish' });
  // Shortcuts are off while typing and under another dialog.
  await dialog.getByLabel('Yangi izoh').focus();
  await page.keyboard.type('a');
  await expect(accepting).toHaveCount(0);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Escape');
  await page.keyboard.press('a');
  await expect(accepting.getByRole('button', { name: 'Qabul qilish' })).toBeFocused();
  await page.keyboard.press('r');
  await expect(page.getByRole('dialog', { name: 'Arizani rad etish' })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Ariza qabul qilindi.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Keyingisiga o‘tish' })).toBeFocused();

  const notificationCount = async (student: Person) => (await app.call(student, 'GET', '/api/notifications/')).count;
  expect((await app.call(aziza.student, 'GET', `/api/applications/${aziza.id}/`)).status).toBe('accepted');
  expect(await notificationCount(aziza.student)).toBe(0);
  await dialog.getByRole('region', { name: 'Qaror' }).getByRole('button', { name: 'Bekor qilish' }).click();
  await expect(page.getByText('Qaror bekor qilindi').first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Qabul qilish' })).toBeVisible();
  expect(await notificationCount(aziza.student)).toBe(0);
  const { status, history } = await app.call(aziza.student, 'GET', `/api/applications/${aziza.id}/`);
  expect([status, history.map((step: { status: string }) => step.status)]).toEqual(['pending', ['pending']]);

  await page.keyboard.press('u');
  await expect(dialog.getByText('Bobur Namunayev', { exact: true })).toBeVisible();
  await page.keyboard.press('r');
  await page.getByRole('dialog', { name: 'Arizani rad etish' }).getByLabel('Sabab').fill('Joylar tugadi.');
  await page.getByRole('dialog', { name: 'Arizani rad etish' }).getByRole('button', { name: 'Rad etish' }).click();
  await expect(dialog.getByRole('button', { name: 'Keyingisiga o‘tish' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Aziza Namunayev', { exact: true })).toBeVisible();

  const context = await browser.newContext({ baseURL: app.url });
  const studentPage = await context.newPage();
  await app.signIn(studentPage, bobur.student);
  await studentPage.goto('/applications');
  await expect(studentPage.getByText('Tashkilot izohi: Joylar tugadi.')).toBeVisible();
  await expect(studentPage.getByRole('heading', { name: 'Yangi xabarlar' })).toHaveCount(0);
  expect(await notificationCount(bobur.student)).toBe(0);
  await context.close();
});

test('messages are counted and marked read when opened; an application lists its own', async ({ page, app }) => {
  const owner = await app.organizer();
  const { id } = await createOpportunity(app, owner);
  const invited = await createOpportunity(app, owner, { title: 'Qishki maktab' });
  const { id: application, student } = await apply(app, id, 'Aziza');
  const message = (subject: string) =>
    app.call(owner, 'POST', '/api/applications/messages/', { application_ids: [application], subject, text: 'Assalomu alaykum, {ism}!' });
  await message('Birinchi xabar');
  await message('Ikkinchi xabar');
  await app.call(owner, 'POST', '/api/organizations/students/invite/', { emails: [student.email], opportunity: invited.id });
  await app.signIn(page, student);
  await page.goto('/');
  const item = page.getByRole('link', { name: /^Arizalar/ }).filter({ visible: true });
  await expect(item).toHaveAccessibleName(/^Arizalar ?: 3 ta yangi xabar$/);
  await item.click();
  const block = page.getByRole('region', { name: 'Yangi xabarlar' });
  await expect(block.getByRole('listitem')).toHaveCount(3);
  await block.getByText('Birinchi xabar').click();
  await expect(block.getByText('Assalomu alaykum, Aziza!').filter({ visible: true })).toHaveCount(1);
  await expect(item).toHaveAccessibleName(/^Arizalar ?: 2 ta yangi xabar$/);
  await expect(block.getByRole('listitem')).toHaveCount(3);
  await block.getByText('imkoniyatiga taklif qildi', { exact: false }).first().click();
  await expect(block.getByRole('link', { name: 'Imkoniyatni ko‘rish' })).toHaveAttribute('href', `/event/${invited.id}`);
  await expect(item).toHaveAccessibleName(/^Arizalar ?: 1 ta yangi xabar$/);

  await page.goto(`/applications?application=${application}`);
  const messages = page.getByRole('dialog').getByRole('region', { name: 'Xabarlar' });
  await expect(messages.getByRole('listitem')).toHaveCount(2);
  await expect(messages.getByText('Ikkinchi xabar')).toBeVisible();
  await expect.poll(async () => (await app.call(student, 'GET', '/api/notifications/')).unread).toBe(0);
  await page.goto('/applications');
  await expect(page.getByRole('heading', { name: 'Arizalarim' })).toBeVisible();
  await expect(block).toHaveCount(0);
  await expect(item).toHaveAccessibleName('Arizalar');
});
