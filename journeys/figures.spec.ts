import type { Page } from '@playwright/test';
import { applicationStatuses } from '../contract/application-rules.ts';
import { dayFromNow, expect, type Person, type TestApp, test } from './fixtures.ts';
import { mapInBatches, setFilters } from './organizerHelpers.ts';

/*
 * Forty opportunities, twenty-five students, 250 applications: the figures on screen are compared with the plan that the
 * data was created from.
 */
/** Letters only, so that the search finds the items of this run and nothing else. */
const word = `Hisobot${Array.from({ length: 8 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('')}`;
const kinds = ['grant', 'camp', 'scholarship', 'mentoring'] as const;

interface Planned {
  title: string;
  status: 'published' | 'draft' | 'closed';
  opportunity_type: (typeof kinds)[number];
  featured: boolean;
  is_remote: boolean;
  /** Days until the deadline; negative when it has passed. */
  deadline: number;
  applicants: number;
}
/** Applications per opportunity, 250 in total. */
const received = [25, 24, 24, 24, 23, 23, 22, 21, 20, 15, 12, 10, 5, 2];
const plan: Planned[] = Array.from({ length: 40 }, (_, index) => ({
  title: `${word} tadbiri ${String(index + 1).padStart(2, '0')}`,
  status: index < 28 ? 'published' : index < 34 ? 'draft' : 'closed',
  opportunity_type: kinds[index % kinds.length] as Planned['opportunity_type'],
  featured: index % 5 === 0,
  is_remote: index % 3 === 0,
  deadline: index >= 24 && index < 28 ? -3 : 10 + index,
  applicants: received[index] ?? 0,
}));
/** The last two with applications are closed after they were received. */
for (const item of plan.slice(12, 14)) item.status = 'closed';

const states = ['pending', 'accepted', 'rejected', 'under_review', 'withdrawn'] as const;
type State = (typeof states)[number];
/** The final status of a student's application to an opportunity. */
const finalState = (opportunity: number, student: number): State => states[(opportunity * 3 + student) % 7] ?? 'pending';

const applications = plan.flatMap(({ applicants }, opportunity) =>
  Array.from({ length: applicants }, (_, student) => ({ opportunity, student, state: finalState(opportunity, student) })),
);
const inState = (...included: State[]) => applications.filter(({ state }) => included.includes(state));
/** Applications a card counts: all but the withdrawn. */
const cardCount = (opportunity: number) =>
  applications.filter((one) => one.opportunity === opportunity && one.state !== 'withdrawn').length;

const open = ({ status, deadline }: Planned) => status !== 'closed' && deadline >= 0;
const spaced = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ' ');

const make = async (app: TestApp): Promise<{ organizer: Person; student: Person; ids: number[] }> => {
  const organizer = await app.organizer();
  const students = await mapInBatches(Array.from({ length: 25 }), 5, (_, index) =>
    app.student({ first_name: `Talaba${index + 1}`, last_name: 'Namunayev' }),
  );
  // One by one, because the list is sorted by creation.
  const ids: number[] = [];
  for (const { applicants: _, deadline, ...item } of plan) {
    const status = item.status === 'closed' ? 'published' : item.status;
    const body = { ...item, status, description: 'Sinov.', location: 'Toshkent', start_date: dayFromNow(80) };
    ids.push((await app.call(organizer, 'POST', '/api/opportunities/', { ...body, application_deadline: dayFromNow(deadline) })).id);
  }
  const sent = await mapInBatches(applications, 10, ({ opportunity, student }) =>
    app.call(students[student] as Person, 'POST', '/api/applications/', { opportunity: ids[opportunity] }),
  );
  const idsIn = (state: State) => applications.flatMap((one, index) => (one.state === state ? [sent[index].id as number] : []));
  await mapInBatches(
    applications.map((one, index) => ({ ...one, id: sent[index].id })).filter(({ state }) => state === 'withdrawn'),
    10,
    ({ student, id }) => app.call(students[student] as Person, 'POST', `/api/applications/${id}/withdraw/`),
  );
  for (const status of ['accepted', 'rejected', 'under_review'] as const)
    await app.call(organizer, 'POST', '/api/applications/bulk-update/', { application_ids: idsIn(status), status });
  await mapInBatches(
    ids.filter((_, index) => plan[index]?.status === 'closed'),
    5,
    (id) => app.call(organizer, 'POST', `/api/opportunities/${id}/close/`),
  );
  return { organizer, student: students[0] as Person, ids };
};

const figure = (page: Page, name: string) => page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]');
const figures = async (page: Page, expected: Record<string, number | string>) => {
  for (const [name, value] of Object.entries(expected))
    await expect(figure(page, name), name).toHaveText(typeof value === 'number' ? spaced(value) : value);
};
const headings = (page: Page) => page.getByRole('article').getByRole('heading');
const share = (part: number, whole: number) => Math.round((100 * part) / whole);

