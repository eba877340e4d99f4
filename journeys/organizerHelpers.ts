import type { Page } from '@playwright/test';
import { dayFromNow, expect, type Person, type TestApp } from './fixtures.ts';

/** Maps items with at most `size` calls at once. @returns the results in order */
export const mapInBatches = async <Item, Result>(
  items: readonly Item[],
  size: number,
  act: (item: Item, index: number) => Promise<Result>,
) => {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += size)
    results.push(...(await Promise.all(items.slice(from, from + size).map((item, at) => act(item, from + at)))));
  return results;
};

/** Creates a published opportunity and returns the reply. */
export const createOpportunity = (app: TestApp, organizer: Person, values: Record<string, unknown> = {}) =>
  app.call(organizer, 'POST', '/api/opportunities/', {
    title: 'Yozgi tadqiqot dasturi',
    description: 'Talabalar uchun yozgi tadqiqot dasturi.',
    start_date: dayFromNow(60),
    application_deadline: dayFromNow(30),
    location: 'Toshkent',
    status: 'published',
    ...values,
  });
/** Creates a published opportunity and returns its id. */
export const createOpportunityId = async (app: TestApp, organizer: Person, values: Record<string, unknown> = {}): Promise<number> =>
  (await createOpportunity(app, organizer, values)).id;

/** Sets filters of the applicant list on a phone, by label, and closes the sheet. */
export const setFilters = async (page: Page, choices: Record<string, string | { label: string }>) => {
  await page.getByRole('button', { name: /^Filtrlar( \(\d\))?$/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Filtrlar' });
  for (const [label, value] of Object.entries(choices)) await sheet.getByLabel(label, { exact: true }).selectOption(value);
  await sheet.getByRole('button', { name: /ko‘rish$/ }).click();
  await expect(sheet).toHaveCount(0);
};

/** The bar with the number of selected applications. */
export const bulkBar = (page: Page) => page.getByRole('region', { name: 'Tanlangan arizalar' });
