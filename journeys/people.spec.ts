import type { Page } from '@playwright/test';
import { dayFromNow, expect, type Person, type TestApp, test } from './fixtures.ts';
import { createOpportunityId } from './organizerHelpers.ts';

// The trace recorder fetches the blob preview, which the content security policy forbids.
test.use({ trace: 'off' });

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#246"/></svg>');
const password = 'Kuchli-parol-2026';
const serial = () => Math.random().toString(36).slice(2, 8);
const noAnswer = 'Internet aloqasi yo‘q. Ulanishni tekshirib, qayta urining.';
const lastOwner = 'Siz tashkilotning yagona egasisiz. Avval egalikni boshqa a’zoga topshiring.';

const people = '/organizer/profile?tab=members';
const member = (page: Page, name: string) =>
  page
    .getByRole('region', { name: /^A’zolar/ })
    .getByRole('listitem')
    .filter({ hasText: name });
const pendingInvitations = (page: Page) => page.getByRole('region', { name: 'Javob kutilayotgan takliflar' });
const organizationProfile = (app: TestApp, person: Person) => app.call(person, 'GET', '/api/organizations/profile/');

/** Invites a colleague through the form. @returns the link shown in place of a mail */
const inviteColleague = async (page: Page, email: string, role: string) => {
  await page.getByRole('button', { name: 'Xodim taklif qilish' }).click();
  const sheet = page.getByRole('dialog', { name: 'Xodim taklif qilish' });
  await sheet.getByLabel('Elektron pochta').fill(email);
  await sheet.getByRole('radio', { name: role }).check();
  await sheet.getByRole('button', { name: 'Taklif qilish' }).click();
  const link = await sheet.getByLabel('Taklif havolasi', { exact: true }).inputValue();
  await sheet.getByRole('button', { name: 'Tayyor' }).click();
  return link;
};
const createMember = async (app: TestApp, owner: Person, role: string, name: string): Promise<Person> => {
  const email = `${serial()}@example.uz`;
  const { link } = await app.call(owner, 'POST', '/api/organizations/invite-member/', { email, role });
  return app.organizer({ email, first_name: name, organization_name: undefined, invitation: link.split('/').pop() });
};
const signInByHand = async (page: Page) => {
  await page.getByLabel('Parol', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Kirish', exact: true }).click();
};
const fillPasswords = async (page: Page) => {
  await page.getByLabel('Parol', { exact: true }).fill(password);
  await page.getByLabel('Parolni tasdiqlang').fill(password);
};

test('a reviewer signs up by an invitation link and sees only what a reviewer may', async ({ page, app, browser }) => {
  test.setTimeout(120_000);
  const owner = await app.organizer({ first_name: 'Egasi', organization_name: 'Taklif markazi' });
  const email = `hamkasb.${serial()}@example.uz`;
  await app.signIn(page, owner);
  await page.goto('/organizer/profile');
  await page.getByRole('navigation', { name: 'Tashkilot bo‘limlari' }).getByRole('link', { name: 'A’zolar' }).click();
  await expect(page).toHaveURL(/\?tab=members$/);
  await expect(page.getByRole('link', { name: 'A’zolar' })).toHaveAttribute('aria-current', 'page');
  const link = await inviteColleague(page, email, 'Ko‘rib chiquvchi');
  await expect(pendingInvitations(page).getByText(email)).toBeVisible();

  const context = await browser.newContext({ baseURL: app.url });
  const guest = await context.newPage();
  await guest.goto(new URL(link).pathname);
  await expect(guest.getByText('“Taklif markazi” sizni o‘z jamoasiga taklif qildi. Rolingiz: Ko‘rib chiquvchi.')).toBeVisible();
  await expect(guest.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  await guest.getByRole('main').getByRole('link', { name: 'Ro‘yxatdan o‘tish' }).click();
  await expect(guest.getByLabel('Elektron pochta')).toHaveValue(email);
  await expect(guest.getByLabel('Elektron pochta')).not.toBeEditable();
  await expect(guest.getByText('Kim sifatida ro‘yxatdan o‘tasiz?')).toHaveCount(0);
  await guest.getByRole('button', { name: 'Ro‘yxatdan o‘tish' }).click();
  await expect(guest.getByRole('alert')).toContainText('To‘liq ism maydoni to‘ldirilishi kerak');
  await guest.getByLabel('To‘liq ism').fill('Gulnora Xudoyberganova');
  await fillPasswords(guest);
  await guest.getByRole('button', { name: 'Ro‘yxatdan o‘tish' }).click();
  await expect(guest).toHaveURL(/\/login$/);
  await expect(guest.getByLabel('Elektron pochta')).toHaveValue(email);
  await signInByHand(guest);
  await expect(guest).toHaveURL(/\/organizer$/);

  await guest.goto('/organizer/profile');
  await expect(guest.getByRole('heading', { name: 'Taklif markazi' })).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Tahrirlash' })).toHaveCount(0);
  await expect(guest.locator('#organization-logo')).toHaveCount(0);
  await expect(guest.getByRole('link', { name: 'Jurnal' })).toHaveCount(0);
  await guest.getByRole('link', { name: 'A’zolar' }).click();
  await expect(member(guest, 'Gulnora Xudoyberganova')).toContainText('(siz)');
  await expect(guest.getByRole('button', { name: 'Xodim taklif qilish' })).toHaveCount(0);
  await expect(pendingInvitations(guest)).toHaveCount(0);
  await expect(guest.getByRole('button', { name: /rolni o‘zgartirish|chiqarish/ })).toHaveCount(0);
  // A forbidden tab is not shown under its address either.
  await guest.goto('/organizer/profile?tab=audit');
  await expect(guest.getByRole('heading', { name: 'Taklif markazi' })).toBeVisible();
  await guest.goto('/organizer/profile?tab=students');
  await expect(guest.getByText('Hali talabalar yo‘q')).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Talabalarni taklif qilish' })).toHaveCount(0);

  // The link works once.
  await guest.goto(new URL(link).pathname);
  await expect(guest.getByRole('heading', { name: 'Bu havola endi ishlamaydi' })).toBeVisible();
  await context.close();

  await page.reload();
  await expect(member(page, 'Gulnora Xudoyberganova')).toContainText('Ko‘rib chiquvchi');
  await expect(pendingInvitations(page).getByText('Kutilayotgan taklif yo‘q.')).toBeVisible();
  await page.getByRole('link', { name: 'Jurnal' }).click();
  const entries = page.getByRole('region', { name: 'Jurnal' }).getByRole('listitem');
  await expect(entries.first()).toContainText('A’zo qo‘shildi');
  await expect(entries.last()).toContainText(`${email} (Ko‘rib chiquvchi) · Egasi`);
});

test('roles are changed, the last owner cannot leave or be demoted, members are removed and leave', async ({ page, app }) => {
  test.setTimeout(90_000);
  const owner = await app.organizer({ first_name: 'Birinchi', organization_name: 'Rollar markazi' });
  const colleague = await createMember(app, owner, 'reviewer', 'Ikkinchi');
  const third = await createMember(app, owner, 'reviewer', 'Uchinchi');
  await app.signIn(page, owner);
  await page.goto(people);

  await page.getByRole('button', { name: 'Birinchi: rolni o‘zgartirish' }).click();
  const roles = page.getByRole('dialog', { name: 'Rolni o‘zgartirish' });
  await roles.getByRole('radio', { name: 'Menejer' }).check();
  await expect(roles.getByText('Bu sizning o‘z rolingiz')).toBeVisible();
  await roles.getByRole('button', { name: 'Saqlash' }).click();
  await expect(roles.getByRole('alert')).toHaveText(lastOwner);
  await roles.getByRole('button', { name: 'Bekor qilish' }).click();
  await page.getByRole('button', { name: 'Tashkilotdan chiqish' }).click();
  const leaving = page.getByRole('dialog', { name: 'Tashkilotdan chiqish' });
  await leaving.getByRole('button', { name: 'Tashkilotdan chiqish' }).click();
  await expect(leaving.getByRole('alert')).toHaveText(lastOwner);
  await leaving.getByRole('button', { name: 'Bekor qilish' }).click();

  // Offline, the choice stays, and the same button works when the network is back.
  await page.getByRole('button', { name: 'Ikkinchi: rolni o‘zgartirish' }).click();
  await roles.getByRole('radio', { name: 'Egasi' }).check();
  await page.route('**/organizations/members/*/', (route) => route.abort());
  await roles.getByRole('button', { name: 'Saqlash' }).click();
  await expect(roles.getByRole('alert')).toHaveText(noAnswer);
  await expect(roles.getByRole('radio', { name: 'Egasi' })).toBeChecked();
  await page.unroute('**/organizations/members/*/');
  await roles.getByRole('button', { name: 'Saqlash' }).click();
  await expect(page.getByText('Rol o‘zgartirildi')).toBeVisible();
  await expect(member(page, 'Ikkinchi')).toContainText('Egasi');

  await page.getByRole('button', { name: 'Uchinchi: chiqarish' }).click();
  const removing = page.getByRole('dialog', { name: 'A’zoni chiqarish' });
  await expect(removing).toContainText(third.email);
  await removing.getByRole('button', { name: 'Chiqarish' }).click();
  await expect(page.getByText('A’zo chiqarildi')).toBeVisible();
  await expect(member(page, 'Uchinchi')).toHaveCount(0);

  await page.getByRole('button', { name: 'Tashkilotdan chiqish' }).click();
  await leaving.getByRole('button', { name: 'Tashkilotdan chiqish' }).click();
  await expect(page.getByText('Tashkilot profili topilmadi')).toBeVisible();
  await expect(page.getByText('Bu hisob hech qaysi tashkilotga biriktirilmagan.')).toBeVisible();
  expect(await organizationProfile(app, colleague)).toMatchObject({ role: 'owner', member_count: 1 });
  await expect(organizationProfile(app, owner)).rejects.toThrow('organization_not_found');
});

test('a removed member no longer sees the organization', async ({ page, app }) => {
  const owner = await app.organizer({ organization_name: 'Yopiq markaz' });
  const colleague = await createMember(app, owner, 'manager', 'Chetlatilgan');
  await app.signIn(page, colleague);
  await page.goto('/organizer/profile');
  await expect(page.getByRole('heading', { name: 'Yopiq markaz' })).toBeVisible();
  const { id } = await app.call(colleague, 'GET', '/api/auth/profile/');
  await app.call(owner, 'DELETE', `/api/organizations/members/${id}/`);
  await page.reload();
  await expect(page.getByText('Tashkilot profili topilmadi')).toBeVisible();
  await expect(page.getByText('Yopiq markaz')).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Tashkilot bo‘limlari' })).toHaveCount(0);
});

test('a manager demoted to reviewer gets an error on deciding and no more decision buttons', async ({ page, app }) => {
  const owner = await app.organizer();
  const opportunity = await createOpportunityId(app, owner);
  await app.call(await app.student(), 'POST', '/api/applications/', { opportunity });
  const colleague = await createMember(app, owner, 'manager', 'Menejer');
  await app.signIn(page, colleague);
  await page.goto('/organizer/applications');
  await page.getByRole('button', { name: /^Rad etish/ }).click();
  const { id } = await app.call(colleague, 'GET', '/api/auth/profile/');
  await app.call(owner, 'PATCH', `/api/organizations/members/${id}/`, { role: 'reviewer' });
  const sheet = page.getByRole('dialog', { name: 'Arizani rad etish' });
  await sheet.getByLabel('Sabab').fill('Joylar tugadi');
  await sheet.getByRole('button', { name: 'Rad etish' }).click();
  await expect(sheet.getByRole('alert')).toContainText('Bu amalni bajarishga ruxsat berilmagan.');
  await sheet.getByRole('button', { name: 'Bekor qilish' }).click();
  await expect(page.getByRole('button', { name: /^Batafsil/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Rad etish/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Yuklab olish' })).toHaveCount(0);
});

test('a revoked invitation link shows that it expired; a failed load can be retried', async ({ page, app, browser }) => {
  const owner = await app.organizer();
  const email = `qaytarilgan.${serial()}@example.uz`;
  await app.signIn(page, owner);
  await page.goto(people);
  const { pathname } = new URL(await inviteColleague(page, email, 'Menejer'));
  const guest = await browser.newPage({ baseURL: app.url });
  await guest.route('**/api/invitations/**', (route) => route.abort());
  await guest.goto(pathname);
  await expect(guest.getByRole('alert')).toContainText(noAnswer);
  await guest.unroute('**/api/invitations/**');
  await guest.getByRole('button', { name: 'Qayta urinish' }).click();
  await expect(guest.getByText('Rolingiz: Menejer.')).toBeVisible();

  await pendingInvitations(page)
    .getByRole('button', { name: `${email}: taklifni qaytarib olish` })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yo‘q, qolsin' }).click();
  await expect(pendingInvitations(page).getByText(email)).toBeVisible();
  await pendingInvitations(page)
    .getByRole('button', { name: `${email}: taklifni qaytarib olish` })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Taklifni qaytarib olish' }).click();
  await expect(page.getByText('Taklif qaytarib olindi')).toBeVisible();
  await expect(pendingInvitations(page).getByText('Kutilayotgan taklif yo‘q.')).toBeVisible();

  await guest.reload();
  await expect(guest.getByRole('heading', { name: 'Bu havola endi ishlamaydi' })).toBeVisible();
  await guest.goto(`/signup?invitation=${pathname.split('/').pop()}`);
  await expect(guest.getByText('Taklif havolasi endi ishlamaydi')).toBeVisible();
  await guest.getByRole('link', { name: 'Taklifsiz ro‘yxatdan o‘tish' }).click();
  await expect(guest.getByText('Kim sifatida ro‘yxatdan o‘tasiz?')).toBeVisible();
  await guest.close();
});

test('inviting: an invalid address, an existing member, an unavailable clipboard', async ({ page, app }) => {
  const owner = await app.organizer();
  const colleague = await createMember(app, owner, 'reviewer', 'Hamkasb');
  await app.signIn(page, owner);
  await page.goto(people);
  await page.getByRole('button', { name: 'Xodim taklif qilish' }).click();
  const sheet = page.getByRole('dialog', { name: 'Xodim taklif qilish' });
  const field = sheet.getByLabel('Elektron pochta');
  await field.fill('pochta');
  await sheet.getByRole('button', { name: 'Taklif qilish' }).click();
  await expect(sheet.getByRole('link', { name: 'Elektron pochta noto‘g‘ri' })).toBeVisible();
  await field.fill(colleague.email);
  await sheet.getByRole('button', { name: 'Taklif qilish' }).click();
  await expect(sheet.getByRole('alert')).toContainText('Bu foydalanuvchi allaqachon tashkilot a’zosi.');
  await expect(field).toHaveValue(colleague.email);
  await field.fill(`yangi.${serial()}@example.uz`);
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await sheet.getByRole('button', { name: 'Taklif qilish' }).click();
  await sheet.getByRole('button', { name: 'Taklif havolasi: nusxa olish' }).click();
  await expect(sheet.getByText('Belgilandi: endi uni o‘zingiz nusxalang.')).toBeVisible();
  const link = sheet.getByLabel('Taklif havolasi', { exact: true });
  await expect(link).toBeFocused();
  expect(await page.evaluate(() => String(getSelection()) || (document.activeElement as HTMLInputElement).selectionEnd)).toBeTruthy();
});

test('an invitation opened by the wrong account names the account that may accept it', async ({ page, app }) => {
  const owner = await app.organizer({ organization_name: 'Kutuvchi markaz' });
  const organizer = await app.organizer({ organization_name: 'Boshqa markaz' });
  const student = await app.student();
  const linkFor = async (email: string) =>
    new URL((await app.call(owner, 'POST', '/api/organizations/invite-member/', { email, role: 'reviewer' })).link).pathname;

  const mine = await linkFor(student.email);
  await app.signIn(page, organizer);
  await page.goto(mine);
  await expect(page.getByRole('alert')).toContainText(
    `Taklif ${student.email} manziliga yuborilgan, siz esa ${organizer.email} bilan kirgansiz.`,
  );
  await page.goto(await linkFor(organizer.email));
  await expect(page.getByRole('alert')).toContainText('Siz “Boshqa markaz” tashkiloti a’zosisiz.');
  await expect(page.getByRole('link', { name: 'A’zolar sahifasiga o‘tish' })).toHaveAttribute('href', '/organizer/profile?tab=members');
  await page.goto(mine);
  await page.getByRole('button', { name: 'Boshqa hisob bilan kirish' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Kirish' }).click();
  await page.getByLabel('Elektron pochta').fill(student.email);
  await signInByHand(page);
  // Sign-in returns to the invitation.
  await expect(page).toHaveURL(new RegExp(`${mine}$`));
  await expect(page.getByRole('alert')).toContainText('Bu taklif tashkilot xodimlari uchun');
});

test('a person without an organization accepts an invitation, after a lost response too', async ({ page, app }) => {
  const first = await app.organizer({ organization_name: 'Oldingi markaz' });
  const person = await createMember(app, first, 'manager', 'Ko‘chuvchi');
  const { id } = await app.call(person, 'GET', '/api/auth/profile/');
  await app.call(first, 'DELETE', `/api/organizations/members/${id}/`);
  const owner = await app.organizer({ organization_name: 'Yangi markaz' });
  const { link } = await app.call(owner, 'POST', '/api/organizations/invite-member/', { email: person.email, role: 'manager' });
  await app.signIn(page, person);
  await page.goto(new URL(link).pathname);
  await page.route('**/accept/', (route) => route.abort());
  await page.getByRole('button', { name: 'Qabul qilish' }).click();
  await expect(page.getByRole('alert')).toHaveText(noAnswer);
  await page.unroute('**/accept/');
  await page.getByRole('button', { name: 'Qabul qilish' }).click();
  await expect(page.getByRole('heading', { name: 'Taklif qabul qilindi' })).toBeVisible();
  await page.getByRole('link', { name: 'Tashkilot sahifasiga o‘tish' }).click();
  await expect(page).toHaveURL(/\/organizer$/);
  await page.goto('/organizer/profile');
  await expect(page.getByRole('heading', { name: 'Yangi markaz' })).toBeVisible();
});

test('students invited to a draft: one signs up, accepts and applies; list and figures follow', async ({ page, app, browser }) => {
  test.setTimeout(120_000);
  const owner = await app.organizer({ first_name: 'Egasi', organization_name: 'Maktab' });
  const title = `Yopiq lager ${serial()}`;
  const { id } = await app.call(owner, 'POST', '/api/opportunities/', {
    title,
    description: 'Faqat taklif qilinganlar uchun.',
    start_date: dayFromNow(60),
    application_deadline: dayFromNow(30),
    location: 'Toshkent',
    status: 'draft',
  });
  const known = await app.student({ first_name: 'Malika', last_name: 'O‘rinova' });
  await app.call(known, 'PATCH', '/api/students/profile/', {
    university: 'Toshkent davlat universiteti',
    major: 'Tarix',
    about_me: 'Tarixchi.',
  });
  const email = `talaba.${serial()}@example.uz`;

  await app.signIn(page, owner);
  await page.goto('/organizer/profile?tab=students');
  await page.getByRole('button', { name: 'Talabalarni taklif qilish' }).click();
  const sheet = page.getByRole('dialog', { name: 'Talabalarni taklif qilish' });
  const addresses = sheet.getByLabel('Elektron pochta manzillari');
  await addresses.fill(`${email}, ${known.email}\nnoto‘g‘ri@`);
  await expect(sheet.getByText('2 ta to‘g‘ri manzil, 1 ta noto‘g‘ri.')).toBeVisible();
  await sheet.getByRole('button', { name: '2 ta talabani taklif qilish' }).click();
  await expect(sheet.getByRole('alert')).toContainText('Noto‘g‘ri manzillarni tuzating yoki olib tashlang: noto‘g‘ri@');
  // Typed addresses survive closing the sheet.
  await sheet.getByRole('button', { name: 'Bekor qilish' }).click();
  await page.getByRole('button', { name: 'Talabalarni taklif qilish' }).click();
  await expect(addresses).toHaveValue(/noto‘g‘ri@/);
  await addresses.fill(`${email}, ${known.email}\n${email.toUpperCase()}`);
  await sheet.getByLabel('Imkoniyat').selectOption({ label: `${title} (Qoralama)` });
  await page.route('**/students/invite/', (route) => route.abort());
  await sheet.getByRole('button', { name: '2 ta talabani taklif qilish' }).click();
  await expect(sheet.getByRole('alert')).toContainText(noAnswer);
  await page.unroute('**/students/invite/');
  await sheet.getByRole('button', { name: '2 ta talabani taklif qilish' }).click();
  await expect(sheet.getByText('2 ta taklif tayyor.')).toBeVisible();
  await expect(sheet.getByLabel('Barcha manzil va havolalar', { exact: true })).toHaveValue(
    new RegExp(`${email} http.*\n${known.email} http`),
  );
  const link = new URL(await sheet.getByLabel(email, { exact: true }).inputValue()).pathname;
  const knownLink = new URL(await sheet.getByLabel(known.email, { exact: true }).inputValue()).pathname;
  await sheet.getByRole('button', { name: 'Tayyor' }).click();

  const context = await browser.newContext({ baseURL: app.url });
  const guest = await context.newPage();
  await guest.goto(`/event/${id}`);
  await expect(guest.getByText(title)).toHaveCount(0);
  await guest.goto(link);
  await expect(guest.getByText(`“Maktab” sizni “${title}” imkoniyatiga taklif qildi.`)).toBeVisible();
  await guest.getByRole('main').getByRole('link', { name: 'Ro‘yxatdan o‘tish' }).click();
  await expect(guest.getByLabel('Elektron pochta')).toHaveValue(email);
  await guest.getByLabel('To‘liq ism').fill('Sardor Taklifov');
  await fillPasswords(guest);
  await guest.getByRole('button', { name: 'Ro‘yxatdan o‘tish' }).click();
  await expect(guest).toHaveURL(/\/login$/);
  await signInByHand(guest);
  await expect(guest).toHaveURL(new RegExp(`${link}$`));
  await expect(guest.getByText('Qabul qilsangiz, tashkilot ismingiz, elektron pochtangiz va profilingizni ko‘radi.')).toBeVisible();
  await guest.getByRole('button', { name: 'Qabul qilish' }).click();
  await guest.getByRole('link', { name: 'Imkoniyatni ochish' }).click();
  await expect(guest.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await guest.getByRole('button', { name: 'Ariza topshirish' }).click();
  await guest.getByRole('button', { name: 'Ariza yuborish' }).click();
  await expect(guest.getByText('Ariza yuborildi').first()).toBeVisible();
  await context.close();
  await app.call(known, 'POST', `/api/invitations/${knownLink.split('/').pop()}/accept/`);

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.reload();
  const figures = page.getByLabel('Talabalar bo‘yicha ko‘rsatkichlar');
  await expect(figures.locator('dd')).toHaveText(['2', '1', '0', '2', '2 ta taklif berilgan']);
  await expect(page.getByRole('region', { name: 'Talabalar eng ko‘p universitetlar' })).toContainText('Toshkent davlat universiteti1');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: 'Sardor Taklifov' }).getByRole('cell')).toHaveText(["Ma'lumot yo'q", '1', '0', /\d{4}$/]);
  await page.getByLabel('Talabalarni qidirish').fill("o'rinova");
  await expect(page.getByText('1 ta talaba')).toBeVisible();
  await expect(page).toHaveURL(/search=o%27rinova/);
  await page.getByRole('button', { name: 'Malika O‘rinova' }).click();
  const card = page.getByRole('dialog', { name: 'Talaba profili' });
  await expect(card).toContainText('Tarixchi.');
  await page.goBack();
  await expect(card).toHaveCount(0);
  await expect(rows).toHaveCount(2);
  await page.getByLabel('Talabalarni qidirish').fill('hech kim bunday');
  await expect(page.getByText('Hech kim topilmadi')).toBeVisible();
  await page.getByRole('button', { name: 'Qidiruvni tozalash' }).click();
  await expect(rows).toHaveCount(3);

  await page.getByRole('link', { name: 'Jurnal' }).click();
  await expect(page.getByRole('region', { name: 'Jurnal' }).getByRole('listitem').first()).toContainText(`2 ta manzil: ${title} · Egasi`);
});

test('tabs that fail to load show the reason and can be retried', async ({ page, app }) => {
  await app.signIn(page, await app.organizer());
  for (const [tab, call, shown] of [
    ['members', 'members', '(siz)'],
    ['students', 'students', 'Hali talabalar yo‘q'],
    ['audit', 'audit', 'Jurnal hali bo‘sh'],
  ] as const) {
    const calls = new RegExp(`/api/organizations/${call}/(\\?|$)`);
    await page.route(calls, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(`/organizer/profile?tab=${tab}`);
    await expect(page.getByRole('alert')).toContainText('Serverda texnik nosozlik yuz berdi.');
    await page.unroute(calls);
    await page.getByRole('alert').getByRole('button', { name: 'Qayta urinish' }).click();
    await expect(page.getByText(shown)).toBeVisible();
  }
});

test('a logo is previewed while uploading, shown in the navigation, and restored when the upload fails', async ({ page, app }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const owner = await app.organizer({ organization_name: 'Logoli markaz' });
  await app.signIn(page, owner);
  await page.goto('/organizer/profile');
  const head = page.getByRole('region', { name: 'Logoli markaz' });
  const shown = head.locator('img');
  const input = page.locator('#organization-logo');
  await expect(head.getByText('LM', { exact: true })).toBeVisible();
  await expect(head.getByText('JPEG, PNG yoki WebP, 5 MB gacha.')).toBeVisible();
  await expect(head.getByText('Tashkilotingiz hali tasdiqlanmagan.')).toBeVisible();

  let sent = 0;
  page.on('request', (request) => {
    if (request.url().includes('/upload-logo/')) sent += 1;
  });
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
  await expect(page.getByText('Fayl juda katta')).toBeVisible();
  await expect(head.getByText("Iltimos, hajmi 5MB dan kichik bo'lgan rasm yuklang.")).toBeVisible();
  await input.setInputFiles({ name: 'logo.gif', mimeType: 'image/gif', buffer: png });
  await expect(page.getByText("Fayl turi noto'g'ri")).toBeVisible();
  expect(sent).toBe(0);

  // SVG is accepted too, though the hint does not name it.
  await input.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: svg });
  await expect(page.getByText('Tashkilot profili yangilandi.')).toBeVisible();
  const { logo } = await organizationProfile(app, owner);
  await expect(shown).toHaveAttribute('src', logo);
  await expect(page.getByRole('navigation', { name: 'Hisob' }).locator('img')).toHaveAttribute('src', logo);

  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/upload-logo/', async (route) => {
    await released;
    await route.fulfill({ status: 500, body: '' });
  });
  await input.setInputFiles({ name: 'yangi.png', mimeType: 'image/png', buffer: png });
  await expect(shown).toHaveAttribute('src', /^blob:/);
  // Starting and cancelling an edit does not stop the upload.
  await page.getByRole('button', { name: 'Tahrirlash' }).click();
  await page.getByRole('button', { name: 'Bekor qilish' }).click();
  await expect(head.getByRole('progressbar', { name: 'Logo: yuklanmoqda' })).toBeVisible();
  release();
  await expect(head.getByText('Logoni yuklashda xatolik yuz berdi')).toBeVisible();
  await expect(shown).toHaveAttribute('src', logo);
  await page.unroute('**/upload-logo/');

  // The message of the server is shown when there is one.
  await input.setInputFiles({ name: 'yangi.png', mimeType: 'image/png', buffer: Buffer.from('matn') });
  await expect(head.getByText('Iltimos, JPG, PNG yoki WebP formatidagi rasm yuklang.')).toBeVisible();
  await expect(shown).toHaveAttribute('src', logo);
  expect((await organizationProfile(app, owner)).logo).toBe(logo);
});

test('a sole member is warned that deleting the account closes the organization', async ({ page, app }) => {
  const owner = await app.organizer({ organization_name: 'Yakka markaz' });
  await app.signIn(page, owner);
  await page.goto('/organizer/profile');
  await page.getByRole('button', { name: 'Hisobni o‘chirish' }).click();
  const sheet = page.getByRole('dialog', { name: 'Hisobni o‘chirish' });
  await expect(sheet).toContainText('Siz “Yakka markaz” tashkilotining yagona a’zosisiz: hisobingiz bilan birga tashkilot ham yopiladi.');
  await expect(sheet).not.toContainText('boshqa a’zolarda qoladi');
  await sheet.getByRole('button', { name: 'Yo‘q, qolsin' }).click();
  await createMember(app, owner, 'reviewer', 'Hamkasb');
  await page.reload();
  await page.getByRole('button', { name: 'Hisobni o‘chirish' }).click();
  await expect(sheet).toContainText('Tashkilot, uning e’lonlari va olgan arizalari boshqa a’zolarda qoladi.');
  await expect(sheet).not.toContainText('yagona a’zosisiz');
});