test("every figure on the organizer's and student's screens matches the plan of 250 applications", async ({ page, app, browser }) => {
  test.setTimeout(120_000);
  expect(applications).toHaveLength(250);
  const { organizer, student, ids } = await make(app);
  // Data of another organization, which no figure below may include.
  const other = await app.organizer();
  const { id: foreign } = await app.call(other, 'POST', '/api/opportunities/', {
    title: 'Begona tadbir',
    description: 'Sinov.',
    status: 'published',
    location: 'Buxoro',
    start_date: dayFromNow(80),
    application_deadline: dayFromNow(9),
  });
  await app.call(student, 'POST', '/api/applications/', { opportunity: foreign });
  await app.signIn(page, organizer);

  await test.step('dashboard', async () => {
    await page.goto('/organizer');
    await figures(page, {
      'Jami tadbirlar': plan.length,
      'Faol tadbirlar': plan.filter(open).length,
      'So‘nggi 30 kundagi arizalar': applications.length,
      'Qabul qilish darajasi': `${share(inState('accepted').length, applications.length)}%`,
    });
    const byCount = plan
      .map(({ title }, index) => ({ title, count: cardCount(index), index }))
      .sort((a, b) => b.count - a.count || b.index - a.index);
    const top = page.getByRole('region', { name: 'Eng ko‘p ariza tushgan tadbirlar' });
    const region = (await top.count()) > 0 ? top : page.locator('section[aria-labelledby="top"]');
    await expect(region.getByRole('listitem')).toHaveText(
      byCount.slice(0, 3).map(({ title, count }) => new RegExp(`^${title}\\s*${count} ta ariza`)),
    );
    for (const [index, { count }] of byCount.slice(0, 3).entries())
      await expect(region.locator('progress').nth(index)).toHaveAttribute('value', String(share(count, byCount[0]?.count ?? 1)));
    const soonest = plan
      .map((item, index) => ({ ...item, index }))
      .filter(open)
      .sort((a, b) => a.deadline - b.deadline)
      .slice(0, 3);
    await expect(page.locator('section[aria-labelledby="deadlines"]').getByRole('listitem')).toHaveText(
      soonest.map(({ title, index }) => new RegExp(`^${title}.*${cardCount(index)} ta ariza`)),
    );
    await expect(page.getByText(`${inState('pending').length} ta ariza javobingizni kutmoqda.`)).toBeVisible();
    await expect(
      page.getByText(`${plan.filter(({ status }) => status === 'draft').length} ta qoralama hali e’lon qilinmagan.`),
    ).toBeVisible();
  });

  await test.step('events', async () => {
    await page.goto('/organizer/events');
    await figures(page, {
      'Jami tadbirlar': plan.length,
      'Faol tadbirlar': plan.filter(open).length,
      'Yopilgan tadbirlar': plan.filter((item) => !open(item)).length,
      // The sum over the cards, which leave out withdrawn applications.
      'Jami arizalar': applications.length - inState('withdrawn').length,
    });
    // The applications screen has a figure of the same name that includes withdrawn ones.
    await expect(page.getByText('Bekor qilinganlarsiz')).toBeVisible();
    await expect(page.getByText(`1 / ${Math.ceil(plan.length / 12)}`)).toBeVisible();
    await expect(headings(page)).toHaveText(
      plan
        .map(({ title }) => title)
        .reverse()
        .slice(0, 12),
    );
    for (const [filter, status] of [
      ['published', 'published'],
      ['draft', 'draft'],
      ['archived', 'closed'],
    ] as const) {
      await page.getByLabel('Holati').selectOption(filter);
      await expect(page.getByText(`${plan.filter((item) => item.status === status).length} ta tadbir`)).toBeVisible();
    }
    await page.getByLabel('Holati').selectOption('all');
    await page.getByLabel('Tartib').selectOption('applications');
    const byCount = plan
      .map(({ title }, index) => ({ title, index, count: cardCount(index) }))
      .sort((a, b) => b.count - a.count || b.index - a.index);
    await expect(headings(page)).toHaveText(byCount.slice(0, 12).map(({ title }) => title));
    for (const { title, count } of byCount.slice(0, 12))
      await expect(
        page
          .getByRole('article')
          .filter({ hasText: title })
          .getByText(/^Arizalar: /),
      ).toHaveText(`Arizalar: ${count}`);
    await page.getByLabel('Tartib').selectOption('deadline');
    const byDeadline = plan.map(({ title, deadline }, index) => ({ title, deadline, index })).filter(({ deadline }) => deadline >= 0);
    await page.getByLabel('Holati').selectOption('published');
    await expect(page.getByText(`${plan.filter(({ status }) => status === 'published').length} ta tadbir`)).toBeVisible();
    const shown = await headings(page).allTextContents();
    const open12 = byDeadline.filter(({ index }) => plan[index]?.status === 'published').sort((a, b) => a.deadline - b.deadline);
    expect(shown.filter((title) => open12.some((one) => one.title === title))).toEqual(
      open12.map(({ title }) => title).slice(0, shown.filter((title) => open12.some((one) => one.title === title)).length),
    );
  });

  await test.step('applications', async () => {
    await page.goto('/organizer/applications');
    const groups = (isCounted: (application: (typeof applications)[number]) => boolean) => ({
      'Jami arizalar': applications.filter(isCounted).length,
      Jarayonda: inState('pending', 'under_review').filter(isCounted).length,
      'Qabul qilingan': inState('accepted').filter(isCounted).length,
      Yopilgan: inState('rejected', 'withdrawn').filter(isCounted).length,
    });
    await figures(
      page,
      groups(() => true),
    );
    await expect(page.getByText(`${applications.length} ta ariza`)).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(20);
    const pages = Math.ceil(applications.length / 20);
    await expect(page.getByText(`1 / ${pages}`)).toBeVisible();
    await page.goto(`/organizer/applications?page=${pages}`);
    await expect(page.getByRole('article')).toHaveCount(applications.length - 20 * (pages - 1));
    for (const state of states) {
      await setFilters(page, { Holati: state });
      await expect(page.getByText(`${inState(state).length} ta ariza`, { exact: true })).toBeVisible();
    }
    for (const opportunity of [0, 9, 13]) {
      await page.goto(`/organizer/applications?eventId=${ids[opportunity]}`);
      const isChosen = (one: { opportunity: number }) => one.opportunity === opportunity;
      await figures(page, groups(isChosen));
      await expect(page.getByText(`${applications.filter(isChosen).length} ta ariza`, { exact: true })).toBeVisible();
      await setFilters(page, { Holati: 'accepted' });
      await expect(page.getByText(`${inState('accepted').filter(isChosen).length} ta ariza`, { exact: true })).toBeVisible();
    }
  });

  await test.step('a student’s own', async () => {
    const context = await browser.newContext({ baseURL: app.url });
    const own = await context.newPage();
    await app.signIn(own, student);
    await own.goto('/applications');
    // The first student's applications and the one to the other organization.
    const ownStates = [...applications.filter((one) => one.student === 0).map(({ state }) => state), 'pending'];
    const chips = own.getByRole('group', { name: 'Holat bo‘yicha saralash' }).getByRole('button');
    const counted = Object.entries(applicationStatuses).flatMap(([status, label]) => {
      const count = ownStates.filter((one) => one === status).length;
      return count > 0 ? [[status, `${label} (${count})`, count] as const] : [];
    });
    await expect(chips).toHaveText([`Barchasi (${ownStates.length})`, ...counted.map(([, text]) => text)]);
    for (const [status, text, count] of counted) {
      await chips.filter({ hasText: text }).click();
      await expect(own).toHaveURL(new RegExp(`status=${status}$`));
      await expect(own.getByRole('article')).toHaveCount(count);
    }
    await context.close();
  });
});

