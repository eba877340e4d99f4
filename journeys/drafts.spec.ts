import type { Browser, BrowserContext, Page } from '@playwright/test';
import { createApp, expect, type Person, type TestApp, test } from './fixtures.ts';
import { createServerData, stopServer } from './servers.ts';

const firstQuestion = 'Nega aynan siz?';
const secondQuestion = 'Qachon kela olasiz?';
const days = 'Qaysi kunlar?';
const content = {
  title: 'Qoralama sinovi',
  description: 'Tavsif.',
  opportunity_type: 'conference',
  application_deadline: '2099-01-01',
  start_date: '2099-02-01',
  location: 'Toshkent',
  additional_questions: [
    { question: firstQuestion, question_type: 'textarea', is_required: true },
    { question: secondQuestion, question_type: 'text' },
    { question: days, question_type: 'checkbox', options: ['Shanba', 'Yakshanba'] },
    { question: 'Qoidalarga rozimisiz?', question_type: 'checkbox' },
  ],
};
const published = async (app: TestApp, owner: Person): Promise<number> => {
  const { id } = await app.call(owner, 'POST', '/api/opportunities/', content);
  await app.call(owner, 'POST', `/api/opportunities/${id}/publish/`);
  return id;
};
const layer = (page: Page) => page.getByRole('dialog', { name: 'Ariza topshirish' });
const field = (page: Page, name: string) => layer(page).getByRole('textbox', { name });
const status = (page: Page) => layer(page).getByRole('status');
const saved = /^Saqlandi \d\d:\d\d$/;
const panel = (page: Page) => layer(page).getByRole('region', { name: 'Bu ariza boshqa qurilmada ham o‘zgartirilgan' });
const readDraft = (app: TestApp, student: Person, id: number) => app.call(student, 'GET', `/api/applications/drafts/${id}/`);
const draftAnswers = async (app: TestApp, student: Person, id: number) => Object.values((await readDraft(app, student, id)).answers);

/** Opens a second device of the same person. */
const anotherDevice = async (browser: Browser, app: TestApp, student: Person): Promise<Page> => {
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await app.signIn(page, student);
  return page;
};
const opened = async (page: Page, id: number) => {
  await page.goto(`/event/${id}?apply=1`);
  await expect(field(page, firstQuestion)).toBeVisible();
};

