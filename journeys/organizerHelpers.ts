import type { Page } from '@playwright/test';
import { type App, dayFromNow, expect, type Person } from './fixtures.ts';

/** So many at once, in order. */
export const inBatches = async <Item, Result>(
  items: readonly Item[],
  size: number,
  act: (item: Item, index: number) => Promise<Result>,
) => {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += size)
    results.push(...(await Promise.all(items.slice(from, from + size).map((item, at) => act(item, from + at)))));
  return results;
};

/** A published opportunity of an organizer, as the server answers it. */
export const aPublished = (app: App, organizer: Person, values: Record<string, unknown> = {}) =>
  app.call(organizer, 'POST', '/api/opportunities/', {
    title: 'Yozgi tadqiqot dasturi',
    description: 'Talabalar uchun yozgi tadqiqot dasturi.',
    start_date: dayFromNow(60),
    application_deadline: dayFromNow(30),
    location: 'Toshkent',
    status: 'published',
    ...values,
  });
/** The same, its id alone. */
export const anOpportunity = async (app: App, organizer: Person, values: Record<string, unknown> = {}): Promise<number> =>
  (await aPublished(app, organizer, values)).id;

/** On a phone the list is narrowed in a sheet, whose button says how many there will be. */
export const narrow = async (page: Page, choices: Record<string, string | { label: string }>) => {
  await page.getByRole('button', { name: /^Filtrlar( \(\d\))?$/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Filtrlar' });
  for (const [label, value] of Object.entries(choices)) await sheet.getByLabel(label, { exact: true }).selectOption(value);
  await sheet.getByRole('button', { name: /ko‘rish$/ }).click();
  await expect(sheet).toHaveCount(0);
};

/** The bar that says how many are ticked. */
export const bulkBar = (page: Page) => page.getByRole('region', { name: 'Tanlangan arizalar' });
