import type { Page } from '@playwright/test';
import { expect, type Person, type TestApp, test } from './fixtures.ts';
import { createOpportunityId } from './organizerHelpers.ts';

const longName = 'Mirzo Ulug‘bek nomidagi O‘zbekiston Milliy universiteti huzuridagi Xalqaro hamkorlik va innovatsiyalar markazi';
const longTitle =
  'Sun’iy intellekt va ma’lumotlar tahlili bo‘yicha respublika talabalari uchun xalqaro yozgi tadqiqot dasturi va amaliyot stipendiyasi';

/** An organization with a long name and an opportunity with a long title and applicants. */
const createCast = async (app: TestApp, applicants = 1) => {
  const owner = await app.organizer({ first_name: longName, organization_name: longName });
  const opportunity = await createOpportunityId(app, owner, { title: longTitle });
  const applications: number[] = [];
  for (let index = 0; index < applicants; index += 1) {
    const student = await app.student({ first_name: 'Muhammadyusuf', last_name: 'Xo‘jamqulova' });
    await app.call(student, 'PATCH', '/api/students/profile/', {
      university: 'Islom Karimov nomidagi Toshkent davlat texnika universiteti',
    });
    applications.push((await app.call(student, 'POST', '/api/applications/', { opportunity })).id);
  }
  return { owner, opportunity, applications };
};

/** Words of 2 to 15 letters that are broken over two lines. E-mail and web addresses may break anywhere. */
const cutWords = (page: Page) =>
  page.evaluate(() => {
    const layer = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
    const cut: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { data, parentElement } = node as Text;
      if (!parentElement?.checkVisibility() || parentElement.closest('.sr-only') || /@|https?:/.test(data)) continue;
      for (const { 0: word, index } of data.matchAll(/[^\s\-–—/]{2,15}(?![^\s\-–—/])/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top);
        if (Math.max(...lines) - Math.min(...lines) > 4) cut.push(word);
      }
    }
    return cut;
  });

const opened = async (page: Page, app: TestApp, person: Person, at: string, width: number) => {
  await app.signIn(page, person);
  await page.setViewportSize({ width, height: 800 });
  await page.goto(at);
};

test('a long name beside a note does not break its button', async ({ page, app }) => {
  const { owner, applications } = await createCast(app);
  await app.call(owner, 'POST', `/api/applications/${applications[0]}/notes/`, { text: 'Suhbatga tayyor.' });
  await opened(page, app, owner, `/organizer/applications?application=${applications[0]}`, 360);
  await expect(page.getByText('Suhbatga tayyor.')).toBeVisible();
  expect(await cutWords(page)).toEqual([]);
});

test('a number beside a long name does not wrap', async ({ page, app }) => {
  const { owner } = await createCast(app, 10);
  await opened(page, app, owner, '/organizer/profile?tab=students', 320);
  await expect(page.getByRole('heading', { name: 'Talabalar eng ko‘p universitetlar' })).toBeVisible();
  expect(await cutWords(page)).toEqual([]);
});

test('a long title does not make the rows of the applicant list taller', async ({ page, app }) => {
  const { owner } = await createCast(app);
  await opened(page, app, owner, '/organizer/applications', 1280);
  const row = page.getByRole('row', { name: /Muhammadyusuf/ });
  // Four lines, however long the title is.
  expect((await row.boundingBox())?.height).toBeLessThan(120);
  await expect(row.getByText(longTitle)).toHaveAttribute('title', longTitle);
  expect(await cutWords(page)).toEqual([]);

  await page.setViewportSize({ width: 320, height: 640 });
  const card = page.getByRole('article', { name: /Muhammadyusuf/ });
  await expect(card).toBeVisible();
  const title = await card.getByText(longTitle).boundingBox();
  expect(title?.height).toBeLessThan(80);
  expect(await cutWords(page)).toEqual([]);
});

test('accept and reject are side by side on a phone, in the list and in the dialog', async ({ page, app }) => {
  const { owner, applications } = await createCast(app);
  await opened(page, app, owner, '/organizer/applications', 360);
  const sideBySide = async (place: ReturnType<Page['getByRole']>) => {
    const accept = await place.getByRole('button', { name: 'Qabul qilish', exact: true }).boundingBox();
    const reject = await place.getByRole('button', { name: 'Rad etish', exact: true }).boundingBox();
    expect(reject?.y).toBe(accept?.y);
    expect(reject?.height).toBe(accept?.height);
  };
  await sideBySide(page.getByRole('article', { name: /Muhammadyusuf/ }));
  await page.goto(`/organizer/applications?application=${applications[0]}`);
  await sideBySide(page.getByRole('dialog', { name: 'Ariza tafsilotlari' }));
});

test('a long name of the decider leaves the undo panel compact', async ({ page, app }) => {
  const { owner, applications } = await createCast(app);
  await app.call(owner, 'POST', `/api/applications/${applications[0]}/accept/`, {});
  await opened(page, app, owner, '/organizer/applications', 360);
  const region = page.getByRole('region', { name: 'Hali bekor qilsa bo‘ladigan qarorlar' });
  await expect(region.getByText('daqiqa qoldi')).toBeVisible();
  expect((await region.boundingBox())?.height).toBeLessThan(200);
});

test('the text of a select does not run under its arrow', async ({ page, app }) => {
  const { owner, opportunity } = await createCast(app);
  await opened(page, app, owner, `/organizer/applications?eventId=${opportunity}`, 1280);
  const field = page.getByLabel('Tadbir', { exact: true });
  await expect(field).toHaveCSS('appearance', 'none');
  await expect(field).toHaveCSS('padding-right', '36px');
});

test('save and cancel share the width of a phone', async ({ page, app }) => {
  const { owner } = await createCast(app, 0);
  await opened(page, app, owner, '/organizer/profile', 360);
  await page.getByRole('button', { name: 'Tahrirlash' }).click();
  const left = await page.getByRole('button', { name: 'Bekor qilish' }).boundingBox();
  const right = await page.getByRole('button', { name: 'Saqlash' }).boundingBox();
  expect(left?.x).toBe(16);
  expect((right?.x ?? 0) + (right?.width ?? 0)).toBe(344);
});

test('numbers and names do not break at 200% text size', async ({ page, app }) => {
  const { owner, applications } = await createCast(app, 10);
  await opened(page, app, owner, '/organizer/applications', 360);
  const large = () =>
    page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
  await large();
  const figures = page.getByRole('definition');
  await expect(figures.filter({ hasText: '10' }).first()).toBeVisible();
  const cut = await cutWords(page);
  expect(cut.filter((word) => /^\d+$/.test(word) || /Jami|arizalar|Jarayonda|Qabul|Yopilgan/.test(word))).toEqual([]);

  await page.goto(`/organizer/applications?application=${applications[0]}`);
  await large();
  await expect(page.getByRole('dialog').getByText(longTitle)).toBeVisible();
  expect((await cutWords(page)).filter((word) => longTitle.includes(word))).toEqual([]);
});