test('a draft typed on one device appears on another and is invisible to other users', async ({ page, app, browser }) => {
  const [owner, student] = [await app.organizer(), await app.student()];
  const id = await published(app, owner);
  await app.signIn(page, student);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/applications/drafts/**', async (route) => {
    if (route.request().method() === 'PUT') await released;
    await route.continue();
  });
  await opened(page, id);
  await expect(status(page)).toHaveText('');
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await field(page, firstQuestion).pressSequentially('Chunki ');
  await sent;
  // The status changes only after the response of the server.
  await expect(status(page)).toHaveText('Saqlanmoqda…');
  release();
  await expect(status(page)).toHaveText(saved);
  await layer(page).getByRole('checkbox', { name: 'Yakshanba' }).check();
  await layer(page).getByRole('checkbox', { name: 'Qoidalarga rozimisiz?' }).check();
  await expect(status(page)).toHaveText(saved);

  const other = await anotherDevice(browser, app, student);
  await opened(other, id);
  await expect(field(other, firstQuestion)).toHaveValue('Chunki ');
  await expect(layer(other).getByRole('checkbox', { name: 'Yakshanba' })).toBeChecked();
  await expect(layer(other).getByRole('checkbox', { name: 'Qoidalarga rozimisiz?' })).toBeChecked();
  await expect(status(other)).toHaveText(saved);
  await other.context().close();

  const { count } = await app.call(owner, 'GET', '/api/applications/org/');
  const { application_count } = await app.call(owner, 'GET', `/api/opportunities/${id}/`);
  expect([count, Number(application_count)]).toEqual([0, 0]);
  await expect(readDraft(app, owner, id)).rejects.toThrow('403');
  expect(await draftAnswers(app, await app.student(), id)).toEqual([]);
});

/** Two devices start from the same draft; then each changes it, this one offline. */
const divergedDraft = async (page: Page, context: BrowserContext, app: TestApp, browser: Browser) => {
  const [student, id] = [await app.student(), await published(app, await app.organizer())];
  await app.signIn(page, student);
  await opened(page, id);
  await field(page, firstQuestion).fill('Birinchi');
  await field(page, secondQuestion).fill('Ertaga');
  await expect(status(page)).toHaveText(saved);
  await context.setOffline(true);
  await field(page, firstQuestion).fill('Telefonda yozilgan');
  await expect(status(page)).toHaveText('Saqlanmadi: internet yo‘q. Javoblaringiz shu qurilmada turibdi.');
  const other = await anotherDevice(browser, app, student);
  await opened(other, id);
  await field(other, firstQuestion).fill('Kompyuterda yozilgan');
  await expect(status(other)).toHaveText(saved);
  await context.setOffline(false);
  await expect(panel(page)).toBeVisible();
  return { student, id, other };
};

test("conflicting drafts on two devices: both are shown, and keeping this device's version works", { tag: '@dates' }, async ({
  page,
  context,
  app,
  browser,
}) => {
  const { student, id, other } = await divergedDraft(page, context, app, browser);
  await expect(panel(page).getByRole('heading', { level: 3 })).toBeFocused();
  await expect(panel(page).getByRole('listitem')).toHaveCount(1);
  await expect(panel(page).getByRole('definition')).toHaveText(['Telefonda yozilgan', 'Kompyuterda yozilgan']);
  await expect(panel(page).getByRole('term')).toHaveText(['Shu qurilmada', /^Boshqa qurilmada · \d\d:\d\d$/]);
  await expect(field(page, firstQuestion)).toBeHidden();
  // Before a choice a reload shows both again, and the server still has the other version.
  await page.reload();
  await expect(panel(page).getByRole('definition')).toHaveText(['Telefonda yozilgan', 'Kompyuterda yozilgan']);
  expect(await draftAnswers(app, student, id)).toEqual(['Kompyuterda yozilgan', 'Ertaga']);
  await panel(page).getByRole('button', { name: 'Shu qurilmadagini qoldirish' }).press('Enter');
  await expect(field(page, firstQuestion)).toHaveValue('Telefonda yozilgan');
  await expect(status(page)).toHaveText(saved);
  expect(await draftAnswers(app, student, id)).toEqual(['Telefonda yozilgan', 'Ertaga']);
  // The other device refetches when it becomes visible.
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(field(other, firstQuestion)).toHaveValue('Telefonda yozilgan');
  await other.context().close();
});

test("conflicting drafts on two devices: taking the other device's version works", async ({ page, context, app, browser }) => {
  const { student, id, other } = await divergedDraft(page, context, app, browser);
  await panel(page).getByRole('button', { name: 'Boshqa qurilmadagini olish' }).click();
  await expect(field(page, firstQuestion)).toHaveValue('Kompyuterda yozilgan');
  await field(page, secondQuestion).fill('Indinga');
  await expect(status(page)).toHaveText(saved);
  await expect.poll(() => draftAnswers(app, student, id)).toEqual(['Kompyuterda yozilgan', 'Indinga']);
  await other.context().close();
});

test('a save refused because another device saved first shows both versions', async ({ page, app, browser }) => {
  const [student, id] = [await app.student(), await published(app, await app.organizer())];
  await app.signIn(page, student);
  await opened(page, id);
  const other = await anotherDevice(browser, app, student);
  await opened(other, id);
  await field(other, firstQuestion).fill('Oldinroq');
  await expect(status(other)).toHaveText(saved);
  await field(page, firstQuestion).fill('Keyinroq');
  await expect(panel(page).getByRole('definition')).toHaveText(['Keyinroq', 'Oldinroq']);
  // Sending waits for the choice too.
  await layer(page).getByRole('button', { name: 'Ariza yuborish' }).click({ force: true });
  await expect(panel(page).getByRole('heading', { level: 3 })).toBeFocused();
  await panel(page).getByRole('button', { name: 'Shu qurilmadagini qoldirish' }).click();
  await expect(status(page)).toHaveText(saved);
  expect(await draftAnswers(app, student, id)).toEqual(['Keyinroq']);
  await other.context().close();
});

test('killing the server while typing: the draft is shown as unsaved and saved after the restart', async ({ browser, playwright }) => {
  test.setTimeout(120_000);
  const data = await createServerData();
  const first = await data.start();
  const request = await playwright.request.newContext();
  const app = createApp(first.url, request);
  const student = await app.student();
  const id = await published(app, await app.organizer());
  const page = await anotherDevice(browser, app, student);
  await opened(page, id);
  await field(page, firstQuestion).fill('Server bor edi.');
  await expect(status(page)).toHaveText(saved);

  first.child.kill('SIGKILL');
  await new Promise((resolve) => first.child.once('exit', resolve));
  const statusTexts: string[] = [];
  await page.exposeFunction('recordStatus', (text: string) => statusTexts.push(text));
  await layer(page)
    .getByRole('status')
    .evaluate((line) => {
      const recordStatus = (window as unknown as { recordStatus(text: string): void }).recordStatus;
      new MutationObserver(() => recordStatus(line.textContent ?? '')).observe(line, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    });
  await field(page, firstQuestion).press('End');
  await field(page, firstQuestion).pressSequentially(' Endi yo‘q.', { delay: 30 });
  await expect(status(page)).toHaveText('Saqlanmadi: internet yo‘q. Javoblaringiz shu qurilmada turibdi.');
  await field(page, firstQuestion).pressSequentially(' Yozaveraman.');
  await field(page, secondQuestion).fill('Yakshanba kuni');
  expect(statusTexts.filter((text) => text.includes('Saqlandi'))).toEqual([]);

  const second = await data.start({ PORT: new URL(first.url).port });
  expect(second.url).toBe(first.url);
  await expect(status(page)).toHaveText(saved, { timeout: 20_000 });
  expect(await draftAnswers(app, student, id)).toEqual(['Server bor edi. Endi yo‘q. Yozaveraman.', 'Yakshanba kuni']);
  await expect(panel(page)).toBeHidden();
  await page.context().close();
  await request.dispose();
  await stopServer(second.child);
  await data.remove();
});

test('a lost response to a save is not treated as a conflict', async ({ page, app }) => {
  const [student, id] = [await app.student(), await published(app, await app.organizer())];
  await app.signIn(page, student);
  let lost = 0;
  await page.route('**/api/applications/drafts/**', async (route) => {
    if (route.request().method() !== 'PUT' || lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort('connectionreset');
  });
  await opened(page, id);
  await field(page, firstQuestion).fill('Yetib borgan');
  await expect(status(page)).toHaveText(/^Saqlanmadi/);
  expect(await draftAnswers(app, student, id)).toEqual(['Yetib borgan']);
  await field(page, firstQuestion).fill('Yetib borgan va davom etgan');
  await expect(status(page)).toHaveText(saved);
  await expect(panel(page)).toBeHidden();
  expect(await draftAnswers(app, student, id)).toEqual(['Yetib borgan va davom etgan']);
});

test('text typed just before a reload or a close is saved and appears on another device', async ({ page, app, browser }) => {
  const [student, id] = [await app.student(), await published(app, await app.organizer())];
  await app.signIn(page, student);
  await opened(page, id);
  await field(page, firstQuestion).pressSequentially('Yarim');
  await page.reload();
  await expect(field(page, firstQuestion)).toHaveValue('Yarim');
  await expect(status(page)).toHaveText(saved);
  await field(page, firstQuestion).press('End');
  await field(page, firstQuestion).pressSequentially(' va oxiri');
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => draftAnswers(app, student, id)).toEqual(['Yarim va oxiri']);
  const other = await anotherDevice(browser, app, student);
  await opened(other, id);
  await expect(field(other, firstQuestion)).toHaveValue('Yarim va oxiri');
  await other.context().close();
});

test('continuous typing is saved without waiting for a pause', async ({ page, app }) => {
  const [student, id] = [await app.student(), await published(app, await app.organizer())];
  await app.signIn(page, student);
  await opened(page, id);
  const first = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  const typing = field(page, firstQuestion).pressSequentially('a'.repeat(60), { delay: 100 });
  const { answers } = await (await first).json();
  expect(String(Object.values(answers)[0]).length).toBeLessThan(30);
  await typing;
  await expect(status(page)).toHaveText(saved);
  await expect.poll(() => draftAnswers(app, student, id)).toEqual(['a'.repeat(60)]);
});

test('the summary before sending allows changing an answer; sending deletes the draft', async ({ page, app }) => {
  const student = await app.student();
  const id = await published(app, await app.organizer());
  await app.call(student, 'PATCH', '/api/students/profile/', {
    phone: '+998901234567',
    phone_visible: false,
    university: 'TATU',
    date_of_birth: '2008-02-05',
    graduation_year: 2030,
  });
  await app.signIn(page, student);
  await page.goto(`/event/${id}`);
  await page.getByRole('button', { name: 'Ariza topshirish' }).click();
  await field(page, firstQuestion).fill('Birinchi qator\nIkkinchi qator');
  await layer(page).getByRole('checkbox', { name: 'Shanba', exact: true }).check();
  const next = layer(page).getByRole('button', { name: 'Ariza yuborish' });
  await next.click();
  const heading = layer(page).getByRole('heading', { name: 'Yuborishdan oldin tekshiring' });
  await expect(heading).toBeFocused();
  const answers = layer(page).getByRole('region', { name: 'Javoblaringiz' });
  await expect(answers.getByRole('term')).toHaveText([firstQuestion, secondQuestion, days, 'Qoidalarga rozimisiz?']);
  await expect(answers).toContainText('Birinchi qator');
  const facts = layer(page).getByRole('region', { name: 'Profilingizdan yuboriladi' });
  await expect(facts).toContainText('Sardor Namunayev');
  await expect(facts).toContainText(student.email);
  await expect(facts).toContainText('+998901234567 (arizangiz qabul qilingandan keyin ko‘rinadi)');
  await expect(facts).toContainText('TATU');
  await expect(facts).toContainText('Tug‘ilgan sana5 fevral 2008');
  await expect(facts).toContainText('Bitirish yili2030');
  await expect(facts).toContainText('elektron pochtangiz va javoblaringiz arizangizni ko‘rib chiqish');

  // Back leads from the summary to the answers; a reload stays on the summary.
  await page.goBack();
  await expect(field(page, firstQuestion)).toBeVisible();
  await expect(next).toBeFocused();
  await next.click();
  await expect(heading).toBeVisible();
  await page.reload();
  await expect(heading).toBeVisible();

  await answers.getByRole('button', { name: `O‘zgartirish: ${secondQuestion}` }).click();
  await expect(field(page, secondQuestion)).toBeFocused();
  await page.keyboard.type('Har kuni');
  await next.click();
  await expect(heading).toBeFocused();
  await expect(answers).toContainText('Har kuni');
  await next.click();
  await expect(page.getByText('Ariza yuborildi', { exact: true })).toBeVisible();
  await expect(layer(page)).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/event/${id}$`));
  await expect(page.getByRole('button', { name: 'Ariza yuborilgan' })).toBeDisabled();

  const { results } = await app.call(student, 'GET', '/api/applications/');
  const { answers: given } = await app.call(student, 'GET', `/api/applications/${results[0].id}/`);
  expect(given.map((one: { answer_text: string }) => one.answer_text)).toEqual(['Birinchi qator\nIkkinchi qator', 'Har kuni', 'Shanba']);
  expect((await app.call(student, 'GET', '/api/applications/drafts/')).count).toBe(0);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')))).toEqual([]);
  await page.goto(`/event/${id}?apply=1`);
  await expect(page.getByRole('button', { name: 'Ariza yuborilgan' })).toBeDisabled();
  await expect(layer(page)).toBeHidden();
});

test('a browser without storage warns that answers are unsaved while offline', async ({ page, context, app }) => {
  const [student, id] = [await app.student(), await published(app, await app.organizer())];
  await app.signIn(page, student);
  await opened(page, id);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await context.setOffline(true);
  await field(page, firstQuestion).fill('Faqat shu sahifada');
  await expect(status(page)).toHaveText('Saqlanmadi: internet yo‘q. Saqlanmaguncha sahifani yopmang.');
  await context.setOffline(false);
  await expect(status(page)).toHaveText(saved);
  expect(await draftAnswers(app, student, id)).toEqual(['Faqat shu sahifada']);
});

test('when the draft cannot be read at first, typing continues and both versions are shown later', async ({ page, app }) => {
  const [student, id] = [await app.student(), await published(app, await app.organizer())];
  const { additional_questions } = await app.call(student, 'GET', `/api/opportunities/${id}/`);
  const [first] = additional_questions;
  await app.call(student, 'PUT', `/api/applications/drafts/${id}/`, { version: 0, answers: { [first.id]: 'Kecha yozilgan' } });
  await app.signIn(page, student);
  await page.route('**/api/applications/drafts/**', (route) => route.abort());
  await opened(page, id);
  await expect(status(page)).toHaveText('Serverdagi javoblaringizni olib bo‘lmadi. Qayta urinilmoqda…');
  await field(page, firstQuestion).fill('Bugun yozilgan');
  await expect(status(page)).toHaveText('Saqlanmadi: internet yo‘q. Javoblaringiz shu qurilmada turibdi.');
  await page.unroute('**/api/applications/drafts/**');
  await expect(panel(page).getByRole('definition')).toHaveText(['Bugun yozilgan', 'Kecha yozilgan'], { timeout: 15_000 });
});

test('an application sent from another device closes the open form with a message', async ({ page, app }) => {
  const [student, id] = [await app.student(), await published(app, await app.organizer())];
  const { additional_questions } = await app.call(student, 'GET', `/api/opportunities/${id}/`);
  const [first] = additional_questions;
  await app.signIn(page, student);
  await opened(page, id);
  await app.call(student, 'POST', '/api/applications/', { opportunity: id, answers: { [first.id]: 'Kompyuterdan yuborildi' } });
  await field(page, firstQuestion).fill('Telefonda davom etdim');
  await expect(page.getByText('Bu ariza boshqa qurilmada yoki oynada yuborilgan.')).toBeVisible();
  await expect(layer(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Ariza yuborilgan' })).toBeDisabled();
});