test('counts, filters and pages of the browse list match the plan', async ({ page, app }) => {
  test.setTimeout(90_000);
  const organizer = await app.organizer();
  const run = word.split('').reverse().join('').toLowerCase();
  const own = plan.map((item) => ({ ...item, title: item.title.replace(word, run) }));
  for (const { applicants: _, deadline, ...item } of own) {
    const created = await app.call(organizer, 'POST', '/api/opportunities/', {
      ...item,
      status: item.status === 'draft' ? 'draft' : 'published',
      description: 'Sinov.',
      location: 'Toshkent',
      start_date: dayFromNow(80),
      application_deadline: dayFromNow(deadline),
    });
    if (item.status === 'closed') await app.call(organizer, 'POST', `/api/opportunities/${created.id}/close/`);
  }
  const shown = own.filter(({ status }) => status === 'published');
  await app.signIn(page, await app.student());
  const total = page.getByRole('status').filter({ hasText: 'topildi' });
  const expectList = async (query: string, expected: typeof own) => {
    await page.goto(`/?search=${run}${query}`);
    await expect(total).toHaveText(`${expected.length} ta imkoniyat topildi`);
    await expect(page.getByRole('article')).toHaveCount(Math.min(9, expected.length));
    if (expected.length > 9) await expect(page.getByText(`1 / ${Math.ceil(expected.length / 9)}`)).toBeVisible();
  };
  await expectList('', shown);
  await expect(headings(page)).toHaveText(
    shown
      .map(({ title }) => title)
      .reverse()
      .slice(0, 9),
  );
  await page.goto(`/?search=${run}&page=${Math.ceil(shown.length / 9)}`);
  await expect(page.getByRole('article')).toHaveCount(shown.length - 9 * (Math.ceil(shown.length / 9) - 1));
  await expectList(
    '&is_remote=true',
    shown.filter(({ is_remote }) => is_remote),
  );
  await expectList(
    '&featured=true',
    shown.filter(({ featured }) => featured),
  );
  await expectList(
    '&opportunity_type=camp',
    shown.filter(({ opportunity_type }) => opportunity_type === 'camp'),
  );
  await expectList(
    '&opportunity_type=camp,grant&is_remote=true',
    shown.filter(({ opportunity_type, is_remote }) => is_remote && ['camp', 'grant'].includes(opportunity_type)),
  );
});
